package org.shmemlab.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Conversions by inline PTX: to and from narrow formats, directed, clamped (PTX ISA, "cvt"). */
class PtxConversionsTest {
  private static final String PROGRAM =
      """
      #include <stdio.h>
      #define F2(name, type) \\
        __device__ unsigned name(float upper, float lower) { \\
          unsigned short d; \\
          asm("cvt." type ".f32 %0, %1, %2;" : "=h"(d) : "f"(upper), "f"(lower)); \\
          return d; \\
        }
      #define H2(name, type) \\
        __device__ unsigned name(unsigned short both) { \\
          unsigned d; \\
          asm("cvt.rn." type " %0, %1;" : "=r"(d) : "h"(both)); \\
          return d; \\
        }
      F2(e4m3, "rn.satfinite.e4m3x2") F2(e5m2, "rn.satfinite.e5m2x2")
      F2(positive, "rn.satfinite.relu.e4m3x2")
      F2(e2m3, "rn.satfinite.e2m3x2") F2(e3m2, "rn.satfinite.e3m2x2")
      F2(scaleDown, "rz.ue8m0x2") F2(scaleUp, "rp.satfinite.ue8m0x2")
      H2(ofE4m3, "f16x2.e4m3x2") H2(ofE5m2, "f16x2.e5m2x2") H2(ofE2m3, "f16x2.e2m3x2")
      H2(ofE3m2, "f16x2.e3m2x2") H2(ofScale, "bf16x2.ue8m0x2")
      __device__ unsigned nibbles(float upper, float lower) {
        unsigned d;
        asm("{ .reg .b8 both; cvt.rn.satfinite.e2m1x2.f32 both, %1, %2; cvt.u32.u8 %0, both; }"
            : "=r"(d) : "f"(upper), "f"(lower));
        return d;
      }
      __device__ unsigned ofNibbles(unsigned both) {
        unsigned d;
        asm("{ .reg .b8 b; cvt.u8.u32 b, %1; cvt.rn.f16x2.e2m1x2 %0, b; }" : "=r"(d) : "r"(both));
        return d;
      }
      __device__ unsigned halves(unsigned both) {
        unsigned short d;
        asm("cvt.rn.satfinite.e5m2x2.f16x2 %0, %1;" : "=h"(d) : "r"(both));
        return d;
      }
      #define F1(instruction, x) \\
        ({ unsigned d; asm("cvt." instruction ".f32 %0, %1;" : "=r"(d) : "f"(x)); d; })
      #define S1(instruction, x) \\
        ({ unsigned short d; asm("cvt." instruction " %0, %1;" : "=h"(d) : "f"(x)); d; })
      #define W1(instruction, x) \\
        ({ unsigned d; asm("cvt." instruction " %0, %1;" : "=r"(d) : "r"(x)); d; })
      #define L1(instruction, x) \\
        ({ float d; asm("cvt." instruction " %0, %1;" : "=f"(d) : "l"(x)); d; })
      __global__ void all() {
        float none = __int_as_float(0xFFC00001), huge = -1e30f;
        printf("%04x %04x %04x\\n", e4m3(448, -0.3f), e4m3(huge, none), positive(-2, none));
        printf("%04x %04x\\n", e5m2(57345, 1e-7f), halves(0x7C003E01));
        printf("%04x %04x %02x\\n", e2m3(-1.1f, none), e3m2(30, 0.06f), nibbles(huge, 1.3f));
        printf("%04x %04x %04x\\n", scaleDown(-5, 0), scaleUp(5, 1e39f), scaleUp(none, 1e-40f));
        printf("%08x %08x %08x\\n", ofE4m3(0x01FE), ofE4m3(0x7FB8), ofE5m2(0x7C01));
        printf("%08x %08x %08x %08x\\n", ofE2m3(0x3F01), ofE3m2(0x3F01), ofScale(0xFF00), ofNibbles(0xF1));
        printf("%04x %04x %04x %04x\\n", S1("rz.bf16.f32", 1.999f), S1("rp.f16.f32", 1.0001f), S1("rm.f16.f32", -1.0001f), S1("rn.relu.bf16.f32", -3.0f));
        printf("%08x %08x\\n", F1("rna.tf32", 1.00048828125f), F1("rn.tf32", 1.00048828125f));
        printf("%d %d %d\\n", (int)F1("rzi.s8", 300.0f), (int)F1("rni.u8", -3.0f), (int)F1("rpi.s16", 2.1f));
        // 2^24 + 2^16 + 1 is above the middle of two numbers of bf16, which a float of it is not
        unsigned short b;
        asm("cvt.rn.bf16.s32 %0, %1;" : "=h"(b) : "r"(0x01010001));
        printf("%04x %.0f %.0f\\n", b, L1("rz.f32.u64", 0xFFFFFFFFFFFFFFFFull), L1("rp.f32.s64", (1ll << 40) + 1));
        unsigned packed;
        asm("cvt.pack.sat.u8.s32.b32 %0, %1, %2, %3;" : "=r"(packed) : "r"(300), "r"(-5), "r"(0x1234ABCD));
        long long none64;
        asm("cvt.rzi.s64.f32 %0, %1;" : "=l"(none64) : "f"(none));
        printf("%llx\\n", none64);
        printf("%08x %x\\n", packed, W1("sat.s8.s32", 200) & 0xFF);
      }
      int main() {
        all<<<1, 1>>>();
        cudaDeviceSynchronize();
      }
      """;

