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

/** The launcher of a package, in a folder like one, with a Java that says what it was asked. */
class PackageLauncherTest {
  private static final Path ROOT = Path.of("..");

  @TempDir private Path scratch;
  private Path home = Path.of("");

  @BeforeEach
  void layOut() throws IOException {
    home = Files.createDirectories(scratch.toRealPath().resolve("a folder"));
    copy("dist/launcher", "bin/shmemlab");
    copy("scripts/start.sh", "lib/start.sh");
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

  private List<String> asked(Path launcher, String... arguments) throws Exception {
    Process process =
        new ProcessBuilder(
                ImmutableList.<String>builder()
                    .add("sh", launcher.toString())
                    .add(arguments)
                    .build())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said.lines().toList();
  }

  private String jars() {
    return home.resolve("lib/shmemlab.jar") + ":" + home.resolve("lib/shmemlab-conformance.jar");
  }

  @Test
  void throughALinkItFindsWhatIsBesideIt() throws Exception {
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

  @Test
  void plansAloneGetTheDatabase() throws Exception {
    Path launcher = home.resolve("bin/shmemlab");
    assertThat(asked(launcher, "plan"))
        .containsSequence("-cp", jars() + ":" + home.resolve("lib/duckdb.jar"));
    assertThat(asked(launcher, "check")).containsSequence("-cp", jars());
  }
}
