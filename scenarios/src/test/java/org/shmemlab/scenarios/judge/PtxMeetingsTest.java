package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.explore.FindingKind;

/**
 * The happens-before edges of barriers of a part of a block, mbarriers and asynchronous copies (PTX
 * ISA, "bar, barrier", "mbarrier", "cp.async", "cp.async.bulk"; docs/threads-of-a-gpu.md).
 */
@Tag("compiler")
class PtxMeetingsTest {
  private static final String PROGRAM =
      """
      #include <stdint.h>
      __device__ uint32_t smem(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
      __device__ void arrive(uint64_t *bar) {
        asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(smem(bar)) : "memory");
      }
      __device__ void arrive_relaxed(uint64_t *bar) {
        asm volatile("mbarrier.arrive.relaxed.cta.shared.b64 _, [%0];" ::"r"(smem(bar)) : "memory");
      }
      __device__ void wait(uint64_t *bar) {
        asm volatile("{ .reg .pred p; L: mbarrier.try_wait.parity.shared.b64 p, [%0], 0;"
                     " @!p bra L; }" ::"r"(smem(bar)) : "memory");
      }
      __device__ void fetch(int *to, const int *from, uint64_t *bar) {
        asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 16;" ::"r"(smem(bar)) : "memory");
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
                     " [%0], [%1], 16, [%2];" ::"r"(smem(to)), "l"(from), "r"(smem(bar)) : "memory");
      }
      __device__ void copy(int *to, const int *from) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(smem(to)), "l"(from) : "memory");
      }
      __device__ void put(int *to, const int *from) {
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 16;"
                     ::"l"(to), "r"(smem(from)) : "memory");
        asm volatile("cp.async.bulk.commit_group;" ::: "memory");
      }
      __device__ void between() { asm volatile("fence.proxy.async;" ::: "memory"); }
      __global__ void k(int *x, unsigned *f) {
        alignas(16) __shared__ int s[4];
        alignas(8) __shared__ uint64_t bar;
        int t = threadIdx.x;
        KERNEL
      }
      int main() {
        int *x;
        unsigned *f;
        cudaMalloc(&x, 64);
        cudaMalloc(&f, 4);
        cudaMemset(x, 0, 64);
        cudaMemset(f, 0, 4);
        k<<<1, 2>>>(x, f);
        cudaDeviceSynchronize();
      }
      """;

  private static final String INIT =
      "if (t == 0) asm volatile(\"mbarrier.init.shared.b64 [%%0], 1;\" ::\"r\"(smem(&bar)));";

  private static final String FETCH = "if (t == 0) fetch(s, x, &bar); ";
  private static final String SMALL =
      "if (t == 0) { copy(s + 1, x + 1); asm volatile("
          + "\"cp.async.mbarrier.arrive.noinc.shared.b64 [%%0];\" ::\"r\"(smem(&bar))); } ";

  @Test
  void aBarrierOfAPartOrdersTheThreadsThatMeet() {
    String pass = "if (t == 0) { x[0] = 7; %s } else { %s x[1] = x[0]; }";
    String sync = "asm volatile(\"bar.sync 3, 32;\" ::: \"memory\");";
    String arrive = "asm volatile(\"barrier.cta.arrive 3, 32;\" ::: \"memory\");";
    assertThat(kinds(pass.formatted(sync, sync))).isEmpty();
    assertThat(kinds(pass.formatted("", ""))).containsExactly(FindingKind.CONFLICT);
    assertThat(kinds(pass.formatted(arrive, sync))).isEmpty();
    assertThat(kinds(pass.formatted(arrive + "x[2] = 1;", sync + "x[2] = 2;")))
        .containsExactly(FindingKind.CONFLICT);
    assertThat(
            kinds("if (t == 0) { %s x[1] = x[0]; } else { x[0] = 7; %s }".formatted(arrive, sync)))
        .containsExactly(FindingKind.CONFLICT);
    assertThat(kinds("if (t == 0) { %s }".formatted(sync))).containsExactly(FindingKind.DEADLOCK);
  }

  @Test
  void aThreadThatExitsDoesNothingMore() {
    String exit = "if (t == 0) asm volatile(\"exit;\"); ";
    assertThat(kinds("x[0] = t;")).containsExactly(FindingKind.CONFLICT);
    assertThat(kinds(exit + "x[0] = t;")).isEmpty();
    assertThat(kinds("if (t == 0) { x[0] = 1; asm volatile(\"exit;\"); } x[0] = 2;"))
        .containsExactly(FindingKind.CONFLICT);
    assertThat(kinds(exit + "__syncthreads();")).containsExactly(FindingKind.MISUSE);
  }

