package org.shmemlab.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Numbers of 16 and 8 bits (CUDA Math API, "Half", "Bfloat16" and "FP8 Intrinsics"). */
class NarrowNumbersTest {
  @Test
  void halfAndBfloat16AndPairsOfThem() {
    assertThat(
            Running.output(
                "narrow.cu",
                """
                #include <cuda_bf16.h>
                #include <cuda_fp16.h>
                #include <stdio.h>
                __global__ void k() {
                  __nv_bfloat16 a = __float2bfloat16(1.5f), b = __float2bfloat16_rn(2.0f);
                  nv_bfloat16 c = __hfma(a, b, __hmul(__hadd(a, b), a));
                  __nv_bfloat162 p = __hadd2(__floats2bfloat162_rn(1.0f, 2.0f), make_bfloat162(a, b));
                  float2 f = __bfloat1622float2(p);
                  __half2 h = __hmul2(__floats2half2_rn(3, 4), __half2half2(__float2half_rn(0.5f)));
                  float2 g = __half22float2(h);
                  printf("%g %g %g %g %g\\n", __bfloat162float(c), f.x, f.y, g.x, g.y);
                  printf("%d %x %g\\n", (int)__hgt(a, b), __bfloat16_as_ushort(a), __low2float(h));
                  int4 v;
                  reinterpret_cast<__nv_bfloat162 *>(&v)[0] = p;
                  printf("%x %g\\n", v.x, float(static_cast<__nv_bfloat16>(float(b) * 3)));
                }
                int main() {
                  k<<<1, 1>>>();
                  cudaDeviceSynchronize();
                }
                """,
                1))
        .isEqualTo("8.25 2.5 4 1.5 2\n0 3fc0 1.5\n40804020 6\n");
  }

  @Test
  void halvesAreRoundedInADirection() {
    assertThat(
            Running.output(
                "directed.cu",
                """
                #include <cuda_fp16.h>
                #include <math.h>
                #include <stdio.h>
                #define BITS(x) __half_as_ushort(x)
                __device__ int wrong;
                __global__ void between() {
                  for (int u = 0; u < 0x7BFF; u++) {
                    float a = __half2float(__ushort_as_half(u)), b = __half2float(__ushort_as_half(u + 1));
                    float x = a + (b - a) / 2;
                    wrong += BITS(__float2half_rd(x)) != u || BITS(__float2half_rd(-x)) != 0x8000 + u + 1;
                    wrong += BITS(__float2half_ru(x)) != u + 1 || BITS(__float2half_ru(-x)) != 0x8000 + u;
                    wrong += BITS(__float2half_rz(x)) != u || BITS(__float2half_rz(-x)) != 0x8000 + u;
                    wrong += BITS(__float2half_rz(a)) != u || BITS(__float2half_ru(a)) != u;
                  }
                }
                __global__ void whole() {
                  for (int u = 0; u < 0x10000; u++) {
                    __half h = __ushort_as_half(u);
                    float x = __half2float(h);
                    if ((u & 0x7C00) == 0x7C00) continue;
                    wrong += __half2int_rd(h) != (int)floorf(x) || __half2int_ru(h) != (int)ceilf(x);
                    wrong += __half2ll_rn(h) != (long long)rintf(x) || __half2int_rz(h) != (int)x;
                    wrong += x >= 0 && __half2uint_rn(h) != (unsigned)rintf(x);
                  }
                }
                int main() {
                  between<<<1, 1>>>();
                  whole<<<1, 1>>>();
                  int count;
                  cudaMemcpyFromSymbol(&count, wrong, sizeof count);
                  __half much = __ushort_as_half(0x7C00), none = __ushort_as_half(0x7E00);
                  printf("%d %d %d %u %d\\n", count, __half2int_rn(much), __half2short_rd(__hneg(much)),
                         __half2uint_rz(__hneg(much)), __half2int_rn(none));
                  printf("%x %x %x\\n", BITS(__float2half_rz(1e6f)), BITS(__ull2half_ru(1ull << 60)),
                         BITS(__int2half_rd(-2049)));
                }
                """,
                1))
        .isEqualTo("0 2147483647 -32768 0 0\n7bff 7c00 e801\n");
  }

  @Test
  void aTagMakesAValueThatIsNoNumber() {
    assertThat(
            Running.output(
                "nan.cu",
                """
                #include <math.h>
                #include <stdio.h>
                __global__ void k() { printf("%d %d\\n", isnan(nan("")), isnan(nanf("7"))); }
                int main() {
                  k<<<1, 1>>>();
                  cudaDeviceSynchronize();
                  float a = nanf("0x15"), b = nanf("other");
                  double c = nan("21");
                  printf("%x %x %llx\\n", *(unsigned *)&a, *(unsigned *)&b, *(unsigned long long *)&c);
                }
                """,
                1))
        .isEqualTo("1 1\n7fc00015 7fc00000 7ff8000000000015\n");
  }

  @Test
  void numbersOfEightBitsAreRounded() {
    assertThat(
            Running.output(
                "narrow.cu",
                """
                #include <cuda_fp8.h>
                #include <stdio.h>
                int main() {
                  const float all[] = {1, 0.1f, 448, 500, 0.0019f, -3.3f, 17, 1e-9f};
                  for (float x : all) {
                    __nv_fp8_e4m3 a(x);
                    __nv_fp8_e5m2 b(x);
                    printf("%02x=%g %02x=%g\\n", a.__x, (float)a, b.__x, (float)b);
                  }
                  float4 four = float4(__nv_fp8x4_e4m3(make_float4(1, 2, 3, 4)));
                  printf("%g %g\\n", four.y, four.w);
                }
                """,
                1))
        .isEqualTo(
            """
            38=1 3c=1
            1d=0.101562 2e=0.09375
            7e=448 5f=448
            7e=448 60=512
            01=0.00195312 18=0.00195312
            c5=-3.25 c3=-3.5
            58=16 4c=16
            00=0 00=0
            2 4
            """);
  }
}
