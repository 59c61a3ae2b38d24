// Costs of a GPU, for a model of it: launches, barriers, loads and stores, copies, reductions. One
// process; with a second GPU it also reaches into the memory of that one.
//
//   device [-o FILE] [-m SECONDS] [GROUP]
//
// Rows are comma-separated: group, what, blocks, threads, bytes, width in bytes of an access, samples,
// median, least, greatest, unit. A sample is a whole loop divided by its length.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define CUDA(call)                                                                     \
  do {                                                                                 \
    cudaError_t status_ = (call);                                                      \
    if (status_ != cudaSuccess) {                                                      \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status_)); \
      exit(1);                                                                         \
    }                                                                                  \
  } while (0)

#define SAMPLES 9
#define MEMORY ((size_t) 1 << 30)

static FILE *out;
static cudaStream_t stream;
static cudaEvent_t start, stop;
static char *here, *here2, *there; // memory of this GPU, and of the other one, or null
static long long *cycles;          // what kernels timed
static unsigned *counters;
static volatile int *flag;         // of the host, which a kernel writes
static int *device_flag;

static double seconds() {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec + 1e-9 * now.tv_nsec;
}

static int less(const void *a, const void *b) {
  double x = *(const double *) a, y = *(const double *) b;
  return x < y ? -1 : x > y;
}

static void row(const char *group, const char *what, int blocks, int threads, size_t bytes, int width,
                double *samples, int count, const char *unit) {
  qsort(samples, count, sizeof *samples, less);
  fprintf(out, "%s,%s,%d,%d,%zu,%d,%d,%.6g,%.6g,%.6g,%s\n", group, what, blocks, threads, bytes, width, count,
          samples[count / 2], samples[0], samples[count - 1], unit);
  fflush(out);
}

__device__ static inline long long clock_now() {
  long long now;
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(now)::"memory");
  return now;
}

__device__ static inline unsigned long long global_ns() {
  unsigned long long now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now)::"memory");
  return now;
}

static float event_ms() {
  float ms = 0;
  CUDA(cudaEventSynchronize(stop));
  CUDA(cudaEventElapsedTime(&ms, start, stop));
  return ms;
}

// ---- launches ----------------------------------------------------------------------------------

__global__ void empty(int *never) {
  if (never && threadIdx.x == 5000) {
    *never = 1;
  }
}

__global__ void spin_ns(unsigned long long ns) {
  unsigned long long begin = global_ns();
  while (global_ns() - begin < ns) {
  }
}

__global__ void spin_cycles(long long length, long long *ends) {
  long long begin = clock_now();
  while (clock_now() - begin < length) {
  }
  if (ends && threadIdx.x == 0) {
    ends[blockIdx.x] = (long long) global_ns();
  }
}

__global__ void tell(volatile int *flag, int value) {
  *flag = value;
  __threadfence_system();
}

__global__ void block_starts(long long *starts) {
  if (threadIdx.x == 0) {
    starts[blockIdx.x] = (long long) global_ns();
  }
}

static void launch(bool together, const void *kernel, int blocks, int threads, void **args) {
  if (together) {
    CUDA(cudaLaunchCooperativeKernel(kernel, dim3(blocks), dim3(threads), args, 0, stream));
  } else {
    CUDA(cudaLaunchKernel(kernel, dim3(blocks), dim3(threads), args, 0, stream));
  }
}

