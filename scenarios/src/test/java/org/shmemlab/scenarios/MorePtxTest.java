package org.shmemlab.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * Inline PTX for numbers of several words, sums of halves, votes of a part of a block, registers of
 * the hardware, and operations on an mbarrier other than arriving (PTX ISA, by instruction).
 */
class MorePtxTest {
  private static final String PROGRAM =
      """
      #include <stdint.h>
      #include <stdio.h>
      #include <cuda_fp16.h>
      #include <cuda_bf16.h>
      __device__ uint32_t smem(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
      __global__ void carries() {
        uint32_t r[4]; uint64_t q[2];
        asm("add.cc.u32 %0, %4, %6;\\n addc.cc.u32 %1, %5, %7;\\n addc.u32 %2, 0, 0;\\n addc.u32 %3, 0, 0;" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(0xFFFFFFFF), "r"(0xFFFFFFFF), "r"(1), "r"(0));
        printf("%x %x %x %x\\n", r[0], r[1], r[2], r[3]);
        asm volatile("sub.cc.u64 %0, %1, %2;" : "=l"(q[0]) : "l"(1ull), "l"(2ull));
        asm volatile("subc.u64 %0, %1, %2;" : "=l"(q[1]) : "l"(5ull), "l"(2ull));
        printf("%llx %llx\\n", (unsigned long long)q[0], (unsigned long long)q[1]);
        // 64 x 64 -> 128 by words of 32
        uint32_t a0 = 0x89ABCDEF, a1 = 0x01234567, b0 = 0x76543210, b1 = 0xFEDCBA98;
        asm("mul.lo.u32 %0, %4, %6;\\n mul.hi.u32 %1, %4, %6;\\n mad.lo.cc.u32 %1, %4, %7, %1;\\n madc.hi.u32 %2, %4, %7, 0;\\n"
            " mad.lo.cc.u32 %1, %5, %6, %1;\\n madc.hi.cc.u32 %2, %5, %6, %2;\\n addc.u32 %3, 0, 0;\\n"
            " mad.lo.cc.u32 %2, %5, %7, %2;\\n madc.hi.u32 %3, %5, %7, %3;"
            : "=&r"(r[0]), "=&r"(r[1]), "=&r"(r[2]), "=&r"(r[3]) : "r"(a0), "r"(a1), "r"(b0), "r"(b1));
        unsigned __int128 p = (unsigned __int128)0x0123456789ABCDEFull * 0xFEDCBA9876543210ull;
        printf("%08x%08x%08x%08x %d\\n", r[3], r[2], r[1], r[0], (unsigned __int128)r[0] + ((unsigned __int128)r[1] << 32) + ((unsigned __int128)r[2] << 64) + ((unsigned __int128)r[3] << 96) == p);
      }
      __global__ void halves(unsigned short *h, unsigned *pair) {
        unsigned short one = 0x3C00, b = 0x3F80, old;
        asm volatile("red.global.add.noftz.f16 [%0], %1;" :: "l"(h), "h"(one) : "memory");
        asm volatile("atom.global.gpu.relaxed.add.noftz.bf16 %0, [%1], %2;" : "=h"(old) : "l"(h + 1), "h"(b) : "memory");
        asm volatile("red.global.add.noftz.f16x2 [%0], %1;" :: "l"(pair), "r"(0x40003C00) : "memory");
        unsigned was;
        asm volatile("atom.global.add.noftz.bf16x2 %0, [%1], %2;" : "=r"(was) : "l"(pair + 1), "r"(0xBF803F80) : "memory");
      }
      __global__ void parts(int *out) {
        int t = threadIdx.x, n, any;
        if (t < 64) {
          asm volatile("{ .reg .pred p, q; setp.lt.s32 p, %2, 10; barrier.cta.red.popc.u32 %0, 1, 64, p; bar.red.and.pred q, 2, 64, p; selp.s32 %1, 1, 0, q; }" : "=r"(n), "=r"(any) : "r"(t));
          if (t == 0) out[0] = n, out[1] = any;
        }
      }
      __global__ void registers() {
        unsigned v[10];
        asm("mov.u32 %0, %%smid;" : "=r"(v[0])); asm("mov.u32 %0, %%nsmid;" : "=r"(v[1])); asm("mov.u32 %0, %%nwarpid;" : "=r"(v[2]));
        asm("mov.u32 %0, %%warpid;" : "=r"(v[3])); asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(v[4])); asm("mov.u32 %0, %%cluster_nctaid.x;" : "=r"(v[5]));
        asm("mov.u32 %0, %%clusterid.x;" : "=r"(v[6])); asm("mov.u32 %0, %%lanemask_lt;" : "=r"(v[7])); asm("mov.u32 %0, %%lanemask_ge;" : "=r"(v[8]));
        unsigned long long g; asm("mov.u64 %0, %%gridid;" : "=l"(g));
        if (threadIdx.x == 35 && blockIdx.x == 1) printf("%u %u %u %u %u %u %u %x %x\\n", v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8]);
      }
      __global__ void drop(int *out) {
        alignas(8) __shared__ uint64_t bar; __shared__ int sum[2];
        uint32_t b = smem(&bar);
        int t = threadIdx.x;
        if (t == 0) { sum[0] = 0; sum[1] = 0; asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" :: "r"(b), "r"(3)); }
        __syncthreads();
        if (t == 2) {
          asm volatile("mbarrier.arrive_drop.shared::cta.b64 _, [%0];" :: "r"(b) : "memory");
          return;
        }
        for (int ph = 0; ph < 2; ph++) {
          asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" :: "r"(b) : "memory");
          asm volatile("{ .reg .pred p; L: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @!p bra L; }" :: "r"(b), "r"(ph) : "memory");
        }
        if (t == 0) out[0] = 42;
      }
      __global__ void remote(int *out) {
        alignas(8) __shared__ uint64_t bar; __shared__ unsigned s[2];
        uint32_t b = smem(&bar);
        int t = threadIdx.x;
        if (t == 0) { s[0] = 1; asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" :: "r"(b)); }
        __syncthreads();
        if (t == 0) {
          asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 8;" :: "r"(b) : "memory");
        } else if (t == 1) {
          uint32_t far;
          asm("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(far) : "r"(smem(s)));
          asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0], %1, [%2];" :: "r"(far), "r"(4), "r"(b) : "memory");
          asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];" :: "r"(far + 4), "r"(9), "r"(b) : "memory");
        }
        asm volatile("{ .reg .pred p; L: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0; @!p bra L; }" :: "r"(b) : "memory");
        if (t == 0) { out[0] = s[0]; out[1] = s[1]; }
      }
      __global__ void copiesOfNothing(int *out) {
        alignas(16) __shared__ int s[8]; alignas(8) __shared__ uint64_t bar;
        uint32_t b = smem(&bar);
        for (int i = 0; i < 8; i++) s[i] = 7;
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" :: "r"(b));
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" :: "l"(0ll), "r"(smem(s)), "r"(0) : "memory");
        asm volatile("cp.async.bulk.commit_group;\\n cp.async.bulk.wait_group 0;" ::: "memory");
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" :: "r"(smem(s)), "l"(0ll), "r"(0), "r"(b) : "memory");
        asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" :: "r"(b) : "memory");
        asm volatile("{ .reg .pred p; L: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0; @!p bra L; }" :: "r"(b) : "memory");
        asm volatile("cp.async.ca.shared.global [%0], [%1], 16, 0;\\n cp.async.wait_all;" :: "r"(smem(s)), "l"(0ll) : "memory");
        out[0] = s[3]; out[1] = s[4];
      }
      int main() {
        unsigned *d, h[4]; int *o, ho[2];
        cudaMalloc(&d, 16); cudaMalloc(&o, 8);
        cudaMemset(d, 0, 16);
        carries<<<1, 1>>>();
        halves<<<2, 2>>>((unsigned short *)d, d + 1);
        cudaMemcpy(h, d, 16, cudaMemcpyDefault);
        printf("%08x %08x %08x\\n", h[0], h[1], h[2]);
        parts<<<1, 96>>>(o);
        cudaMemcpy(ho, o, 8, cudaMemcpyDefault); printf("%d %d\\n", ho[0], ho[1]);
        registers<<<2, 64>>>();
        drop<<<1, 3>>>(o);
        cudaMemcpy(ho, o, 8, cudaMemcpyDefault); printf("%d\\n", ho[0]);
        remote<<<1, 2>>>(o);
        cudaMemcpy(ho, o, 8, cudaMemcpyDefault); printf("%d %d\\n", ho[0], ho[1]);
        copiesOfNothing<<<1, 1>>>(o);
        cudaMemcpy(ho, o, 8, cudaMemcpyDefault); printf("%d %d\\n", ho[0], ho[1]);
      }
      """;

  @Test
  void computesVotesAndSignals() {
    assertThat(Running.output("program.cu", PROGRAM, 1))
        .isEqualTo(
            """
            0 0 1 1
            ffffffffffffffff 2
            0121fa00ad77d7422236d88fe5618cf0 1
            40804400 48004400 c0804080
            10 0
            1 132 64 1 0 1 1 7 fffffff8
            42
            5 9
            0 7
            """);
  }
}
