package org.shmemlab.conformance.transports;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Splitter;
import com.google.common.io.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.shmemlab.scenarios.judge.Limits;
import org.shmemlab.scenarios.judge.TransportAnswer;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.litmus.Verdict;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.transports.rules.Link;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.Transport;
import org.shmemlab.transports.rules.Variable;

/**
 * What each transport can show of small programs, against what reading NVSHMEM's sources led to
 * expect (y: the weak outcome is possible, n: it is not). The expectations are here alone.
 */
class TransportTableTest {
  /** The columns: IBRC once with two queue pairs per device. */
  private static final List<String> COLUMNS =
      List.of("nvlink", "ibrc", "ibrc*2", "ibgda", "ibgda@3.5", "cxi", "efa");

  // Where 3.5 differs by the fence that its proxy loses, the row L2@3.5 below has it.
  private static final String TABLE =
      """
      L1a        y n y n y y y
      L1b        y n n n n n n
      L2         n n n n n n n
      L2-nbi     n n n n n n n
      L3         n n n n n n n
      L4         n n n n n n n
      L5         n n n n y n y
      L6         n n n n y n y
      L7         n n y n y y y
      L8         n n n n n n n
      L10        n n n n n n n
      L11        n y y y y y y
      L12        y n n n n n n
      L13        y n y y y y y
      L15        n y y y y y y
      """;

