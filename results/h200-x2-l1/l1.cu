// What a plain load finds behind a volatile poll, when another GPU has written to its memory over
// NVLink and the cache of the SM has held the word before: one kernel on each of two GPUs.
//
// nvcc -std=c++17 -arch=sm_90 -O2 l1.cu -o l1 && ./l1 2> l1.txt > /dev/null
#include <cstdio>

using Word = unsigned long long;

static constexpr int RUNS = 300;

// A load of its own each time, as code makes it by default.
__device__ Word load(const Word *p) {
  Word value;
  asm volatile("ld.global.u64 %0, [%1];" : "=l"(value) : "l"(p) : "memory");
  return value;
}

__global__ void writer(volatile Word *x, volatile Word *flag) {
  while (!flag[0]);
  for (int i = 0; i < 32; i++) x[i] = 7;
  __threadfence_system();
  flag[16] = 1;
}

enum What {
  NOTHING,
  SAME_SECTOR,   // loads the next word first
  NEXT_SECTOR,   // loads a word 32 bytes away first
  SAME_LINE,     // loads a word 96 bytes away first
  FENCE_BLOCK,   // the others: done behind the poll
  FENCE_CTA,
  BARRIER,
  ATOMIC,
  ATOMIC_SYSTEM,
  STORE_BESIDE,
  MILLISECOND,
  FENCE,
  ACQUIRE,
  PRINT_BEFORE,  // done before the poll
  PRINT,
  END
};

static const char *const WORDS[] = {
    "nothing",        "loaded the word beside it", "loaded a word 32 bytes away",
    "loaded a word 96 bytes away", "__threadfence_block", "fence.acq_rel.cta",
    "__syncthreads",  "atomicAdd",                 "atomicAdd_system",
    "store to the word beside it", "1 ms",         "__threadfence",
    "ld.acquire.gpu", "printf before the poll",    "printf"};

template <What what>
__global__ void reader(Word *x, volatile Word *flag, Word *out) {
  constexpr int first = what == SAME_SECTOR ? 1 : what == NEXT_SECTOR ? 4 : what == SAME_LINE ? 12 : 0;
  out[5] = load(x + first);
  if (what == PRINT_BEFORE) printf("a%d", 1);
  flag[0] = 1;
  while (!flag[16]);
  if (what == FENCE_BLOCK) __threadfence_block();
  if (what == FENCE_CTA) asm volatile("fence.acq_rel.cta;" ::: "memory");
  if (what == BARRIER) __syncthreads();
  if (what == ATOMIC) atomicAdd(out + 9, 1ull);
  if (what == ATOMIC_SYSTEM) atomicAdd_system(out + 9, 1ull);
  if (what == STORE_BESIDE) x[1] = 3;
  if (what == MILLISECOND)
    for (long long begin = clock64(); clock64() - begin < 2000000;);
  if (what == FENCE) __threadfence();
  if (what == ACQUIRE) {
    Word value;
    asm volatile("ld.acquire.gpu.u64 %0, [%1];" : "=l"(value) : "l"(out + 20) : "memory");
  }
  if (what == PRINT) printf("b%d", 1);
  out[0] = load(x);
}

template <What what>
void measure(Word *memory) {
  int old = 0;
  for (int run = 0; run < RUNS; run++) {
    cudaSetDevice(0);
    cudaMemset(memory, 0, 4096);
    cudaDeviceSynchronize();
    reader<what><<<1, 1>>>(memory, memory + 128, memory + 256);
    cudaSetDevice(1);
    writer<<<1, 1>>>(memory, memory + 128);
    cudaDeviceSynchronize();
    cudaSetDevice(0);
    cudaDeviceSynchronize();
    Word seen;
    cudaMemcpy(&seen, memory + 256, sizeof(seen), cudaMemcpyDeviceToHost);
    old += seen != 7;
  }
  fprintf(stderr, "%s: old in %d of %d (%s)\n", WORDS[what], old, RUNS,
          cudaGetErrorString(cudaGetLastError()));
  if constexpr (what + 1 < END) measure<What(what + 1)>(memory);
}

int main() {
  Word *memory;
  cudaSetDevice(1);
  cudaDeviceEnablePeerAccess(0, 0);
  cudaSetDevice(0);
  cudaDeviceEnablePeerAccess(1, 0);
  cudaMalloc(&memory, 4096);
  measure<NOTHING>(memory);
}