static void launches() {
  const int grids[] = {1, 2, 4, 8, 16, 32, 64, 132, 264, 528, 1056, 4224};
  const int sizes[] = {1, 32, 128, 256, 512, 1024};
  double s[64];
  int *none = NULL;
  void *args[] = {&none};
  for (int i = 0; i < 64; i++) {
    CUDA(cudaStreamSynchronize(stream));
    CUDA(cudaEventRecord(start, stream));
    CUDA(cudaEventRecord(stop, stream));
    s[i] = event_ms() * 1e3;
  }
  row("launch", "two events with nothing between", 0, 0, 0, 0, s, 64, "us");
  for (int together = 0; together < 2; together++) {
    for (int g = 0; g < 12; g++) {
      for (int t = 0; t < 6; t++) {
        const int blocks = grids[g], threads = sizes[t];
        if (together && (long long) blocks * threads > 132 * 2048) {
          continue;
        }
        if (together && blocks > 132 * 16) {
          continue;
        }
        // An idle stream: between two events around one kernel, and on the host until it is done.
        for (int i = -2; i < 33; i++) {
          CUDA(cudaStreamSynchronize(stream));
          CUDA(cudaEventRecord(start, stream));
          launch(together, (const void *) empty, blocks, threads, args);
          CUDA(cudaEventRecord(stop, stream));
          s[i < 0 ? 0 : i] = event_ms() * 1e3;
        }
        row("launch", together ? "one cooperative kernel between events" : "one kernel between events", blocks,
            threads, 0, 0, s, 33, "us");
        for (int i = -2; i < 33; i++) {
          CUDA(cudaStreamSynchronize(stream));
          double begin = seconds();
          launch(together, (const void *) empty, blocks, threads, args);
          CUDA(cudaStreamSynchronize(stream));
          s[i < 0 ? 0 : i] = (seconds() - begin) * 1e6;
        }
        row("launch", together ? "cooperative launch and synchronise on the host" : "launch and synchronise on the host",
            blocks, threads, 0, 0, s, 33, "us");
        // A stream that stays busy: the gap from kernel to kernel, and what a call takes the host.
        double calls[SAMPLES];
        for (int i = -1; i < SAMPLES; i++) {
          CUDA(cudaStreamSynchronize(stream));
          spin_ns<<<1, 1, 0, stream>>>(2000000);
          CUDA(cudaEventRecord(start, stream));
          double begin = seconds();
          for (int k = 0; k < 100; k++) {
            launch(together, (const void *) empty, blocks, threads, args);
          }
          calls[i < 0 ? 0 : i] = (seconds() - begin) * 1e4;
          CUDA(cudaEventRecord(stop, stream));
          s[i < 0 ? 0 : i] = event_ms() * 10;
        }
        row("launch", together ? "cooperative kernels in a row" : "kernels in a row", blocks, threads, 0, 0, s,
            SAMPLES, "us");
        row("launch", together ? "cooperative launch call on the host" : "launch call on the host", blocks, threads,
            0, 0, calls, SAMPLES, "us");
      }
    }
  }
  double until[33], back[33];
  for (int i = 0; i < 33; i++) {
    CUDA(cudaStreamSynchronize(stream));
    double begin = seconds();
    tell<<<1, 1, 0, stream>>>((volatile int *) device_flag, i + 1);
    while (*flag != i + 1) {
    }
    double seen = seconds();
    CUDA(cudaStreamSynchronize(stream));
    until[i] = (seen - begin) * 1e6;
    back[i] = (seconds() - seen) * 1e6;
  }
  row("launch", "launch until the host sees a store", 1, 1, 4, 4, until, 33, "us");
  row("launch", "the host sees a store until it is synchronised", 1, 1, 4, 4, back, 33, "us");
  for (int i = 0; i < 33; i++) {
    CUDA(cudaStreamSynchronize(stream));
    double begin = seconds();
    CUDA(cudaEventRecord(start, stream));
    until[i] = (seconds() - begin) * 1e6;
    begin = seconds();
    CUDA(cudaStreamSynchronize(stream));
    back[i] = (seconds() - begin) * 1e6;
  }
  row("launch", "event record call on the host", 0, 0, 0, 0, until, 33, "us");
  row("launch", "synchronise behind an event", 0, 0, 0, 0, back, 33, "us");
  for (int i = 0; i < 33; i++) {
    double begin = seconds();
    CUDA(cudaStreamSynchronize(stream));
    back[i] = (seconds() - begin) * 1e6;
  }
  row("launch", "synchronise an idle stream", 0, 0, 0, 0, back, 33, "us");
  // How the blocks of a grid start: the last one after the first.
  static long long starts[8448];
  const int many[] = {1, 16, 64, 132, 264, 528, 1056};
  for (int g = 0; g < 7; g++) {
    for (int t = 0; t < 2; t++) {
      for (int i = 0; i < SAMPLES; i++) {
        block_starts<<<many[g], t ? 1024 : 32, 0, stream>>>(cycles);
        CUDA(cudaStreamSynchronize(stream));
        CUDA(cudaMemcpy(starts, cycles, many[g] * sizeof(long long), cudaMemcpyDeviceToHost));
        long long first = starts[0], last = starts[0];
        for (int b = 0; b < many[g]; b++) {
          first = starts[b] < first ? starts[b] : first;
          last = starts[b] > last ? starts[b] : last;
        }
        s[i] = last - first;
      }
      row("launch", "from the first block's start to the last's", many[g], t ? 1024 : 32, 0, 0, s, SAMPLES, "ns");
    }
  }
  // Waves: blocks of 1,024 threads that spin for 20 us each; two fit on an SM.
  const int waves[] = {1, 132, 264, 265, 396, 528, 529, 792, 1056};
  const int block_sizes[] = {32, 256, 1024};
  for (int t = 0; t < 3; t++) {
    for (int g = 0; g < 9; g++) {
      for (int i = 0; i < SAMPLES; i++) {
        CUDA(cudaStreamSynchronize(stream));
        CUDA(cudaEventRecord(start, stream));
        spin_ns<<<waves[g], block_sizes[t], 0, stream>>>(20000);
        CUDA(cudaEventRecord(stop, stream));
        s[i] = event_ms() * 1e3;
      }
      row("launch", "blocks that spin for 20 us", waves[g], block_sizes[t], 0, 0, s, SAMPLES, "us");
    }
    int fit = 0;
    CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, spin_ns, block_sizes[t], 0));
    s[0] = fit;
    row("launch", "blocks that fit on an SM", 1, block_sizes[t], 0, 0, s, 1, "blocks");
  }
}

