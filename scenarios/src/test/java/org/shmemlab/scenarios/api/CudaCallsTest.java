package org.shmemlab.scenarios.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * Calls of CUDA by host code have the results that CUDA's documents say, under any order of steps.
 */
class CudaCallsTest {
  private static final String KERNELS =
      """
      __global__ void add(int *x, int what) { x[threadIdx.x] += what; }
      __global__ void raise(volatile int *flag) { *flag = 1; }
      """;

  private static void prints(CProgram program, String... lines) {
    for (int seed = 1; seed <= 5; seed++) {
      assertThat(program.runScheduled(seed, 1).lines()).containsExactly(lines);
    }
  }

  @Test
  void aCopyWithoutAStreamIsDoneWhenItReturns() {
    prints(
        CProgram.cuda(
            KERNELS,
            """
              int here[4] = {1, 2, 3, 4}, *there;
              cudaMalloc(&there, 2 * sizeof(here));
              cudaMemset(there, 0, 2 * sizeof(here));
              cudaMemcpy(there, here, sizeof(here), cudaMemcpyHostToDevice);
              add<<<1, 8>>>(there, 10);
              cudaMemcpy(here, there + 2, sizeof(here), cudaMemcpyDefault);
              printf("%d %d %d %d\\n", here[0], here[1], here[2], here[3]);
              cudaMemcpyPeer(there, 0, there + 4, 0, sizeof(here));
              cudaMemcpy2D(here, 8, there + 1, 16, 8, 2, cudaMemcpyDeviceToHost);
              printf("%d %d %d %d\\n", here[0], here[1], here[2], here[3]);
              cudaFree(there);
            """),
        "10 10 10 10",
        "13 14 10 10");
  }

  /** CUDA Runtime API, "API synchronization behavior". */
  @Test
  void anAsynchronousCopyFromPageableMemoryHasReadItWhenItReturns() {
    prints(
        CProgram.cuda(
            "",
            """
              int *there, here[3];
              cudaStream_t s;
              cudaStreamCreate(&s);
              cudaMalloc(&there, 12);
              for (int i = 0; i < 3; i++) {
                int value = 100 + i;
                cudaMemcpyAsync(there + i, &value, 4, cudaMemcpyHostToDevice, s);
                value = -1;
              }
              cudaMemcpyAsync(here, there, 12, cudaMemcpyDeviceToHost, s);
              printf("%d %d %d\\n", here[0], here[1], here[2]);
            """),
        "100 101 102");
  }

  @Test
  void anAsynchronousCopyOfPinnedMemoryHappensInTheOrderOfItsStream() {
    CProgram program =
        CProgram.cuda(
            KERNELS,
            """
              int *here, *there;
              cudaStream_t s;
              cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
              cudaMallocHost(&here, 4);
              cudaMalloc(&there, 4);
              *here = 1;
              cudaMemcpyAsync(there, here, 4, cudaMemcpyHostToDevice, s);
              add<<<1, 1, 0, s>>>(there, 1);
              cudaMemcpyAsync(here, there, 4, cudaMemcpyDeviceToHost, s);
              int query = cudaStreamQuery(s);
              cudaStreamSynchronize(s);
              printf("%d %d\\n", *here, query == cudaSuccess || query == cudaErrorNotReady);
              cudaMemsetAsync(there, 255, 4, s);
              cudaMemcpyAsync(here, there, 4, cudaMemcpyDeviceToHost, s);
              cudaStreamSynchronize(s);
              printf("%d\\n", *here);
              cudaFreeAsync(there, s);
              cudaStreamDestroy(s);
              cudaDeviceSynchronize();
              cudaFreeHost(here);
            """);
    prints(program, "-1", "2 1");
  }

  @Test
  void symbolsAreReachedByName() {
    prints(
        CProgram.cuda(
            """
            __constant__ int table[4];
            __device__ float cell;
            __global__ void sum() { cell = table[0] + table[3]; }
            """,
            """
              int numbers[3] = {5, 6, 7};
              float result;
              void *address;
              cudaMemcpyToSymbol(table, numbers, sizeof(numbers), sizeof(int));
              sum<<<1, 1>>>();
              cudaMemcpyFromSymbol(&result, cell, sizeof(cell));
              printf("%g\\n", result);
              cudaGetSymbolAddress(&address, cell);
              cudaMemcpy(&result, address, sizeof(cell), cudaMemcpyDeviceToHost);
              printf("%g\\n", result);
            """),
        "7",
        "7");
  }

