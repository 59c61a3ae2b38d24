package org.shmemlab.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * The results of inline PTX, and the values that its threads exchange (PTX ISA, by instruction).
 */
class InlinePtxTest {
  private static String cuda(String text) {
    return Running.output("program.cu", text, 1);
  }

  @Test
  void bitsBytesAndNumbers() {
    assertThat(
            cuda(
                """
                #include <stdint.h>
                #include <stdio.h>
                __device__ uint32_t lop(uint32_t a, uint32_t b, uint32_t c) { uint32_t d; asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); return d; }
                __device__ uint32_t prmt(uint32_t a, uint32_t b, uint32_t c) { uint32_t d; asm("prmt.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); return d; }
                __global__ void bits() {
                  uint32_t r[10]; int s; unsigned long long q;
                  asm("bfe.u32 %0, %1, 4, 8;" : "=r"(r[0]) : "r"(0x12345678));
                  asm("bfe.s32 %0, %1, 4, 8;" : "=r"(s) : "r"(0x12345F78));
                  asm("bfi.b32 %0, %1, %2, 8, 4;" : "=r"(r[1]) : "r"(0xA), "r"(0xFFFFFFFF));
                  asm("mad.lo.s32 %0, %1, %2, %3;" : "=r"(r[2]) : "r"(7), "r"(-3), "r"(5));
                  asm("mul.hi.u32 %0, %1, %2;" : "=r"(r[3]) : "r"(0xFFFFFFFF), "r"(0xFFFFFFFF));
                  asm("mad.wide.u32 %0, %1, %2, %3;" : "=l"(q) : "r"(0xFFFFFFFF), "r"(2), "l"(1ull));
                  asm("shl.b32 %0, %1, 40;" : "=r"(r[4]) : "r"(1));
                  asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(r[5]) : "r"(0x80000001), "r"(0x1), "r"(4));
                  asm("{ .reg .b32 lo, hi; mov.b64 {lo, hi}, %1; add.u32 lo, lo, hi; mov.u32 %0, lo; }" : "=r"(r[6]) : "l"(0x500000003ull));
                  asm("mov.b64 %0, {%1, %2};" : "=l"(q) : "r"(1), "r"(2));
                  asm("popc.b32 %0, %1;" : "=r"(r[7]) : "r"(0xF0F0)); asm("clz.b32 %0, %1;" : "=r"(r[8]) : "r"(0xF0F0));
                  asm("{ .reg .pred p, q; setp.gt.s32 p|q, %1, 3; selp.u32 %0, 1, 2, q; }" : "=r"(r[9]) : "r"(9));
                  printf("%x %d %x %d %x %x %x %x %u %u %u %llx\\n", r[0], s, r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8], r[9], q);
                  printf("%x %x %x\\n", lop(0xF0, 0xCC, 0xAA), prmt(0x33221100, 0x77665544, 0x7531), prmt(0x332211F0, 0x77665544, 0x8880));
                  float a = 2.5f, b; asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(b) : "f"(a), "f"(a), "f"(1.0f)); int i; asm("cvt.rni.s32.f32 %0, %1;" : "=r"(i) : "f"(3.5f));
                  float e; asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(e) : "f"(3.0f));
                  uint32_t h2; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(h2) : "f"(1.0f), "f"(-2.0f));
                  unsigned short h; asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(1.5f)); float back; asm("cvt.f32.f16 %0, %1;" : "=f"(back) : "h"(h));
                  uint32_t sum; asm("add.rn.bf16x2 %0, %1, %2;" : "=r"(sum) : "r"(h2), "r"(h2));
                  printf("%g %d %g %x %x %g %x\\n", b, i, e, h2, h, back, sum);
                }
                int main() { bits<<<1, 1>>>(); cudaDeviceSynchronize(); }
                """))
        .isEqualTo(
            """
            67 -9 fffffaff -16 fffffffe 0 18 8 8 16 2 200000001
            96 77553311 fffffff0
            7.25 4 8 3f80c000 3e00 1.5 4000c080
            """);
  }

