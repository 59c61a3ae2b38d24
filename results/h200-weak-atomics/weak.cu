// Weak outcomes of relaxed atomics of one GPU's threads: each shape, with no fence, fence.acq_rel.gpu and
// fence.sc.gpu between the two accesses of a thread, on threads of different blocks and of one block.
//
//   nvcc -O3 -arch=sm_90 weak.cu -o weak && ./weak [ROUNDS]
//
// In a round, the threads of a block are one thread each of as many instances, which have cache lines of
// their own. Blocks of a group meet before and after each round.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

static const int WIDTH = 128;  // instances of a group of blocks
static const int LINE = 32;    // words

enum Shape { SB, MP, LB, WRC, IRIW, W22, R, S, CORR };
static const char *const NAMES[] = {"SB", "MP", "LB", "WRC", "IRIW", "2+2W", "R", "S", "CoRR"};
static const int THREADS[] = {2, 2, 2, 3, 4, 2, 2, 2, 2};
static const char *const FENCES[] = {"none", "fence.acq_rel.gpu", "fence.sc.gpu"};

__device__ int load(int *p) {
  int v;
  asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
  return v;
}
__device__ void store(int *p, int v) {
  asm volatile("st.relaxed.gpu.global.s32 [%0], %1;" : : "l"(p), "r"(v) : "memory");
}
template <int fence> __device__ void between() {
  if (fence == 1) asm volatile("fence.acq_rel.gpu;" : : : "memory");
  if (fence == 2) asm volatile("fence.sc.gpu;" : : : "memory");
}

template <int shape, int fence> __device__ void act(int thread, int *x, int *y, int *r) {
  if (shape == SB) {
    store(thread ? y : x, 1);
    between<fence>();
    r[thread] = load(thread ? x : y);
  } else if (shape == MP || shape == S || shape == R) {
    if (thread == 0) {
      store(x, shape == S ? 2 : 1);
      between<fence>();
      store(y, 1);
    } else if (shape == R) {
      store(y, 2);
      between<fence>();
      r[0] = load(x);
    } else {
      r[0] = load(y);
      between<fence>();
      if (shape == MP) r[1] = load(x);
      else store(x, 1);
    }
  } else if (shape == LB) {
    r[thread] = load(thread ? y : x);
    between<fence>();
    store(thread ? x : y, 1);
  } else if (shape == W22) {
    store(thread ? y : x, 1);
    between<fence>();
    store(thread ? x : y, 2);
  } else if (shape == WRC) {
    if (thread == 0) {
      store(x, 1);
    } else {
      r[thread == 1 ? 0 : 1] = load(thread == 1 ? x : y);
      between<fence>();
      if (thread == 1) store(y, 1);
      else r[2] = load(x);
    }
  } else if (shape == IRIW) {
    if (thread < 2) {
      store(thread ? y : x, 1);
    } else {
      int a = load(thread == 2 ? x : y);
      between<fence>();
      int b = load(thread == 2 ? y : x);
      r[2 * (thread - 2)] = a;
      r[2 * (thread - 2) + 1] = b;
    }
  } else if (thread == 0) {
    store(x, 1);
  } else {
    r[0] = load(x);
    between<fence>();
    r[1] = load(x);
  }
}

__device__ bool weak(int shape, int x, int y, const int *r) {
  switch (shape) {
    case SB: return r[0] == 0 && r[1] == 0;
    case MP: case CORR: return r[0] == 1 && r[1] == 0;
    case LB: return r[0] == 1 && r[1] == 1;
    case WRC: return r[0] == 1 && r[1] == 1 && r[2] == 0;
    case IRIW: return r[0] == 1 && r[1] == 0 && r[2] == 1 && r[3] == 0;
    case W22: return x == 1 && y == 1;
    case R: return y == 2 && r[0] == 0;
    default: return r[0] == 1 && x == 2;
  }
}

// The line of an instance: another one of its group in each round, for blocks of other groups may be at
// other rounds.
__device__ long line(int group, int groups, int instance, int round, int factor) {
  return ((long)((instance * factor + round * 13) % WIDTH) * groups + group) * LINE;
}