// ---- clocks ------------------------------------------------------------------------------------

__global__ void ticks(long long *result) {
  unsigned long long begin = global_ns(), next;
  while ((next = global_ns()) == begin) {
  }
  begin = next;
  while ((next = global_ns()) == begin) {
  }
  result[0] = (long long) (next - begin);
  long long cycles = clock_now();
  while ((next = global_ns()) - begin < 5000000) {
  }
  result[1] = clock_now() - cycles;
  result[2] = (long long) (next - begin);
  unsigned long long sum = 0;
  cycles = clock_now();
  for (int i = 0; i < 1000; i++) {
    sum += global_ns();
  }
  result[3] = clock_now() - cycles;
  cycles = clock_now();
  for (int i = 0; i < 1000; i++) {
    sum += clock_now();
  }
  result[4] = clock_now() - cycles;
  result[5] = (long long) sum; // so that no reading is left out
}

static void clocks() {
  double tick[SAMPLES], mhz[SAMPLES], timer[SAMPLES], clock[SAMPLES], spun[SAMPLES];
  for (int i = 0; i < SAMPLES; i++) {
    long long r[6];
    ticks<<<1, 1, 0, stream>>>(cycles);
    CUDA(cudaStreamSynchronize(stream));
    CUDA(cudaMemcpy(r, cycles, sizeof r, cudaMemcpyDeviceToHost));
    tick[i] = r[0];
    mhz[i] = r[1] * 1e3 / r[2];
    timer[i] = r[3] * 1e-3;
    clock[i] = r[4] * 1e-3;
    CUDA(cudaEventRecord(start, stream));
    spin_ns<<<1, 1, 0, stream>>>(1000000);
    CUDA(cudaEventRecord(stop, stream));
    spun[i] = event_ms() * 1e3;
  }
  row("clock", "step of globaltimer", 1, 1, 0, 0, tick, SAMPLES, "ns");
  row("clock", "clock of the SM", 1, 1, 0, 0, mhz, SAMPLES, "MHz");
  row("clock", "reading globaltimer", 1, 1, 0, 0, timer, SAMPLES, "cycles");
  row("clock", "reading clock64", 1, 1, 0, 0, clock, SAMPLES, "cycles");
  row("clock", "events around a kernel that spins 1000 us", 1, 1, 0, 0, spun, SAMPLES, "us");
}

// ---- barriers, fences, issue -------------------------------------------------------------------

enum What {
  SYNCTHREADS, SYNCWARP, FENCE_BLOCK, FENCE_GPU, FENCE_SYSTEM, FENCE_GPU_STORE, FENCE_SYSTEM_STORE,
  FENCE_SYSTEM_PEER, ADDS_DEPENDENT, ADDS_INDEPENDENT, FMAS_DEPENDENT, FMAS_INDEPENDENT, LOOP, MULS64, DIVS64, WHATS
};
static const char *const what_names[] = {
    "__syncthreads", "__syncwarp", "__threadfence_block", "__threadfence", "__threadfence_system",
    "store and __threadfence", "store and __threadfence_system", "store to the other GPU and __threadfence_system",
    "integer adds that depend on each other", "integer adds side by side", "fmas that depend on each other",
    "fmas side by side", "turns of an empty loop", "64-bit products that depend on each other",
    "64-bit quotients that depend on each other"};

