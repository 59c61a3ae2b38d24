package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A result that nobody got is an error with an exit code of its own. */
@EnabledOnOs(OS.LINUX)
class StandardStreamTest {
  @TempDir Path folder;

  /** A process of its own, because this one's output is the test's. */
  private int run(File out, String... command) throws IOException, InterruptedException {
    List<String> java =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            classPath(),
            Main.class.getName());
    return new ProcessBuilder(Stream.concat(java.stream(), Stream.of(command)).toList())
        .redirectOutput(out)
        .redirectError(folder.resolve("err").toFile())
        .start()
        .waitFor();
  }

  // Where the tests' own loader has its classes, which may not be the path that Java was given.
  private static String classPath() {
    return StandardStreamTest.class.getClassLoader() instanceof URLClassLoader loader
        ? Stream.of(loader.getURLs()).map(URL::getPath).collect(Collectors.joining(":"))
        : System.getProperty("java.class.path");
  }

  @Test
  void aFullDiskIsNoSuccess() throws Exception {
    for (String command : List.of("platforms", "check ../litmus/mp/MP+amo+none+same.litmus")) {
      assertThat(run(new File("/dev/full"), command.split(" "))).isEqualTo(74);
      assertThat(folder.resolve("err"))
          .hasContent(
              "shmemlab: error: cannot write standard output (/dev/full): No space left on device");
    }
  }

  @Test
  void aCheckEndsWhenNobodyReadsIt() throws Exception {
    assertThat(run(new File("/dev/full"), "check", "../litmus/mp")).isEqualTo(74);
    assertThat(Files.readString(folder.resolve("err"))).hasLineCount(1);
  }
}
