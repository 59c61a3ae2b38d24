package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks the launcher of a package, in a folder like one, with a Java that prints its arguments.
 */
class PackageLauncherTest {
  private static final Path ROOT = Path.of("..");

  @TempDir private Path scratch;
  private Path home = Path.of("");

  @BeforeEach
  void layOut() throws IOException {
    home = Files.createDirectories(scratch.toRealPath().resolve("a folder"));
    copy("dist/launcher", "bin/shmemlab");
    copy("scripts/start.sh", "lib/start.sh");
    copy(".mvn/jdk.sh", "lib/jdk.sh");
    Files.writeString(home.resolve("lib/platform"), platform() + "\n");
    Path java = home.resolve("lib/java/bin/java");
    Files.createDirectories(home.resolve("lib/java/bin"));
    Files.writeString(java, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
  }

  private void copy(String from, String to) throws IOException {
    Path target = home.resolve(to);
    Files.createDirectories(target.resolveSibling("."));
    Files.copy(ROOT.resolve(from), target);
  }

  private static String platform() {
    String processor = System.getProperty("os.arch");
    boolean mac = System.getProperty("os.name").startsWith("Mac");
    return (mac ? "macosx-" : "linux-")
        + (processor.equals("aarch64") ? "arm64" : mac ? processor : "x86_64");
  }

  private List<String> asked(Path launcher, String... arguments) throws Exception {
    return said(0, ImmutableMap.of(), launcher, arguments);
  }

  private List<String> said(
      int exitCode, Map<String, String> environment, Path launcher, String... arguments)
      throws Exception {
    ProcessBuilder command =
        new ProcessBuilder(
                ImmutableList.<String>builder()
                    .add("/bin/sh", launcher.toString())
                    .add(arguments)
                    .build())
            .redirectErrorStream(true);
    command.environment().putAll(environment);
    Process process = command.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isEqualTo(exitCode);
    return said.lines().toList();
  }

  private String jars() {
    return home.resolve("lib/shmemlab.jar") + ":" + home.resolve("lib/shmemlab-conformance.jar");
  }

  @Test
  void throughALinkItFindsTheFilesNextToIt() throws Exception {
    Path link = Files.createDirectories(scratch.resolve("bin")).resolve("shmemlab");
    Files.createSymbolicLink(link, Path.of("..", "a folder", "bin", "shmemlab"));
    assertThat(asked(link, "run", "a program.c", "-n", "8"))
        .contains("-Dshmemlab.clang=" + home.resolve("lib/clang"))
        .containsSequence("-cp", jars())
        .endsWith("org.shmemlab.cli.Main", "run", "a program.c", "-n", "8")
        .noneMatch(word -> word.startsWith("-XX:AOTCache"));
  }

  @Test
  void theCacheIsUsedWhereThereIsOne() throws Exception {
    Path cache = Files.createFile(home.resolve("lib/shmemlab.aot"));
    assertThat(asked(home.resolve("bin/shmemlab"))).contains("-XX:AOTCache=" + cache);
  }

  /** A Java of the machine runs a package that has none, whether or not it can compile. */
  @Test
  void withoutAJavaOfItsOwnItTakesOneOfTheMachine() throws Exception {
    Path jre = scratch.resolve("jre");
    Files.createDirectories(jre.resolve("bin"));
    Files.move(home.resolve("lib/java/bin/java"), jre.resolve("bin/java"));
    Files.writeString(jre.resolve("release"), "JAVA_VERSION=\"25.0.3\"\n");
    assertThat(
            said(0, Map.of("JAVA_HOME", jre.toString()), home.resolve("bin/shmemlab"), "--version"))
        .endsWith("org.shmemlab.cli.Main", "--version");
  }

  @Test
  void aPackageForAnotherMachineSaysSo() throws Exception {
    Files.writeString(home.resolve("lib/platform"), "linux-riscv64\n");
    assertThat(said(2, ImmutableMap.of(), home.resolve("bin/shmemlab"), "--version"))
        .containsExactly(
            "shmemlab: this package is for linux-riscv64, and this machine is "
                + platform()
                + "; there are packages for linux-x86_64, linux-arm64 and macosx-arm64, and"
                + " Windows runs the first in WSL");
  }

  @Test
  void plansAloneGetTheDatabase() throws Exception {
    Path launcher = home.resolve("bin/shmemlab");
    assertThat(asked(launcher, "plan"))
        .containsSequence("-cp", jars() + ":" + home.resolve("lib/duckdb.jar"));
    assertThat(asked(launcher, "check")).containsSequence("-cp", jars());
  }
}
