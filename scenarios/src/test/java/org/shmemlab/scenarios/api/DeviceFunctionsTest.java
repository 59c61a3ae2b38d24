package org.shmemlab.scenarios.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs functions of devices that headers define in C++. */
@Tag("compiler")
class DeviceFunctionsTest {
  /** PTX ISA, "fns". */
  @Test
  void aSetBitIsFoundUpwardsAndDownwardsFromABase() {
    CProgram program =
        CProgram.cuda(
            """
            __global__ void find() {
              printf("%u %u %u %u %u %x %x\\n", __fns(0xb4, 0, 1), __fns(0xb4, 2, 2), __fns(0xb4, 31, -1),
                     __fns(0xb4, 4, -2), __fns(0xb4, 5, 0), __fns(0xb4, 6, 0), __fns(0xb4, 0, 5));
            }
            """,
            "find<<<1, 1>>>(); cudaDeviceSynchronize();");
    assertThat(program.run(1).lines()).containsExactly("2 4 7 2 5 ffffffff ffffffff");
  }

  /** CUDA C++ Programming Guide, "Programmatic Dependent Launch and Synchronization". */
  @Test
  void aKernelOfAStreamHasNothingToWaitFor() {
    CProgram program =
        CProgram.cuda(
            """
            __global__ void first(int *x) { cudaTriggerProgrammaticLaunchCompletion(); *x = 7; }
            __global__ void second(int *x) { cudaGridDependencySynchronize(); printf("%d\\n", *x); }
            """,
            """
            int *x;
            cudaMalloc(&x, 4);
            first<<<1, 1>>>(x);
            second<<<1, 1>>>(x);
            cudaDeviceSynchronize();
            cudaFree(x);
            """);
    assertThat(program.run(1).lines()).containsExactly("7");
  }

  @Test
  void aConstantOfADeviceMayComeFromAFunctionThatThrows() {
    CProgram program =
        CProgram.cuda(
            """
            #include <stdexcept>
            template <int n> constexpr int half() {
              if (n % 2 == 0) return n / 2;
              throw std::logic_error("odd");
            }
            __global__ void show() { constexpr int n = half<14>(); printf("%d\\n", n); }
            """,
            """
            show<<<1, 1>>>();
            cudaDeviceSynchronize();
            try {
              printf("%d\\n", half<7>());
            } catch (const std::logic_error &e) {
              printf("%s\\n", e.what());
            }
            """);
    assertThat(program.run(1).lines()).containsExactly("7", "odd");
  }
}
