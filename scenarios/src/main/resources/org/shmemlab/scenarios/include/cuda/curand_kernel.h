/* cuRAND's generators on devices (cuRAND Library, "Device API"), all by Philox4x32-10 (Salmon et al.,
   "Parallel Random Numbers: As Easy as 1, 2, 3", SC11): same seeds, same numbers, but not cuRAND's. */
#pragma once
#include <cuda_runtime.h>
#include <curand.h>
#ifdef __CUDA__
struct curandStatePhilox4_32_10 {
  unsigned int key[2], counter[4], output[4];
  unsigned int at;
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t, curandState, curandState_t,
    curandStateXORWOW, curandStateXORWOW_t, curandStateMRG32k3a, curandStateMRG32k3a_t;
#define __SHMEMLAB_RANDOM static inline __attribute__((device))
__SHMEMLAB_RANDOM void __shmemlab_philox(curandState *state) {
  unsigned int c0 = state->counter[0], c1 = state->counter[1], c2 = state->counter[2];
  unsigned int c3 = state->counter[3], k0 = state->key[0], k1 = state->key[1];
  for (int round = 0; round < 10; round++) {
    unsigned long long first = 0xD2511F53ull * c0, second = 0xCD9E8D57ull * c2;
    c0 = (unsigned int)(second >> 32) ^ c1 ^ k0;
    c2 = (unsigned int)(first >> 32) ^ c3 ^ k1;
    c1 = (unsigned int)second;
    c3 = (unsigned int)first;
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  state->output[0] = c0;
  state->output[1] = c1;
  state->output[2] = c2;
  state->output[3] = c3;
}
__SHMEMLAB_RANDOM void skipahead(unsigned long long numbers, curandState *state) {
  unsigned long long at = state->at + numbers;
  unsigned long long low = (unsigned long long)state->counter[1] << 32 | state->counter[0];
  low += at / 4;
  state->counter[0] = (unsigned int)low;
  state->counter[1] = (unsigned int)(low >> 32);
  state->at = at % 4;
  __shmemlab_philox(state);
}
__SHMEMLAB_RANDOM void curand_init(
    unsigned long long seed, unsigned long long sequence, unsigned long long offset,
    curandState *state) {
  state->key[0] = (unsigned int)seed;
  state->key[1] = (unsigned int)(seed >> 32);
  state->counter[0] = state->counter[1] = 0;
  state->counter[2] = (unsigned int)sequence;
  state->counter[3] = (unsigned int)(sequence >> 32);
  state->at = 0;
  skipahead(offset, state);
}
__SHMEMLAB_RANDOM unsigned int curand(curandState *state) {
  unsigned int number = state->output[state->at];
  skipahead(1, state);
  return number;
}
__SHMEMLAB_RANDOM uint4 curand4(curandState *state) {
  unsigned int x = curand(state), y = curand(state), z = curand(state), w = curand(state);
  return make_uint4(x, y, z, w);
}
__SHMEMLAB_RANDOM float curand_uniform(curandState *state) {
  return curand(state) * 2.3283064e-10f + 1.1641532e-10f;
}
__SHMEMLAB_RANDOM double curand_uniform_double(curandState *state) {
  unsigned long long upper = curand(state);
  return ((upper << 21) ^ curand(state)) * 1.1102230246251565e-16 + 5.5511151231257827e-17;
}
__SHMEMLAB_RANDOM float4 curand_uniform4(curandState *state) {
  float x = curand_uniform(state), y = curand_uniform(state), z = curand_uniform(state);
  return make_float4(x, y, z, curand_uniform(state));
}
__SHMEMLAB_RANDOM float2 curand_normal2(curandState *state) {
  float radius = sqrtf(-2 * logf(curand_uniform(state)));
  float angle = 6.2831853f * curand_uniform(state);
  return make_float2(radius * sinf(angle), radius * cosf(angle));
}
__SHMEMLAB_RANDOM float curand_normal(curandState *state) { return curand_normal2(state).x; }
__SHMEMLAB_RANDOM float4 curand_normal4(curandState *state) {
  float2 first = curand_normal2(state), second = curand_normal2(state);
  return make_float4(first.x, first.y, second.x, second.y);
}
__SHMEMLAB_RANDOM double curand_normal_double(curandState *state) {
  double radius = sqrt(-2 * log(curand_uniform_double(state)));
  return radius * sin(6.283185307179586 * curand_uniform_double(state));
}
__SHMEMLAB_RANDOM float curand_log_normal(curandState *state, float mean, float deviation) {
  return expf(mean + deviation * curand_normal(state));
}
#undef __SHMEMLAB_RANDOM
#endif
