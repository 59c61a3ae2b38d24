package org.shmemlab.scenarios.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Calls that NVSHMEM has from release 3.6 on (docs/nvshmem-releases.md). */
class LaterReleasesTest {
  private static final String COUNTED =
      """
      __global__ void send(char *to, char *from, size_t bytes, uint64_t *counter, int *status) {
        status[threadIdx.x] =
            nvshmemx_putmem_signal_counted_nbi_block(to, from, bytes, counter, 1);
        nvshmemx_flush_block();
        if (threadIdx.x == 0) from[0] = 'x';
      }
      __global__ void receive(char *to, size_t bytes, uint64_t *counter, int *sum) {
        nvshmemx_signal_counted_wait_until(counter, bytes);
        for (int i = 0; i < (int)bytes; i++) *sum += to[i];
      }
      """;

  private static void prints(CProgram program, int pes, String... lines) {
    assertThat(program.run(pes).lines()).containsExactlyInAnyOrder(lines);
  }

  @Test
  void countedPutsCountAllOfTheirBytes() {
    prints(
        CProgram.nvshmem(
            COUNTED,
            """
              char *to = (char *)nvshmem_malloc(512);
              char *from = (char *)nvshmem_malloc(512);
              uint64_t *counter = (uint64_t *)nvshmem_calloc(1, 8);
              int *status, *sum, got[2], all = 0;
              cudaMalloc(&status, 8);
              cudaMalloc(&sum, 4);
              cudaMemset(sum, 0, 4);
              cudaMemset(from, 1, 512);
              nvshmem_barrier_all();
              size_t sizes[] = {16, 144, 512};
              size_t total = 0;
              for (int i = 0; i < 3; i++) {
                if (nvshmem_my_pe() == 0) {
                  cudaMemset(from, 1, 512);
                  send<<<1, 2>>>(to, from, sizes[i], counter, status);
                  cudaMemcpy(got, status, 8, cudaMemcpyDeviceToHost);
                  printf("%d %d\\n", got[0], got[1]);
                } else {
                  total += sizes[i];
                  receive<<<1, 1>>>(to, sizes[i], counter, sum);
                  cudaMemcpy(&all, sum, 4, cudaMemcpyDeviceToHost);
                  printf("%d\\n", all);
                  cudaMemset(counter, 0, 8);
                  cudaDeviceSynchronize();
                }
                nvshmem_barrier_all();
              }
            """),
        2,
        "0 0",
        "0 0",
        "0 0",
        "16",
        "160",
        "672");
  }

  /** A destination, a source or a size that is no multiple of 16 bytes, or a counter of 256. */
  @Test
  void countedPutsThatAreRefusedSendNothing() {
    prints(
        CProgram.nvshmem(
            COUNTED,
            """
              char *to = (char *)nvshmem_malloc(512);
              char *from = (char *)nvshmem_malloc(512);
              uint64_t *counter = (uint64_t *)nvshmem_calloc(32, 8), count = 7;
              int *status, got[2];
              cudaMalloc(&status, 8);
              nvshmem_barrier_all();
              if (nvshmem_my_pe() == 0) {
                for (int i = 0; i < 4; i++) {
                  send<<<1, 2>>>(to + (i == 0 ? 8 : 0), from + (i == 1 ? 4 : 0),
                                 i == 2 ? 8 : 16, counter + (i == 3 ? 1 : 0), status);
                  cudaMemcpy(got, status, 8, cudaMemcpyDeviceToHost);
                  printf("%d %d\\n", got[0], got[1]);
                }
              }
              nvshmem_barrier_all();
              if (nvshmem_my_pe() == 1) {
                cudaMemcpy(&count, counter, 8, cudaMemcpyDeviceToHost);
                printf("%d\\n", (int)count);
              }
            """),
        2,
        "1 1",
        "1 1",
        "1 1",
        "1 1",
        "0");
  }

  @Test
  void regionsDoNotNestAndEndByTheirHandle() {
    prints(
        CProgram.nvshmem(
            """
            __global__ void block(int *status) {
              nvshmemx_region_handle_t one = 0, two = 0;
              int active = -1, t = threadIdx.x;
              status[t] = nvshmemx_region_start_block(&one, NULL);
              status[t] += 10 * nvshmemx_region_start_block(&two, NULL);
              nvshmemx_region_is_active(NVSHMEMX_REGION_HINT_NONE, &active);
              status[t] += 100 * active;
              status[t] += 1000 * nvshmemx_region_stop_block(one + 1);
              status[t] += 10000 * nvshmemx_region_stop_block(one);
            }
            """,
            """
              nvshmemx_region_attrs_t batch = NVSHMEMX_REGION_ATTRS_INITIALIZER;
              nvshmemx_region_attrs_t unknown = NVSHMEMX_REGION_ATTRS_INITIALIZER;
              nvshmemx_region_handle_t one = 0, two = 0;
              int active = -1, batches = -1, *status, got[2];
              batch.hints = NVSHMEMX_REGION_HINT_BATCH_RMA;
              unknown.hints = 2;
              printf("%d %d %d\\n", nvshmemx_region_stop(1), nvshmemx_region_start(NULL, NULL),
                     nvshmemx_region_start(&one, &unknown));
              printf("%d ", nvshmemx_region_start(&one, &batch));
              nvshmemx_region_is_active(NVSHMEMX_REGION_HINT_NONE, &active);
              nvshmemx_region_is_active(NVSHMEMX_REGION_HINT_BATCH_RMA, &batches);
              printf("%d %d %d\\n", active, batches, nvshmemx_region_start(&two, &batch));
              printf("%d %d ", nvshmemx_region_stop(one + 1), nvshmemx_region_stop(one));
              nvshmemx_region_is_active(NVSHMEMX_REGION_HINT_NONE, &active);
              printf("%d %d\\n", active, nvshmemx_region_is_active(2, &active));
              cudaMalloc(&status, 8);
              block<<<1, 2>>>(status);
              cudaMemcpy(got, status, 8, cudaMemcpyDeviceToHost);
              printf("%d %d\\n", got[0], got[1]);
            """),
        1,
        "1 1 1",
        "0 1 1 1",
        "1 0 0 1",
        "1110 1110");
  }

