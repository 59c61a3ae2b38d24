package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Checks the promises of docs/editors.md: problems in an editor, a hook of git, the files of an
 * action.
 */
@Tag("compiler")
class EditorsTest {
  private static final Path RACE = Path.of("../gallery/01_flag_overtakes_data/before.cu");

  @TempDir private Path folder;

  // ---------------------------------------------------------------- an editor

  @Test
  void everyTaskMatchesTheProblemsOfACheckAndOfARun() throws IOException {
    Path wrong = Files.writeString(folder.resolve("wrong.c"), "int main(void) {\n  return x;\n}\n");
    JsonNode tasks = JsonMapper.shared().readTree(Path.of("../docs/vscode/tasks.json").toFile());
    assertThat(tasks.get("tasks").size()).isEqualTo(2);
    for (JsonNode task : tasks.get("tasks")) {
      JsonNode pattern = task.get("problemMatcher").get("pattern");
      assertThat(matched(pattern, Session.of("check", RACE.toString(), "--no-diagram")))
          .containsExactly(RACE + "|22|32|error|conflict: the put of PE 0 at ");
      assertThat(matched(pattern, Session.of("run", wrong.toString())))
          .containsExactly(wrong + "|2|10|error|use of undeclared identifier 'x'");
    }
  }

  private static List<String> matched(JsonNode pattern, Session session) {
    Pattern regexp = Pattern.compile(pattern.get("regexp").asString());
    List<String> problems = new ArrayList<>();
    for (String line : (session.out() + session.err()).lines().toList()) {
      Matcher problem = regexp.matcher(line);
      if (problem.matches()) {
        List<String> parts = new ArrayList<>();
        for (String part : List.of("file", "line", "column", "severity", "message")) {
          parts.add(problem.group(pattern.get(part).asInt()));
        }
        problems.add(String.join("|", parts).replaceFirst("(put of PE 0 at ).*", "$1"));
      }
    }
    return problems;
  }

  // ---------------------------------------------------------------- a hook of git

  @Test
  void aCommitWithAFindingIsStoppedAndOneWithoutIsMade() throws Exception {
    sh("git init -q . && git config user.name a && git config user.email a@b");
    Path command = folder.resolve("shmemlab.sh");
    Files.writeString(command, "#!/bin/sh\nexec " + java() + " \"$@\"\n");
    Path hook = folder.resolve(".git/hooks/pre-commit");
    Files.createDirectories(hook.resolveSibling(""));
    Files.writeString(
        hook,
        "#!/bin/sh\nSHMEMLAB=%s SHMEMLAB_PES=2 exec %s --staged\n"
            .formatted(command, Path.of("../scripts/check-changed").toRealPath()));
    assertThat(command.toFile().setExecutable(true)).isTrue();
    assertThat(hook.toFile().setExecutable(true)).isTrue();

    Files.writeString(folder.resolve("notes.c"), "int no_shmem;\n");
    assertThat(sh("git add notes.c && git commit -m 1 2>&1")).contains("nothing to check");

    String race = Files.readString(RACE).replace("// shmemlab: expect conflict", "//");
    Files.writeString(folder.resolve("a race.cu"), race);
    assertThat(sh("git add *.cu; git commit -m 2 2>&1; echo code $?; git log --format=%s"))
        .contains("checking a race.cu", "error: conflict: ", "code 1")
        .endsWith("code 1\n1\n");

    String flag = "    nvshmem_uint64_atomic_set";
    String repaired = race.replace(flag, "    nvshmem_quiet();\n" + flag);
    Files.writeString(folder.resolve("a race.cu"), repaired);
    assertThat(sh("git add *.cu; git commit -qm 3 2>&1; echo code $?; git log --format=%s"))
        .contains("Verdict nothing found", "code 0")
        .endsWith("3\n1\n");
  }

  // ---------------------------------------------------------------- a package for a pipeline

  /** An archive is fetched and found whole before it is used; the folder is there or it is not. */
  @Test
  void anArchiveIsFetchedOnceAndWhole() throws Exception {
    String script = Path.of("../scripts/fetch-release").toRealPath().toString();
    sh(
        """
        mkdir -p shmemlab-1/bin && cd shmemlab-1
        printf '#!/bin/sh\necho shmemlab 1\n' >bin/shmemlab && chmod 755 bin/shmemlab
        cd .. && tar -czf a.tar.gz shmemlab-1 && sha256sum a.tar.gz >a.tar.gz.sha256
        echo 0 >wrong.sha256 && cp a.tar.gz wrong && echo no archive >none
        """);
    assertThat(sh(script + " a.tar.gz there && there/bin/shmemlab"))
        .isEqualTo("shmemlab 1\nshmemlab 1\n");
    assertThat(sh(script + " file://$PWD/a.tar.gz other")).isEqualTo("shmemlab 1\n");
    assertThat(sh(script + " wrong new; echo code $?; ls -d new* || :"))
        .contains("fetch-release: wrong has the SHA-256 ", ", not 0; fetch it again", "code 2")
        .contains("No such file");
    assertThat(sh(script + " none new; echo code $?"))
        .isEqualTo("fetch-release: none is no package of ShmemLab\ncode 2\n");
    assertThat(sh(script + " missing new; echo code $?"))
        .isEqualTo("fetch-release: no archive at missing\ncode 2\n");
  }

  @Test
  void aReleaseIsFoundByItsVersion() throws Exception {
    String find =
        "SHMEMLAB_REPOSITORY=o/s %s %s --find"
            .formatted("%s", Path.of("../scripts/fetch-release").toRealPath());
    assertThat(sh(find.formatted("SHMEMLAB_REF=v1.2.3")))
        .containsPattern(
            """
            archive=https://github.com/o/s/releases/download/v1.2.3/shmemlab-[\\w-]+.tar.gz
            key=shmemlab-v1.2.3-[\\w-]+
            """);
    assertThat(sh(find.formatted("SHMEMLAB_REF=v1.2.3 SHMEMLAB_VERSION=v1.3.0")))
        .contains("/v1.3.0/", "key=shmemlab-v1.3.0-");
    assertThat(sh(find.formatted("SHMEMLAB_ARCHIVE=https://mirror/a.tar.gz")))
        .containsPattern("archive=https://mirror/a.tar.gz\nkey=shmemlab-\\p{XDigit}{64}\n");
  }

  private String java() {
    return String.join(
        " ",
        ImmutableList.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            "'" + OwnProcess.classPath() + "'",
            Main.class.getName()));
  }

  private String sh(String commands) throws IOException, InterruptedException {
    Process shell =
        new ProcessBuilder("sh", "-c", commands)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(shell.waitFor()).as(said).isZero();
    return said;
  }
}
