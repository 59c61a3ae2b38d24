package org.shmemlab.scenarios.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares cuRAND's generators on devices with numbers of other implementations. */
@Tag("compiler")
class RandomNumbersTest {
  /** The numbers are those of NVIDIA's curand_kernel.h of CUDA 4.0, compiled for a host by g++. */
  @Test
  void xorwow() {
    assertThat(
            CProgram.cuda(
                    """
                    #include <curand_kernel.h>
                    __global__ void draw(unsigned long long seed, unsigned long long sequence,
                                         unsigned long long offset) {
                      curandState state;
                      curand_init(seed, sequence, offset, &state);
                      printf("%u ", curand(&state));
                      printf("%u ", curand(&state));
                      printf("%.9g ", curand_uniform(&state));
                      printf("%.17g ", curand_uniform_double(&state));
                      printf("%.5f ", curand_normal(&state));
                      printf("%.5f ", curand_normal(&state));
                      printf("%.8f ", curand_normal_double(&state));
                      printf("%.8f\\n", curand_normal_double(&state));
                    }
                    """,
                    """
                    draw<<<1, 1>>>(1234, 0, 0);
                    draw<<<1, 1>>>(1234, 1, 0);
                    draw<<<1, 1>>>(0xDEADBEEFCAFEull, 1000003, 77);
                    draw<<<1, 1>>>(42, (1ull << 40) + 5, (1ull << 35) + 9);
                    draw<<<1, 1>>>(7, 0, 1ull << 63);
                    cudaDeviceSynchronize();
                    """)
                .run(1)
                .output())
        .isEqualTo(
            """
            624778773 1867875844 0.870710075 0.85709244785322136 0.99168 0.31257 -0.71981668 -1.37283326
            3522650202 3978931785 0.51176542 0.80924621037942623 0.89010 -2.70114 1.21052621 1.58754771
            4255788618 1765542781 0.537737429 0.73323867701380863 0.86504 0.68951 -0.22295282 -0.18318061
            964116021 4044518805 0.643004239 0.96816247582242476 0.10060 0.63314 -0.77520330 1.39702593
            1549361003 2458541460 0.699056923 0.53770785447262748 -1.12751 -0.18843 0.09175208 1.29241763
            """);
  }

  /** The first four numbers are a known answer of Random123 (counter 0, key 0). */
  @Test
  void philox() {
    assertThat(
            CProgram.cuda(
                    """
                    #include <curand_kernel.h>
                    __global__ void draw(unsigned long long sequence, unsigned long long offset) {
                      curandStatePhilox4_32_10_t state, same;
                      curand_init(0, sequence, offset, &state);
                      uint4 four = curand4(&state);
                      printf("%08x %08x %08x %08x ", four.x, four.y, four.z, four.w);
                      curand_init(0, sequence, 0, &same);
                      for (unsigned long long i = 0; i < offset; i++) curand(&same);
                      printf("%d ", curand(&same) == four.x && curand(&same) == four.y);
                      four = curand_Philox4x32_10(make_uint4(0, 0, sequence, 0), make_uint2(0, 0));
                      curand_init(0, sequence, 0, &same);
                      printf("%d\\n", curand(&same) == four.x && curand(&same) == four.y);
                    }
                    """,
                    """
                    draw<<<1, 1>>>(0, 0);
                    draw<<<1, 1>>>(5, 11);
                    cudaDeviceSynchronize();
                    """)
                .run(1)
                .output())
        .startsWith("6627e8d5 e169c58d bc57ac4c 9b00dbd8 1 1\n")
        .endsWith(" 1 1\n");
  }

  @Test
  void marksAndRangesAreSeenByNoTool() {
    assertThat(
            CProgram.cuda(
                    "#include <nvtx3/nvToolsExt.h>\n#include <cuda_profiler_api.h>\n",
                    """
                    cudaProfilerStart();
                    nvtxRangePush("phase");
                    nvtxEventAttributes_t event = {};
                    event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
                    event.message.ascii = "step";
                    nvtxMarkEx(&event);
                    printf("%d\\n", nvtxRangePop());
                    cudaProfilerStop();
                    """)
                .run(1)
                .output())
        .isEqualTo("-2\n");
  }
}