template <int WHAT> __global__ void repeat(int turns, volatile int *memory, long long *result, int one) {
  int a = threadIdx.x, b = a + one, c = b + one, d = c + one;
  float x = a, y = b, z = c, w = d, f = one;
  unsigned long long q = threadIdx.x + 0x123456789abcdefull, r = one + 2;
  __syncthreads();
  long long begin = clock_now();
  if (WHAT == LOOP) {
#pragma unroll 1
    for (int i = 0; i < turns; i++) {
      a ^= i;
      asm volatile("" : "+r"(a)::"memory");
    }
  } else {
#pragma unroll 4
    for (int i = 0; i < turns; i++) {
      switch (WHAT) {
        case SYNCTHREADS: __syncthreads(); break;
        case SYNCWARP: __syncwarp(); break;
        case FENCE_BLOCK: __threadfence_block(); break;
        case FENCE_GPU: __threadfence(); break;
        case FENCE_SYSTEM: __threadfence_system(); break;
        case FENCE_GPU_STORE: memory[threadIdx.x] = i; __threadfence(); break;
        case FENCE_SYSTEM_STORE:
        case FENCE_SYSTEM_PEER: memory[threadIdx.x] = i; __threadfence_system(); break;
        case ADDS_DEPENDENT: asm volatile("add.s32 %0, %0, %1;" : "+r"(a) : "r"(one)); break;
        case ADDS_INDEPENDENT:
          asm volatile("add.s32 %0, %0, %4;\n\tadd.s32 %1, %1, %4;\n\tadd.s32 %2, %2, %4;\n\tadd.s32 %3, %3, %4;"
                       : "+r"(a), "+r"(b), "+r"(c), "+r"(d) : "r"(one));
          break;
        case FMAS_DEPENDENT: asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(x) : "f"(f)); break;
        case FMAS_INDEPENDENT:
          asm volatile("fma.rn.f32 %0, %0, %4, %4;\n\tfma.rn.f32 %1, %1, %4, %4;\n\tfma.rn.f32 %2, %2, %4, %4;\n\t"
                       "fma.rn.f32 %3, %3, %4, %4;" : "+f"(x), "+f"(y), "+f"(z), "+f"(w) : "f"(f));
          break;
        case MULS64: q = q * r; break;
        case DIVS64: q = q / r + 0x7654321fedcull; break;
      }
    }
  }
  long long end = clock_now();
  if (threadIdx.x == 0) {
    result[blockIdx.x] = end - begin;
  }
  if (a + b + c + d == -123456789 || x + y + z + w == 1.25e-30f || q == 42) {
    memory[0] = 1;
  }
}

static void time_repeat(const void *kernel, const char *what, int threads, int turns, void *memory) {
  double s[SAMPLES];
  int one = 1;
  long long *result = cycles;
  void *args[] = {&turns, &memory, &result, &one};
  for (int i = -1; i < SAMPLES; i++) {
    long long value;
    CUDA(cudaLaunchKernel(kernel, dim3(1), dim3(threads), args, 0, stream));
    CUDA(cudaStreamSynchronize(stream));
    CUDA(cudaMemcpy(&value, cycles, sizeof value, cudaMemcpyDeviceToHost));
    s[i < 0 ? 0 : i] = (double) value / turns;
  }
  row("issue", what, 1, threads, 0, 0, s, SAMPLES, "cycles");
}

template <int WHAT> static void repeat_all(int turns) {
  const int sizes[] = {1, 32, 64, 128, 256, 512, 1024};
  if (WHAT == FENCE_SYSTEM_PEER && !there) {
    return;
  }
  for (int t = 0; t < 7; t++) {
    time_repeat((const void *) repeat<WHAT>, what_names[WHAT], sizes[t], turns,
                WHAT == FENCE_SYSTEM_PEER ? there : here);
  }
}

__global__ void grid_rounds(volatile unsigned *counters, int rounds) {
  for (int i = 1; i <= rounds; i++) {
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      if (atomicAdd((unsigned *) counters, 1u) == gridDim.x * i - 1) {
        counters[1] = i;
      }
      while (counters[1] != i) {
      }
    }
    __syncthreads();
  }
}

__global__ void grid_syncs(volatile unsigned *counters, int rounds) {
  cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  for (int i = 0; i < rounds; i++) {
    grid.sync();
  }
}

static void barriers() {
  const int grids[] = {1, 2, 4, 8, 16, 32, 64, 128, 132, 264};
  const int sizes[] = {1, 32, 128, 256, 512, 1024};
  double s[SAMPLES];
  for (int whose = 0; whose < 2; whose++) {
    for (int g = 0; g < 10; g++) {
      for (int t = 0; t < 6; t++) {
        int rounds = 200;
        unsigned *two = counters;
        void *args[] = {&two, &rounds};
        for (int i = -1; i < SAMPLES; i++) {
          CUDA(cudaMemsetAsync(counters, 0, 2 * sizeof(unsigned), stream));
          CUDA(cudaEventRecord(start, stream));
          launch(true, whose ? (const void *) grid_syncs : (const void *) grid_rounds, grids[g], sizes[t], args);
          CUDA(cudaEventRecord(stop, stream));
          s[i < 0 ? 0 : i] = event_ms() * 1e6 / rounds;
        }
        row("barrier", whose ? "grid.sync" : "counter of the grid", grids[g], sizes[t], 0, 0, s, SAMPLES, "ns");
      }
    }
  }
}

