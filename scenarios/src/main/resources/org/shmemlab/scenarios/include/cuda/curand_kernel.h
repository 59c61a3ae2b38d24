/* cuRAND's generators on devices (cuRAND Library, "Device API"): XORWOW (Marsaglia, "Xorshift RNGs", 2003) with
   cuRAND's seeds and its sequences of 2^67 numbers, and Philox4x32-10 (Salmon et al., "Parallel Random
   Numbers: As Easy as 1, 2, 3", SC11). The numbers are cuRAND's; those of the normal distribution differ in
   the last bits where a GPU approximates sine and cosine. MRG32k3a is XORWOW here. */
#pragma once
#include <cuda_runtime.h>
#include <curand.h>
#ifdef __CUDA__
#define __SHMEMLAB_RANDOM static inline __attribute__((device))

/* The second number of a pair, normally (1) or log-normally (2) distributed, while it is kept. */
struct __shmemlab_normal {
  int kept, keptDouble;
  float extra;
  double extraDouble;
};

/* ---- XORWOW: a linear map of 160 bits, and a counter */

struct curandStateXORWOW {
  unsigned int d, v[5];
  __shmemlab_normal normal;
};
typedef struct curandStateXORWOW curandStateXORWOW_t, curandState, curandState_t, curandStateMRG32k3a,
    curandStateMRG32k3a_t;

/* x^(2^k) modulo the characteristic polynomial of the map, k from 0 on; the coefficient of x^0 is the
   lowest bit. A jump by 2^k steps is that polynomial of the map. */
