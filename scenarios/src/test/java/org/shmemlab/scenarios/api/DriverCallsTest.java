package org.shmemlab.scenarios.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.schedule.OutputRecorder;
import org.shmemlab.model.schedule.RoundRobin;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.model.schedule.Runner;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.runtime.RuntimeSystem;
import org.shmemlab.scenarios.source.SourceFile;

/** Runs programs of the CUDA driver API: modules, contexts, words that streams wait for. */
@Tag("compiler")
class DriverCallsTest {
  private static final String KERNELS =
      """
      #include <cuda.h>
      #include <dlfcn.h>
      __device__ int factor = 3;
      extern "C" __global__ void scale(int *data, int by) { data[threadIdx.x] *= by * factor; }
      namespace mine { __global__ void add(int *data, int more) { data[threadIdx.x] += more; } }
      static void show(CUdeviceptr data) {
        int back[2];
        cuCtxSynchronize();
        cuMemcpyDtoH(back, data, 8);
        printf("%d %d\\n", back[0], back[1]);
      }
      """;

  private static final String START =
      """
      CUmodule module;
      CUfunction scale, add;
      CUdeviceptr data;
      int first[2] = {1, 2}, two = 2;
      cuInit(0);
      cuMemAlloc(&data, 8);
      cuMemcpyHtoD(data, first, 8);
      if (cuModuleLoad(&module, "kernels.cubin")) return 1;
      cuModuleGetFunction(&scale, module, "scale");
      cuModuleGetFunction(&add, module, "_ZN4mine3addEPii");
      """;

  @Test
  void kernelsAreFoundByTheirSymbolsAndLaunched() {
    assertThat(
            CProgram.cuda(
                    KERNELS,
                    START
                        + """
                        void *values[] = {&data, &two};
                        cuLaunchKernel(scale, 1, 1, 1, 2, 1, 1, 0, 0, values, NULL);
                        show(data);
                        CUlaunchConfig config = {};
                        config.gridDimX = config.gridDimY = config.gridDimZ = 1;
                        config.blockDimX = 2;
                        config.blockDimY = config.blockDimZ = 1;
                        cuLaunchKernelEx(&config, add, values, NULL);
                        show(data);
                        CUdeviceptr factor;
                        size_t bytes;
                        int one = 1;
                        cuModuleGetGlobal(&factor, &bytes, module, "factor");
                        cuMemcpyHtoD(factor, &one, bytes);
                        cuLaunchKernel(scale, 1, 1, 1, 2, 1, 1, 0, 0, values, NULL);
                        show(data);
                        int threads, blocks;
                        cuFuncGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, add);
                        cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add, 1024, 0);
                        printf("%d %d\\n", threads, blocks);
                        cuModuleUnload(module);
                        """)
                .run(1)
                .output())
        .isEqualTo("6 12\n8 14\n16 28\n1024 2\n");
  }

  @Test
  void machineCodeIsNamedWhereAKernelOfItIsLookedFor() {
    assertThat(
            CProgram.cuda(KERNELS, START + "cuModuleGetFunction(&scale, module, \"absent\");")
                .run(1)
                .failure())
        .contains("no file named defines the kernel 'absent'", "'kernels.cubin'", ".ll, .bc");
  }

  @Test
  void kernelsOfIntermediateCodeAreThoseOfTheProgram() {
    SourceFile program =
        new SourceFile(
                "host.cpp",
                """
                #include <cuda.h>
                #include <stdio.h>
                int main() {
                  CUlibrary library;
                  CUkernel kernel;
                  CUfunction function;
                  CUdeviceptr word;
                  int value = 42, back = 0;
                  cuMemAlloc(&word, 4);
                  cuLibraryLoadFromFile(&library, "set.bc", NULL, NULL, 0, NULL, NULL, 0);
                  cuLibraryGetKernel(&kernel, library, "set");
                  cuKernelGetFunction(&function, kernel);
                  void *values[] = {&word, &value};
                  cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, 0, values, NULL);
                  cuCtxSynchronize();
                  cuMemcpyDtoH(&back, word, 4);
                  printf("%d\\n", back);
                }
                """)
            .with(
                List.of(
                    new SourceFile(
                        "set.ll",
                        """
                        target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
                        target triple = "nvptx64-nvidia-cuda"
                        define ptx_kernel void @set(ptr %to, i32 %value) {
                          store i32 %value, ptr %to, align 4
                          ret void
                        }
                        """)));
    CudaC.Compiled compiled = CudaC.compile(program);
    assertThat(compiled.diagnostics()).isEmpty();
    assertThat(output(Objects.requireNonNull(compiled.program()))).isEqualTo("42\n");
  }

