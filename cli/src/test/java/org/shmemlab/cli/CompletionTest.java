package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Splitter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.cli.shell.ExitCodes;

class CompletionTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "shmemlab che, check",
    "shmemlab run --gpus, --gpus-per-node",
    "shmemlab check --all, --all-transports",
    "shmemlab lab st, start",
    "shmemlab completion b, bash"
  })
  void bashCompletesCommandsAndOptions(String typed, String completed) throws Exception {
    assertThat(bash("source " + script("bash") + "\n" + completing(typed))).contains(completed);
  }

  private Path script(String shell) throws IOException {
    Session session = Session.of("completion", shell);
    assertThat(session.exitCode()).isZero();
    return Files.writeString(folder.resolve("completion." + shell), session.out());
  }

  private static String completing(String typed) {
    int words = Splitter.on(' ').splitToList(typed).size();
    return """
    COMP_LINE='%s' COMP_POINT=%d COMP_WORDS=(%s) COMP_CWORD=%d
    $(complete -p shmemlab | sed 's/.*-F \\([^ ]*\\).*/\\1/')
    printf '%%s\\n' "${COMPREPLY[@]}"
    """
        .formatted(typed, typed.length(), typed, words - 1);
  }

  private List<String> bash(String commands) throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve("commands"), commands);
    Process bash = new ProcessBuilder("bash", file.toString()).redirectErrorStream(true).start();
    String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor()).as(said).isZero();
    return said.lines().map(String::strip).toList();
  }

  @Test
  void fishGetsEachCommandWithItsOptions() {
    List<String> lines = Session.of("completion", "fish").out().lines().toList();
    assertThat(lines)
        .anyMatch(line ->
            line.startsWith("complete -c shmemlab -n '__fish_use_subcommand' -f -a check -d '"))
        .anyMatch(line ->
            line.contains("'__fish_seen_subcommand_from run' -s n -l pes -r -d 'number of PEs"))
        .anyMatch(line ->
            line.startsWith(
                "complete -c shmemlab -n '__fish_seen_subcommand_from lab; and not"
                    + " __fish_seen_subcommand_from "))
        .filteredOn(line -> !line.startsWith("#"))
        .allMatch(line -> line.matches("complete -c shmemlab -n '[^']*' .* -d '.*'"));
  }

  @Test
  void anotherShellIsAMistake() {
    Session session = Session.of("completion", "csh");
    assertThat(session.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(session.err()).hasLineCount(1).contains("bash, zsh, fish");
  }
}