template <int shape, int fence, bool inBlock>
__global__ void play(int threads, int rounds, int *x, int *y, int *r, int *meet, unsigned long long *seen) {
  int thread = inBlock ? threadIdx.x / WIDTH : blockIdx.x % threads;
  int group = inBlock ? blockIdx.x : blockIdx.x / threads;
  int groups = inBlock ? gridDim.x : gridDim.x / threads;
  int column = threadIdx.x % WIDTH;
  for (int round = 0; round < rounds; round++) {
    // neighbours in a warp are of one thread and of instances far apart
    int instance = (column * (2 * thread + 1 + 2 * (round % 32)) + round * 11) % WIDTH;
    int *wx = x + line(group, groups, instance, round, 29);
    int *wy = y + line(group, groups, instance, round, 1 + 2 * (round % WIDTH));
    int *wr = r + (group * WIDTH + instance) * 4;
    __syncthreads();
    if (!inBlock) {
      if (threadIdx.x == 0) {
        atomicAdd(meet + group, 1);
        while (atomicAdd(meet + group, 0) < threads * (2 * round + 1)) {}
      }
      __syncthreads();
    }
    act<shape, fence>(thread, wx, wy, wr);
    __threadfence();
    __syncthreads();
    if (!inBlock) {
      if (threadIdx.x == 0) {
        atomicAdd(meet + group, 1);
        while (atomicAdd(meet + group, 0) < threads * (2 * round + 2)) {}
      }
      __syncthreads();
    }
    __threadfence();
    if (thread == 0) {
      int now[4];
      for (int i = 0; i < 4; i++) now[i] = load(wr + i);
      if (weak(shape, load(wx), load(wy), now)) atomicAdd(seen, 1ull);
      store(wx, 0);
      store(wy, 0);
      __threadfence();
    }
  }
}

template <int shape, int fence, bool inBlock> static void count(int rounds) {
  int threads = THREADS[shape];
  int groups = 96;
  int instances = groups * WIDTH;
  int *x, *y, *r, *meet;
  unsigned long long *seen, weakOnes;
  cudaMalloc(&x, (long)instances * LINE * 4);
  cudaMalloc(&y, (long)instances * LINE * 4);
  cudaMalloc(&r, instances * 16);
  cudaMalloc(&meet, groups * 4);
  cudaMalloc(&seen, 8);
  cudaMemset(x, 0, (long)instances * LINE * 4);
  cudaMemset(y, 0, (long)instances * LINE * 4);
  cudaMemset(r, 0, instances * 16);
  cudaMemset(meet, 0, groups * 4);
  cudaMemset(seen, 0, 8);
  play<shape, fence, inBlock><<<inBlock ? groups : groups * threads, inBlock ? WIDTH * threads : WIDTH>>>(
      threads, rounds, x, y, r, meet, seen);
  cudaError_t e = cudaDeviceSynchronize();
  cudaMemcpy(&weakOnes, seen, 8, cudaMemcpyDeviceToHost);
  printf("%-5s %-18s %-9s %12llu of %lld%s%s\n", NAMES[shape], FENCES[fence], inBlock ? "one" : "different",
         weakOnes, (long long)instances * rounds, e ? " " : "", e ? cudaGetErrorString(e) : "");
  fflush(stdout);
  cudaFree(x); cudaFree(y); cudaFree(r); cudaFree(meet); cudaFree(seen);
}
template <int shape> static void fences(int rounds) {
  count<shape, 0, false>(rounds); count<shape, 1, false>(rounds); count<shape, 2, false>(rounds);
  count<shape, 0, true>(rounds); count<shape, 1, true>(rounds); count<shape, 2, true>(rounds);
}
int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 10000;
  cudaDeviceProp p;
  cudaGetDeviceProperties(&p, 0);
  printf("%s, %d SMs\nshape fence              blocks    weak outcomes\n", p.name, p.multiProcessorCount);
  fences<SB>(rounds); fences<MP>(rounds); fences<LB>(rounds); fences<WRC>(rounds); fences<IRIW>(rounds);
  fences<W22>(rounds); fences<R>(rounds); fences<S>(rounds); fences<CORR>(rounds);
}