  private static String output(Program program) {
    Machine machine = new Machine(program, Job.ofPes(1), new Immediate(), new RuntimeSystem());
    OutputRecorder printed = new OutputRecorder(1_000_000);
    RunResult result = new Runner(machine, new RoundRobin(), printed).run();
    assertThat(result).isEqualTo(new RunResult.Finished(ImmutableList.of(0)));
    return printed.text();
  }

  @Test
  void contextsAreAStackOfDevices() {
    assertThat(
            CProgram.nvshmem(
                    "#include <cuda.h>\n",
                    """
                    CUcontext own, other, now;
                    CUdevice device;
                    cuDevicePrimaryCtxRetain(&own, 0);
                    cuCtxCreate(&other, 0, 1);
                    cuCtxPushCurrent(own);
                    cuCtxGetDevice(&device);
                    printf("%d:%d", me, device);
                    cuCtxPopCurrent(&now);
                    cuCtxGetDevice(&device);
                    printf(" %d %d", now == own, device);
                    char id[16];
                    cuDeviceGetPCIBusId(id, sizeof id, 1);
                    cuDeviceGetByPCIBusId(&device, id);
                    int major, minor;
                    cuDeviceComputeCapability(&major, &minor, 0);
                    printf(" %s %d %d.%d\\n", id, device, major, minor);
                    """)
                .run(2)
                .lines())
        .containsExactly("0:0 1 1 0000:01:00.0 1 9.0", "1:0 1 1 0000:01:00.0 1 9.0");
  }

  private static CProgram handover(String wait) {
    return CProgram.cuda(
        """
        #include <cuda.h>
        __global__ void set(int *data) { *data = 5; }
        __global__ void get(const int *data, int *copy) { *copy = *data; }
        """,
        """
        int *data, got;
        CUdeviceptr flag;
        CUstream one, other;
        cudaMalloc(&data, 8);
        cuMemAlloc(&flag, 4);
        cudaMemset(data, 0, 8);
        cuMemsetD8(flag, 0, 4);
        cuStreamCreate(&one, CU_STREAM_NON_BLOCKING);
        cuStreamCreate(&other, CU_STREAM_NON_BLOCKING);
        cudaDeviceSynchronize();
        set<<<1, 1, 0, one>>>(data);
        cuStreamWriteValue32(one, flag, 7, CU_STREAM_WRITE_VALUE_DEFAULT);
        %s
        get<<<1, 1, 0, other>>>(data, data + 1);
        cudaDeviceSynchronize();
        cudaMemcpy(&got, data + 1, 4, cudaMemcpyDeviceToHost);
        printf("%%d\\n", got);
        """
            .formatted(wait));
  }

  @Test
  void aStreamWaitsForAWordThatAnotherOneWrites() {
    for (String condition : List.of("7, CU_STREAM_WAIT_VALUE_EQ", "6, CU_STREAM_WAIT_VALUE_GEQ")) {
      CProgram program = handover("cuStreamWaitValue32(other, flag, " + condition + ");");
      assertThat(program.run(1).output()).isEqualTo("5\n");
      assertThat(program.explore(1, Profile.NVSHMEM).findings()).isEmpty();
    }
    assertThat(handover("").explore(1, Profile.NVSHMEM).findings()).isNotEmpty();
  }

  @Test
  void functionsAreFoundByTheirNames() {
    assertThat(
            CProgram.cuda(
                    """
                    #include <cuda.h>
                    #include <dlfcn.h>
                    #include <nvml.h>
                    extern "C" int twice(int n) { return 2 * n; }
                    """,
                    """
                    void *driver = dlopen("libcuda.so.1", RTLD_LAZY);
                    void *nvml = dlopen("libnvidia-ml.so.1", RTLD_NOW);
                    void *self = dlopen(NULL, RTLD_NOW);
                    const char *text;
                    unsigned int count;
                    ((CUresult (*)(CUresult, const char **))dlsym(driver, "cuGetErrorName"))(
                        CUDA_SUCCESS, &text);
                    ((nvmlReturn_t (*)(unsigned int *))dlsym(nvml, "nvmlDeviceGetCount_v2"))(&count);
                    printf("%s %u %d\\n", text, count, ((int (*)(int))dlsym(self, "twice"))(21));
                    printf("%d %d ", dlopen("libabsent.so", 0) != NULL, dlsym(self, "absent") != NULL);
                    printf("%s; %d\\n", dlerror(), dlerror() != NULL);
                    """)
                .run(1)
                .output())
        .isEqualTo("cudaSuccess 1 42\n0 0 absent: undefined symbol; 0\n");
  }
}