  static Stream<String> rows() {
    return TABLE.lines();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void isAsReadingTheSourcesSays(String row) {
    List<String> cells = Splitter.on(' ').omitEmptyStrings().splitToList(row);
    LitmusProgram test = program(cells.get(0));
    List<String> computed = new ArrayList<>(List.of(cells.get(0)));
    for (String column : COLUMNS) {
      computed.add(cell(test, column(column), test.test().pes()));
    }
    assertThat(computed).isEqualTo(cells);
  }

  @ParameterizedTest
  @CsvSource({
    "L2,ibrc@3.5,n",
    "L2,cxi@3.5,y",
    "L2,efa@3.5,y",
    "L2,ucx@3.5,y",
    "L2,ibgda@3.5,n",
    "L3,cxi@3.5,y",
    "L3,efa@3.5,y",
    "L2-nbi,cxi@3.5,y",
    "L2-nbi,efa@3.5,y"
  })
  void losesTheProxysFenceInVersion35(String test, String transport, String cell) {
    assertThat(cell(program(test), Transport.of(transport, Settings.DEFAULT), 2)).isEqualTo(cell);
  }

  @Test
  void losesTheFenceOfSeveralQueuePairsToo() {
    Settings several = Settings.DEFAULT.with(Variable.IB_NUM_RC_PER_DEVICE, "2");
    assertThat(cell(program("L2"), Transport.of("ibrc@3.5", several), 2)).isEqualTo("y");
  }

  @ParameterizedTest
  @CsvSource({"L9,y", "L9-fence,n"})
  void goesTwoWaysToOnePeerInAMixedJob(String test, String cell) {
    for (String network : List.of("ibrc", "ibgda", "ibgda@3.5", "cxi", "efa")) {
      Transport transport = Transport.of("nvlink+" + network, Settings.DEFAULT);
      assertThat(answer(program(test), transport, 2)).as(network).isEqualTo(cell);
      assertThat(answer(program(test), transport, 4))
          .as("one node, " + network)
          .isEqualTo(test.equals("L9") ? "y" : "n"); // weak stores alone
    }
  }

  @Test
  void showsASignalBeforeItsDataWhereTheGpuNeedsAFlush() {
    Link late = new Link(false, false, true, false);
    for (Transport transport : Transport.all()) {
      String cell = transport.network().isPresent() && transport.peer().isEmpty() ? "y" : "n";
      assertThat(cell(program("L4"), transport.over(late), 2)).as(transport.key()).isEqualTo(cell);
      // wait_until, unlike signal_wait_until, has the consistency operation.
      String waited = cell(program("L2"), transport, 2);
      assertThat(cell(program("L2"), transport.over(late), 2)).isEqualTo(waited);
    }
  }

  @Test
  void showsASignalBeforeItsDataWhereALoadIsServedFromACache() {
    Link cached = new Link(false, false, false, true);
    for (Transport transport : Transport.all()) {
      assertThat(cell(program("L4"), transport.over(cached), 2)).as(transport.key()).isEqualTo("y");
      // wait_until, unlike signal_wait_until, ends with a fence of the thread.
      String waited = cell(program("L2"), transport, 2);
      assertThat(cell(program("L2"), transport.over(cached), 2)).isEqualTo(waited);
    }
  }

  @Test
  void reordersWritesOnALinkThatMay() {
    Transport ibrc = Transport.of("ibrc", Settings.DEFAULT);
    assertThat(cell(program("L1a"), ibrc.over(new Link(false, true, false, false)), 2))
        .isEqualTo("y");
    assertThat(cell(program("L1a"), ibrc.over(new Link(true, false, false, false)), 2))
        .isEqualTo("y");
    // An atomic stays behind the writes.
    assertThat(cell(program("L3"), ibrc.over(new Link(true, true, false, false)), 2))
        .isEqualTo("n");
    Settings strict = Settings.DEFAULT.with(Variable.IB_ENABLE_RELAXED_ORDERING, "0");
    Transport ordered = Transport.of("ibrc", strict).over(new Link(true, false, false, false));
    assertThat(cell(program("L1a"), ordered, 2)).isEqualTo("n");
  }

  @Test
  void losesAnUpdateBetweenTheCardAndTheProcessor() {
    LitmusProgram mixed = program("L15-signal");
    assertThat(cell(mixed, Transport.of("ibrc", Settings.DEFAULT), 3)).isEqualTo("y");
    Settings oneAgent = Settings.DEFAULT.with(Variable.DISABLE_IB_NATIVE_ATOMICS, "1");
    assertThat(cell(mixed, Transport.of("ibrc", oneAgent), 3)).isEqualTo("n");
    assertThat(cell(mixed, Transport.of("ibdevx", Settings.DEFAULT), 3)).isEqualTo("n");
    assertThat(cell(mixed, Transport.of("nvlink", Settings.DEFAULT), 3)).isEqualTo("n");
  }

  /** The processor of the target comes to an atomic later, and one queue pair makes fence idle. */
  @Test
  void letsAValueOvertakeAnAtomicThatTheProcessorCarriesOut() {
    LitmusProgram test = program("AMO-fence");
    assertThat(cell(test, Transport.of("ibrc", Settings.DEFAULT), 2)).isEqualTo("y");
    for (String other : List.of("nvlink", "ibdevx", "ibgda", "ibgda@3.5", "ucx", "cxi", "efa")) {
      Transport transport = Transport.of(other, Settings.DEFAULT);
      assertThat(cell(test, transport, 2)).as(other).isEqualTo("n");
    }
  }

  @Test
  void letsASignalOvertakeAPayloadOfSeveralChunks() {
    Settings small = Settings.DEFAULT.with(Variable.CUMEM_GRANULARITY, "4");
    assertThat(cell(program("L4"), Transport.of("ibgda@3.5", small), 2)).isEqualTo("y");
    assertThat(cell(program("L4"), Transport.of("ibgda", small), 2)).isEqualTo("n");
    Settings one = small.with(Variable.IBGDA_NUM_RC_PER_PE, "1");
    assertThat(cell(program("L4"), Transport.of("ibgda@3.5", one), 2)).isEqualTo("n");
  }

  private static Transport column(String name) {
    return name.equals("ibrc*2")
        ? Transport.of("ibrc", Settings.DEFAULT.with(Variable.IB_NUM_RC_PER_DEVICE, "2"))
        : Transport.of(name, Settings.DEFAULT);
  }

  private static String cell(LitmusProgram test, Transport transport, int pes) {
    return answer(test, transport, transport.peer().isPresent() ? pes : 1);
  }

  private static String answer(LitmusProgram test, Transport transport, int pesPerNode) {
    TransportAnswer answer =
        TransportAnswer.of(test, transport, pesPerNode, new Limits(100_000, () -> false));
    assertThat(answer.exploration().complete()).isTrue();
    assertThat(answer.exploration().findings()).isEmpty();
    return answer.verdict().equals(Optional.of(Verdict.ALLOWED)) ? "y" : "n";
  }

  static LitmusProgram program(String name) {
    String path = "transports/" + name + ".litmus";
    try {
      String text = Resources.toString(Resources.getResource(path), StandardCharsets.UTF_8);
      Litmus.Compiled compiled = Litmus.compile(new SourceFile(path, text));
      assertThat(compiled.diagnostics()).isEmpty();
      return Objects.requireNonNull(compiled.program());
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }
}
