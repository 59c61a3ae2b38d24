package org.shmemlab.scenarios.frontend.clang;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnpackingTest {
  private static final FileTime LONG_AGO = FileTime.fromMillis(0);

  @TempDir Path cache;

  private Path left(String name) throws IOException {
    Path folder = Files.createDirectory(cache.resolve(name));
    Files.writeString(folder.resolve("source"), "int x;");
    Files.setLastModifiedTime(folder, LONG_AGO);
    return folder;
  }

  @Test
  void whatKilledProcessesLeftIsTakenAway() throws IOException, InterruptedException {
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    Path orphan = left("compiling-" + ended.pid() + "-1");
    Path older = left("unpacking-12496857198600658091");
    Path own = left("compiling-" + ProcessHandle.current().pid() + "-1");
    Path other = left("headers-02c3c07e73246483");
    Path fresh = Files.createDirectory(cache.resolve("compiling-" + ended.pid() + "-2"));
    Path draft = Unpacking.draft(cache, "compiling");
    assertThat(orphan).doesNotExist();
    assertThat(older).doesNotExist();
    assertThat(own).isDirectory();
    assertThat(other).isDirectory();
    assertThat(fresh).as("a process of another machine may use it").isDirectory();
    assertThat(draft).isEmptyDirectory();
  }
}
