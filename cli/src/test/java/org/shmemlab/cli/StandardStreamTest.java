package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Checks that a lost result is an error with an exit code of its own. */
@EnabledOnOs(OS.LINUX)
class StandardStreamTest {
  @TempDir Path folder;

  private int run(File out, String... command) throws IOException, InterruptedException {
    return OwnProcess.start(out, folder.resolve("err").toFile(), command).waitFor();
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
  void aCheckEndsWhenItsOutputIsClosed() throws Exception {
    assertThat(run(new File("/dev/full"), "check", "../litmus/mp")).isEqualTo(74);
    assertThat(Files.readString(folder.resolve("err"))).hasLineCount(1);
  }
}
