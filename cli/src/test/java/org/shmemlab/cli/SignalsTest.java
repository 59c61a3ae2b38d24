package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A process that a signal ends says first what it knows. */
@EnabledOnOs(OS.LINUX)
class SignalsTest {
  @TempDir Path folder;

  @Test
  void aRunThatIsStoppedSaysWhereEverybodyIsAndWritesItsFiles() throws Exception {
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
  void aServerOfLabsThatIsStoppedEndsItsProcesses() throws Exception {
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Process process =
        OwnProcess.start(out.toFile(), err.toFile(), "lab", "serve", "--port", "0", "--jobs", "1");
    while (process.isAlive() && !Files.readString(out).contains("Ctrl-C")) {
      Thread.sleep(50);
    }
    List<ProcessHandle> workers = process.descendants().toList();
    assertThat(workers).isNotEmpty();
    process.destroy(); // SIGTERM
    assertThat(process.waitFor()).isEqualTo(130);
    assertThat(Files.readString(out)).matches("Open http://127.0.0.1:\\d+/ \\(Ctrl-C ends .*\n");
    assertThat(Files.readString(err)).isEqualTo("shmemlab: the server has ended\n");
    for (ProcessHandle worker : workers) {
      worker.onExit().join();
    }
  }
}