static __attribute__((device)) const unsigned int __shmemlab_jumps[131][5] = {
   {0x2u, 0x0u, 0x0u, 0x0u, 0x0u}, {0x4u, 0x0u, 0x0u, 0x0u, 0x0u}, {0x10u, 0x0u, 0x0u, 0x0u, 0x0u},
    {0x100u, 0x0u, 0x0u, 0x0u, 0x0u}, {0x10000u, 0x0u, 0x0u, 0x0u, 0x0u},
    {0x0u, 0x1u, 0x0u, 0x0u, 0x0u}, {0x0u, 0x0u, 0x1u, 0x0u, 0x0u}, {0x0u, 0x0u, 0x0u, 0x0u, 0x1u},
    {0xbebd3534u, 0x7064f5bcu, 0x20be29ebu, 0x536d5b32u, 0x63a0069u},
    {0x9df022beu, 0x4c2ee09fu, 0x939c7c8u, 0xe711c2f8u, 0xc6f135aeu},
    {0xed64ec08u, 0xafc48684u, 0xd81c59eeu, 0x1640314fu, 0x2bf0ccefu},
    {0x16ade0a0u, 0x3ff6a2d3u, 0x4746bd83u, 0x2e65a497u, 0x263e40a4u},
    {0x9d10e028u, 0xee56d79cu, 0xfb1b3286u, 0xf747418u, 0x26f9476du},
    {0x284e9f80u, 0x95328d41u, 0x97ec0360u, 0x1e655d95u, 0x60a9306fu},
    {0x3f490634u, 0x9ae593fcu, 0x1a95bb6bu, 0xda10a3fcu, 0xa3abaf54u},
    {0xa80ecea0u, 0x392ca981u, 0x191e801eu, 0xceb66042u, 0x2f4edc3fu},
    {0xfb9680e9u, 0xbdaba0b2u, 0x3986540fu, 0x23fe6cccu, 0x994e82fu},
    {0x4d53badbu, 0x3e30e97du, 0x19abbaf6u, 0x5cd52f87u, 0x98663641u},
    {0x32da6db4u, 0x80135829u, 0x3abd4734u, 0x2060c3f9u, 0x38b2dd97u},
    {0xbd3a57bdu, 0x66101a8u, 0xb4f188eu, 0x16890623u, 0x8bf58771u},
    {0xc5b636fu, 0x4407a814u, 0x60204515u, 0x5bd4dbd2u, 0x2509eeb5u},
    {0xa87f2bfeu, 0x143dfcbu, 0x4b5142bau, 0xfd21a24bu, 0x3dac4527u},
    {0x21e9179du, 0x2b57aa94u, 0x5f06e1fcu, 0x6735dc98u, 0x9aa0181fu},
    {0x4a85a684u, 0x2ff777f0u, 0x8e58b0edu, 0xd4e84a39u, 0x6d37f6a0u},
    {0x793adf2bu, 0x3d3e75c8u, 0xb091758u, 0x9deb3f50u, 0xbcd116ecu},
    {0x89c7a15du, 0x43629d41u, 0x8a870ba5u, 0xa7916f56u, 0x9db15489u},
    {0xfa8fc346u, 0x694921b1u, 0xf2bd4c48u, 0x8b05ae1bu, 0x2de7aee2u},
    {0xbc1bc6b9u, 0xd73ea395u, 0xfbdd753du, 0xe45dbacdu, 0x7b16eae0u},
    {0xf144e1f3u, 0xb9b4b3c4u, 0x8222f622u, 0x9072105au, 0x66083550u},
    {0xd88a6c5eu, 0x9ac20a72u, 0x209ef9a8u, 0xe8e4fd8au, 0x1ec855a5u},
    {0xbd734cf1u, 0x9254a905u, 0xfb38236du, 0x11e62fd3u, 0xf9e7d21eu},
    {0x8d333839u, 0x69fed6dfu, 0x79338fdeu, 0xa38a8714u, 0xe538bcau},
    {0x943999e4u, 0xc05db913u, 0x4e4010f3u, 0x9b865d3du, 0xfd64174u},
    {0x13da6451u, 0x4f1636fau, 0x6e523e62u, 0xac374f44u, 0x69a2e37fu},
    {0x19eb1bbbu, 0xbaea3750u, 0xfa8f206u, 0xd49dd019u, 0x9b3bccafu},
    {0x13e4fc6u, 0x8fb0b988u, 0xbad0233bu, 0x63941ad7u, 0xf5f02d75u},
    {0xc97b5642u, 0x2ebac13du, 0xbfe04058u, 0x2c6a7132u, 0x576780a5u},
    {0x4add1023u, 0x5f64e54eu, 0xb0c250a8u, 0xcf4bd212u, 0x9a873149u},
    {0xac5eea9u, 0xa37bfcd3u, 0x790ec91du, 0xba339dbcu, 0xc83db5cdu},
    {0x67dd06cbu, 0xcbfe08ecu, 0xf64e2fa5u, 0x75fe23cfu, 0xfc09983u},
    {0xa33b53ffu, 0x1ce9360du, 0x4727f89bu, 0x5eacbcdu, 0x1632278u},
    {0x9aee97cbu, 0xde7db52u, 0x74719fdau, 0x51b8e04bu, 0x959e9904u},
    {0x22b4f98cu, 0xd23a7f5au, 0x8d420eddu, 0xeadda806u, 0xcfd2a002u},
    {0x817ef0ebu, 0xd19e838eu, 0xb26e9dc8u, 0xf5ba04fbu, 0x8adf73e9u},
    {0xf66ad52bu, 0x3ab8e3d7u, 0x1e8352a4u, 0xe44a8605u, 0x6c106869u},
    {0x480973c1u, 0xb4f4959eu, 0x173d230au, 0x6f15e08eu, 0xf07c940eu},
    {0x79a31c08u, 0xc28d5d18u, 0x91649708u, 0x8b1bb8f8u, 0xf9158a86u},
    {0x8e346bedu, 0x85425fb6u, 0xbcd60f3au, 0x4d16f104u, 0xff233c77u},
    {0x670f870eu, 0xa7bb9766u, 0xef013c78u, 0xeb4a1373u, 0x256f3323u},
    {0x9d89e990u, 0x682dbe05u, 0xc85ca267u, 0x2cbf3ed6u, 0xfd2d1a54u},
    {0xf333af18u, 0x3b4e266bu, 0xa872663eu, 0x3888cd82u, 0x4daf13ecu},
    {0x304ad7f4u, 0x3728f391u, 0xbf3ca967u, 0xc7b1330du, 0x264c2cbdu},
    {0x75689dc9u, 0x36bf3a9u, 0x64ce979cu, 0x3bdff14fu, 0x51e43048u},
    {0x42defd6du, 0xde992014u, 0x478a54ffu, 0x7802d9cbu, 0xb6d27a79u},
    {0xef06fe75u, 0xefd6d1d8u, 0x9319075u, 0x69d568f5u, 0x5b2bd898u},
    {0x51c810c4u, 0xfacd06d9u, 0xe3a66475u, 0x81ae21e0u, 0x6418d45cu},
    {0xf05ae255u, 0xc4df4ca0u, 0xf032420cu, 0xf44ae9f0u, 0xe0298de2u},
    {0xf9b9947bu, 0x7326e30au, 0x3366c775u, 0x91d00e4cu, 0x86c178ccu},
    {0x2308bc9u, 0xdbe74deeu, 0xf4c5fe7du, 0xaac571a1u, 0xaa1f5f8bu},
    {0x32d9c79bu, 0xd1bae44u, 0x2bb4e02cu, 0xc92178dfu, 0x6632236du},
    {0x6e8043cau, 0xed24ff6u, 0x1e668b6au, 0x538fc45fu, 0x4bfb509du},
    {0x9319804du, 0x48c2c289u, 0xe00641cbu, 0x49929826u, 0x35e4c368u},
    {0x9f564f7bu, 0x543973e4u, 0x9b33ee2cu, 0x149df73au, 0x58f31585u},
    {0xbfe990f7u, 0xb6e2abc8u, 0x11498fau, 0x240651edu, 0x88cb16b1u},
    {0x6bd93537u, 0x22ed6832u, 0x8b017aafu, 0x13e131d3u, 0x9c6b67ebu},
    {0xd8c647eu, 0xb53c8924u, 0xeef4d989u, 0x1d22be6u, 0x425b5575u},
    {0xaaa88fa0u, 0xcbed02d4u, 0x74c6e7f6u, 0xefeef36cu, 0xa9e3aec1u},
    {0x26294934u, 0x77bbc248u, 0x1a87dad0u, 0x930052d4u, 0x947e6dd2u},
    {0x5f39c379u, 0x95e20ba6u, 0x20e9ff72u, 0x1244ce5eu, 0xe8fd228fu},
    {0xa7474d19u, 0x37c549e0u, 0x140877d2u, 0x24c43924u, 0xcd52ebecu},
    {0xe0360ec5u, 0xb1c96c24u, 0xdbb91766u, 0x666ff5dcu, 0xf19a7e52u},
    {0xfcc8f692u, 0x35aa698au, 0x4ebbf85u, 0x448304b0u, 0x82f3fd5u},
    {0x48c289bdu, 0xe851cf98u, 0x845ad581u, 0xfd70752au, 0x2c3e63f6u},
    {0xe502f5b3u, 0x77859d31u, 0x97e1cbb3u, 0xea09047au, 0x61d5f37eu},
    {0xb89326d0u, 0x5a8655a9u, 0xfb6e98f5u, 0x2102162u, 0x7e6fcf6fu},
    {0xb3a15db4u, 0xc6df3330u, 0x1a8be751u, 0xf1e4b221u, 0x6bb61c05u},
    {0x133de1d0u, 0x361e4422u, 0xc6131fcfu, 0xd9719f45u, 0x9658a164u},
    {0x19e2bee8u, 0xf8974218u, 0x4e65536au, 0xa2570336u, 0xe9b88082u},
    {0x7863644bu, 0x2a21ce84u, 0x112e86f1u, 0xed01ce0eu, 0xba143e84u},
    {0xe2cae2eu, 0xd1011279u, 0x58923768u, 0x2bf650bau, 0xc985bcdau},
    {0x213a286au, 0x6596b510u, 0x6fc10eaeu, 0x38a13547u, 0x11c7749eu},
    {0x146281e7u, 0xa45b4452u, 0xafa8c695u, 0x74a0ac94u, 0x4b250e0au},
    {0x2306bc52u, 0x790f3b4cu, 0x2fe473b9u, 0xbc81d7c0u, 0x93efe98u},
    {0x89658c8bu, 0xf3914315u, 0xa73fe84bu, 0x3c5fadb6u, 0xadba8dd6u},
    {0x9e49814u, 0x9caf5edu, 0x6b2460d9u, 0x1b9981c1u, 0x2d1fefc3u},
    {0x82161afcu, 0x9bb13c55u, 0xfd20d7fbu, 0x306d90b9u, 0x92bf386fu},
    {0x96d32350u, 0xe081864u, 0x69faa798u, 0xe7faecf5u, 0xf1f951beu},
    {0x3e9058c1u, 0x71da9705u, 0xe2cb1f2bu, 0x73456536u, 0xbd6501b6u},
    {0x990ffc6eu, 0xbfdd1b5du, 0xc83e520bu, 0xe972936au, 0xac79abb9u},
    {0xb1321eb5u, 0xb06d01a2u, 0x51532012u, 0x8fb59962u, 0x141d3b0bu},
    {0x3257dfe1u, 0xd8a3d601u, 0x3a58c735u, 0x845f36e4u, 0x112c611u},
    {0xa0ffe9a4u, 0xf57be00eu, 0xe706880cu, 0x191211efu, 0xee5664fbu},
    {0x9a3385b8u, 0xc540c30au, 0xb241d1e0u, 0x626569u, 0x6b355fe9u},
    {0xe129d45du, 0xac3e698bu, 0xd61f79fdu, 0x7a72a28bu, 0x7f4942beu},
    {0x612501bbu, 0xae7b767du, 0xaa66c165u, 0x9bfaf8eu, 0x3e55c16du},
    {0x874e26a7u, 0x33bc5a47u, 0xad95cba5u, 0x67651c39u, 0xf1f07dcau},
    {0xb5ed0732u, 0x30e7a573u, 0x5c056714u, 0x2304f8fau, 0xebc584e1u},
    {0x4b324c2eu, 0x2bdcc5a0u, 0x53eb4240u, 0xcac4fbc1u, 0x13e529e7u},
    {0xe1683e38u, 0xa2339994u, 0x7308a647u, 0xc7c3f0b1u, 0x4a3dcd33u},
    {0x5fe4b704u, 0xd77445c3u, 0xb80eeb3cu, 0x6720fc6du, 0x7da33f71u},
    {0xea0715d2u, 0x435bf5e0u, 0x8b125b82u, 0x2bf15174u, 0x451636c0u},
    {0x27786b0du, 0x55a8b8bbu, 0xad73d087u, 0x548172a6u, 0xb8dcb607u},
    {0xedbc74acu, 0x9333668eu, 0x5330ec7eu, 0x139bc173u, 0x8df22694u},
    {0x1e9372ddu, 0xe081adccu, 0xf9650df2u, 0xad599e4u, 0x21aeba83u},
    {0x81e94b95u, 0x2bd032fu, 0x4241ada2u, 0x7cf446d1u, 0x585759bbu},
    {0x552ec26fu, 0x2663dad8u, 0x25bf8d5eu, 0x538f9e9bu, 0x804bfd4cu},
    {0xaed86880u, 0x7cc53d77u, 0x2379080du, 0x66b5ba47u, 0x271e9c90u},
    {0xab750c90u, 0x454415efu, 0xd94a347cu, 0xd23c81beu, 0x551c7096u},
    {0x3024c55fu, 0x9b3a9b08u, 0xcef11c55u, 0x3019557du, 0x8303d6du},
    {0xbc6d2665u, 0xc1fd8153u, 0xd43c38c9u, 0xd70344ccu, 0x279357c0u},
    {0x685d57dfu, 0xda26a2f1u, 0x5174006au, 0xe55bf1f1u, 0x5f20a739u},
    {0x88aced61u, 0x3925e5e8u, 0xc8af3caau, 0xefa299b1u, 0xbc1538f8u},
    {0x2b0ca967u, 0xf25d1abau, 0x4062850bu, 0x683d0590u, 0xabd1b043u},
    {0xc3051a0au, 0x11a68894u, 0xec32c75u, 0xb9e1af76u, 0x45d20f13u},
    {0xbd2198a4u, 0xc68fea4bu, 0x9de877eu, 0x2b15c9cfu, 0x7b2e8734u},
    {0x54f062f0u, 0xcf7989d8u, 0x443e496bu, 0x17d83e81u, 0xa2be8639u},
    {0x6cb408dbu, 0x56912973u, 0xebc71d0fu, 0x21fbfabcu, 0xf266d5dcu},
    {0x267af43cu, 0x14dfd913u, 0x2dbb25b6u, 0x227b1a06u, 0x24402bc6u},
    {0xac63df96u, 0x4e3cf79bu, 0xe20e3c11u, 0x1a5771cfu, 0xc0e37c49u},
    {0xad66cdfeu, 0x7cfa6a50u, 0x8fca746au, 0x7b18f04bu, 0x28eeb28fu},
    {0xef049d6fu, 0xf7192531u, 0xabc5f1deu, 0x1ea75f09u, 0x3be64a78u},
    {0x37abb017u, 0x7735fb03u, 0x557fb7cdu, 0x520ea993u, 0x69e4a18du},
    {0xc83c8e40u, 0x9fb2f16fu, 0xf95170a2u, 0x401ffac4u, 0x6b70bfebu},
    {0x53140fddu, 0xdfb37a9u, 0x88772b05u, 0x20be07e3u, 0x128c07bdu},
    {0x5df0aeb5u, 0x9f52cccdu, 0xe8b1551u, 0x6935a9cu, 0x648b1463u},
    {0x1e72e926u, 0x829ca1d2u, 0x84c2bd7u, 0xcea065e7u, 0xd2b401bfu},
    {0xb97fcd4u, 0xd9a6c1c6u, 0x705a959au, 0xcc8d909u, 0xe38aca23u},
    {0x93d21898u, 0x97c7960eu, 0xb2899f9du, 0xd528a53du, 0x4f33fcau},
    {0x942240eu, 0xc18f6e56u, 0x9551c4ddu, 0x61c8179bu, 0xead20f15u},
    {0x6e1a24fu, 0x4a7295afu, 0x5534bfe6u, 0x452ec8f1u, 0x79685920u},
    {0xa0bcccfeu, 0x2de5181cu, 0x33c9d258u, 0xaf27908du, 0xcfd04995u},
};
__SHMEMLAB_RANDOM void __shmemlab_step(unsigned int *v) {
  unsigned int t = v[0] ^ (v[0] >> 2);
  v[0] = v[1];
  v[1] = v[2];
  v[2] = v[3];
  v[3] = v[4];
  v[4] = (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1));
}
/* The product of two polynomials, by the bits of b from the highest on; x^160 is the rest of the
   characteristic polynomial. */