  @Test
  void exitEndsTheThreadInWhateverFunctionItIs() {
    assertThat(
            cuda(
                """
                #include <stdio.h>
                __device__ __noinline__ int below(int n, int *out) {
                  int kept[2] = {n, n};
                  if (n == 1) asm volatile("exit;");
                  asm volatile("{ .reg .pred p; setp.eq.s32 p, %0, 2; @p exit; }" :: "r"(n));
                  out[n] = 100 + kept[n & 1];
                  return n;
                }
                __global__ void k(int *out) {
                  for (int i = 0; ; i++) {
                    int n = below(threadIdx.x + i, out);
                    out[n] += 1000;
                    if (n >= 5) break;
                  }
                  out[8 + threadIdx.x] = 7;
                }
                int main() {
                  int *out, h[16];
                  cudaMalloc(&out, sizeof h);
                  cudaMemset(out, 0, sizeof h);
                  k<<<1, 4>>>(out);
                  cudaMemcpy(h, out, sizeof h, cudaMemcpyDefault);
                  for (int i = 0; i < 16; i++) printf("%d ", h[i]);
                  printf("%s\\n", cudaGetErrorString(cudaDeviceSynchronize()));
                }
                """))
        .isEqualTo("1100 0 0 1103 1104 1105 0 0 0 0 0 7 0 0 0 0 no error\n");
  }

  @Test
  void branchesToLabels() {
    assertThat(
            cuda(
                """
                #include <stdint.h>
                #include <stdio.h>
                __global__ void spin(int *flag, int *out) {
                  if (threadIdx.x == 0) asm volatile("st.release.gpu.global.s32 [%0], 5;" :: "l"(flag) : "memory");
                  else {
                    int v;
                    asm volatile("{\\n .reg .pred p;\\n LOOP_%=:\\n ld.acquire.gpu.global.s32 %0, [%1];\\n setp.ne.s32 p, %0, 5;\\n @p bra LOOP_%=;\\n}" : "=r"(v) : "l"(flag) : "memory");
                    *out = v;
                  }
                }
                int main() {
                  int *d, h[2];
                  cudaMalloc(&d, 8);
                  cudaMemset(d, 0, 8);
                  spin<<<1, 2>>>(d, d + 1);
                  cudaMemcpy(h, d, 8, cudaMemcpyDefault);
                  printf("%d\\n", h[1]);
                }
                """))
        .isEqualTo("5\n");
  }

  @Test
  void lanesAgreeAndReduce() {
    assertThat(
            cuda(
                """
                #include <stdint.h>
                #include <stdio.h>
                __global__ void lanes() {
                  int l = threadIdx.x; unsigned m; int p; unsigned r;
                  asm volatile("{ .reg .pred p; match.all.sync.b32 %0|p, %2, 0xffffffff; selp.s32 %1, 1, 0, p; }" : "=r"(m), "=r"(p) : "r"(l / 32));
                  asm volatile("redux.sync.max.s32 %0, %1, 0xffffffff;" : "=r"(r) : "r"(l - 7));
                  unsigned a; asm volatile("activemask.b32 %0;" : "=r"(a));
                  if (l == 3) printf("%x %d %d %x\\n", m, p, r, a);
                }
                int main() { lanes<<<1, 32>>>(); cudaDeviceSynchronize(); }
                """))
        .isEqualTo("ffffffff 1 24 8\n");
  }

  @Test
  void phasesOfAnMbarrier() {
    assertThat(
            cuda(
                """
                #include <stdint.h>
                #include <stdio.h>
                __device__ uint32_t smem(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
                __global__ void mbar(int *out) {
                  alignas(8) __shared__ uint64_t bar; __shared__ int data[2];
                  uint32_t b = smem(&bar);
                  if (threadIdx.x == 0) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" :: "r"(b), "r"(2)); }
                  __syncthreads();
                  for (int ph = 0; ph < 2; ph++) {
                    data[threadIdx.x] = 10 * ph + threadIdx.x;
                    asm volatile("{ .reg .b64 s; mbarrier.arrive.shared::cta.b64 s, [%0]; }" :: "r"(b) : "memory");
                    asm volatile("{\\n.reg .pred P1;\\nLAB_WAIT:\\nmbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\\n@P1 bra DONE;\\nbra LAB_WAIT;\\nDONE:\\n}" :: "r"(b), "r"(ph) : "memory");
                    out[2 * ph + threadIdx.x] = data[1 - threadIdx.x];
                    __syncthreads();
                  }
                }
                int main() {
                  int *d, h[4];
                  cudaMalloc(&d, 16);
                  mbar<<<1, 2>>>(d);
                  cudaMemcpy(h, d, 16, cudaMemcpyDefault);
                  printf("%d %d %d %d\\n", h[0], h[1], h[2], h[3]);
                }
                """))
        .isEqualTo("1 0 11 10\n");
  }

