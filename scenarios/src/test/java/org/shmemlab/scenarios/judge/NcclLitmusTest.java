package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.order.OrderTable;
import org.shmemlab.model.order.TableText;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.table.BadTable;
import org.shmemlab.testing.Draws;

/**
 * Judges the litmus tests of NCCL's device interface (litmus-nccl) under both readings of its
 * documents, by both engines: the verdict of each is the one that it states, and each row of the
 * table is needed for one.
 */
@Tag("catalogue")
class NcclLitmusTest {
  private static final NcclTests GIN = new NcclTests("gin.cu");
  private static final NcclTests BARRIERS = new NcclTests("barriers.cu");
  private static final NcclTests PAIRS = new NcclTests("pairs.cu");

  static List<NcclTests> files() {
    return List.of(GIN, BARRIERS, PAIRS);
  }

  @ParameterizedTest
  @MethodSource("files")
  void everyTestIsAsItSays(NcclTests tests) {
    TreeMap<String, String> different = new TreeMap<>();
    for (NcclTests.Stated test : Draws.of(tests.all())) {
      for (Engine engine : List.of(Engine.STATES, Engine.DPOR)) {
        String verdict = tests.verdict(test, Profile.ofNccl().toList(), engine);
        if (!verdict.equals(test.expected())) {
          different.put(test.name() + " by " + engine, verdict);
        }
      }
    }
    assertThat(different).isEmpty();
  }

  @Test
  void everyBugIsNextToItsRepair() {
    List<NcclTests.Stated> tests = PAIRS.all();
    assertThat(tests).hasSizeGreaterThanOrEqualTo(20);
    for (int i = 0; i < tests.size(); i += 2) {
      String bug = tests.get(i).name().replace("_before", "");
      assertThat(tests.get(i).name()).isEqualTo(bug + "_before");
      assertThat(tests.get(i).expected()).isNotEqualTo("nothing");
      assertThat(tests.get(i + 1).name()).isEqualTo(bug + "_after");
      assertThat(tests.get(i + 1).expected()).isEqualTo("nothing");
    }
  }

  /**
   * A row of the table, by its beginning and its end, and a test that has another verdict without
   * it.
   */
  record Row(String start, String end, String test) {}

  static List<Row> someRows() {
    return Draws.of(
        List.of(
            new Row("visible of put, put_nbi", "own", "put_weak"),
            new Row("update of put, put_nbi, p", "strong", "earlier_strong"),
            new Row("signal-visible of signal_op", "strongCoversSignals", "signals_in_order"),
            new Row("source-read of put, put_nbi", "counted", "counter"),
            new Row(
                "source-read of put_nbi",
                "issued before, same target, same context",
                "source_flush"),
            new Row("landed of get_nbi", "issued before, same target, same context", "get_flush"),
            new Row("source-read of put_nbi", "flushDrainsContext", "flush_after_relaxed_flag"),
            new Row("landed of get_nbi", "flushDrainsContext", "get_after_relaxed_flag"),
            new Row("visible of store", "same bytes", "lsa_same_word"),
            new Row("visible of store", "issued before", "lsa_signal_fence"),
            new Row("signal-visible  ", "signalFetchSynchronises", "read_until")));
  }

  @ParameterizedTest
  @MethodSource("someRows")
  void everyRowIsNeeded(Row row) throws BadTable {
    NcclTests tests = row.test().startsWith("lsa") ? BARRIERS : GIN;
    String table = Profile.NCCL_DEVICE.table().text();
    String without =
        table
            .lines()
            .filter(line -> !(line.startsWith(row.start()) && line.endsWith(row.end())))
            .collect(Collectors.joining("\n", "", "\n"));
    assertThat(without.lines().count()).isEqualTo(table.lines().count() - 1);
    OrderTable mutant =
        TableText.parse("mutant", without, ImmutableList.of(Profile.NCCL_VOCABULARY));
    NcclTests.Stated test = tests.named(row.test());
    List<Profile> profiles = Profile.ofNccl().map(profile -> profile.with(mutant)).toList();
    assertThat(tests.verdict(test, profiles, Engine.STATES)).isNotEqualTo(test.expected());
  }
}
