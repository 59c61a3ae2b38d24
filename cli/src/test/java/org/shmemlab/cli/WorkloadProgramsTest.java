package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Splitter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.plan.workload.Workload;
import org.shmemlab.plan.workload.Workloads;
import org.shmemlab.transports.cost.parameters.TransferKind;
import org.shmemlab.transports.platform.Platforms;
import org.shmemlab.transports.traffic.Placement;
import org.shmemlab.transports.traffic.Traffic;

/**
 * Checks that the program of a workload sends the messages of its pattern, which plans simulate in
 * its place.
 */
@Tag("compiler")
class WorkloadProgramsTest {
  private static final Path WORKLOADS = Path.of("..", "workloads");

  @TempDir private Path folder = Path.of("");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          moe-dispatch | 4 | LANES=1 TOKENS=8 EXPERTS=8 TOPK=2 OUT=16 BACK=32 | phase=both tokens=8 experts=8 topk=2 hidden=32 dispatch-bytes=2 combine-bytes=4
          moe-dispatch | 4 | LANES=1 TOKENS=5 EXPERTS=12 TOPK=3 OUT=8 BACK=8 | phase=both tokens=5 experts=12 topk=3 hidden=8 dispatch-bytes=4 combine-bytes=4
          moe-dispatch | 4 | LANES=32 | phase=both tokens=8 experts=8 topk=2 hidden=32 dispatch-bytes=2 combine-bytes=4
          allreduce | 4 | LANES=1 | tokens=8 hidden=16 value-bytes=4 parts=2 blocks=2
          allreduce | 5 | LANES=1 HIDDEN=10 PARTS=1 | tokens=8 hidden=10 value-bytes=4 parts=1 blocks=2
          allreduce | 4 | ALGORITHM=ONE_SHOT BLOCKS=1 | algorithm=one-shot tokens=8 hidden=16 value-bytes=4 parts=2 blocks=1
          allreduce | 4 | LANES=1 ALGORITHM=TWO_SHOT | algorithm=two-shot tokens=8 hidden=16 value-bytes=4 parts=2 blocks=2
          allreduce | 8 | LANES=1 ALGORITHM=DOUBLING | algorithm=doubling tokens=8 hidden=16 value-bytes=4 parts=2 blocks=2
          halo3d | 8 | LANES=1 CELLS=4 STEPS=3 | cells=4 value-bytes=4 steps=3
          halo3d | 6 | LANES=32 CELLS=6 STEPS=2 | cells=6 value-bytes=4 steps=2
          halo3d | 4 | LANES=32 CELLS=8 CUT=SLABS STEPS=2 | cells=8 cut=slabs value-bytes=4 steps=2
          halo3d | 6 | LANES=1 CELLS=12 DIMENSIONS=2 | cells=12 dimensions=2 value-bytes=4 steps=3
          halo3d | 4 | LANES=1 CELLS=8 DIMENSIONS=2 CUT=SLABS | cells=8 dimensions=2 cut=slabs value-bytes=4 steps=3
          pipeline | 4 | LANES=1 | micro-batches=4 tokens=8 hidden=8 value-bytes=4 blocks=2
          pipeline | 3 | SCHEDULE=GPIPE BATCHES=3 VALUES=32 | schedule=gpipe micro-batches=3 tokens=4 hidden=8 value-bytes=4 blocks=2
          pipeline | 4 | LANES=1 SCHEDULE=FORWARD BATCHES=2 | schedule=forward micro-batches=2 tokens=8 hidden=8 value-bytes=4 blocks=2
          ring-attention | 4 | LANES=1 | tokens=32 heads=1 kv-heads=1 head-values=4 value-bytes=4
          ring-attention | 5 | BUFFERS=3 CAUSAL=1 WARPS=1 | tokens=40 heads=1 kv-heads=1 head-values=4 value-bytes=4 mask=causal buffers=3 blocks=1
          fft-transpose | 4 | LANES=1 | dimensions=2 points=8 value-bytes=4 chunks=2 blocks=2
          fft-transpose | 3 | LANES=1 | dimensions=2 points=8 value-bytes=4 chunks=2 blocks=2
          fft-transpose | 2 | DIMENSIONS=3 POINTS=4 | dimensions=3 points=4 value-bytes=4 chunks=2 blocks=2
          gups | 4 | LANES=1 | updates=64 agents=1
          gups | 3 | LANES=32 | updates=64
          gups | 4 | LANES=1 MODE=BATCHES WARPS=2 | mode=batches updates=64 batch=24 agents=2
          embedding | 4 | LANES=1 | samples=8 lookups=4 rows=50 width=32 agents=2
          embedding | 3 | LANES=32 | samples=8 lookups=4 rows=50 width=32 agents=2
          broadcast | 5 | LANES=1 | parameters=200 value-bytes=4 chunk=256 blocks=2
          broadcast | 6 | ALGORITHM=TREE | algorithm=tree parameters=200 value-bytes=4 chunk=256 blocks=2
          broadcast | 4 | LANES=1 ALGORITHM=FLAT | algorithm=flat parameters=200 value-bytes=4 chunk=256 blocks=2
          """)
  void sendsWhatThePatternSends(String name, int pes, String macros, String parameters)
      throws IOException {
    assertThat(sent(name, pes, macros)).isEqualTo(pattern(name, pes, parameters));
  }

  // The asking PE depends on time, and a pattern knows none of it.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          4 | WARPS=1 | tasks=16 skew=1 grain=2 task-bytes=32
          5 | LANES=1 WARPS=3 TASKS=9 SKEW=0 GRAIN=4 | tasks=9 skew=0 grain=4 task-bytes=32 agents=3
          """)
  void asksEveryQueueAsOftenAsThePattern(int pes, String macros, String parameters)
      throws IOException {
    assertThat(fromAll(sent("work-stealing", pes, macros)))
        .isEqualTo(fromAll(pattern("work-stealing", pes, parameters)));
  }

  private static Map<Traffic.Way, Traffic.Sum> fromAll(Map<Traffic.Way, Traffic.Sum> pairs) {
    Map<Traffic.Way, Traffic.Sum> sums = new TreeMap<>();
    pairs.forEach(
        (way, sum) -> sums.merge(new Traffic.Way(0, way.to(), way.kind()), sum, Traffic.Sum::and));
    return sums;
  }

  private static Map<Traffic.Way, Traffic.Sum> pattern(String name, int pes, String parameters) {
    Workload workload = Workloads.named(name);
    Map<String, String> values = new TreeMap<>();
    for (String parameter : Splitter.on(' ').split(parameters)) {
      List<String> parts = Splitter.on('=').splitToList(parameter);
      values.put(parts.get(0), parts.get(1));
    }
    Placement place = new Placement(pes, 2, Platforms.named("dgx-h100").gpu());
    return Traffic.of(workload.script(workload.values(values), place, 1)).pairs();
  }

  @ParameterizedTest
  @CsvSource({
    "moe-dispatch, 2, SMALL",
    "allreduce, 2, SMALL",
    "allreduce, 2, SMALL ALGORITHM=ONE_SHOT",
    "allreduce, 2, SMALL ALGORITHM=TWO_SHOT",
    "allreduce, 2, SMALL ALGORITHM=DOUBLING",
    "halo3d, 2, SMALL",
    "halo3d, 2, SMALL DIMENSIONS=2 CUT=SLABS",
    "pipeline, 2, SMALL",
    "pipeline, 2, SMALL SCHEDULE=GPIPE",
    "ring-attention, 3, SMALL",
    "fft-transpose, 2, SMALL",
    "gups, 2, SMALL",
    "gups, 2, SMALL MODE=BATCHES",
    "embedding, 2, SMALL",
    "work-stealing, 2, SMALL",
    "broadcast, 3, SMALL",
    "broadcast, 3, SMALL ALGORITHM=TREE"
  })
  void isRightInEveryOrderOfASmallSize(String name, int pes, String macros) {
    Session session = Session.of(words("check", name, pes, macros).toArray(String[]::new));
    assertThat(session.err()).isEmpty();
    assertThat(session.out()).contains("Verdict nothing found");
    assertThat(session.exitCode()).isZero();
  }

  @Test
  void everyWorkloadHasAProgram() {
    assertThat(Workloads.ALL)
        // A file stands for the program of a trace, and that of moe-dispatch is a layer of a model.
        .filteredOn(workload -> !Set.of("trace", "moe-serving").contains(workload.name()))
        .allSatisfy(workload -> assertThat(program(workload.name())).exists());
  }

  private static Path program(String name) {
    return WORKLOADS.resolve(name).resolve(name.replace('-', '_') + ".cu");
  }

  private static List<String> words(String command, String name, int pes, String macros) {
    List<String> words =
        new ArrayList<>(List.of(command, program(name).toString(), "-n", "" + pes));
    Splitter.on(' ').split(macros).forEach(macro -> words.addAll(List.of("-D", macro)));
    return words;
  }

  private Map<Traffic.Way, Traffic.Sum> sent(String name, int pes, String macros)
      throws IOException {
    Path operations = folder.resolve("run.operations.csv");
    List<String> words = words("run", name, pes, macros);
    words.addAll(List.of("--platform", "dgx-h100", "--gpus-per-node", pes == 2 ? "1" : "2"));
    words.addAll(List.of("--transport", "ibgda", "--export", operations.toString()));
    Session session = Session.of(words.toArray(String[]::new));
    assertThat(session.err()).isEmpty();
    assertThat(session.exitCode()).isZero();
    List<String> lines = Files.readAllLines(operations);
    List<String> columns = Splitter.on(',').splitToList(lines.getFirst());
    Map<Traffic.Way, Traffic.Sum> sent = new TreeMap<>();
    for (String line : lines.subList(1, lines.size())) {
      List<String> cells = Splitter.on(',').splitToList(line);
      String text = cell(columns, cells, "kind");
      TransferKind kind =
          Stream.of(TransferKind.values())
              .filter(of -> of.text().equals(text))
              .findFirst()
              .orElseThrow();
      int from = Integer.parseInt(cell(columns, cells, "from"));
      int to = Integer.parseInt(cell(columns, cells, "to"));
      long bytes = Long.parseLong(cell(columns, cells, "bytes"));
      sent.merge(new Traffic.Way(from, to, kind), new Traffic.Sum(1, bytes), Traffic.Sum::and);
    }
    return sent;
  }

  private static String cell(List<String> columns, List<String> cells, String name) {
    return cells.get(columns.indexOf(name));
  }
}