  @Test
  void aVoteOfAPartOrdersItsVoters() {
    String vote =
        "asm volatile(\"{ .reg .pred p, q; setp.eq.u32 p, %%0, 0;"
            + " bar.red.or.pred q, 3, 32, p; }\" :: \"r\"(t) : \"memory\");";
    assertThat(kinds("if (t == 0) { x[0] = 7; %s } else { %s x[1] = x[0]; }".formatted(vote, vote)))
        .isEmpty();
    assertThat(kinds("if (t == 0) { %s }".formatted(vote))).containsExactly(FindingKind.DEADLOCK);
  }

  @Test
  void sumsOfHalvesAreAtomic() {
    String sum =
        "asm volatile(\"red.global.add.noftz.f16x2 [%%0], %%1;\" ::\"l\"(x), \"r\"(1) :"
            + " \"memory\");";
    assertThat(kinds(sum)).isEmpty();
    assertThat(kinds("if (t == 0) x[0] = 1; else { " + sum + " }"))
        .containsExactly(FindingKind.CONFLICT);
  }

  @Test
  void aThreadThatDropsOutOfAnMbarrierIsNotWaitedForAgain() {
    String drop =
        "asm volatile(\"mbarrier.arrive_drop.shared.b64 _, [%%0];\" ::\"r\"(smem(&bar)) :"
            + " \"memory\");";
    String init =
        "if (t == 0) asm volatile(\"mbarrier.init.shared.b64 [%%0], 2;\" ::\"r\"(smem(&bar)));"
            + " __syncthreads();";
    String meet = "arrive(&bar); wait(&bar);";
    String again =
        "arrive(&bar); asm volatile(\"{ .reg .pred p; L: mbarrier.try_wait.parity.shared.b64 p,"
            + " [%%0], 1; @!p bra L; }\" ::\"r\"(smem(&bar)) : \"memory\");";
    assertThat(
            kinds(init + "if (t) { x[0] = 1; " + drop + "} else { " + meet + again + "x[0] = 2; }"))
        .isEmpty();
    assertThat(kinds(init + "if (t) { arrive(&bar); } else { " + meet + again + "}"))
        .containsExactly(FindingKind.LIVELOCK);
  }

  @Test
  void aBarrierIsForWarps() {
    assertThat(EveryEngine.failures(1, program("asm volatile(\"bar.sync 1, 2;\");")))
        .containsExactly("a barrier of 2 threads: the number has to be a multiple of 32");
  }

  @Test
  void anArrivalReleasesAndAWaitAcquires() {
    String pass = INIT + "__syncthreads(); if (t == 0) { x[0] = 7; %s } else { %s x[1] = x[0]; }";
    assertThat(kinds(pass.formatted("arrive(&bar);", "wait(&bar);"))).isEmpty();
    assertThat(kinds(pass.formatted("arrive_relaxed(&bar);", "wait(&bar);")))
        .containsExactly(FindingKind.CONFLICT);
    assertThat(kinds(pass.formatted("arrive(&bar);", ""))).containsExactly(FindingKind.CONFLICT);
    String late = INIT + "if (t == 0) arrive(&bar); else wait(&bar);";
    assertThat(kinds(late)).containsExactly(FindingKind.CONFLICT);
  }

  @Test
  void aCopyIsOverWhenItsBarrierSaysSo() {
    String pass = INIT + "__syncthreads(); if (t == 0) fetch(s, x, &bar); else { %s x[8] = s[1]; }";
    assertThat(kinds(pass.formatted("wait(&bar);"))).isEmpty();
    assertThat(kinds(pass.formatted(""))).containsExactly(FindingKind.CONFLICT);
  }

  /** Other barriers do not order it, unless a thread that has observed it arrives there. */
  @Test
  void aCopyIsOrderedByItsOwnBarrierAlone() {
    for (String begin : List.of(FETCH, SMALL)) {
      String pass = INIT + "__syncthreads(); " + begin + "%s __syncthreads(); if (t == %d) { %s }";
      for (String use : List.of("x[8] = s[1];", "s[1] = 7;", "x[1] = 7;")) {
        assertThat(kinds(pass.formatted("", 1, use))).as(use).containsExactly(FindingKind.CONFLICT);
        assertThat(kinds(pass.formatted("", 1, "wait(&bar); " + use))).as(use).isEmpty();
        assertThat(kinds(pass.formatted("if (t == 0) wait(&bar);", 1, use))).as(use).isEmpty();
      }
      String own = "x[8] = s[1];";
      assertThat(kinds(pass.formatted("", 0, own))).containsExactly(FindingKind.CONFLICT);
      assertThat(kinds(pass.formatted("", 0, "wait(&bar); " + own))).isEmpty();
      assertThat(kinds(pass.formatted("if (t == 1) wait(&bar);", 0, own))).isEmpty();
      assertThat(kinds(pass.formatted("", 1, "x[8] = x[1]; s[0] = s[3];")))
          .as("not what it touches, or no more than it does")
          .isEqualTo(begin.equals(SMALL) ? Set.of() : Set.of(FindingKind.CONFLICT));
    }
  }