__SHMEMLAB_RANDOM void __shmemlab_multiply(unsigned int *a, const unsigned int *b) {
  unsigned int r[5] = {0, 0, 0, 0, 0};
  for (int i = 159; i >= 0; i--) {
    unsigned int over = r[4] >> 31;
    for (int j = 4; j > 0; j--) r[j] = r[j] << 1 | r[j - 1] >> 31;
    r[0] <<= 1;
    if (over) { r[0] ^= 0x60001u; r[1] ^= 0x8610030u; r[2] ^= 0x62121u; r[3] ^= 0xf3c0035u; r[4] ^= 0xf0eu; }
    if (b[i / 32] >> (i % 32) & 1)
      for (int j = 0; j < 5; j++) r[j] ^= a[j];
  }
  for (int j = 0; j < 5; j++) a[j] = r[j];
}
/* Goes on by n * 2^first steps. */
__SHMEMLAB_RANDOM void __shmemlab_jump(unsigned int *v, unsigned long long n, int first) {
  if (n == 0) return;
  unsigned int q[5] = {1, 0, 0, 0, 0}, sum[5] = {0, 0, 0, 0, 0};
  for (int k = 0; n >> k; k++) {
    if (n >> k & 1) __shmemlab_multiply(q, __shmemlab_jumps[first + k]);
    if (k == 63) break;
  }
  for (int i = 0; i < 160; i++) {
    if (q[i / 32] >> (i % 32) & 1)
      for (int j = 0; j < 5; j++) sum[j] ^= v[j];
    __shmemlab_step(v);
  }
  for (int j = 0; j < 5; j++) v[j] = sum[j];
}
__SHMEMLAB_RANDOM void skipahead(unsigned long long numbers, curandStateXORWOW *state) {
  __shmemlab_jump(state->v, numbers, 0);
  state->d += 362437u * (unsigned int)numbers;
}
__SHMEMLAB_RANDOM void skipahead_sequence(unsigned long long sequences, curandStateXORWOW *state) {
  __shmemlab_jump(state->v, sequences, 67);
}
__SHMEMLAB_RANDOM void curand_init(
    unsigned long long seed, unsigned long long sequence, unsigned long long offset,
    curandStateXORWOW *state) {
  unsigned int t0 = 1099087573u * ((unsigned int)seed ^ 0xaad26b49u);
  unsigned int t1 = 2591861531u * ((unsigned int)(seed >> 32) ^ 0xf7dcefddu);
  state->d = 6615241u + t1 + t0;
  state->v[0] = 123456789u + t0;
  state->v[1] = 362436069u ^ t0;
  state->v[2] = 521288629u + t1;
  state->v[3] = 88675123u ^ t1;
  state->v[4] = 5783321u + t0;
  state->normal.kept = state->normal.keptDouble = 0;
  skipahead_sequence(sequence, state);
  skipahead(offset, state);
}
__SHMEMLAB_RANDOM unsigned int curand(curandStateXORWOW *state) {
  __shmemlab_step(state->v);
  state->d += 362437u;
  return state->v[4] + state->d;
}

