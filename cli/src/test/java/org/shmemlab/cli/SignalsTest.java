package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.shmemlab.labs.lesson.Lab;
import org.shmemlab.labs.lesson.Labs;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Checks that a process that a signal ends writes its results first. */
@Tag("compiler")
@EnabledOnOs(OS.LINUX)
class SignalsTest {
  @TempDir Path folder;

  @Test
  void aRunThatIsStoppedReportsTheLineOfEachAgentAndWritesItsFiles() throws Exception {
    Path program =
        Files.writeString(
            folder.resolve("endless.c"),
            """
            #include <stdio.h>
            int main(void) {
              printf("go\\n");
              for (unsigned long i = 0;; i++) ;
            }
            """);
    Path json = folder.resolve("run.json");
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Process process =
        OwnProcess.start(
            out.toFile(), err.toFile(), "run", program.toString(), "--export", json.toString());
    while (process.isAlive() && !Files.readString(out).contains("go")) {
      Thread.sleep(50);
    }
    process.destroy(); // SIGTERM
    assertThat(process.waitFor()).isEqualTo(130);
    assertThat(Files.readString(err))
        .matches(
            "shmemlab: stopped after \\d+ instructions\n  PE 0 host at .*endless.c:4:\\d+ runs\n");
    JsonNode document = JsonMapper.shared().readTree(Files.readString(json));
    assertThat(document.get("exit_code").asInt()).isEqualTo(130);
    assertThat(document.at("/results/0/result").asString()).isEqualTo("stopped");
    assertThat(document.at("/results/0/output/0/text").asString()).isEqualTo("go\n");
  }

  @Test
  void aCheckThatIsStoppedReportsAndWritesItsFindingsSoFar() throws Exception {
    Path program =
        Files.writeString(
            folder.resolve("many.cu"),
            """
            #include <nvshmem.h>
            #include <nvshmemx.h>

            __global__ void count(long *words) {
              long sum = 0;
              for (int i = 0; i < 8; i++) {
                sum = 3 * sum + nvshmem_long_atomic_fetch_inc(words, i % nvshmem_n_pes());
              }
              words[1] = sum;
            }

            int main(void) {
              nvshmem_init();
              long *words = (long *)nvshmem_calloc(2, sizeof(long));
              void *args[] = {&words};
              nvshmemx_collective_launch((const void *)count, 1, 1, args, 0, 0);
              cudaDeviceSynchronize();
              nvshmem_finalize();
            }
            """);
    Path json = folder.resolve("check.json");
    Path sarif = folder.resolve("check.sarif");
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    String words = "check many.cu -n 4 --budget 1000000000 --export %s --export %s";
    Process process =
        OwnProcess.start(
            out.toFile(),
            err.toFile(),
            words.replace("many.cu", "" + program).formatted(json, sarif).split(" "));
    while (process.isAlive() && worked(process).compareTo(Duration.ofSeconds(5)) < 0) {
      Thread.sleep(50); // then it has begun, and would go on for hours
    }
    process.destroy(); // SIGTERM
    assertThat(process.waitFor()).isEqualTo(130);
    assertThat(Files.readString(out)).contains("stopped: other orders were not seen");
    JsonNode document = JsonMapper.shared().readTree(Files.readString(json));
    assertThat(document.get("exit_code").asInt()).isEqualTo(130);
    assertThat(document.at("/results/0/complete").asBoolean()).isFalse();
    assertThat(document.at("/results/0/states").asLong()).isPositive();
    assertThat(JsonMapper.shared().readTree(Files.readString(sarif)).at("/runs").size())
        .isEqualTo(1);
  }

  @Test
  void aServerOfLabsThatIsStoppedEndsItsProcesses() throws Exception {
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Process process =
        OwnProcess.start(out.toFile(), err.toFile(), "lab", "serve", "--port", "0", "--jobs", "1");
    await(process, out, "Ctrl-C");
    List<ProcessHandle> workers = descendants(process);
    assertThat(workers).as("the server is alive, with its workers").isNotEmpty();
    process.destroy(); // SIGTERM
    assertThat(process.waitFor()).isEqualTo(130);
    assertThat(Files.readString(out)).matches("Open http://127.0.0.1:\\d+/ \\(Ctrl-C ends .*\n");
    assertThat(Files.readString(err)).isEqualTo("shmemlab: the server has ended\n");
    for (ProcessHandle worker : workers) {
      worker.onExit().join();
    }
  }

  @Test
  void aCheckThatWatchesLooksAgainAtEachSaveUntilItIsStopped() throws Exception {
    Lab lab = Labs.known().find("3").orElseThrow();
    Path mine = Files.createDirectories(folder.resolve("mine"));
    Path program = Files.writeString(mine.resolve("lab.cu"), lab.file(Lab.START));
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Process process =
        OwnProcess.start(out.toFile(), err.toFile(), "lab", "check", mine.toString(), "--watch");
    await(process, out, "no   0/6");
    Files.delete(program);
    Files.writeString(program, "int main(void) { return 0; }\n");
    await(process, out, "does not say which lab it is for");
    Files.writeString(program, lab.file(Lab.SOLUTION));
    await(process, out, "10 of 10 points");
    process.destroy(); // SIGTERM
    assertThat(process.waitFor()).isEqualTo(130);
    assertThat(Files.readString(err)).isEmpty();
  }

  @Test
  void gradesThatAreStoppedAreReportedAsFarAsTheyAreKnown() throws Exception {
    String text = Labs.known().find("3").orElseThrow().file(Lab.SOLUTION);
    for (int student = 100; student < 400; student++) {
      Path place = Files.createDirectories(folder.resolve("class/student" + student));
      Files.writeString(place.resolve("lab.cu"), text);
    }
    Path csv = folder.resolve("grades.csv");
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Process process =
        OwnProcess.start(
            out.toFile(),
            err.toFile(),
            "lab",
            "grade",
            folder.resolve("class").toString(),
            "--jobs",
            "1",
            "--csv",
            csv.toString());
    assertThat(descendants(process)).as("workers that grade").isNotEmpty();
    Thread.sleep(2_000); // some have their grade now, or none yet
    process.destroy(); // SIGTERM
    assertThat(process.waitFor()).isEqualTo(130);
    assertThat(Files.readString(err)).matches("shmemlab: stopped after \\d+ of 300 answers\n");
    assertThat(csv).exists();
  }

  /**
   * The processes that {@code process} has started, as soon as there is one: it starts them late.
   */
  private static List<ProcessHandle> descendants(Process process) throws Exception {
    List<ProcessHandle> descendants = process.descendants().toList();
    while (process.isAlive() && descendants.isEmpty()) {
      Thread.sleep(50);
      descendants = process.descendants().toList();
    }
    return descendants;
  }

  private static Duration worked(Process process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  private static void await(Process process, Path out, String text) throws Exception {
    while (process.isAlive() && !Files.readString(out).contains(text)) {
      Thread.sleep(50);
    }
  }
}
