package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.cli.shell.ExitCodes;

/**
 * Tasks of an array job without Slurm: each in this process, and then the command that submits
 * them, which finds all parts there.
 */
@Tag("simulation")
class TasksTest {
  @TempDir private Path folder = Path.of("");

  private static Session session(String words, Object... more) {
    List<String> all = new ArrayList<>(List.of(words.split(" ", -1)));
    for (Object word : more) {
      all.add(word.toString());
    }
    return Session.of(all.toArray(String[]::new));
  }

  private Session task(String words, int task, int of) {
    return session(words, "--folder", folder, "--share-of", of, "--share", task);
  }

  private Session submitted(String words, int of) {
    return session(words, "--on", "slurm", "--folder", folder, "--tasks", of);
  }

  private Session shared(String words, int of) {
    for (int task = of - 1; task >= 0; task--) {
      assertThat(task(words, task, of)).isEqualTo(new Session(0, "", ""));
    }
    return submitted(words, of);
  }

  @ParameterizedTest
  @CsvSource({
    "check ../gallery/01_flag_overtakes_data/before.cu --engine random --budget 1100 --seed 5,2",
    "check ../litmus/mp/MP+g+none+diff.litmus --engine random --budget 3000 --json,3",
    "check ../gallery/20_stale_flag/before.cu ../gallery/20_stale_flag/after.cu"
        + " --engine random --budget 1050 --transport ibgda,2",
    "run ../litmus/mp/MP+put+fence+diff.litmus --platform dgx-h100 --gpus-per-node 1 --transport"
        + " ibgda --jitter 3 --runs 40,3",
    "run ../litmus/mp/MP+put+none+diff.litmus --platform dgx-h100 --gpus-per-node 1 --transport"
        + " ibgda --jitter 3 --runs 3 --json,3",
  })
  void theirPartsMakeTheAnswerOfOneProcess(String words, int tasks) {
    Session here = session(words);
    assertThat(here.out()).isNotEmpty();
    assertThat(shared(words, tasks)).isEqualTo(here);
  }

  @Test
  void howResultsAreReportedIsNoneOfTheirBusiness() {
    String words = "check ../litmus/mp/MP+g+none+diff.litmus --engine random --budget 2000";
    shared(words, 2);
    Path report = folder.resolve("report.html");
    assertThat(submitted(words + " --json", 2)).isEqualTo(session(words + " --json"));
    assertThat(submitted(words + " --report " + report, 2).out()).isEqualTo(session(words).out());
    assertThat(report).exists();
  }

  @Test
  void aTaskThatIsStartedAgainGoesOnWhereItWas() throws IOException {
    String words =
        "run ../litmus/mp/MP+put+none+diff.litmus --platform dgx-h100 --gpus-per-node 1 --transport"
            + " ibgda --jitter 3 --runs 9";
    shared(words, 2);
    Path part = part("-0-of-2.json");
    String whole = Files.readString(part);
    String first = whole.replaceFirst("\"units\":5", "\"units\":4");
    assertThat(first).isNotEqualTo(whole);
    // Were its five runs done again, nine of them would be counted.
    Files.writeString(part, first);
    task(words, 0, 2);
    assertThat(Files.readString(part)).contains("\"units\":5", "\"runs\":6");
  }

  @Test
  void anotherProgramIsAnotherWork() throws IOException {
    Path program = folder.resolve("p.litmus");
    String test = Files.readString(Path.of("../litmus/mp/MP+put+none+diff.litmus"));
    Files.writeString(program, test);
    String words = "check " + program + " --profile nvshmem --engine random --budget 1000";
    Path own = Files.createDirectory(folder.resolve("own"));
    session(words, "--folder", own, "--share-of", 1, "--share", 0);
    Files.writeString(program, test + "\n");
    session(words, "--folder", own, "--share-of", 1, "--share", 0);
    Files.writeString(program, test);
    session(words, "--folder", own, "--share-of", 1, "--share", 0);
    try (Stream<Path> parts = Files.list(own)) {
      assertThat(parts).hasSize(2);
    }
  }

  @Test
  void theFirstFindingIsEnoughWhereThatIsAskedFor() throws IOException {
    String words =
        "check ../gallery/01_flag_overtakes_data/before.cu --profile nvshmem --engine random"
            + " --budget 4000 --stop-at-first";
    assertThat(task(words, 1, 4)).isEqualTo(new Session(0, "", ""));
    task(words, 2, 4);
    assertThat(Files.readString(part("-2-of-4.json"))).contains("\"schedules\":0");
    Session found = submitted(words, 4);
    assertThat(found).isEqualTo(submitted(words, 4));
    assertThat(found.out()).contains("conflict");
    assertThat(session(words).out()).contains("conflict");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "check p.cu --engine random --tasks 3 | --tasks is about an array job: add --on slurm",
        "check ../litmus/mp --on slurm | --on slurm: tasks share schedules drawn at random: add",
        "check ../litmus/mp --on slurm --engine random --time 1s | leave out --time",
        "check ../litmus/mp --on pbs --engine random | --on pbs: there is slurm",
        "check ../litmus/mp --on slurm --engine random --tasks 0 | --tasks 0: 1 to 100000",
        "check ../litmus/mp --stop-at-first | add --engine random",
        "run ../litmus/mp/MP+put+none+diff.litmus --platform dgx-h100 --gpus-per-node 1 --transport"
            + " ibgda --on slurm | add --runs N",
        "run ../litmus/mp/MP+put+none+diff.litmus --platform dgx-h100 --gpus-per-node 1 --transport"
            + " ibgda --stop-at-first | add --runs N",
        "plan moe-dispatch --platform dgx-h100 --gpus-per-node 1 --transport ibgda --pes 8 "
            + "--sbatch long | add --on slurm",
        "plan moe-dispatch --platform dgx-h100 --pes 8 --sbatch=--time=30 | --sbatch is about an",
        "plan moe-dispatch --platform dgx-h100 --pes 8 --sbatch --time=30 | --sbatch is about an",
        "plan moe-dispatch --platform dgx-h100 --pes 8 --sbatch | --sbatch needs OPTIONS",
      })
  void wrongOptionsAreOneLine(String words, String said) {
    Session session = session(words.replace("p.cu", "../gallery/01_flag_overtakes_data/before.cu"));
    assertThat(session.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(session.err()).startsWith("shmemlab: error: ").contains(said).hasLineCount(1);
  }

  private Path part(String ending) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(one -> one.toString().endsWith(ending)).findFirst().orElseThrow();
    }
  }
}
