package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.util.concurrent.Uninterruptibles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks plans, checks and runs through a real Slurm, which {@code scripts/slurm-node} starts and
 * {@code SLURM_CONF} names; skipped where there is none.
 */
@Tag("simulation")
@Tag("whole")
class SlurmTest {
  private static final String PLAN =
      "plan moe-dispatch --platform dgx-h100 --pes 8,16 --transport ibgda --samples 12";

  @TempDir private static Path folder = Path.of("");
  private static String here = "";

  @BeforeAll
  static void thereIsASlurm() {
    assumeTrue(System.getenv("SLURM_CONF") != null, "no Slurm: scripts/slurm-node DIR starts one");
    Session local = session("--store", folder.resolve("here.duckdb"));
    assertThat(local.exitCode()).isZero();
    here = local.out();
  }

  private static Session session(Object... more) {
    StringBuilder words = new StringBuilder(PLAN);
    for (Object word : more) {
      words.append(' ').append(word);
    }
    return Session.of(words.toString().split(" ", -1));
  }

  private static CompletableFuture<Session> onSlurm(String name, int tasks) {
    return onSlurm(folder.resolve(name + ".duckdb"), folder.resolve(name), tasks);
  }

  private static CompletableFuture<Session> onSlurm(Path store, Path shared, int tasks) {
    return CompletableFuture.supplyAsync(
        () -> session("--store", store, "--folder", shared, "--on slurm --tasks", tasks));
  }

  @Test
  void aPlanThroughSlurmEqualsOneThatRanHere() {
    assertThat(onSlurm("slurm", 3).join().out()).isEqualTo(here);
    assertThat(rows("slurm")).isEqualTo(rows("here"));
  }

  @Test
  void whatAKilledTaskDidNotDoIsDoneByAnother() {
    CompletableFuture<Session> plan = onSlurm("killed", 2);
    String task = awaited(() -> running("killed"));
    said("scancel", "--signal=KILL", "--full", task);
    assertThat(plan.join().out()).isEqualTo(here);
    assertThat(rows("killed")).isEqualTo(rows("here"));
  }

  @Test
  void tasksWaitForANodeThatIsDrained() {
    CompletableFuture<Session> plan = onSlurm("drained", 6);
    awaited(() -> running("drained"));
    String node = said("sinfo", "--noheader", "--format=%n").strip();
    said("scontrol", "update", "nodename=" + node, "state=drain", "reason=test");
    Uninterruptibles.sleepUninterruptibly(Duration.ofSeconds(4));
    assertThat(plan).isNotDone();
    said("scontrol", "update", "nodename=" + node, "state=resume");
    assertThat(plan.join().out()).isEqualTo(here);
    assertThat(rows("drained")).isEqualTo(rows("here"));
  }

  @Test
  void aFullDiskIsOneLineAndLosesNothing() throws IOException {
    Path small = Files.createDirectory(folder.resolve("small"));
    said("mount", "-t", "tmpfs", "-o", "size=1100k", "tmpfs", small.toString());
    try {
      Path store = folder.resolve("full.duckdb");
      Session full = onSlurm(store, small, 2).join();
      assertThat(full.exitCode()).isNotZero();
      assertThat(full.err().lines().toList().getLast()).startsWith("shmemlab: error: ");
      said("mount", "-o", "remount,size=64m", small.toString());
      assertThat(onSlurm(store, small, 2).join().out()).isEqualTo(here);
    } finally {
      said("umount", small.toString());
    }
    assertThat(rows("full")).isEqualTo(rows("here"));
  }

  private static final String HUNT =
      "check ../gallery/01_flag_overtakes_data/before.cu --profile nvshmem --engine random";

  private static final String RUNS =
      "run ../litmus/mp/MP+put+none+diff.litmus --platform dgx-h100 --gpus-per-node 1"
          + " --transport ibgda --jitter 3 --runs 600";

  private static Session hunt(String words, Object... more) {
    StringBuilder all = new StringBuilder(words);
    for (Object word : more) {
      all.append(' ').append(word);
    }
    return Session.of(all.toString().split(" ", -1));
  }

  private static Session huntOnSlurm(String words, String name, int tasks) {
    return hunt(words, "--on slurm --folder", folder.resolve(name), "--tasks", tasks);
  }

  @Test
  void aHuntWhoseTaskIsKilledFindsWhatItFindsHere() {
    String words = HUNT + " --budget 3000";
    CompletableFuture<Session> hunt =
        CompletableFuture.supplyAsync(() -> huntOnSlurm(words, "hunt", 2));
    String task = awaited(() -> running("hunt"));
    said("scancel", "--signal=KILL", "--full", task);
    assertThat(hunt.join().out()).isEqualTo(hunt(words).out());
  }

  @Test
  void manyRunsThroughSlurmCountAsHere() {
    Session here = hunt(RUNS);
    Session slurm = huntOnSlurm(RUNS, "runs", 3);
    assertThat(slurm.out()).isEqualTo(here.out());
    assertThat(slurm.exitCode()).isEqualTo(here.exitCode());
  }

  @Test
  void theFirstFindingEndsAllTasks() {
    // To its end, this would take weeks.
    Session hunt = huntOnSlurm(HUNT + " --budget 1000000000 --stop-at-first", "first", 4);
    assertThat(hunt.out()).contains("conflict");
    awaited(() -> running("first").isPresent() ? Optional.empty() : Optional.of("over"));
  }

  // A job of that folder that runs now.
  private static Optional<String> running(String name) {
    return said("squeue", "--noheader", "--array", "--states=RUNNING", "--format=%i %o")
        .lines()
        .filter(line -> line.contains("/" + name + "/"))
        .map(line -> line.substring(0, line.indexOf(' ')))
        .findFirst();
  }

  private static <T> T awaited(Supplier<Optional<T>> something) {
    while (true) {
      Optional<T> found = something.get();
      if (found.isPresent()) {
        return found.get();
      }
      Uninterruptibles.sleepUninterruptibly(Duration.ofMillis(200));
    }
  }

  private static String rows(String store) {
    Session session =
        Session.of(
            "plan",
            "query",
            "--store",
            folder.resolve(store + ".duckdb").toString(),
            "SELECT * FROM trials ORDER BY key");
    assertThat(session.exitCode()).isZero();
    return session.out();
  }

  private static String said(String... words) {
    try {
      Process process = new ProcessBuilder(List.of(words)).redirectErrorStream(true).start();
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as("%s: %s", String.join(" ", words), out).isZero();
      return out;
    } catch (IOException | InterruptedException problem) {
      throw new AssertionError(problem);
    }
  }
}
