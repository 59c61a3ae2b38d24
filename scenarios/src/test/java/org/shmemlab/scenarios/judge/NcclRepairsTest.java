package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** States the repair that each bug of the pairs of litmus-nccl gets. */
@Tag("catalogue")
class NcclRepairsTest {
  private static final String RING =
      """
      __global__ void ring(ncclDevComm comm, ncclWindow_t window);
      static Test test_ring("ring", ring, 1);
      __global__ void ring(ncclDevComm comm, ncclWindow_t window) {
        ncclGin gin(comm, 0);
        for (int round = 0; round < 2; round++) {
          gin.putValue(WORLD, 1 - comm.rank, window, AT(0), (long)round, ncclGin_WeakSignalInc{0});
          gin.waitSignal(THREAD, 0, round + 1);
          DATA(2) = DATA(0);
        }
      }
      """;

  private static final ImmutableMap<String, String> REPAIRS =
      ImmutableMap.<String, String>builder()
          .put(
              "staging",
              "gin.flush(ncclCoopThread()) after gin.put(WORLD, 1, window, AT(chunk), window,"
                  + " AT(SOURCES), 8, ncclGin_WeakSignalInc{0});")
          .put(
              "header",
              "a strong signal in place of that of PUT(gin, 1, 1, ncclGin_WeakSignalInc{0});")
          .put(
              "striped",
              "gin.signal(world, 1, ncclGin_StrongVASignalInc{window, word}) after for (int i = 0; "
                  + "i < 2; i++) PUT(ncclGin(comm, i), i, 1);, gin.waitSignal(ncclCoopThread(), window, "
                  + "word, seen += 2) before DATA(2) = DATA(0) + DATA(1);")
          .put(
              "counted",
              "gin.signal(world, 1, ncclGin_StrongVASignalInc{window, word}) after PUT(gin, 0, 1, "
                  + "ncclGin_None{}, ncclGin_WeakCounterInc{0});, gin.waitSignal(ncclCoopThread(), "
                  + "window, word, seen += 1) before if (comm.rank == 1) DATA(2) = DATA(0);")
          .put(
              "fenceless",
              "ncclGinFenceLevel::Put in place of that of barrier.sync(THREAD,"
                  + " cuda::memory_order_acq_rel, ncclGinFenceLevel::None);")
          .put(
              "unreleased",
              "__threadfence_system() after *(long *)ncclGetLsaPointer(window, AT(comm.rank), 1 -"
                  + " comm.rank) = comm.rank;")
          .put(
              "rounds",
              "increaseSignalShadow and waitSignalMeetShadow in place of that of "
                  + "gin.waitSignal(THREAD, 0, 1);")
          .put(
              "reset",
              "gin.signal(world, 0, ncclGin_WeakVASignalInc{window, word}) after "
                  + "gin.resetSignal(0);, gin.waitSignal(ncclCoopThread(), window, word, seen += 1) after "
                  + "PUT(gin, round, 1, ncclGin_WeakSignalInc{0});")
          .put(
              "flushed",
              "a strong signal in place of that of gin.signal(WORLD, 1,"
                  + " ncclGin_WeakSignalInc{0});")
          .put(
              "slot",
              "gin.signal(world, 0, ncclGin_WeakVASignalInc{window, word}) after DATA(2) = "
                  + "DATA(0);, gin.waitSignal(ncclCoopThread(), window, word, seen += 1) after "
                  + "gin.putValue(WORLD, 1, window, AT(0), (long)round, ncclGin_WeakSignalInc{0});")
          .put(
              "polled",
              "gin.signal(world, 1, ncclGin_StrongVASignalInc{window, word}) after "
                  + "gin.putValue(WORLD, 1, window, AT(1), 1L);, gin.waitSignal(ncclCoopThread(), window, "
                  + "word, seen += 1) before while (READ(1) == 0) {}")
          .put("fetched", "gin.flush(ncclCoopThread()) before DATA(2) = DATA(0);")
          .buildOrThrow();

  /** Each rank is writer and reader, so that no signal to one of them orders all. */
  @Test
  void ofAProgramInWhichAllRanksDoTheSame() {
    NcclTests tests = new NcclTests("pairs.cu", text -> text + RING);
    assertThat(tests.repair(new NcclTests.Stated("ring", 2, "conflict")))
        .startsWith("ncclGinBarrier(ncclCoopCta(), gin, ncclTeamTagWorld(), index) ");
  }

  @Test
  void ofEveryPair() {
    NcclTests tests = new NcclTests("pairs.cu");
    Map<String, String> found = new LinkedHashMap<>();
    for (NcclTests.Stated test : tests.all()) {
      if (test.name().endsWith("_before")) {
        found.put(test.name().replace("_before", ""), tests.repair(test));
      }
    }
    assertThat(found).isEqualTo(REPAIRS);
  }
}