static void issue() {
  repeat_all<SYNCTHREADS>(400);
  repeat_all<SYNCWARP>(400);
  repeat_all<FENCE_BLOCK>(400);
  repeat_all<FENCE_GPU>(100);
  repeat_all<FENCE_SYSTEM>(100);
  repeat_all<FENCE_GPU_STORE>(100);
  repeat_all<FENCE_SYSTEM_STORE>(100);
  repeat_all<FENCE_SYSTEM_PEER>(100);
  repeat_all<ADDS_DEPENDENT>(1000);
  repeat_all<ADDS_INDEPENDENT>(1000);
  repeat_all<FMAS_DEPENDENT>(1000);
  repeat_all<FMAS_INDEPENDENT>(1000);
  repeat_all<LOOP>(1000);
  repeat_all<MULS64>(1000);
  repeat_all<DIVS64>(200);
}

// ---- loads, stores, atomics of one thread ------------------------------------------------------

enum Access { LOAD, LOAD_VOLATILE, ATOMIC_FETCH, ATOMIC_SYSTEM };
static const char *const access_names[] = {"dependent load", "dependent volatile load", "atomic with value",
                                           "atomic of the system with value"};

__global__ void chain(unsigned long long *memory, size_t words, size_t stride) {
  for (size_t i = blockIdx.x * (size_t) blockDim.x + threadIdx.x; i * stride < words; i += (size_t) gridDim.x * blockDim.x) {
    size_t links = words / stride;
    memory[i * stride] = (i * 5 + 1) % links * stride; // visits places far from each other
  }
}

template <int ACCESS>
__global__ void chase(unsigned long long *memory, int turns, long long *result, size_t first) {
  unsigned long long at = first;
  long long begin = 0;
  for (int i = -64; i < turns; i++) {
    if (i == 0) {
      begin = clock_now();
    }
    switch (ACCESS) {
      case LOAD: at = memory[at]; break;
      case LOAD_VOLATILE: at = ((volatile unsigned long long *) memory)[at]; break;
      case ATOMIC_FETCH: at = atomicAdd(memory + at, 0ull); break;
      case ATOMIC_SYSTEM: at = atomicAdd_system(memory + at, 0ull); break;
    }
    asm volatile("" : "+l"(at)::"memory");
  }
  result[0] = clock_now() - begin;
  result[1] = (long long) at;
}

template <int ACCESS> static void chase_all() {
  const size_t sets[] = {4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 8 << 20, 24 << 20, 48 << 20, 256 << 20, (size_t) 1 << 30};
  for (int where = 0; where < (there ? 2 : 1); where++) {
    unsigned long long *memory = (unsigned long long *) (where ? there : here);
    for (int set = 0; set < 10; set++) {
      size_t words = sets[set] / 8, stride = sets[set] <= (64 << 10) ? 4 : 16;
      double s[SAMPLES];
      chain<<<256, 256, 0, stream>>>(memory, words, stride);
      for (int i = -1; i < SAMPLES; i++) {
        long long value;
        int turns = ACCESS == LOAD && sets[set] <= (16 << 10) ? 2048 : 512;
        // Another place each time: what the last run left in the L2 cache is not asked for again.
        size_t first = (i + 1) * (size_t) 99991 * stride % words;
        chase<ACCESS><<<1, 1, 0, stream>>>(memory, turns, cycles, first);
        CUDA(cudaStreamSynchronize(stream));
        CUDA(cudaMemcpy(&value, cycles, sizeof value, cudaMemcpyDeviceToHost));
        s[i < 0 ? 0 : i] = (double) value / turns;
      }
      char what[80];
      snprintf(what, sizeof what, "%s%s", access_names[ACCESS], where ? " from the other GPU" : "");
      row("latency", what, 1, 1, sets[set], 8, s, SAMPLES, "cycles");
    }
  }
}

template <bool FETCH, bool SAME, bool SYSTEM>
__global__ void atomic_stream(unsigned long long *memory, int turns, long long *result) {
  size_t at = SAME ? 0 : blockIdx.x * (size_t) blockDim.x + threadIdx.x;
  unsigned long long sum = 0;
  for (int i = 0; i < turns; i++) {
    if (FETCH) {
      sum += SYSTEM ? atomicAdd_system(memory + at, 1ull) : atomicAdd(memory + at, 1ull);
    } else if (SYSTEM) {
      atomicAdd_system(memory + at, 1ull);
    } else {
      atomicAdd(memory + at, 1ull);
    }
  }
  if (FETCH && sum == 1) {
    result[0] = 1;
  }
}

