package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.cli.plan.PlanOptions;
import org.shmemlab.cli.shell.ExitCodes;

@Tag("simulation")
class PlanCommandTest {
  private static final String SMALL =
      "plan moe-dispatch --platform dgx-h100,h800 --pes 8,16 --transport ibgda,ibrc"
          + " --set tokens=16,32 --set experts=32 --samples 6";

  @TempDir private Path folder = Path.of("");

  private List<String> words(String command, String... more) {
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    words.addAll(List.of("--store", folder.resolve("store").toString()));
    words.addAll(List.of(more));
    return words;
  }

  private Session run(String command, String... more) {
    return Session.of(words(command, more).toArray(String[]::new));
  }

  @Test
  void theAnswerFitsOnOneScreen() {
    Session session = run(SMALL);
    assertThat(session.err()).isEmpty();
    assertThat(session.exitCode()).isZero();
    List<String> all = session.out().lines().toList();
    int table = all.indexOf("");
    assertThat(all.getFirst()).contains("5 to 95 %", "8 PEs", "16 PEs");
    assertThat(all.get(1)).contains("dgx-h100 over nvlink+ibgda, 8 NICs", " us", " to ");
    assertThat(all.get(2)).containsPattern("%; (measured near|fitted|estimated)");
    List<String> lines = all.subList(table + 1, all.size());
    assertThat(lines).hasSizeLessThanOrEqualTo(16);
    assertThat(lines)
        .extracting(line -> line.substring(0, line.indexOf(' ')))
        .containsSubsequence(
            "best", "time", "limit", "next", "decides", "slack", "measured", "sure");
    assertThat(lines.getFirst()).contains(" PEs of ", "tokens=32", "(most results per second)");
    assertThat(run(SMALL, "--jobs", "3").out()).isEqualTo(session.out());
  }

  @Test
  void aPlanComparesTheLibrariesOnOneMachine() {
    String plan =
        "plan moe-dispatch --platform dgx-h100 --pes 16 --library nvshmem,nccl --set tokens=16"
            + " --set experts=32 --samples 2 --transport gin-gdaki --price dgx-h100=2 --budget 32";
    assertThat(run(plan).out())
        .contains("dgx-h100 over nvlink+ibgda", "dgx-h100+nccl over nvlink+ibgda", "price");
  }

  @Test
  void aPlanThatWasKilledTwiceEqualsOneThatRanThrough() throws Exception {
    String plan = SMALL.replace("--samples 6", "--samples 12") + " --jobs 1";
    Path whole = folder.resolve("whole");
    assertThat(exports(plan, whole, folder.resolve("whole-store"))).isZero();
    Path store = folder.resolve("killed-store");
    long rows = 0;
    for (int kill = 0; kill < 2; kill++) {
      FileTime start = FileTime.from(Instant.now());
      Process process = start(plan, folder.resolve("killed"), store);
      while (process.isAlive() && !hasGrown(store, start)) {
        Thread.sleep(5);
      }
      process.destroyForcibly().waitFor();
      assertThat(process.exitValue()).as("it was killed").isNotZero();
      long kept = rows(store);
      assertThat(kept).isBetween(Math.max(1, rows), 16 * 13L - 1);
      rows = kept;
    }
    Path resumed = folder.resolve("resumed");
    assertThat(exports(plan, resumed, store)).isZero();
    for (String file : List.of("out", "points.csv", "points.parquet", "all.samples.csv")) {
      assertThat(resumed.resolve(file)).hasSameBinaryContentAs(whole.resolve(file));
    }
    assertThat(Files.size(resumed.resolve("all.samples.csv"))).isGreaterThan(10_000);
  }

  // Whether some results are in the log of the database that were not there before.
  private static boolean hasGrown(Path store, FileTime start) throws IOException {
    Path log = store.resolveSibling(store.getFileName() + ".wal");
    return Files.exists(log)
        && Files.size(log) > 6_000
        && Files.getLastModifiedTime(log).compareTo(start) > 0;
  }

  private static long rows(Path store) {
    Session session =
        Session.of("plan", "query", "SELECT count(*) FROM trials", "--store", store.toString());
    assertThat(session.err()).isEmpty();
    return Long.parseLong(session.out().lines().toList().getLast());
  }

