package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * States the repair that each bug of the pairs of litmus-nccl gets: as its pair has it, or none.
 */
@Tag("catalogue")
class NcclRepairsTest {
  private static final String NONE = "none"; // both sides lack something

  private static final ImmutableMap<String, String> REPAIRS =
      ImmutableMap.<String, String>builder()
          .put(
              "staging",
              "gin.flush(ncclCoopThread()) after gin.put(WORLD, 1, window, AT(chunk), window,"
                  + " AT(SOURCES), 8, ncclGin_WeakSignalInc{0});")
          .put(
              "header",
              "a strong signal in place of that of PUT(gin, 1, 1, ncclGin_WeakSignalInc{0});")
          .put("striped", NONE)
          .put("counted", NONE)
          .put(
              "fenceless",
              "ncclGinFenceLevel::Put in place of that of barrier.sync(THREAD,"
                  + " cuda::memory_order_acq_rel, ncclGinFenceLevel::None);")
          .put(
              "unreleased",
              "__threadfence_system() after *(long *)ncclGetLsaPointer(window, AT(comm.rank), 1 -"
                  + " comm.rank) = comm.rank;")
          .put("rounds", NONE)
          .put("reset", NONE)
          .put(
              "flushed",
              "a strong signal in place of that of gin.signal(WORLD, 1,"
                  + " ncclGin_WeakSignalInc{0});")
          .put("slot", NONE)
          .put("polled", NONE)
          .put("fetched", "gin.flush(ncclCoopThread()) before DATA(2) = DATA(0);")
          .buildOrThrow();

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
