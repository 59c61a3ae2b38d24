package org.shmemlab.conformance.transports;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.io.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.transports.rules.EnvironmentVariable;
import org.shmemlab.transports.rules.Hardware;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.Transport;

/**
 * Lists the outcomes of small programs that each transport can show, as expected from NVSHMEM's
 * sources (y: the weak outcome is possible, n: it is not, r: the transport does not take the
 * program). The expectations are here alone.
 */
public final class TransportExpectations {
  /** A transport, followed by settings and the properties of its link. */
  private static final ImmutableList<String> COLUMNS =
      ImmutableList.of(
          "nvlink", "ibrc", "ibrc IB_NUM_RC_PER_DEVICE=2", "ibgda", "ibgda@3.5", "cxi", "efa");

  // Where 3.5 differs by the fence that its proxy loses, the rows L2 below have it.
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

  /** Further cells: program, expectation, transport with what is special about it. */
  private static final String OTHERS =
      """
      L2 n ibrc@3.5
      L2 y cxi@3.5
      L2 y efa@3.5
      L2 y ucx@3.5
      L2 n ibgda@3.5
      L3 y cxi@3.5
      L3 y efa@3.5
      L2-nbi y cxi@3.5
      L2-nbi y efa@3.5
      L2 y ibrc@3.5 IB_NUM_RC_PER_DEVICE=2
      L9 y nvlink+ibrc
      L9 y nvlink+ibgda
      L9 y nvlink+ibgda@3.5
      L9 y nvlink+cxi
      L9 y nvlink+efa
      L9-fence n nvlink+ibrc
      L9-fence n nvlink+ibgda
      L9-fence n nvlink+ibgda@3.5
      L9-fence n nvlink+cxi
      L9-fence n nvlink+efa
      L1a y ibrc adaptive-routing
      L1a y ibrc relaxed-pcie
      L1a n ibrc relaxed-pcie IB_ENABLE_RELAXED_ORDERING=0
      L3 n ibrc relaxed-pcie adaptive-routing
      L15-signal y ibrc
      L15-signal n ibrc DISABLE_IB_NATIVE_ATOMICS=1
      L15-signal n ibdevx
      L15-signal n nvlink
      AMO-fence y ibrc
      AMO-fence n nvlink
      AMO-fence n ibdevx
      AMO-fence n ibgda
      AMO-fence n ibgda@3.5
      AMO-fence n ucx
      AMO-fence n cxi
      AMO-fence n efa
      AMO-fence r ibrc DISABLE_GDRCOPY=1
      L2 y ibrc late-visibility BYPASS_FLUSH=1
      L7 n pcie
      L16 y nvlink
      L16 y ibrc
      L16 y ucx
      L16 y cxi
      L17 n ibrc
      L17 n ibgda
      L17 y ibgda@3.5
      L17 n ucx
      L17 n cxi
      L17 n efa
      L18 n ibrc
      L18 n ibrc late-visibility
      L18 y cxi
      L19 y ibrc late-visibility
      L19 n nvlink warm-caches
      L20 y nvlink
      L20 n nvlink coherent-loads
      L20 n ibrc
      L20 y ibrc cached-loads
      L20-sector y nvlink
      L20-apart n nvlink
      L20-apart y nvlink warm-caches
      L20-emptied n nvlink
      L20-emptied n nvlink warm-caches
      L20-wait n nvlink warm-caches
      L20-forward n nvlink
      L20-forward y ibrc cached-loads
      L20-block y nvlink
      L21 y nvlink
      L21 n nvlink coherent-loads
      L21 n ibrc cached-loads
      L22 n nvlink warm-caches
      L4 y ibgda@3.5 CUMEM_GRANULARITY=4
      L4 n ibgda CUMEM_GRANULARITY=4
      L4 n ibgda@3.5 CUMEM_GRANULARITY=4 IBGDA_NUM_RC_PER_PE=1
      """;

  private final ImmutableMap<String, LitmusProgram> programs;

  private TransportExpectations() {
    TreeMap<String, LitmusProgram> found = new TreeMap<>();
    for (String line : (TABLE + OTHERS).lines().toList()) {
      found.computeIfAbsent(words(line).get(0), TransportExpectations::program);
    }
    programs = ImmutableMap.copyOf(found);
  }

  /** All cells. */
  public static ImmutableList<TransportCell> cells() {
    return new TransportExpectations().all();
  }

  private ImmutableList<TransportCell> all() {
    ImmutableList.Builder<TransportCell> cells = ImmutableList.builder();
    for (String row : TABLE.lines().toList()) {
      List<String> words = words(row);
      for (int i = 0; i < COLUMNS.size(); i++) {
        cells.add(cell(words.get(0), words.get(i + 1), COLUMNS.get(i)));
      }
    }
    for (String line : OTHERS.lines().toList()) {
      List<String> words = words(line);
      cells.add(cell(words.get(0), words.get(1), String.join(" ", words.subList(2, words.size()))));
    }
    late(cells);
    return cells.build();
  }

  // Over a link with late visibility a signal is seen before its data, but on loads and stores, and
  // with warm caches everywhere; wait_until, unlike signal_wait_until, has the consistency
  // operation
  // and a fence of the thread. L2 of 3.5 is above.
  private void late(ImmutableList.Builder<TransportCell> cells) {
    for (Transport transport : Transport.all()) {
      boolean byCard = transport.peer().isEmpty();
      String late = transport.key() + " late-visibility";
      cells.add(cell("L4", byCard ? "y" : "n", late));
      cells.add(cell("L4", "n", transport.key() + " cached-loads"));
      cells.add(cell("L4", "y", transport.key() + " warm-caches"));
      if (!transport.key().endsWith("@3.5")) {
        cells.add(cell("L2", "n", late));
        cells.add(cell("L2", "n", transport.key() + " warm-caches"));
      }
    }
  }

  private TransportCell cell(String test, String expected, String column) {
    LitmusProgram program = Objects.requireNonNull(programs.get(test));
    Transport transport = transport(column);
    int pes = program.test().pes();
    int perNode = transport.isMixed() ? Math.min(pes, 2) : transport.peer().isPresent() ? pes : 1;
    return new TransportCell(program, column, transport, perNode, expected);
  }

  private static Transport transport(String column) {
    List<String> words = words(column);
    Settings settings = Settings.DEFAULT;
    for (String word : words.subList(1, words.size())) {
      int sign = word.indexOf('=');
      if (sign > 0) {
        settings =
            settings.with(
                EnvironmentVariable.valueOf(word.substring(0, sign)), word.substring(sign + 1));
      }
    }
    Transport transport = Transport.of(words.get(0), settings);
    List<String> flags = words.stream().skip(1).filter(Hardware.names()::contains).toList();
    return transport.over(transport.link().with(flags));
  }

  private static List<String> words(String line) {
    return Splitter.on(' ').omitEmptyStrings().splitToList(line);
  }

  private static LitmusProgram program(String name) {
    String path = "transports/" + name + ".litmus";
    try {
      String text = Resources.toString(Resources.getResource(path), StandardCharsets.UTF_8);
      return Objects.requireNonNull(Litmus.compile(new SourceFile(path, text)).program(), path);
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }
}