  @Test
  void roundsOnceInTheDirectionThatIsNamed() {
    assertThat(Running.output("program.cu", PROGRAM, 1))
        .isEqualTo(
            """
            7eaa fe7f 007f
            7b00 7b3e
            291f 1f01 f3
            8100 82fe ff00
            1800df00 7fffbc00 7c000100
            c7803000 cf002c00 7fff0040 c6003800
            3fff 3c01 bc01 0000
            3f802000 3f800000
            127 0 3
            4b81 18446742974197923840 1099511758848
            8000000000000000
            abcdff00 7f
            """);
  }

  /** Both sides of one program: the device by PTX, the host by the functions of the header. */
  @Test
  void theHostsFunctionsOfTheHeaderAgree() {
    assertThat(Running.output("program.cu", BOTH_SIDES, 1)).isEqualTo("0 of 8000 differ\n");
  }

  private static final String BOTH_SIDES =
      """
      #include <cuda_fp8.h>
      #include <stdio.h>
      __global__ void device(const float *x, unsigned short *y, unsigned *back, int n) {
        for (int i = threadIdx.x; i + 1 < n; i += blockDim.x) {
          asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(y[i]) : "f"(x[i]), "f"(x[i + 1]));
          asm("cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;" : "=h"(y[n + i]) : "f"(x[i]), "f"(x[i + 1]));
          asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(back[i]) : "h"(y[i]));
          asm("cvt.rn.f16x2.e5m2x2 %0, %1;" : "=r"(back[n + i]) : "h"(y[n + i]));
        }
      }
      int main() {
        const int n = 2001;
        float *x; unsigned short *y; unsigned *back;
        cudaMallocManaged(&x, n * 4); cudaMallocManaged(&y, n * 4); cudaMallocManaged(&back, n * 8);
        unsigned random = 1;
        for (int i = 0; i < n; i++) {
          random = random * 1664525 + 1013904223;
          // half of them in the middle of two numbers of one format or the other
          unsigned bits = (random & 0x807FFFFF) | (100 + random % 50) << 23;
          if (i % 2) bits &= i % 4 == 1 ? 0xFFF80000 : 0xFFF00000;
          x[i] = __builtin_bit_cast(float, bits);
        }
        device<<<1, 32>>>(x, y, back, n);
        cudaDeviceSynchronize();
        int wrong = 0;
        for (int k = 0; k < 2; k++) {
          auto kind = k ? __NV_E5M2 : __NV_E4M3;
          for (int i = 0; i + 1 < n; i++) {
            float2 two = make_float2(x[i + 1], x[i]);
            wrong += y[k * n + i] != __nv_cvt_float2_to_fp8x2(two, __NV_SATFINITE, kind);
            auto raw = __nv_cvt_fp8x2_to_halfraw2(y[k * n + i], kind);
            wrong += back[k * n + i] != __builtin_bit_cast(unsigned, raw);
          }
        }
        printf("%d of %d differ\\n", wrong, 4 * (n - 1));
      }
      """;
}