  @Test
  void barriersOfAPartOfTheBlock() {
    assertThat(
            cuda(
                """
                #include <stdint.h>
                #include <stdio.h>
                __global__ void part(int *out) {
                  __shared__ int x[64];
                  int w = threadIdx.x / 32;
                  if (w == 0) { x[threadIdx.x] = threadIdx.x; asm volatile("bar.arrive 1, 64;" ::: "memory"); }
                  else { asm volatile("bar.sync 1, 64;" ::: "memory"); out[threadIdx.x] = x[threadIdx.x - 32] + 1; asm volatile("bar.sync %0, %1;" :: "r"(2), "r"(32)); }
                }
                int main() {
                  int *d, h[64];
                  cudaMalloc(&d, 256);
                  part<<<1, 64>>>(d);
                  cudaMemcpy(h + 32, d + 32, 128, cudaMemcpyDefault);
                  printf("%d %d\\n", h[32], h[63]);
                }
                """))
        .isEqualTo("1 32\n");
  }

  @Test
  void asynchronousCopies() {
    assertThat(
            cuda(
                """
                #include <stdint.h>
                #include <stdio.h>
                __device__ uint32_t smem(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
                __global__ void small(const int *in, int *out) {
                  alignas(16) __shared__ int x[8];
                  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(smem(&x[threadIdx.x])), "l"(in + threadIdx.x) : "memory");
                  asm volatile("cp.async.commit_group;" ::: "memory");
                  asm volatile("cp.async.ca.shared.global [%0], [%1], 4, 0;" :: "r"(smem(&x[4 + threadIdx.x])), "l"(in + threadIdx.x) : "memory");
                  asm volatile("cp.async.commit_group;" ::: "memory");
                  asm volatile("cp.async.wait_group %0;" :: "n"(1) : "memory");
                  __syncthreads();
                  out[threadIdx.x] = x[1 - threadIdx.x];
                  asm volatile("cp.async.wait_all;" ::: "memory");
                  __syncthreads();
                  out[2 + threadIdx.x] = x[4 + threadIdx.x];
                }
                __global__ void bulk(const int *in, int *out) {
                  alignas(16) __shared__ int x[8]; alignas(8) __shared__ uint64_t bar;
                  if (threadIdx.x == 0) {
                    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" :: "r"(smem(&bar)));
                    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
                  }
                  __syncthreads();
                  if (threadIdx.x == 0) {
                    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%1], %0;" :: "r"(16), "r"(smem(&bar)) : "memory");
                    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" :: "r"(smem(x)), "l"(in), "r"(16), "r"(smem(&bar)) : "memory");
                  }
                  uint32_t done = 0;
                  while (!done) asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(smem(&bar)), "r"(0) : "memory");
                  int v = x[threadIdx.x];
                  __syncthreads();
                  x[threadIdx.x] = v + 100;
                  x[threadIdx.x + 2] = v + 200;
                  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
                  __syncthreads();
                  if (threadIdx.x == 0) {
                    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" :: "l"(out + 4), "r"(smem(x)), "r"(16) : "memory");
                    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
                    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
                  }
                }
                int main() {
                  int *d, h[16] = {1, 2, 3, 4}; cudaMalloc(&d, 64); cudaMemcpy(d, h, 64, cudaMemcpyDefault);
                  small<<<1, 2>>>(d, d + 4); bulk<<<1, 2>>>(d, d + 8);
                  cudaMemcpy(h, d, 64, cudaMemcpyDefault);
                  for (int i = 4; i < 16; i++) printf("%d ", h[i]); printf("\\n");
                }

                """))
        .isEqualTo("2 1 0 0 0 0 0 0 101 102 201 202 \n");
  }

  @Test
  void anUnknownInstructionIsNamedOnceAndThoseAroundItWork() {
    String text =
        """
        #include <stdio.h>
        __global__ void k(int n) {
          int r;
          asm volatile("{ .reg .pred p; setp.eq.s32 p, %1, 7; mov.s32 %0, 3;"
                       " @p tcgen05.fence; }" : "=r"(r) : "r"(n));
          printf("%d\\n", r);
        }
        int main() { k<<<1, 1>>>(8); cudaDeviceSynchronize(); }
        """;
    assertThat(Running.diagnostics("unknown.cu", text))
        .containsExactly("4:3: warning: not supported yet: asm: tcgen05.fence");
    assertThat(cuda(text)).isEqualTo("3\n");
  }
}