  @Test
  void anEventOrdersTwoStreams() {
    prints(
        CProgram.cuda(
            KERNELS,
            """
              int *x, result;
              cudaStream_t a, b;
              cudaEvent_t done, never;
              cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
              cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
              cudaEventCreate(&done);
              cudaEventCreateWithFlags(&never, cudaEventDisableTiming);
              cudaMalloc(&x, 4);
              cudaMemsetAsync(x, 0, 4, a);
              add<<<1, 1, 0, a>>>(x, 5);
              cudaEventRecord(done, a);
              cudaStreamWaitEvent(b, done);
              cudaStreamWaitEvent(b, never);
              add<<<1, 1, 0, b>>>(x, 6);
              cudaEventRecord(done, b);
              cudaEventSynchronize(done);
              cudaMemcpy(&result, x, 4, cudaMemcpyDeviceToHost);
              printf("%d %d\\n", result, cudaEventQuery(done));
              cudaEventDestroy(done);
            """),
        "11 0");
  }

  @Test
  void aHostWaitsForAMappedFlagOfAKernel() {
    prints(
        CProgram.cuda(
            KERNELS,
            """
              volatile int *flag;
              cudaMallocManaged((void **)&flag, 4);
              *flag = 0;
              raise<<<1, 1>>>(flag);
              while (*flag == 0) ;
              printf("raised\\n");
              cudaFree((void *)flag);
            """),
        "raised");
  }

  @Test
  void kernelsAreLaunchedByFunctionCall() {
    prints(
        CProgram.cuda(
            KERNELS,
            """
              int *x, here[3], what = 4, blocks;
              dim3 one(1), three(3);
              cudaMalloc(&x, 12);
              cudaMemset(x, 0, 12);
              void *args[] = {&x, &what};
              int a = cudaLaunchKernel((const void *)add, one, three, args, 0, 0);
              what = 100;  // the launch has copied it
              int b = cudaLaunchCooperativeKernel((const void *)add, one, one, args);
              cudaMemcpy(here, x, 12, cudaMemcpyDeviceToHost);
              printf("%d %d: %d %d %d\\n", a, b, here[0], here[1], here[2]);
              cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add, 1024, 0);
              printf("%d\\n", blocks);
            """),
        "0 0: 104 4 4",
        "2");
  }

  private static final String CONFIGURED =
      """
      #include <cooperative_groups.h>
      __global__ void add(int *x, char a, double b) { x[threadIdx.x] += a + (int)b; }
      __global__ void all(int *x) {
        cooperative_groups::this_grid().sync();
        atomicAdd(x, 1);
      }
      static cudaLaunchConfig_t configuration(int blocks, cudaLaunchAttribute *attributes, int n) {
        cudaLaunchConfig_t config = {};
        config.gridDim = dim3(blocks);
        config.blockDim = dim3(2);
        config.attrs = attributes;
        config.numAttrs = n;
        return config;
      }
      """;

  @Test
  void aLaunchMayBeConfiguredByAStructure() {
    prints(
        CProgram.cuda(
            CONFIGURED,
            """
              int *x, here[2];
              cudaMalloc(&x, 8);
              cudaMemset(x, 0, 8);
              cudaLaunchAttribute attributes[2];
              attributes[0].id = cudaLaunchAttributeClusterDimension;
              attributes[0].val.clusterDim = {1, 1, 1};
              attributes[1].id = cudaLaunchAttributeCooperative;
              attributes[1].val.cooperative = 1;
              cudaLaunchConfig_t one = configuration(1, attributes, 1);
              printf("%d ", cudaLaunchKernelEx(&one, add, x, 40, 2));
              cudaLaunchConfig_t three = configuration(3, attributes, 2);
              void *arguments[] = {&x};
              printf("%d ", cudaLaunchKernelExC(&three, (void *)all, arguments));
              cudaLaunchConfig_t many = configuration(100000, attributes, 2);
              printf("%d\\n", cudaLaunchKernelExC(&many, (void *)all, arguments));
              cudaMemcpy(here, x, 8, cudaMemcpyDeviceToHost);
              printf("%d %d\\n", here[0], here[1]);
            """),
        "0 0 720",
        "48 42");
  }