static void atomics() {
  const int grids[] = {1, 8, 32, 132};
  const int sizes[] = {1, 32, 256, 1024};
  const void *kernels[2][2] = {{(const void *) atomic_stream<false, false, true>, (const void *) atomic_stream<false, true, true>},
                               {(const void *) atomic_stream<true, false, true>, (const void *) atomic_stream<true, true, true>}};
  for (int where = 0; where < (there ? 2 : 1); where++) {
    for (int fetch = 0; fetch < 2; fetch++) {
      for (int same = 0; same < 2; same++) {
        for (int g = 0; g < 4; g++) {
          for (int t = 0; t < 4; t++) {
            double s[SAMPLES];
            int turns = same ? 20 : 100;
            unsigned long long *memory = (unsigned long long *) (where ? there : here);
            long long *result = cycles;
            void *args[] = {&memory, &turns, &result};
            for (int i = -1; i < SAMPLES; i++) {
              CUDA(cudaEventRecord(start, stream));
              launch(false, kernels[fetch][same], grids[g], sizes[t], args);
              CUDA(cudaEventRecord(stop, stream));
              s[i < 0 ? 0 : i] = (double) grids[g] * sizes[t] * turns / (event_ms() * 1e3);
            }
            char what[96];
            snprintf(what, sizeof what, "atomics %s, %s%s", fetch ? "with value" : "without value",
                     same ? "one word" : "a word for each thread", where ? " at the other GPU" : "");
            row("atomics", what, grids[g], sizes[t], 8, turns, s, SAMPLES, "per us");
          }
        }
      }
    }
  }
}

// ---- copies and reductions ---------------------------------------------------------------------

// Every block copies its share as a group of threads does it: adjacent threads adjacent pieces.
template <typename T> __global__ void copy(T *to, const T *from, size_t pieces, int rounds) {
  const size_t share = pieces / gridDim.x;
  T *target = to + blockIdx.x * share;
  const T *source = from + blockIdx.x * share;
  for (int r = 0; r < rounds; r++) {
    for (size_t i = threadIdx.x; i < share; i += blockDim.x) {
      target[i] = source[i];
    }
    __syncthreads();
  }
}

template <typename T> __global__ void add_up(T *to, const T *from, const T *other, size_t pieces, int rounds) {
  const size_t share = pieces / gridDim.x, base = blockIdx.x * share;
  for (int r = 0; r < rounds; r++) {
    for (size_t i = threadIdx.x; i < share; i += blockDim.x) {
      to[base + i] = from[base + i] + other[base + i];
    }
    __syncthreads();
  }
}

template <typename T> __global__ void read_all(const T *from, size_t pieces, int rounds, T *never) {
  const size_t share = pieces / gridDim.x, base = blockIdx.x * share;
  for (int r = 0; r < rounds; r++) {
    for (size_t i = threadIdx.x; i < share; i += blockDim.x) {
      T value = from[base + i];
      if (value == (T) 0x5a17c0de) {
        never[0] = value;
      }
    }
    __syncthreads();
  }
}

template <typename T> __global__ void write_all(T *to, size_t pieces, int rounds, T value) {
  const size_t share = pieces / gridDim.x, base = blockIdx.x * share;
  for (int r = 0; r < rounds; r++) {
    for (size_t i = threadIdx.x; i < share; i += blockDim.x) {
      to[base + i] = value;
    }
    __syncthreads();
  }
}

// Adjacent threads store or load words that lie so many bytes apart.
template <bool LOADS> __global__ void strided(int *memory, size_t stride, int per_thread, int rounds, int *never) {
  const size_t thread = blockIdx.x * (size_t) blockDim.x + threadIdx.x, threads = (size_t) gridDim.x * blockDim.x;
  int sum = 0;
  for (int r = 0; r < rounds; r++) {
    for (int i = 0; i < per_thread; i++) {
      int *at = memory + (i * threads + thread) * stride;
      if (LOADS) {
        sum += *(volatile int *) at;
      } else {
        *at = r;
      }
    }
    __syncthreads();
  }
  if (sum == 0x5a17c0de) {
    never[0] = sum;
  }
}

// Time of a kernel that runs r rounds, less that of one with fewer: launch and end drop out.
static void time_rounds(const char *group, const char *what, const void *kernel, void **args, int *rounds, int blocks,
                        int threads, size_t bytes, int width) {
  double s[SAMPLES];
  float few, many;
  for (int i = -1; i < SAMPLES; i++) {
    *rounds = 2;
    CUDA(cudaEventRecord(start, stream));
    launch(false, kernel, blocks, threads, args);
    CUDA(cudaEventRecord(stop, stream));
    few = event_ms();
    *rounds = 8;
    CUDA(cudaEventRecord(start, stream));
    launch(false, kernel, blocks, threads, args);
    CUDA(cudaEventRecord(stop, stream));
    many = event_ms();
    s[i < 0 ? 0 : i] = bytes * 6.0 / ((many - few) * 1e6);
    if (i == 2 && many > 10) {
      row(group, what, blocks, threads, bytes, width, s, 3, "GB/s");
      return;
    }
  }
  row(group, what, blocks, threads, bytes, width, s, SAMPLES, "GB/s");
}

