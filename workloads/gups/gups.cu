// Updates of random words of a table that is spread over all PEs: each is an exclusive or of a word.
//
// run: shmemlab run workloads/gups/gups.cu -n 4
// check: shmemlab check workloads/gups/gups.cu -n 2 -D SMALL
// look at: with MODE=ATOMICS each update is an atomic of its own. With MODE=BATCHES those for a PE
// travel together, and that PE applies them to its own memory. Others may be one round ahead there,
// never two, because they wait for the batch of this PE: hence two inboxes and two counters.
#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call) \
  if ((call) != 0) \
  (fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #call), nvshmem_global_exit(1))

#define ATOMICS 0
#define BATCHES 1

#ifdef SMALL
#define UPDATES 2
#define WORDS 2
#define WARPS 1
#define LANES 1
#define BATCH 1
#endif

#ifndef MODE
#define MODE ATOMICS
#endif
#ifndef UPDATES
#define UPDATES 64  // of each PE
#endif
#ifndef WORDS
#define WORDS 32  // of each PE's part of the table
#endif
#ifndef WARPS
#define WARPS 1  // of a PE that update, or that send
#endif
#ifndef LANES
#define LANES 32  // threads of a warp, or 1
#endif
#ifndef BATCH
#define BATCH 24  // updates of a PE that wait for each other
#endif
#ifndef SEED
#define SEED 1
#endif

#define THREADS (WARPS * LANES)
#define ROUNDS ((UPDATES + BATCH - 1) / BATCH)
#define BUCKET (1 + BATCH)  // how many there are, and the updates of a PE for another one

// SplitMix64's last step.
__host__ __device__ static uint64_t mixed(uint64_t z) {
  z += 0x9E3779B97F4A7C15ull;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ z >> 27) * 0x94D049BB133111EBull;
  return z ^ z >> 31;
}

// An update follows from the seed: its PE, its word there, and what the word is changed by.
__host__ __device__ static uint64_t drawn(int pe, int update) {
  return mixed(mixed(mixed(SEED) ^ pe) ^ update);
}

__host__ __device__ static int target(uint64_t draw, int npes) { return (int)(draw % npes); }

__host__ __device__ static int place(uint64_t draw, int npes) { return (int)(draw / npes % WORDS); }

__global__ void atomics(uint64_t *table) {
  int me = nvshmem_my_pe(), npes = nvshmem_n_pes();
  for (int update = threadIdx.x; update < UPDATES; update += THREADS) {
    uint64_t draw = drawn(me, update);
    nvshmem_uint64_atomic_xor(table + place(draw, npes), draw, target(draw, npes));
  }
  nvshmem_quiet();
}

// One more warp applies what comes. Inboxes: by round, the two in turn, and by sender.
__global__ void batches(uint64_t *table, uint64_t *outbox, uint64_t *inbox, uint64_t *arrived) {
  int me = nvshmem_my_pe(), npes = nvshmem_n_pes();
  int warp = threadIdx.x / LANES, lane = threadIdx.x % LANES;
  for (int round = 0; round < ROUNDS; round++) {
    int begin = round * BATCH, end = begin + BATCH < UPDATES ? begin + BATCH : UPDATES;
    uint64_t *in = inbox + round % 2 * npes * BUCKET, *counter = arrived + round % 2;
    for (int turn = 1 + warp; turn < npes && warp < WARPS; turn += WARPS) {
      int to = (me + turn) % npes, count = 0;
      uint64_t *bucket = outbox + to * BUCKET;
      for (int update = begin; update < end; update++) {  // every lane counts, one writes
        uint64_t draw = drawn(me, update);
        if (target(draw, npes) != to) continue;
        count++;
        if (lane == 0) bucket[count] = draw;
      }
      if (lane == 0) bucket[0] = count;
#if LANES == 1  // a thread stands for a warp
      nvshmem_uint64_put_signal(in + me * BUCKET, bucket, 1 + count, counter, 1,
                                NVSHMEM_SIGNAL_ADD, to);
#else
      __syncwarp();
      nvshmemx_uint64_put_signal_warp(in + me * BUCKET, bucket, 1 + count, counter, 1,
                                      NVSHMEM_SIGNAL_ADD, to);
#endif
    }
    if (warp == WARPS && lane == 0) {
      for (int update = begin; update < end; update++) {
        uint64_t draw = drawn(me, update);
        if (target(draw, npes) == me) table[place(draw, npes)] ^= draw;
      }
      nvshmem_signal_wait_until(counter, NVSHMEM_CMP_GE, (uint64_t)(round / 2 + 1) * (npes - 1));
      for (int from = 0; from < npes; from++)
        for (int i = 1; from != me && i <= (int)in[from * BUCKET]; i++)
          table[place(in[from * BUCKET + i], npes)] ^= in[from * BUCKET + i];
    }
    __syncthreads();
  }
}

int main(void) {
  nvshmem_init();
  CHECK(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));
  int me = nvshmem_my_pe(), npes = nvshmem_n_pes();
  uint64_t *table = (uint64_t *)nvshmem_calloc(WORDS, sizeof(uint64_t));
#if MODE == ATOMICS
  atomics<<<1, THREADS>>>(table);
#else
  uint64_t *outbox = (uint64_t *)nvshmem_malloc(npes * BUCKET * sizeof(uint64_t));
  uint64_t *inbox = (uint64_t *)nvshmem_malloc(2 * npes * BUCKET * sizeof(uint64_t));
  uint64_t *arrived = (uint64_t *)nvshmem_calloc(2, sizeof(uint64_t));
  batches<<<1, THREADS + LANES>>>(table, outbox, inbox, arrived);
#endif
  CHECK(cudaDeviceSynchronize());
  nvshmem_barrier_all();  // no PE updates any more

  uint64_t words[WORDS], expected[WORDS] = {0};
  CHECK(cudaMemcpy(words, table, sizeof(words), cudaMemcpyDeviceToHost));
  for (int pe = 0; pe < npes; pe++)
    for (int update = 0; update < UPDATES; update++) {
      uint64_t draw = drawn(pe, update);
      if (target(draw, npes) == me) expected[place(draw, npes)] ^= draw;
    }
  int wrong = 0;
  for (int i = 0; i < WORDS; i++) wrong += words[i] != expected[i];
  printf("PE %d: %d words, %d are wrong\n", me, WORDS, wrong);

  nvshmem_barrier_all();
#if MODE == BATCHES
  nvshmem_free(arrived);
  nvshmem_free(inbox);
  nvshmem_free(outbox);
#endif
  nvshmem_free(table);
  nvshmem_finalize();
  return wrong != 0;
}
