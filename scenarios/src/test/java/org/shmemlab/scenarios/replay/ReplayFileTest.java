package org.shmemlab.scenarios.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.order.OrderTable;
import org.shmemlab.model.order.TableText;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Switch;
import org.shmemlab.model.table.BadTable;
import org.shmemlab.scenarios.judge.ExplorationLimits;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.source.CompilerOptions;
import org.shmemlab.scenarios.source.Diagnostic;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.transports.rules.EnvironmentVariable;
import org.shmemlab.transports.rules.GpuSharing;
import org.shmemlab.transports.rules.Hardware;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.Transport;
import org.shmemlab.transports.rules.TransportTables;

class ReplayFileTest {
  private static final Path TESTS = Path.of("..", "litmus", "waits");

  /** A finding of a test with the file that is written for it. */
  private record Written(LitmusProgram program, Finding finding, String text) {
    SourceFile source() {
      return program.test().source();
    }

    Replayed.Result replay(SourceFile source, String text) {
      LitmusProgram compiled = Objects.requireNonNull(Litmus.compile(source).program());
      return Replayed.of(source, compiled.program(), parsed(text), "it.replay");
    }
  }

  @Test
  void everyFindingOfEveryEngineIsReachedAgain() throws IOException {
    for (Engine engine : Engine.values()) {
      List<Written> all = written(engine);
      assertThat(all).isNotEmpty();
      for (Written one : all) {
        Replayed replayed =
            Objects.requireNonNull(one.replay(one.source(), one.text()).replayed(), one.text());
        assertThat(replayed.findings().stream().map(Finding::identity))
            .contains(one.finding().identity());
        assertThat(replayed.steps()).isEqualTo(one.finding().witness().steps());
      }
    }
  }

  @Test
  void aStepThatIsNotPossibleIsNamed() throws IOException {
    Written one = withSteps();
    int lines = (int) one.text().lines().count();
    String last = one.text().lines().toList().get(lines - 1);
    String text = one.text().replace(last, "77" + last.substring(1));
    assertThat(error(one.replay(one.source(), text)))
        .startsWith("it.replay:" + lines + ": error: step ")
        .contains(": there is no choice 77, but ");
  }

  @Test
  void aChangedProgramIsSaid() throws IOException {
    Written one = withSteps();
    SourceFile changed =
        new SourceFile(one.source().path(), one.source().text().replace("P0 {", "P0 {\n\n"));
    assertThat(error(one.replay(changed, one.text())))
        .startsWith("it.replay:")
        .contains(": error: step 1 of ", ": the program has '", "', not '")
        .endsWith("; " + changed.path() + " has changed since the schedule was written");
  }

  @Test
  void anotherEndIsSaid() throws IOException {
    Written one = withSteps();
    List<String> lines = new ArrayList<>(one.text().lines().toList());
    lines.removeLast();
    assertThat(error(one.replay(one.source(), String.join("\n", lines))))
        .startsWith("it.replay: error: after all ")
        .contains("there is nothing wrong, not ");
  }

  @Test
  void whatIsMissingOrWrongIsOneLine() throws IOException {
    String text = withSteps().text();
    assertThat(mistakes(""))
        .isEqualTo(
            first(
                "it.replay:1: error: this is no replay: its first line is not 'shmemlab replay"
                    + " 1'"));
    assertThat(mistakes(text.replaceFirst("program .*\n", "")))
        .isEqualTo(first("it.replay:2: error: here the line 'program ...' is missing"));
    assertThat(mistakes(text.replaceFirst("profile .*", "profile fast")))
        .isEqualTo(first("it.replay:4: error: there is no profile fast"));
    assertThat(mistakes(text.replaceFirst("pes .*", "pes 0")))
        .isEqualTo(first("it.replay:5: error: a job has 1 to 1048576 PEs, not 0"));
    assertThat(mistakes(text + "x y\n").get(0))
        .endsWith(": error: a step is a number and the step in words, not 'x y'");
  }

  @Property
  void whatIsWrittenIsRead(@ForAll String argument, @ForAll Switch option, @ForAll boolean on) {
    Assume.that(argument.indexOf('\0') < 0); // no word of a command line holds one
    ReplayFile file =
        new ReplayFile(
            ImmutableList.of(
                new ReplayFile.Compiled(
                    "a b.cu",
                    CompilerOptions.NONE
                        .define(ImmutableMap.of("SIZE", argument, "FAST", ""))
                        .undefine("SLOW")
                        .with("-I", argument)),
                new ReplayFile.Compiled(argument + "b.cu", CompilerOptions.NONE),
                new ReplayFile.Compiled("c.cu", CompilerOptions.NONE.with("-std=c++20"))),
            "00",
            new Semantics.Promised(Profile.OPENSHMEM.with(option, on)),
            new Job(3, 3, ImmutableList.of("1", argument), ImmutableMap.of(), Job.Gpu.H200),
            "deadlock: PE 0 at a b.cu:3",
            ImmutableList.of(
                new ReplayFile.Step(2, "PE 1, host, a.cu:3", new SourceLine("it.replay", 18))));
    assertThat(parsed(file.text())).isEqualTo(file);
  }

  @Test
  void lineEndsInAnArgumentAreKept() {
    whatIsWrittenIsRead("a\\r\r\n\\n\r", Switch.FENCE_COVERS_NBI, true);
  }

