package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shmemlab.cli.shell.ExitCodes;

/** Runs and checks programs whose host part is a launch file. */
@Tag("compiler")
class LaunchFilesTest {
  private static final Path EXAMPLES = Path.of("../examples").toAbsolutePath().normalize();

  /** One step of each kind, and assertions about what it leaves. */
  private static final String EVERY_STEP =
      """
      pes: 3
      scalars:
        next: (me + 1) % n
        before: (me - 1) % n
        half: {type: float64, value: 0.5}
      streams: s
      buffers:
        a: int32[4]
        b: {type: "int32[4]", values: 10 * me + i}
        all: int32[12]
        flag: uint64
        late: uint64
        real: {type: float32, values: [half + me]}
        total: float32
        counter: int64
      steps:
        - put: a
          from: b
          pe: next
        - barrier
        - assert: a[i] == 10 * before + i
        - get: a[1:3]
          from: b[2:4]
          pe: next
        - assert: a[1] == 10 * next + 2 && a[2] == 10 * next + 3
        - sync
        - put_signal: all[4 * me:4 * me + 4]
          from: b
          signal: flag
          value: 5
          op: add
          pe: next
          stream: s
        - wait: flag
          ge: 5
          stream: s
        - synchronize: null
          stream: s
        - assert: all[4 * before + 1] == 10 * before + 1
        - signal: late
          value: 1
          pe: 0
          if: me == 1
        - wait: late
          eq: 1
          if: me == 0
        - atomic: counter
          op: add
          value: me + 1
          pe: 0
        - quiet
        - fence
        - reduce: total
          from: real
          stream: s
        - barrier:
          stream: s
        - synchronize
        - assert: total == 4.5
        - assert: me != 0 || counter == 6
        - team: evens
          start: 0
          stride: 2
          size: 2
        - barrier: null
          team: evens
          if: me % 2 == 0
        - allocate: more
          type: int32[2]
          values: [me, n]
        - fcollect: all[0:6]
          from: more
        - assert: all[2 * me] == me && all[5] == n
        - broadcast: a
          from: b
          root: 2
        - alltoall: all[0:3]
          from: b[0:3]
        - assert: all[1] == 10 + me
        - assert: a[i] == 20 + i
        - free: more
        - set: b[1:3]
          values: -7
        - print: "{me} of {n}: {b}, {real}"
      """;

  @TempDir private Path folder;

  private String file(String text) throws IOException {
    Path file = folder.resolve("a.launch.yaml");
    Files.writeString(file, text);
    return file.toString();
  }

  @Test
  void everyStepDoesWhatItsCallDoes() throws IOException {
    Session session = Session.of("run", file(EVERY_STEP));
    assertThat(session.err()).isEmpty();
    assertThat(session.out().lines())
        .containsExactlyInAnyOrder(
            "0 of 3: 0 -7 -7 3, 0.5", "1 of 3: 10 -7 -7 13, 1.5", "2 of 3: 20 -7 -7 23, 2.5");
    assertThat(session.exitCode()).isZero();
  }

  @Test
  void aKernelOfTritonGivesWhatItGivesAHostInCpp() {
    String triton = EXAMPLES.resolve("triton").toString();
    Session launched = Session.of("run", triton + "/ring_put.launch.yaml");
    Session hosted = Session.of("run", triton + "/main.cu", triton + "/ring_put.ptx", "-n", "2");
    assertThat(launched.err()).isEmpty();
    assertThat(launched.out().lines()).hasSameElementsAs(hosted.out().lines().toList());
  }

  @Test
  void aWrongKernelHasTheFindingThatItHasWithAHostInCpp() throws IOException {
    String kernel = "reuses_source";
    String triton = EXAMPLES.resolve("triton").toString();
    String launch =
        Files.readString(Path.of(triton, "ring_put.launch.yaml"))
            .replace("files: ring_put", "files: " + triton + "/" + kernel)
            .replace("launch: ring_put", "launch: " + kernel);
    Session launched = Session.of("check", file(launch), "--no-repair");
    Session hosted =
        Session.of(
            "check",
            triton + "/main.cu",
            "--with=" + triton + "/" + kernel + ".ptx",
            "-DKERNEL=" + kernel,
            "--no-repair",
            "-n",
            "2");
    assertThat(finding(launched)).startsWith("kernels.py:").isEqualTo(finding(hosted));
    assertThat(launched.exitCode()).isEqualTo(ExitCodes.PROGRAM_FAILED);
  }

  private static String finding(Session session) {
    String line =
        session.out().lines().filter(text -> text.contains("error:")).findFirst().orElseThrow();
    return line.replaceAll("bytes \\d+ to \\d+", "bytes"); // of several accesses, one is named
  }