template <typename T> static void copies_of(int blocks, int threads, size_t bytes) {
  const char *names[] = {"copy here", "copy to the other GPU", "copy from the other GPU"};
  for (int way = 0; way < (there ? 3 : 1); way++) {
    T *to = (T *) (way == 1 ? there : here);
    const T *from = (const T *) (way == 2 ? there : here2);
    size_t pieces = bytes / sizeof(T);
    int rounds = 0;
    void *args[] = {&to, &from, &pieces, &rounds};
    time_rounds("copy", names[way], (const void *) copy<T>, args, &rounds, blocks, threads, bytes, sizeof(T));
  }
}

static void copies() {
  const int grids[] = {1, 2, 4, 8, 16, 32, 64, 132};
  const int sizes[] = {1, 32, 64, 128, 256, 512, 1024};
  for (int g = 0; g < 8; g++) {
    for (int t = 0; t < 7; t++) {
      size_t bytes = (size_t) grids[g] * (sizes[t] < 32 ? 16 << 10 : 256 << 10);
      copies_of<int4>(grids[g], sizes[t], bytes);
      if (grids[g] == 1 || grids[g] == 16 || grids[g] == 132) {
        copies_of<unsigned long long>(grids[g], sizes[t], bytes);
        copies_of<int>(grids[g], sizes[t], bytes);
        copies_of<char>(grids[g], sizes[t], bytes / 8);
      }
    }
  }
  const size_t larger[] = {(size_t) 64 << 10, (size_t) 1 << 20, (size_t) 8 << 20, (size_t) 32 << 20, (size_t) 128 << 20, (size_t) 512 << 20};
  for (int b = 0; b < 6; b++) {
    copies_of<int4>(32, 256, larger[b]);
    copies_of<int4>(132, 1024, larger[b]);
    copies_of<int4>(264, 1024, larger[b]);
    copies_of<int4>(1056, 256, larger[b]);
  }
}

template <typename T> static void reductions_of(const char *name, int blocks, int threads, size_t bytes) {
  T *to = (T *) here, *from = (T *) here2, *other = (T *) (here2 + MEMORY / 2), value = (T) 3;
  size_t pieces = bytes / sizeof(T);
  int rounds = 0;
  char what[64];
  void *three[] = {&to, &from, &other, &pieces, &rounds};
  void *reading[] = {&from, &pieces, &rounds, &to};
  void *writing[] = {&to, &pieces, &rounds, &value};
  snprintf(what, sizeof what, "sum of two, %s", name);
  time_rounds("reduce", what, (const void *) add_up<T>, three, &rounds, blocks, threads, bytes, sizeof(T));
  snprintf(what, sizeof what, "read, %s", name);
  time_rounds("reduce", what, (const void *) read_all<T>, reading, &rounds, blocks, threads, bytes, sizeof(T));
  snprintf(what, sizeof what, "write, %s", name);
  time_rounds("reduce", what, (const void *) write_all<T>, writing, &rounds, blocks, threads, bytes, sizeof(T));
}

static void reductions() {
  const int grids[] = {1, 4, 16, 32, 132};
  const int sizes[] = {1, 32, 128, 256, 512, 1024};
  for (int g = 0; g < 5; g++) {
    for (int t = 0; t < 6; t++) {
      size_t bytes = (size_t) grids[g] * (sizes[t] < 32 ? 8 << 10 : 128 << 10);
      reductions_of<int>("int", grids[g], sizes[t], bytes);
      reductions_of<long long>("long long", grids[g], sizes[t], bytes);
      reductions_of<float>("float", grids[g], sizes[t], bytes);
      reductions_of<double>("double", grids[g], sizes[t], bytes);
    }
  }
  reductions_of<int>("int", 264, 1024, (size_t) 256 << 20);
  reductions_of<double>("double", 264, 1024, (size_t) 256 << 20);
}

static void strides() {
  const int grids[] = {1, 32, 132};
  const char *names[] = {"stores", "loads"};
  for (int loads = 0; loads < 2; loads++) {
    for (int where = 0; where < (there ? 2 : 1); where++) {
      for (int g = 0; g < 3; g++) {
        for (size_t stride = 1; stride <= 64; stride *= 2) {
          int rounds = 0, per_thread = 16, *memory = (int *) (where ? there : here), *never = (int *) counters;
          void *args[] = {&memory, &stride, &per_thread, &rounds, &never};
          char what[64];
          snprintf(what, sizeof what, "%s of words%s", names[loads], where ? " at the other GPU" : "");
          time_rounds("stride", what, loads ? (const void *) strided<true> : (const void *) strided<false>, args, &rounds,
                      grids[g], 256, (size_t) grids[g] * 256 * per_thread * 4, (int) stride * 4);
        }
      }
    }
  }
}

// ---- copies that the host asks for -------------------------------------------------------------