  @Test
  void clustersOfSeveralBlocksAreBlocksUntilOneReachesIntoAnother() {
    String launch =
        """
          int *x, here[2];
          cudaMalloc(&x, 8);
          cudaMemset(x, 0, 8);
          cudaLaunchAttribute attribute;
          attribute.id = cudaLaunchAttributeClusterDimension;
          attribute.val.clusterDim = {2, 1, 1};
          cudaLaunchConfig_t config = configuration(2, &attribute, 1);
          cudaLaunchKernelEx(&config, %s, x);
          cudaMemcpy(here, x, 8, cudaMemcpyDeviceToHost);
          printf("%%d\\n", here[0]);
        """;
    String counting = CONFIGURED + "__global__ void count(int *x) { atomicAdd(x, 1); }\n";
    prints(CProgram.cuda(counting, launch.formatted("count")), "4");
    String reaching =
        CONFIGURED
            + """
            __global__ void reach(int *x) {
              unsigned there;
              asm("mapa.shared::cluster.u32 %0, 0, 1;" : "=r"(there));
              *x = there;
            }
            """;
    assertThat(CProgram.cuda(reaching, launch.formatted("reach")).run(1).failure())
        .startsWith("not supported yet: shared memory of another block");
  }

  @Test
  void freeWaitsForTheDevice() {
    prints(
        CProgram.cuda(
            "",
            """
              char *memory, *back;
              cudaStream_t s;
              cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
              cudaMalloc(&memory, 8);
              cudaMallocHost(&back, 8);
              memset(back, 0, 8);
              cudaMemsetAsync(memory, 'z', 8, s);
              cudaMemcpyAsync(back, memory, 7, cudaMemcpyDeviceToHost, s);
              cudaFree(memory);
              printf("%s\\n", back);
            """),
        "zzzzzzz");
  }

  /** CUDA Runtime API, "Execution Control", cudaLaunchHostFunc; "Stream Management", callbacks. */
  @Test
  void aStreamCallsFunctionsOfTheHostInItsOrder() {
    prints(
        CProgram.cuda(
            KERNELS
                + """
                struct Result { int seen, doubled; };
                static void twice(void *data) {
                  Result *result = (Result *)data;
                  result->doubled = 2 * result->seen;
                  printf("1 twice %d\\n", result->doubled);
                }
                static void then(cudaStream_t stream, cudaError_t status, void *data) {
                  printf("2 then %d %d %d\\n", stream != 0, status, *(int *)data);
                }
                """,
            """
              int *x;
              Result *result;
              cudaStream_t s;
              cudaStreamCreate(&s);
              cudaMalloc(&x, 4);
              cudaMallocHost(&result, sizeof(Result));
              cudaMemsetAsync(x, 0, 4, s);
              add<<<1, 1, 0, s>>>(x, 21);
              cudaMemcpyAsync(&result->seen, x, 4, cudaMemcpyDeviceToHost, s);
              cudaLaunchHostFunc(s, twice, result);
              cudaStreamAddCallback(s, then, &result->doubled, 0);
              cudaStreamSynchronize(s);
              printf("3 %d\\n", result->doubled);
              cudaFreeHost(result);
            """),
        "1 twice 42",
        "2 then 1 0 42",
        "3 42");
  }

  @Test
  void aFunctionThatAStreamCallsMayNotCallCuda() {
    CProgram program =
        CProgram.cuda(
            "static void waits(void *data) { cudaDeviceSynchronize(); }",
            "cudaLaunchHostFunc(0, waits, 0); cudaDeviceSynchronize();");
    assertThat(program.run(1).failure()).contains("is called by a stream");
  }

  @Test
  void errorsAreKeptUntilTheyAreAsked() {
    prints(
        CProgram.cuda(
            KERNELS,
            """
              int *x = (int *)1;
              int error = cudaMalloc(&x, 1ull << 60);
              printf("1 %s %d\\n", cudaGetErrorName((cudaError_t)error), x == NULL);
              printf("2 %s\\n", cudaGetErrorString(cudaPeekAtLastError()));
              printf("3 %d\\n", cudaGetLastError() == cudaErrorMemoryAllocation);
              printf("4 %d\\n", cudaGetLastError());
              printf("5 %d %d\\n", cudaMalloc(&x, 0), x == NULL);
              printf("6 %s\\n", cudaGetErrorName(cudaSetDevice(99)));
            """),
        "1 cudaErrorMemoryAllocation 1",
        "2 out of memory",
        "3 1",
        "4 0",
        "5 0 1",
        "6 cudaErrorInvalidDevice");
  }