  @Property(tries = 50)
  void aTransportIsWrittenWithAllThatMakesIt(
      @ForAll boolean mixed, @ForAll boolean set, @ForAll boolean late, @ForAll boolean shared) {
    Settings settings =
        set
            ? Settings.DEFAULT.with(EnvironmentVariable.IBGDA_NUM_RC_PER_PE, "4")
            : Settings.DEFAULT;
    Transport transport =
        Transport.of(mixed ? "nvlink+ibgda@3.5" : "ibgda", settings)
            .over(
                Hardware.ORDERLY.with(
                    late ? List.of("relaxed-pcie", "late-visibility") : List.of()))
            .on(shared ? new GpuSharing(2, true, 50) : GpuSharing.NONE);
    ReplayFile file =
        new ReplayFile(
            ImmutableList.of(new ReplayFile.Compiled("a.cu", CompilerOptions.NONE)),
            "00",
            new Semantics.Implemented(transport, 2),
            Job.ofPes(4),
            "deadlock: PE 0 at a.cu:3",
            ImmutableList.of());
    assertThat(parsed(file.text())).isEqualTo(file);
  }

  @Test
  void aTableOfOrderIsWrittenWithTheSchedule() throws BadTable {
    for (Semantics semantics : ofTables()) {
      ReplayFile file = of(semantics);
      assertThat(parsed(file.text())).isEqualTo(file);
      assertThat(parsed(file.text()).semantics().rules()).isEqualTo(semantics.rules());
    }
  }

  @Test
  void aTableThatIsNotAllThereIsRefused() throws BadTable {
    for (Semantics semantics : ofTables()) {
      String text = of(semantics).text();
      for (String lost : List.of("\nrow visible.*", "\nrow table.*", "(\nrow.*)+")) {
        assertThat(mistakes(text.replaceFirst(lost, "")))
            .allMatch(line -> line.contains("error: the table of order is not the one that was"))
            .hasSize(1);
      }
    }
  }

  private static ReplayFile of(Semantics semantics) {
    return new ReplayFile(
        ImmutableList.of(new ReplayFile.Compiled("a.cu", CompilerOptions.NONE)),
        "00",
        semantics,
        Job.ofPes(2),
        "deadlock: PE 0 at a.cu:3",
        ImmutableList.of());
  }

  private static List<Semantics> ofTables() throws BadTable {
    String rows = "\n\n# of my own\nearlier | later | where\nvisible | quiet | issued before\n";
    OrderTable promise =
        TableText.parse(
            "my \\ own.rules", "table specification" + rows, ImmutableList.of(Profile.VOCABULARY));
    OrderTable network =
        TableText.parse("my.rules", "table ibrc" + rows, TransportTables.VOCABULARIES);
    OrderTable direct =
        TableText.parse("own.rules", "table direct" + rows, TransportTables.VOCABULARIES);
    return List.of(
        new Semantics.Promised(Profile.NVSHMEM.with(promise)),
        new Semantics.Implemented(Transport.of("ibrc", Settings.DEFAULT).with(network), 1),
        new Semantics.Implemented(
            Transport.of("nvlink+ibrc", Settings.DEFAULT).with(network).with(direct), 1));
  }

  @Test
  void aTransportThatThereIsNotIsSaid() throws IOException {
    String text = withSteps().text();
    assertThat(mistakes(text.replaceFirst("profile .*", "transport fast\npes-per-node 1")))
        .allMatch(line -> line.startsWith("it.replay:4: error: transport 'fast': there are "));
    assertThat(mistakes(text.replaceFirst("profile .*", "transport ibrc\npes-per-node 0")))
        .isEqualTo(first("it.replay:5: error: a node has at least 1 PE, not 0"));
    assertThat(mistakes(text.replaceFirst("profile .*", "transport ibrc")))
        .isEqualTo(first("it.replay:5: error: here the line 'pes-per-node ...' is missing"));
    assertThat(mistakes(text.replaceFirst("profile .*", "transport ibrc\npes-per-node 1\nlink x")))
        .allMatch(line -> line.startsWith("it.replay:4: error: link x: there are "));
  }

  private static ImmutableList<String> first(String line) {
    return ImmutableList.of(line);
  }

  private static List<String> mistakes(String text) {
    return ReplayFile.parse(new SourceFile("it.replay", text)).diagnostics().stream()
        .map(Diagnostic::toString)
        .toList();
  }

  private static ReplayFile parsed(String text) {
    ReplayFile.Parsed parsed = ReplayFile.parse(new SourceFile("it.replay", text));
    assertThat(parsed.diagnostics()).isEmpty();
    return Objects.requireNonNull(parsed.file());
  }

  private static String error(Replayed.Result result) {
    assertThat(result.replayed()).isNull();
    return result.diagnostic().orElseThrow().toString();
  }

  private static Written withSteps() throws IOException {
    return written(Engine.STATES).stream()
        .filter(one -> one.finding().witness().steps().size() > 1)
        .findFirst()
        .orElseThrow();
  }

  private static List<Written> written(Engine engine) throws IOException {
    ExplorationLimits limits =
        new ExplorationLimits(engine, new SearchOptions(200, 3, () -> false));
    List<Written> all = new ArrayList<>();
    try (var paths = Files.list(TESTS)) {
      for (Path path : paths.sorted().toList()) {
        SourceFile source = SourceFile.read(path);
        LitmusProgram program = Objects.requireNonNull(Litmus.compile(source).program());
        Job job = Job.ofPes(program.test().pes());
        Profile profile = Profile.NVSHMEM;
        LitmusJudgement judgement = LitmusJudgement.of(program, List.of(profile), limits);
        for (Finding finding : judgement.answers().get(0).exploration().findings()) {
          String text = ReplayFile.of(source, new Semantics.Promised(profile), job, finding).text();
          all.add(new Written(program, finding, text));
        }
      }
    }
    return all;
  }
}