  private static int exports(String plan, Path into, Path store) throws Exception {
    Process process = start(plan, into, store);
    assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    assertThat(Files.readString(into.resolve("err"))).isEmpty();
    return process.exitValue();
  }

  private static Process start(String plan, Path into, Path store) throws IOException {
    Files.createDirectories(into);
    List<String> words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx1g",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                classes(),
                "org.shmemlab.cli.Main"));
    words.addAll(List.of(plan.split(" ")));
    words.addAll(List.of("--store", store.toString()));
    for (String file : List.of("points.csv", "points.parquet", "all.samples.csv")) {
      words.addAll(List.of("--export", into.resolve(file).toString()));
    }
    return new ProcessBuilder(words)
        .redirectOutput(into.resolve("out").toFile())
        .redirectError(into.resolve("err").toFile())
        .start();
  }

  // The test runner may have loaded the classes by a loader of its own.
  private static String classes() {
    return Main.class.getClassLoader() instanceof URLClassLoader own
        ? Stream.of(own.getURLs()).map(URL::getPath).collect(Collectors.joining(File.pathSeparator))
        : System.getProperty("java.class.path");
  }

  @Test
  void queriesAnswerInCsv() {
    assertThat(run(SMALL).exitCode()).isZero();
    Session session =
        run(
            "plan query",
            "SELECT pes, count(*) AS n FROM points WHERE platform = 'h800'"
                + " AND parameters LIKE '%tokens=16 %' AND transport = 'nvlink+ibrc'"
                + " GROUP BY pes ORDER BY pes");
    assertThat(session.out()).isEqualTo("pes,n\n8,1\n16,1\n");
    Session wrong = run("plan query", "SELECT * FROM nothing");
    assertThat(wrong.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(wrong.err()).contains("Table with name nothing does not exist").hasLineCount(1);
  }

  @Test
  void whatIsOtherwiseIsSaidAndKeptApart() {
    String command =
        "plan moe-dispatch --platform dgx-h100 --pes 16 --set tokens=16 --set experts=32"
            + " --samples 0";
    Session usual = run(command);
    assertThat(run(command, "--load", "network=0", "--slow", "gpu:3*1").out())
        .isEqualTo(usual.out());
    List<String> otherwise =
        List.of(
            "--fail", "nic:3@node:1",
            "--slow", "gpu:3*2,link:nic 1 of node 0 transmit*4",
            "--load", "network=0.3,nic:0=0.5",
            "--env", "NVSHMEM_QP_DEPTH=64");
    Path page = folder.resolve("page.html");
    Session session =
        run(
            command,
            Stream.concat(otherwise.stream(), Stream.of("--report", page.toString()))
                .toArray(String[]::new));
    assertThat(session.err()).isEmpty();
    String changes =
        "fail nic:3@node:1, slow gpu:3*2, slow link:nic 1 of node 0 transmit*4,"
            + " load network=0.3, load nic:0=0.5, NVSHMEM_QP_DEPTH=64";
    assertThat(session.out())
        .contains("\n\nbest      16 PEs of dgx-h100 with " + changes + " over");
    assertThat(page).content().contains("dgx-h100 with " + changes);
    String rows =
        "SELECT changes, microseconds FROM points WHERE parameters LIKE '%tokens=16 %'"
            + " ORDER BY changes";
    assertThat(run("plan query", rows).out().lines().toList())
        .hasSize(3)
        .satisfies(lines -> assertThat(lines.getLast()).startsWith('"' + changes + '"'));
    assertThat(run(command, otherwise.toArray(String[]::new)).out()).isEqualTo(session.out());
  }

  @Test
  void aTraceIsKnownByWhatIsInIt() throws IOException {
    Path trace = folder.resolve("t.csv");
    Files.writeString(trace, "pe,peer,bytes\n0,1,4096\n");
    String command = "plan trace --platform gh200 --samples 0 --trace " + trace;
    Session first = run(command);
    assertThat(first.err()).isEmpty();
    assertThat(first.out()).contains("\n\nbest      2 PEs of gh200 over nvlink+ibgda");
    assertThat(run(command).out()).isEqualTo(first.out());
    Files.writeString(trace, "pe,peer,bytes\n0,1,409600\n");
    assertThat(run(command).out()).isNotEqualTo(first.out());
    assertThat(run("plan query", "SELECT count(*) FROM points").out()).endsWith("\n2\n");
    Session more = run(command + " --pes 4");
    assertThat(more.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(more.err()).contains("t.csv is of 2 PEs, not of 4; leave --pes out").hasLineCount(1);
    Files.writeString(trace, "pe,peer,bytes\n0,1,4k\n");
    assertThat(run(command).err())
        .startsWith(trace + ":2: error: bytes '4k' is not a whole number")
        .hasLineCount(1);
  }

  @Test
  void theEndOfTheTimePrintsTheResultsSoFar() {
    Session none = run(SMALL, "--time", "0s", "--json");
    assertThat(none.exitCode()).isZero();
    assertThat(none.out()).contains("\"complete\" : false", "the same command goes on from there");
    Session all = run(SMALL, "--time", "none", "--json");
    assertThat(all.out()).contains("\"complete\" : true").doesNotContain("from there");
    assertThat(run(SMALL, "--time", "soon").err())
        .contains("'soon' is not a time: write 90s, 5m, 1h, 500ms or none");
  }

  @Test
  void theMachinesOwnValueIsTheSameMachine() {
    Session own = run(SMALL, "--set", "node.nic.count=8");
    assertThat(own.out()).isEqualTo(run(SMALL).out());
  }

  @Test
  void withoutSamplesThereAreJustThePoints() {
    Session session = run(SMALL.replace("--samples 6", "--samples 0"));
    assertThat(session.out())
        .contains("\nbest ", "\nsure      0 samples")
        .doesNotContain("decides");
    assertThat(run("plan query", "SELECT count(*) FROM trials").out()).endsWith("\n16\n");
  }

  @Test
  void aMeasuredMachineWithAnotherNumberWasNotMeasured() {
    String command = "plan moe-dispatch --platform h800 --pes 16 --transport ibgda --samples 0";
    assertThat(run(command).out()).contains("measured near");
    assertThat(run(command, "--set", "node.nic.bandwidth=50GB/s").out()).contains("measured near");
    assertThat(run(command, "--set", "node.nic.bandwidth=*2").out())
        .doesNotContain("measured near");
  }

  @Test
  void theBestIsOfEachSizeOrOfAllWithinALimit() {
    Session each = run(SMALL);
    assertThat(each.out()).contains("\nbest      8 ").doesNotContain("by size");
    Session cheap = run(SMALL, "--price", "gpu-hour=2", "--budget", "20");
    assertThat(cheap.out()).contains("\nbest      8 PEs of ");
    assertThat(cheap.exitCode()).isZero();
    Session none = run(SMALL, "--price", "gpu-hour=2", "--budget", "15");
    assertThat(none.exitCode()).isEqualTo(ExitCodes.PROGRAM_FAILED);
    assertThat(none.out()).contains("no point runs at no more than 15.0 an hour; the cheapest, 8 ");
  }

  @Test
  void aLimitThatNothingMeetsIsSaid() {
    Session session = run(SMALL, "--slo", "p99 < 1us");
    assertThat(session.exitCode()).isEqualTo(ExitCodes.PROGRAM_FAILED);
    assertThat(session.out())
        .contains("\n\nnone      no point has p99 below 1.00 us; the nearest, ");
  }

  @Test
  void workloadsAndTheirParametersAreListed() {
    assertThat(Session.of("plan").out()).startsWith("moe-dispatch ");
    assertThat(Session.of("plan", "moe-dispatch").out())
        .contains("  tokens=128 ", "a whole number from 1 to 65536");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          plan --json                                          | there is no answer to write without a workload
          plan moe-dispatch --export x.csv                     | there is no answer to write without a workload, a
          plan moe --pes 8                                     | no workload 'moe'; there are moe-dispatch
          plan moe-dispatch --pes 8                            | a plan needs a --platform
          plan moe-dispatch --platform h800                    | a plan needs --pes, as 64 or 8..64
          plan moe-dispatch --platform h800 --pes 8..4         | --pes 8..4: '8..4' is not a number of PEs
          plan moe-dispatch --platform h8000 --pes 8           | no platform 'h8000'; did you mean 'h800'?
          plan moe-dispatch --platform h800:1 --pes 16         | 1 nodes of h800 have 8 GPUs for 16 PEs
          plan moe-dispatch --platform h800 --pes 8 --transport ib | 'ib'
          plan moe-dispatch --platform alps --pes 8 --transport ibgda | platform alps has no path ibgda
          plan moe-dispatch --platform h800 --pes 16 --fail nic:8 | --fail nic:8: a node has the cards 0 to 7
          plan moe-dispatch --platform h800 --pes 16 --fail gpu:1 | --fail gpu:1: write nic:3
          plan trace --platform h800 --pes 8                   | trace replays a file; name it by --trace FILE
          plan trace --platform h800 --trace none.csv          | none.csv: cannot be read; is it there?
          plan trace --platform h800 --trace none.et           | name ends in .csv, .goal or, for rank 0
          plan halo3d --platform h800 --pes 8 --trace none.csv | --trace none.csv: halo3d replays no file
          plan moe-dispatch --platform h800 --pes 8 --slow gpu:8*2 | none of 8 PEs drives that GPU; they drive 0 to 7
          plan moe-dispatch --platform h800 --pes 8 --slow nic:1*0 | --slow nic:1*0: from 1 to a million times
          plan moe-dispatch --platform h800 --pes 8 --load nic=2 | --load nic=2: the share that others use is from 0
          plan moe-dispatch --platform h800 --pes 8 --set network.kind=x | network.kind cannot be 'x'; known: rails
          plan moe-dispatch --platform h800 --pes 8 --env PATH=x | --env PATH: the name of a variable of NVSHMEM begins
          plan moe-dispatch --platform h800 --pes 8 --env NVSHMEM_QP=8 | NVSHMEM_QP is not a variable that NVSHMEM
          plan moe-dispatch --platform h800 --pes 8 --env NVSHMEM_QP_DEPTH=x | NVSHMEM_QP_DEPTH=x: the value is
          plan moe-dispatch --platform h800 --pes 8 --set tokens | --set tokens: write KEY=VALUE
          plan moe-dispatch --platform h800 --pes 8 --set x=1  | moe-dispatch has no parameter 'x'
          plan moe-dispatch --platform h800 --pes 8 --set paths.ibgda.latncy=1us | near ones: paths.ibgda.latency
          plan moe-dispatch --platform h800 --pes 8 --set topk=9 --set experts=8 | topk=9: there are 8 experts
          plan moe-dispatch --platform h800 --pes 8 --price gpu=1 | gpu is neither gpu-hour nor a --platform
          plan moe-dispatch --platform h800 --pes 8 --budget 9 | --budget needs the price of h800: --price h800=2.50
          plan moe-dispatch --platform h800 --pes 8 --budget x | --budget x: write a price of an hour of all GPUs
          plan moe-dispatch --platform h800 --pes 8 --goal fun | --goal fun: time or cost
          plan moe-dispatch --platform h800 --pes 8 --slo p99  | --slo 'p99' is not a limit as 'p99 < 200us'
          plan moe-dispatch --platform h800 --pes 8 --export a.sarif | this command exports .json, .csv, .parquet
          """)
  void mistakesAreOneLine(String command, String message) {
    Session session = run(command);
    assertThat(session.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(session.err()).contains(message).containsOnlyOnce("error: ").hasLineCount(1);
    assertThat(session.out()).isEmpty();
  }

  @Test
  void theProgressSaysHowLongItWillTake() {
    assertThat(PlanOptions.progress(10, 10, 100, 5)).isEqualTo("10 of 100 simulations");
    assertThat(PlanOptions.progress(20, 10, 100, 5)).isEqualTo("20 of 100 simulations, 40 s left");
    assertThat(PlanOptions.progress(20, 10, 10_000, 5))
        .isEqualTo("20 of 10,000 simulations, 1.4 h left");
  }
}