  /** A wait for all groups covers copies that an mbarrier completes, too, but no bulk ones. */
  @Test
  void aWaitForGroupsFollowsTheThreadsSmallCopies() {
    String await = "asm volatile(\"cp.async.wait_all;\" ::: \"memory\");";
    String use = "x[8] = s[1];";
    for (String begin : List.of(FETCH, SMALL)) {
      String pass = INIT + "__syncthreads(); " + begin + "if (t == 0) { %s %s } __syncthreads(); ";
      Set<FindingKind> covered = begin.equals(SMALL) ? Set.of() : Set.of(FindingKind.CONFLICT);
      assertThat(kinds(pass.formatted(await, use))).isEqualTo(covered);
      assertThat(kinds(pass.formatted(await, "") + "if (t == 1) " + use)).isEqualTo(covered);
      assertThat(kinds(pass.formatted(use, await))).containsExactly(FindingKind.CONFLICT);
    }
  }

  /** A buffer that is filled again and again, each time by another copy. */
  @Test
  void theNextCopyFollowsTheUsesOfTheLast() {
    String rounds =
        INIT
            + "__syncthreads(); for (int i = 0; i < 3; i++) { if (t == 0) fetch(s, x, &bar); "
            + "if (t == 1) { WAIT x[8 + i] = s[1]; } SYNC }";
    String wait =
        "asm volatile(\"{ .reg .pred p; L%%=: mbarrier.try_wait.parity.shared.b64 p, [%%0], %%1;"
            + " @!p bra L%%=; }\" ::\"r\"(smem(&bar)), \"r\"(i & 1) : \"memory\");";
    String right = rounds.replace("WAIT", wait).replace("SYNC", "__syncthreads();");
    assertThat(kinds(right)).isEmpty();
    assertThat(kinds(rounds.replace("WAIT", wait).replace("SYNC", "")))
        .contains(FindingKind.CONFLICT);
    assertThat(kinds(rounds.replace("WAIT", "").replace("SYNC", "__syncthreads();")))
        .contains(FindingKind.CONFLICT);
  }

  @Test
  void aCopyIsOverWhenItsThreadHasWaitedForIt() {
    String pass = "copy(s + t, x + t); %s __syncthreads(); x[2 + t] = s[1 - t]; %s";
    String await = "asm volatile(\"cp.async.wait_all;\" ::: \"memory\");";
    assertThat(kinds(pass.formatted(await, ""))).isEmpty();
    assertThat(kinds(pass.formatted("", await))).containsExactly(FindingKind.CONFLICT);
  }

  /** A copy may happen at any time between its issue and the wait, whatever orders the two. */
  @Test
  void nothingBetweenACopyAndItsWaitTouchesWhatItCopies() {
    String await = "asm volatile(\"cp.async.wait_all;\" ::: \"memory\");";
    String pass =
        "if (t == 0) copy(s, x); __syncthreads(); %s __syncthreads(); if (t == 0) " + await;
    for (String between : List.of("x[0] = 7;", "s[0] = 7;", "x[4] = s[0];")) {
      assertThat(kinds(pass.formatted("if (t == 1) " + between)))
          .as(between)
          .contains(FindingKind.CONFLICT);
    }
    for (String between : List.of("x[4] = x[0];", "x[1] = 7;", "s[1] = 7;")) {
      assertThat(kinds(pass.formatted("if (t == 1) " + between))).as(between).isEmpty();
    }
  }

  @Test
  void aThreadDoesNotUseWhatItHasNotWaitedFor() {
    String await = "asm volatile(\"cp.async.wait_all;\" ::: \"memory\");";
    String pass = "if (t == 0) { s[0] = 1; copy(s, x); %s " + await + " %s }";
    for (String own : List.of("s[0] = 7;", "x[0] = 7;", "x[4] = s[0];")) {
      assertThat(kinds(pass.formatted(own, ""))).as(own).containsExactly(FindingKind.MISUSE);
      assertThat(kinds(pass.formatted("", own))).as(own).isEmpty();
    }
    assertThat(kinds(pass.formatted("x[4] = x[0]; s[1] = 7; x[1] = 7;", ""))).isEmpty();
  }