/* ---- Philox4x32-10: a bijection of a counter of 128 bits, four numbers at a time */

struct curandStatePhilox4_32_10 {
  unsigned int key[2], counter[4], output[4];
  unsigned int at;
  __shmemlab_normal normal;
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
__SHMEMLAB_RANDOM uint4 curand_Philox4x32_10(uint4 c, uint2 k) {
  for (int round = 0; round < 10; round++) {
    unsigned long long first = 0xD2511F53ull * c.x, second = 0xCD9E8D57ull * c.z;
    c = make_uint4((unsigned int)(second >> 32) ^ c.y ^ k.x, (unsigned int)second,
                   (unsigned int)(first >> 32) ^ c.w ^ k.y, (unsigned int)first);
    k.x += 0x9E3779B9u;
    k.y += 0xBB67AE85u;
  }
  return c;
}
__SHMEMLAB_RANDOM void __shmemlab_philox(curandStatePhilox4_32_10 *state) {
  uint4 made = curand_Philox4x32_10(
      make_uint4(state->counter[0], state->counter[1], state->counter[2], state->counter[3]),
      make_uint2(state->key[0], state->key[1]));
  state->output[0] = made.x;
  state->output[1] = made.y;
  state->output[2] = made.z;
  state->output[3] = made.w;
}
/* Adds to a number of words, the lowest first. */
__SHMEMLAB_RANDOM void __shmemlab_add(unsigned int *words, int count, unsigned long long more) {
  unsigned long long carry = 0;
  for (int i = 0; i < count; i++) {
    carry += (unsigned long long)words[i] + (unsigned int)more;
    words[i] = (unsigned int)carry;
    carry >>= 32;
    more >>= 32;
  }
}
__SHMEMLAB_RANDOM void skipahead(unsigned long long numbers, curandStatePhilox4_32_10 *state) {
  state->at += (unsigned int)(numbers & 3);
  numbers = numbers / 4 + state->at / 4;
  state->at %= 4;
  __shmemlab_add(state->counter, 4, numbers);
  __shmemlab_philox(state);
}
__SHMEMLAB_RANDOM void skipahead_sequence(
    unsigned long long sequences, curandStatePhilox4_32_10 *state) {
  __shmemlab_add(state->counter + 2, 2, sequences);
  __shmemlab_philox(state);
}
__SHMEMLAB_RANDOM void curand_init(
    unsigned long long seed, unsigned long long sequence, unsigned long long offset,
    curandStatePhilox4_32_10 *state) {
  state->key[0] = (unsigned int)seed;
  state->key[1] = (unsigned int)(seed >> 32);
  for (int i = 0; i < 4; i++) state->counter[i] = 0;
  state->at = 0;
  state->normal.kept = state->normal.keptDouble = 0;
  skipahead_sequence(sequence, state);
  skipahead(offset, state);
}
__SHMEMLAB_RANDOM unsigned int curand(curandStatePhilox4_32_10 *state) {
  unsigned int number = state->output[state->at++];
  if (state->at == 4) {
    state->at = 0;
    __shmemlab_add(state->counter, 4, 1);
    __shmemlab_philox(state);
  }
  return number;
}

/* ---- distributions, of both */

__SHMEMLAB_RANDOM float __shmemlab_uniform(unsigned int x) {
  return x * 2.3283064e-10f + 2.3283064e-10f / 2;
}
__SHMEMLAB_RANDOM double __shmemlab_uniform_double(unsigned int x, unsigned int y) {
  return (x ^ (unsigned long long)y << 21) * 1.1102230246251565e-16 + 1.1102230246251565e-16 / 2;
}
__SHMEMLAB_RANDOM float2 _curand_box_muller(unsigned int x, unsigned int y) {
  const float scale = 2.3283064e-10f * 6.2831855f;
  float radius = sqrtf(-2 * logf(__shmemlab_uniform(x))), angle = fmaf((float)y, scale, scale / 2);
  return make_float2(radius * sinf(angle), radius * cosf(angle));
}
__SHMEMLAB_RANDOM double2 _curand_box_muller_double(
    unsigned int x0, unsigned int x1, unsigned int y0, unsigned int y1) {
  const double scale = 1.1102230246251565e-16 * 6.2831853071795860;
  double radius = sqrt(-2 * log(__shmemlab_uniform_double(x0, x1)));
  double angle = fma((double)(y0 ^ (unsigned long long)y1 << 21), scale, scale / 2);
  return make_double2(radius * sin(angle), radius * cos(angle));
}
template <class State> __SHMEMLAB_RANDOM float curand_uniform(State *state) {
  return __shmemlab_uniform(curand(state));
}
template <class State> __SHMEMLAB_RANDOM double curand_uniform_double(State *state) {
  unsigned int x = curand(state), y = curand(state);
  return __shmemlab_uniform_double(x, y);
}
template <class State> __SHMEMLAB_RANDOM float2 curand_normal2(State *state) {
  unsigned int x = curand(state), y = curand(state);
  return _curand_box_muller(x, y);
}
template <class State> __SHMEMLAB_RANDOM double2 curand_normal2_double(State *state) {
  unsigned int x0 = curand(state), x1 = curand(state), y0 = curand(state), y1 = curand(state);
  return _curand_box_muller_double(x0, x1, y0, y1);
}
template <class State> __SHMEMLAB_RANDOM float curand_normal(State *state) {
  if (state->normal.kept == 1) return state->normal.kept = 0, state->normal.extra;
  float2 both = curand_normal2(state);
  state->normal.kept = 1;
  state->normal.extra = both.y;
  return both.x;
}
template <class State> __SHMEMLAB_RANDOM double curand_normal_double(State *state) {
  if (state->normal.keptDouble == 1) return state->normal.keptDouble = 0, state->normal.extraDouble;
  double2 both = curand_normal2_double(state);
  state->normal.keptDouble = 1;
  state->normal.extraDouble = both.y;
  return both.x;
}
template <class State>
__SHMEMLAB_RANDOM float curand_log_normal(State *state, float mean, float deviation) {
  if (state->normal.kept == 2) return state->normal.kept = 0, state->normal.extra;
  float2 both = curand_normal2(state);
  state->normal.kept = 2;
  state->normal.extra = expf(fmaf(deviation, both.y, mean));
  return expf(fmaf(deviation, both.x, mean));
}
template <class State>
__SHMEMLAB_RANDOM double curand_log_normal_double(State *state, double mean, double deviation) {
  if (state->normal.keptDouble == 2) return state->normal.keptDouble = 0, state->normal.extraDouble;
  double2 both = curand_normal2_double(state);
  state->normal.keptDouble = 2;
  state->normal.extraDouble = exp(fma(deviation, both.y, mean));
  return exp(fma(deviation, both.x, mean));
}
__SHMEMLAB_RANDOM uint4 curand4(curandStatePhilox4_32_10 *state) {
  unsigned int x = curand(state), y = curand(state), z = curand(state), w = curand(state);
  return make_uint4(x, y, z, w);
}
__SHMEMLAB_RANDOM float4 curand_uniform4(curandStatePhilox4_32_10 *state) {
  float x = curand_uniform(state), y = curand_uniform(state), z = curand_uniform(state);
  return make_float4(x, y, z, curand_uniform(state));
}
__SHMEMLAB_RANDOM double2 curand_uniform2_double(curandStatePhilox4_32_10 *state) {
  double x = curand_uniform_double(state);
  return make_double2(x, curand_uniform_double(state));
}
__SHMEMLAB_RANDOM float4 curand_normal4(curandStatePhilox4_32_10 *state) {
  float2 first = curand_normal2(state), second = curand_normal2(state);
  return make_float4(first.x, first.y, second.x, second.y);
}
#undef __SHMEMLAB_RANDOM
#endif
