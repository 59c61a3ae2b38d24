package org.shmemlab.scenarios.random;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Arithmetic of kernels that rounds in a direction (CUDA Math API, "Single Precision Intrinsics",
 * "Double Precision Intrinsics", "Type Casting Intrinsics"), compared with a processor whose
 * rounding was set by {@code fesetround}.
 */
@Tag("compiler")
class DirectedRoundingAgainstGccTest {
  private static final String PROGRAM =
      """
      #include <math.h>
      #include <stdio.h>
      #include <string.h>
      #ifdef __CUDACC__
      #define KERNEL __global__
      #define EACH(T, name, gcc) \\
        show((T)__##name##_rz gcc); show((T)__##name##_rd gcc); show((T)__##name##_ru gcc)
      #define OP2(T, name, op) EACH(T, name, (a, b))
      #define OP1(T, name, value) EACH(T, name, (a))
      #define OP3(T, name, value) EACH(T, name, (a, b, c))
      __device__ void show(float x) { printf(" %08x", __float_as_uint(x)); }
      __device__ void show(double x) { printf(" %016llx", __double_as_longlong(x)); }
      #define IN(T, name, from) EACH(T, name, (from))
      #else
      #include <fenv.h>
      #include <initializer_list>
      #define KERNEL
      #define EACH(T, value) \\
        for (int way : {FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD}) { \\
          fesetround(way); volatile T r = (T)(value); fesetround(FE_TONEAREST); show(r); \\
        }
      #define OP2(T, name, op) EACH(T, a op b)
      #define OP1(T, name, value) EACH(T, value)
      #define OP3(T, name, value) EACH(T, value)
      #define IN(T, name, from) EACH(T, from)
      void show(float x) { unsigned u; memcpy(&u, &x, 4); printf(" %08x", x == x ? u : 0x7fffffff); }
      void show(double x) { unsigned long long u; memcpy(&u, &x, 8); printf(" %016llx", u); }
      #endif
      KERNEL void all() {
        unsigned long long bits = 88172645463325252ull;
        for (int i = 0; i < 60; i++) {
          unsigned long long word[3];
          for (int k = 0; k < 3; k++) {
            bits ^= bits << 13; bits ^= bits >> 7; bits ^= bits << 17;
            word[k] = bits;
            if (i % 4 == 1) word[k] = (bits & 0x800FFFFFFFFFFFFFull) | 0x3FF0000000000000ull;
            if (i % 4 == 2) word[k] = bits & 0x800000FFFFFFFFFFull;
            if (i % 4 == 3) word[k] &= ~0xFFFFFFFFFull;
          }
          {
            double d[3]; memcpy(d, word, sizeof d);
            for (double &x : d) if (x != x) x = 1.25;
            if (i % 6 == 5) d[1] = -d[0];
            volatile double a = d[0], b = d[1], c = d[2];
            OP2(double, dadd, +); OP2(double, dsub, -); OP2(double, dmul, *); OP2(double, ddiv, /);
            a = fabs(a);
            OP1(double, drcp, 1 / a); OP1(double, dsqrt, sqrt(a)); OP3(double, fma, fma(a, b, c));
            volatile double wide = a; IN(float, double2float, wide);
          }
          {
            unsigned half[3] = {(unsigned)(word[0] >> 32), (unsigned)(word[1] >> 32), (unsigned)(word[2] >> 32)};
            if (i % 4 == 1) for (unsigned &h : half) h = (h & 0x807FFFFF) | 0x3F800000;
            float f[3]; memcpy(f, half, sizeof f);
            for (float &x : f) if (x != x) x = 1.25f;
            if (i % 6 == 5) f[1] = -f[0];
            volatile float a = f[0], b = f[1], c = f[2];
            OP2(float, fadd, +); OP2(float, fsub, -); OP2(float, fmul, *); OP2(float, fdiv, /);
            a = fabsf(a);
            OP1(float, frcp, 1 / a); OP1(float, fsqrt, sqrtf(a)); OP3(float, fmaf, fmaf(a, b, c));
          }
          volatile int s = (int)word[0]; volatile unsigned u = (unsigned)word[1];
          volatile long long l = (long long)word[2]; volatile unsigned long long m = word[0];
          IN(float, int2float, s); IN(float, uint2float, u); IN(float, ll2float, l);
          IN(float, ull2float, m); IN(double, ll2double, l); IN(double, ull2double, m);
          printf("\\n");
        }
      }
      int main() {
      #ifdef __CUDACC__
        all<<<1, 1>>>();
        cudaDeviceSynchronize();
      #else
        all();
      #endif
      }
      """;

  @Test
  void everyDirectionIsThatOfAProcessor() {
    OnePe.printsTheSameAsGcc(PROGRAM, Dialect.CPP);
  }

  @Test
  void modifiersAreObeyedOrNamed() {
    assertThat(
            OnePe.output(
                """
                #include <stdio.h>
                #define F2(text, a, b) ({ float r; asm(text " %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b)); r; })
                #define H2(text, a, b) \\
                  ({ unsigned r; asm(text " %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); r; })
                __global__ void k() {
                  float tiny = 1e-40f, none = __int_as_float(0x7FC00001);
                  printf("%g %g", F2("add.ftz.f32", tiny, 2e-38f), F2("add.f32", tiny, 2e-38f));
                  printf(" %x", __float_as_uint(F2("mul.ftz.f32", -1e-20f, 1e-20f)));
                  printf(" %g %x", F2("min.f32", none, 2.f), __float_as_uint(F2("min.NaN.f32", none, 2.f)));
                  printf(" %g %g\\n", F2("add.rp.sat.f32", 0.5f, 1.f), F2("add.rz.f32", 1.f, 1e-9f) - 1);
                  unsigned r;
                  asm("fma.rn.relu.f16x2 %0, %1, %2, %3;" : "=r"(r) : "r"(0x3C00BC00), "r"(0x3C013C01), "r"(0));
                  printf("%08x %08x\\n", r, H2("add.bf16x2", 0x3F803F80, 0x7F813B80));
                  asm("add.u16x2 %0, %1, %2;" : "=r"(r) : "r"(1), "r"(2));
                }
                int main() {
                  k<<<1, 1>>>();
                  cudaDeviceSynchronize();
                }
                """,
                Dialect.CPP))
        .startsWith("2e-38 2.01e-38 80000000 2 7fffffff 1 0\n3c010000 7fff3f80\n")
        .contains("asm: add.u16x2");
  }
}