  @Test
  void aFlagAfterABulkCopyNeedsItsWait() {
    String pass =
        "if (t == 0) { s[0] = 7; between(); put(x, s); %s __threadfence(); atomicExch(f, 1u); %s }"
            + " else { while (atomicAdd(f, 0u) == 0); __threadfence(); x[8] = x[0]; }";
    String await = "asm volatile(\"cp.async.bulk.wait_group 0;\" ::: \"memory\");";
    assertThat(kinds(pass.formatted(await, ""))).isEmpty();
    assertThat(kinds(pass.formatted("", await))).containsExactly(FindingKind.CONFLICT);
  }

  /** Every thread writes before one copies; the fence may stand with either. */
  @Test
  void aBulkCopyObservesAThreadsStoresAfterAProxyFence() {
    String shared = "asm volatile(\"fence.proxy.async.shared::cta;\" ::: \"memory\");";
    String global = "asm volatile(\"fence.proxy.async.global;\" ::: \"memory\");";
    String either = "between();";
    String release =
        "asm volatile(\"fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster;\""
            + " ::: \"memory\");";
    String put = "put(x + 4, s); asm volatile(\"cp.async.bulk.wait_group 0;\" ::: \"memory\");";
    String fetch = "fetch(s, x, &bar); wait(&bar);";
    String small = "copy(s, x + 8); asm volatile(\"cp.async.wait_all;\" ::: \"memory\");";
    record Written(String write, String copy, List<String> fences, List<String> others) {}
    List<String> ofShared = List.of(shared, either, release);
    List<String> ofGlobal = List.of(global, either);
    for (Written one :
        List.of(
            new Written("s[0] = 7;", put, ofShared, ofGlobal.subList(0, 1)),
            new Written("atomicAdd(s, 1);", put, ofShared, ofGlobal.subList(0, 1)),
            new Written(small, put, ofShared, ofGlobal.subList(0, 1)),
            new Written("x[4] = 7;", put, ofGlobal, ofShared.subList(0, 1)),
            new Written("s[0] = 7;", fetch, ofShared, ofGlobal.subList(0, 1)),
            new Written("x[0] = 7;", fetch, ofGlobal, ofShared.subList(0, 1)))) {
      for (int writer : List.of(0, 1)) {
        String pass =
            INIT
                + " %s if (t == "
                + writer
                + ") { "
                + one.write
                + " %s } else { %s } __syncthreads(); if (t == 0) { %s "
                + one.copy
                + " %s }";
        for (String fence : one.fences) {
          String all = one + fence + writer;
          assertThat(kinds(pass.formatted("", fence, "", "", ""))).as(all).isEmpty();
          assertThat(kinds(pass.formatted("", "", "", fence, ""))).as(all).isEmpty();
          assertThat(kinds(pass.formatted(fence, "", fence, "", fence)))
              .as(all)
              .containsExactly(FindingKind.CONFLICT);
        }
        for (String other : one.others) {
          assertThat(kinds(pass.formatted("", other, "", other, "")))
              .as(one + other + writer)
              .containsExactly(FindingKind.CONFLICT);
        }
      }
    }
  }

  /** A fence stands on the way from the write to the copy, with a third one, too. */
  @Test
  void aProxyFenceIsHandedOn() {
    String pass =
        INIT
            + "__syncthreads(); if (t == 1) { s[0] = 7; %s %s } else { wait(&bar); %s put(x, s);"
            + " asm volatile(\"cp.async.bulk.wait_group 0;\" ::: \"memory\"); }";
    assertThat(kinds(pass.formatted("between();", "arrive(&bar);", ""))).isEmpty();
    assertThat(kinds(pass.formatted("", "arrive(&bar);", "between();"))).isEmpty();
    assertThat(kinds(pass.formatted("", "arrive(&bar); between();", "")))
        .containsExactly(FindingKind.CONFLICT);
    assertThat(kinds(pass.formatted("between();", "arrive_relaxed(&bar);", "")))
        .containsExactly(FindingKind.CONFLICT);
  }