  @Test
  void aKernelOfNumbaIsNamedByItsFunction() throws IOException {
    String launch = EXAMPLES.resolve("numba/ring_put.launch.yaml").toString();
    Session run = Session.of("run", launch, "-n", "3");
    assertThat(run.out().lines())
        .as(run.err())
        .containsExactlyInAnyOrder("PE 0 received 102", "PE 1 received 100", "PE 2 received 101");
    assertThat(Session.of("check", launch).out()).contains("Verdict nothing found");
    Path wrong = Path.of("src/test/resources/org/shmemlab/cli/ptx/numba_signal_overtakes.ptx");
    String text =
        Files.readString(Path.of(launch))
            .replace("files: ring_put.ptx", "files: " + wrong.toAbsolutePath())
            .replace("launch: ring_put", "launch: signal_overtakes");
    Session check = Session.of("check", file(text), "--no-repair");
    assertThat(check.out())
        .contains("kernels_numba.py:40:1: error: conflict: the p of PE 1 at kernels_numba.py:37:1");
  }

  @Test
  void aKernelOfNumbaTransfersArrays() throws IOException {
    Path module = Path.of("src/test/resources/org/shmemlab/cli/ptx/numba_arrays.ptx");
    String array = "null, null, {int64: 32}, {int64: 4}, %s, {int64: 32}, {int64: 4}";
    String text =
        """
        pes: 2
        files: %s
        buffers:
          inbox: float32[32]
          outbox: {type: "float32[32]", values: 100 * me + i}
          flag: uint64
          result: {type: "float32[64]", memory: device}
        steps:
          - launch: ring_put
            block: 32
            args: [%s, %s,
              null, null, {int64: 1}, {int64: 8}, flag, {int64: 1}, {int64: 8},
              null, null, {int64: 64}, {int64: 4}, result, {int64: 32}, {int64: 2}, {int64: 8}, {int64: 4},
              {float64: 2.0}]
          - synchronize
          - print: "PE {me}: {result[1]} to {result[63]}"
        """
            .formatted(
                module.toAbsolutePath(), array.formatted("inbox"), array.formatted("outbox"));
    Session check = Session.of("check", file(text));
    assertThat(check.out()).as(check.err()).contains("Verdict nothing found");
    assertThat(Session.of("run", file(text)).out().lines())
        .containsExactlyInAnyOrder("PE 0: 200 to 262", "PE 1: 0 to 62");
  }

  @Test
  void aFindingOfTheHostNamesTheLinesAndObjectsOfTheFile() throws IOException {
    String text =
        """
        buffers:
          inbox: int32
          outbox: {type: int32, values: me}
        steps:
          - put: inbox
            from: outbox
            pe: 1 - me
          - print: "{inbox}"
        """;
    Session check = Session.of("check", file(text));
    assertThat(check.out())
        .contains("a.launch.yaml:5:5 and the load of", "a.launch.yaml:8:5", "of 'inbox' of PE");
    String places = text.replace("from: outbox", "from: outbox\n    at: ring.py:31:9");
    assertThat(Session.of("check", file(places)).out()).contains("the put of PE 1 at ring.py:31:9");
    Session expected = Session.of("check", file("# shmemlab: expect conflict\n" + text));
    assertThat(expected.exitCode()).isZero();
    String replay =
        check
            .out()
            .lines()
            .filter(line -> line.contains("Replay: shmemlab "))
            .findFirst()
            .orElseThrow();
    String[] words = replay.substring(replay.indexOf("check ")).split(" ");
    assertThat(Session.of(words).out()).contains("conflict");
  }

  @Test
  void aFailedAssertionIsNamedAsItIsWritten() throws IOException {
    Session run = Session.of("run", file("steps:\n  - assert: me + 1 == \"2\"\n"), "-n", "2");
    assertThat(run.exitCode()).isEqualTo(ExitCodes.USAGE);
    Session failed = Session.of("run", file("steps:\n  - assert: me == 1\n"), "-n", "2");
    assertThat(failed.err()).contains("a.launch.yaml:2:5: error: assertion failed: me == 1");
    assertThat(failed.exitCode()).isEqualTo(ExitCodes.PROGRAM_FAILED);
  }

  @Test
  void simulatedTimeAndReportsTakeIt() throws IOException {
    Path page = folder.resolve("page.html");
    Session run =
        Session.of(
            "run",
            EXAMPLES.resolve("triton/ring_put.launch.yaml").toString(),
            "--platform",
            "hgx-h200",
            "--report",
            page.toString());
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(Files.readString(page)).contains("ring_put.launch.yaml");
  }
}