  /** CUDA Runtime API, "Error Handling" and cudaSetDevice: in the host thread, for the thread. */
  @Test
  void theLastErrorAndTheDeviceAreEachThreadsOwn() {
    CProgram program =
        CProgram.cuda(
            """
            #include <nvshmem.h>
            #include <pthread.h>
            static int errors[2], devices[2];
            static void *other(void *unused) {
              errors[1] = cudaGetLastError();
              cudaGetDevice(&devices[1]);
              cudaSetDevice(99);
              return NULL;
            }
            """,
            """
              pthread_t thread;
              cudaSetDevice(1);
              nvshmem_init();
              void *much;
              cudaMalloc(&much, 1ull << 60);
              pthread_create(&thread, NULL, other, NULL);
              pthread_join(thread, NULL);
              errors[0] = cudaGetLastError();
              cudaGetDevice(&devices[0]);
              if (nvshmem_my_pe() == 0) {
                printf("%d %d %d %d\\n", errors[0], errors[1], devices[0], devices[1]);
              }
            """);
    assertThat(program.runScheduled(1, 2).lines()).containsExactly("2 0 1 0");
  }

  @Test
  void whatIsNoEventIsNeitherRecordedNorWaitedFor() {
    prints(
        CProgram.cuda(
            "",
            """
              cudaEvent_t event;
              cudaEventCreate(&event);
              cudaEventDestroy(event);
              printf("1 %d\\n", cudaEventRecord(event, 0));
              printf("2 %d\\n", cudaStreamWaitEvent(0, event, 0));
              printf("3 %d\\n", cudaStreamQuery(0));
            """),
        "1 400",
        "2 400",
        "3 0");
  }

  @Test
  void whatCannotBeAnsweredIsAnErrorAndLeavesTheAnswerAlone() {
    prints(
        CProgram.cuda(
            "",
            """
              int value = 7;
              float ms = 7;
              cudaDeviceProp prop;
              cudaEvent_t never, alsoNever;
              cudaEventCreate(&never);
              cudaEventCreate(&alsoNever);
              prop.major = 7;
              printf("1 %s ", cudaGetErrorName(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 99)));
              printf("%d\\n", value);
              printf("2 %s ", cudaGetErrorName(cudaGetDeviceProperties(&prop, 99)));
              printf("%d\\n", prop.major);
              printf("3 %s ", cudaGetErrorName(cudaEventElapsedTime(&ms, never, alsoNever)));
              printf("%g\\n", ms);
              printf("4 %d %d\\n", cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0), value);
            """),
        "1 cudaErrorInvalidDevice 7",
        "2 cudaErrorInvalidDevice 7",
        "3 cudaErrorInvalidResourceHandle 7",
        "4 0 32");
  }

  @Test
  void theDeviceIsDescribed() {
    prints(
        CProgram.cuda(
            "",
            """
              cudaDeviceProp prop;
              int device = -1, count, sms, can, least, greatest, version;
              size_t free, total;
              cudaGetDeviceProperties(&prop, 0);
              printf("1 %s %d.%d, %d SMs, warps of %d\\n", prop.name, prop.major, prop.minor,
                     prop.multiProcessorCount, prop.warpSize);
              printf("2 %d %d %d\\n", prop.maxThreadsDim[0], prop.maxThreadsDim[2],
                     prop.maxGridSize[1]);
              cudaMemGetInfo(&free, &total);
              printf("3 %d\\n", total == prop.totalGlobalMem && free <= total);
              cudaGetDevice(&device);
              cudaGetDeviceCount(&count);
              cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
              printf("4 %d %d %d\\n", device, count, sms);
              cudaDeviceCanAccessPeer(&can, 0, 0);
              cudaDeviceGetStreamPriorityRange(&least, NULL);
              cudaDeviceGetStreamPriorityRange(NULL, &greatest);
              cudaRuntimeGetVersion(&version);
              printf("5 %d %d %d\\n", can, least > greatest, version == CUDART_VERSION);
            """),
        "1 NVIDIA H200 9.0, 132 SMs, warps of 32",
        "2 1024 64 65535",
        "3 1",
        "4 0 1 132",
        "5 0 1 1");
  }

  @Test
  void aCollectiveLaunchWithoutBlocksTakesAllThatFit() {
    CProgram program =
        CProgram.nvshmem(
            "__global__ void count(int *n) { atomicAdd(n, 1); }",
            """
              int *blocks, here, most;
              cudaMalloc(&blocks, 4);
              cudaMemset(blocks, 0, 4);
              void *args[] = {&blocks};
              dim3 block(1024);
              nvshmemx_collective_launch_query_gridsize((const void *)count, block, args, 0, &most);
              int error = nvshmemx_collective_launch((const void *)count, 0, block, args, 0, 0);
              cudaMemcpy(&here, blocks, 4, cudaMemcpyDeviceToHost);
              printf("%d %d %d\\n", error, here == 1024 * most, most);
            """);
    assertThat(program.run(1).lines()).containsExactly("0 1 264");
  }
}