static void host_copies() {
  const char *names[] = {"cudaMemcpyAsync here", "cudaMemcpyAsync to the other GPU", "cudaMemcpyAsync from the other GPU",
                         "cudaMemsetAsync"};
  for (size_t bytes = 4; bytes <= ((size_t) 512 << 20); bytes *= 4) {
    for (int way = 0; way < 4; way++) {
      if ((way == 1 || way == 2) && !there) {
        continue;
      }
      char *to = way == 1 ? there : here, *from = way == 2 ? there : here2;
      double one[SAMPLES], each[SAMPLES], call[SAMPLES];
      for (int i = -1; i < SAMPLES; i++) {
        const int k = i < 0 ? 0 : i;
        for (int count = 1; count <= 16; count += 15) {
          CUDA(cudaStreamSynchronize(stream));
          CUDA(cudaEventRecord(start, stream));
          double begin = seconds();
          for (int c = 0; c < count; c++) {
            if (way == 3) {
              CUDA(cudaMemsetAsync(to, 1, bytes, stream));
            } else {
              CUDA(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream));
            }
          }
          call[k] = (seconds() - begin) * 1e6 / count;
          CUDA(cudaEventRecord(stop, stream));
          (count == 1 ? one : each)[k] = event_ms() * 1e3 / count;
        }
      }
      char what[96];
      row("host copy", names[way], 0, 0, bytes, 0, one, SAMPLES, "us");
      snprintf(what, sizeof what, "%s, 16 in a row", names[way]);
      row("host copy", what, 0, 0, bytes, 0, each, SAMPLES, "us");
      snprintf(what, sizeof what, "%s, call on the host", names[way]);
      row("host copy", what, 0, 0, bytes, 0, call, SAMPLES, "us");
    }
  }
}

static void run(const char *only, const char *name, void (*group)(), double end) {
  if (only && strcmp(only, name) != 0) {
    return;
  }
  if (seconds() > end) {
    fprintf(out, "# out of time before: %s\n", name);
    return;
  }
  double begin = seconds();
  group();
  CUDA(cudaDeviceSynchronize());
  printf("%-12s %6.1f s\n", name, seconds() - begin);
  fflush(stdout);
}

static void latencies() {
  chase_all<LOAD>();
  chase_all<LOAD_VOLATILE>();
  chase_all<ATOMIC_FETCH>();
  chase_all<ATOMIC_SYSTEM>();
}

int main(int argc, char **argv) {
  int option, gpus = 0, reaches = 0;
  double end = seconds() + 3600;
  struct cudaDeviceProp device;
  out = stdout;
  while ((option = getopt(argc, argv, "o:m:")) != -1) {
    switch (option) {
      case 'o':
        out = fopen(optarg, "a");
        if (!out) {
          perror(optarg);
          return 2;
        }
        break;
      case 'm': end = seconds() + atof(optarg); break;
      default: return 2;
    }
  }
  const char *only = optind < argc ? argv[optind] : NULL;
  CUDA(cudaGetDeviceCount(&gpus));
  CUDA(cudaGetDeviceProperties(&device, 0));
  CUDA(cudaSetDevice(0));
  if (gpus > 1) {
    CUDA(cudaDeviceCanAccessPeer(&reaches, 0, 1));
  }
  CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CUDA(cudaEventCreate(&start));
  CUDA(cudaEventCreate(&stop));
  CUDA(cudaMalloc((void **) &here, MEMORY));
  CUDA(cudaMalloc((void **) &here2, MEMORY));
  CUDA(cudaMalloc((void **) &cycles, 16384 * sizeof(long long)));
  CUDA(cudaMalloc((void **) &counters, 2 * sizeof(unsigned)));
  CUDA(cudaHostAlloc((void **) &flag, sizeof(int), cudaHostAllocMapped));
  CUDA(cudaHostGetDevicePointer((void **) &device_flag, (void *) flag, 0));
  CUDA(cudaMemset(here, 1, MEMORY));
  CUDA(cudaMemset(here2, 2, MEMORY));
  if (reaches) {
    CUDA(cudaSetDevice(1));
    CUDA(cudaMalloc((void **) &there, MEMORY));
    CUDA(cudaMemset(there, 3, MEMORY));
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaSetDevice(0));
    CUDA(cudaDeviceEnablePeerAccess(1, 0));
  }
  fprintf(out, "# %s, %d SMs, L2 %d bytes, %d GPUs at the other GPU %s\n", device.name, device.multiProcessorCount,
          device.l2CacheSize, gpus, there ? "reached" : "not reached");
  run(only, "clock", clocks, end);
  run(only, "launch", launches, end);
  run(only, "barrier", barriers, end);
  run(only, "issue", issue, end);
  run(only, "latency", latencies, end);
  run(only, "atomics", atomics, end);
  run(only, "copy", copies, end);
  run(only, "reduce", reductions, end);
  run(only, "stride", strides, end);
  run(only, "host", host_copies, end);
  return 0;
}
