package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.cli.shell.ExitCodes;

/** Checks the launcher in a source tree that was never built, with a Maven of its own. */
class LauncherTest {
  private static final List<String> MODULES =
      ImmutableList.of(
          "model", "transports", "scenarios", "plan", "reports", "labs", "cli", "conformance");

  @TempDir private Path tree;

  @BeforeEach
  void copyWhatItReads() throws IOException {
    for (String module : MODULES) {
      Files.createDirectories(tree.resolve(module).resolve("src/main"));
      Files.writeString(tree.resolve(module).resolve("pom.xml"), "");
    }
    Files.createDirectories(tree.resolve("scripts"));
    Files.createDirectories(tree.resolve(".mvn"));
    for (String file :
        List.of(
            "shmemlab", ".mvn/jdk.sh", "pom.xml", "scripts/OldClasses.java", "scripts/start.sh")) {
      Files.copy(Path.of("..").resolve(file), tree.resolve(file));
    }
  }

  private String errors(String maven) throws IOException, InterruptedException {
    Path mvnw = Files.writeString(tree.resolve("mvnw"), "#!/bin/sh\n" + maven + "\nexit 1\n");
    assertThat(mvnw.toFile().setExecutable(true)).isTrue();
    ProcessBuilder builder =
        new ProcessBuilder("sh", tree.resolve("shmemlab").toString(), "--version");
    builder.environment().remove("HOME");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process launcher = builder.redirectErrorStream(true).start();
    String said = new String(launcher.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(launcher.waitFor()).isEqualTo(ExitCodes.USAGE);
    return said.replace(tree.toString(), "TREE");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[ERROR] Failed to execute goal on project a: Could not transfer artifact b:c:jar:1 from"
            + " | Could not transfer artifact b:c:jar:1",
        "[ERROR] Failed to execute goal on project a: Cannot access central in offline mode"
            + " | Cannot access central",
        "mvnw: Failed to fetch maven.zip | Failed to fetch maven.zip"
      })
  void withoutANetworkItSaysWhatIsMissing(String maven, String told) throws Exception {
    assertThat(errors("echo '" + maven + "'"))
        .isEqualTo(
            "shmemlab: building (half a minute, and as long again where libraries have to be"
                + " fetched) ...\n"
                + "shmemlab: the first build fetches Maven and libraries, which failed: "
                + told
                + "; go online once, or copy ~/.m2 from a machine that has built it"
                + " (all of its output is in TREE/cli/target/quick/build.log)\n");
  }

  @Test
  void whatTheCompilerSaysIsShown() throws Exception {
    assertThat(errors("echo '[ERROR] A.java:[1,2] wrong'"))
        .endsWith(
            "A.java:[1,2] wrong\n"
                + "shmemlab: the build failed; all of its output is in"
                + " TREE/cli/target/quick/build.log\n");
  }
}