  @Test
  void aProxyFenceAfterTheCopyIsTooLate() {
    String pass =
        "if (t == 0) { s[0] = 7; %s put(x, s); %s"
            + " asm volatile(\"cp.async.bulk.wait_group 0;\" ::: \"memory\"); }";
    assertThat(kinds(pass.formatted("between();", ""))).isEmpty();
    assertThat(kinds(pass.formatted("", "between();"))).containsExactly(FindingKind.CONFLICT);
    assertThat(kinds(pass.formatted("", "__syncwarp(1); between();")))
        .containsExactly(FindingKind.CONFLICT);
  }

  @Test
  void whatABulkCopyWroteOrAThreadReadNeedsNoProxyFence() {
    String await = "asm volatile(\"cp.async.bulk.wait_group 0;\" ::: \"memory\");";
    String begin = INIT + "__syncthreads(); if (t == 0) { ";
    assertThat(kinds(begin + "fetch(s, x, &bar); wait(&bar); put(x + 4, s); " + await + "}"))
        .isEmpty();
    assertThat(
            kinds(
                INIT
                    + "__syncthreads(); if (t == 1) x[8] = x[1]; __syncthreads(); if (t == 0) {"
                    + " fetch(s, x, &bar); wait(&bar); x[9] = s[1]; s[1] = 3; }"))
        .isEmpty();
  }

  @Test
  void aKernelBeginsAfterProxyFences() {
    String kernel =
        program(INIT + "__syncthreads(); if (t == 0) { fetch(s, x, &bar); wait(&bar); }");
    String before = "__global__ void w(int *x) { x[0] = 7; }\nint main() {";
    String launched = kernel.replace("int main() {", before);
    for (String first :
        List.of("w<<<1, 1>>>(x);", "int v = 7; cudaMemcpy(x, &v, 4, cudaMemcpyHostToDevice);")) {
      assertThat(EveryEngine.kinds(1, launched.replace("k<<<1, 2>>>", first + " k<<<1, 2>>>")))
          .as(first)
          .isEmpty();
    }
  }

  /** Data from another PE, which a flag announces. */
  @Test
  void aBulkCopyOfWhatAPeerWroteNeedsAProxyFenceUnlessAnotherWroteIt() {
    String pass =
        PROGRAM.substring(0, PROGRAM.indexOf("__global__"))
            + """
            __global__ void k(int *x, unsigned *f, int *theirs, unsigned *flag, int me) {
              alignas(16) __shared__ int s[4];
              alignas(8) __shared__ uint64_t bar;
              if (me == 0) {
                SEND
                asm volatile("st.release.sys.global.u32 [%0], 1;" ::"l"(flag) : "memory");
              } else {
                asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(smem(&bar)));
                unsigned there = 0;
                while (!there)
                  asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(there) : "l"(f) : "memory");
                FENCE
                fetch(s, x, &bar);
                wait(&bar);
              }
            }
            int main() {
              nvshmem_init();
              int me = nvshmem_my_pe();
              int *x = (int *)nvshmem_calloc(4, sizeof(int));
              unsigned *f = (unsigned *)nvshmem_calloc(1, sizeof(unsigned));
              nvshmem_barrier_all();
              k<<<1, 1>>>(x, f, (int *)nvshmem_ptr(x, !me), (unsigned *)nvshmem_ptr(f, !me), me);
              cudaDeviceSynchronize();
              nvshmem_barrier_all();
              nvshmem_finalize();
            }
            """;
    String bulk =
        "s[0] = 7; between(); put(theirs, s);"
            + " asm volatile(\"cp.async.bulk.wait_group 0;\" ::: \"memory\");";
    String store = "theirs[0] = 7;";
    String global = "asm volatile(\"fence.proxy.async.global;\" ::: \"memory\");";
    for (String send : List.of(bulk, store)) {
      for (String fence : List.of("", global, "between();")) {
        boolean lacks = send.equals(store) && fence.isEmpty();
        String program = "#include <nvshmem.h>\n" + pass.replace("SEND", send);
        assertThat(EveryEngine.kinds(2, program.replace("FENCE", fence)))
            .as(send + fence)
            .isEqualTo(lacks ? Set.of(FindingKind.CONFLICT) : Set.of());
      }
    }
    assertThat(
            EveryEngine.kinds(
                2,
                "#include <nvshmem.h>\n"
                    + pass.replace("SEND", store + global).replace("FENCE", "")))
        .isEmpty();
  }

  private static Iterable<FindingKind> kinds(String kernel) {
    return EveryEngine.kinds(1, program(kernel));
  }

  private static String program(String kernel) {
    return PROGRAM.replace("KERNEL", kernel.replace("%%", "%"));
  }
}