  @Test
  void floatingPointIsAddedAtomically() {
    prints(
        CProgram.nvshmem(
            """
            #include <cuda_fp16.h>
            __global__ void add(float *f, double *d, __half *h, float *before) {
              nvshmem_float_atomic_add(f, 0.25f, 0);
              nvshmem_double_atomic_add(d, 0.5, 0);
              nvshmem_half_atomic_add(h, __float2half(1.5f), 0);
              nvshmem_quiet();
              *before = nvshmem_float_atomic_fetch_add(f, 0.0f, 0);
            }
            __global__ void get(float *f, double *d, __half *h, float *sums) {
              sums[0] = *f;
              sums[1] = (float)*d;
              sums[2] = __half2float(*h);
            }
            """,
            """
              float *f = (float *)nvshmem_calloc(1, 4), *sums, got[3];
              double *d = (double *)nvshmem_calloc(1, 8);
              __half *h = (__half *)nvshmem_calloc(1, 2);
              cudaMalloc(&sums, 12);
              add<<<1, 4>>>(f, d, h, sums);
              cudaDeviceSynchronize();
              nvshmem_barrier_all();
              if (nvshmem_my_pe() == 0) {
                get<<<1, 1>>>(f, d, h, sums);
                cudaMemcpy(got, sums, 12, cudaMemcpyDeviceToHost);
                printf("%g %g %g\\n", got[0], got[1], got[2]);
              }
            """),
        2,
        "2 4 12");
  }

  @Test
  void theHostResetsACounter() {
    prints(
        CProgram.nvshmem(
            "",
            """
              uint64_t *counter = (uint64_t *)nvshmem_align(256, 256), seven = 7, got = 1;
              cudaMemcpy(counter, &seven, 8, cudaMemcpyHostToDevice);
              nvshmemx_signal_counted_reset(counter);
              cudaMemcpy(&got, counter, 8, cudaMemcpyDeviceToHost);
              printf("%d\\n", (int)got);
            """),
        1,
        "0");
  }

  @Test
  void aFlushOnAStreamLetsTheSourceChange() {
    prints(
        CProgram.nvshmem(
            "",
            """
              int *to = (int *)nvshmem_malloc(4), *from = (int *)nvshmem_malloc(4), one = 1, got;
              cudaStream_t stream;
              cudaStreamCreate(&stream);
              cudaMemcpy(from, &one, 4, cudaMemcpyHostToDevice);
              nvshmemx_int_put_nbi_on_stream(to, from, 1, 1 - nvshmem_my_pe(), stream);
              nvshmemx_flush_on_stream(stream);
              cudaMemsetAsync(from, 0, 4, stream);
              nvshmemx_barrier_all_on_stream(stream);
              cudaMemcpyAsync(&got, to, 4, cudaMemcpyDeviceToHost, stream);
              cudaStreamSynchronize(stream);
              printf("%d\\n", got);
            """),
        2,
        "1",
        "1");
  }

  @Test
  void aCollectiveLaunchTakesAttributes() {
    prints(
        CProgram.nvshmem(
            "__global__ void all(int *blocks) { nvshmem_barrier_all(); atomicAdd(blocks, 1); }\n",
            """
              int *blocks, got;
              cudaMalloc(&blocks, 4);
              cudaMemset(blocks, 0, 4);
              nvshmemx_collective_launch_attr_t attr = {};
              attr.cuda_config.gridDim = dim3(1);
              attr.cuda_config.blockDim = dim3(1);
              void *args[] = {&blocks};
              int status = nvshmemx_collective_launch_attr(&attr, (const void *)all, args);
              cudaDeviceSynchronize();
              cudaMemcpy(&got, blocks, 4, cudaMemcpyDeviceToHost);
              int refused = nvshmemx_collective_launch_attr(NULL, (const void *)all, args);
              printf("%d %d %d\\n", status, got, refused);
            """),
        2,
        "0 1 1",
        "0 1 1");
  }

  @Test
  void sharedMemoryForTheLibrary() {
    prints(
        CProgram.nvshmem(
            """
            __global__ void lend(int *got) {
              extern __shared__ char smem[];
              nvshmemx_give_smem(smem, nvshmemx_ask_smem(NVSHMEMX_SMEM_MINIMUM));
              *got = nvshmemx_ask_smem(NVSHMEMX_SMEM_RECOMMENDED);
              nvshmemx_release_smem();
            }
            """,
            """
              int *got, bytes = nvshmemx_ask_smem(NVSHMEMX_SMEM_MINIMUM), there;
              cudaMalloc(&got, 4);
              lend<<<1, 1, bytes>>>(got);
              cudaMemcpy(&there, got, 4, cudaMemcpyDeviceToHost);
              printf("%d %d\\n", bytes, there);
            """),
        1,
        "32768 65536");
  }
}
