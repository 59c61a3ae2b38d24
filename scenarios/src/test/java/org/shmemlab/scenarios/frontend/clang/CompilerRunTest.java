package org.shmemlab.scenarios.frontend.clang;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The message for a compiler that ends otherwise than with errors in the source. */
class CompilerRunTest {
  @TempDir private Path folder;

  private ImmutableList<String> said(String... program) throws Exception {
    Path source = Files.writeString(folder.resolve("source"), "");
    CompilerRun pass =
        new CompilerRun(ImmutableList.copyOf(program), source, "host", CompilerRun.Limits.USUAL);
    pass.start();
    assertThat(pass.await()).isNotZero();
    return pass.messages();
  }

  @Test
  void aCompilerThatCannotStartSaysWhatIsMissing() throws Exception {
    assertThat(said("/bin/sh", "-c", "echo 'clang: libq.so: not there' >&2; exit 127"))
        .containsExactly(
            "error: Clang cannot be started: clang: libq.so: not there; it needs glibc 2.34,"
                + " libstdc++ of GCC 12 and zlib, or later ones");
    assertThat(said(folder.resolve("no-such-clang").toString()))
        .singleElement()
        .asString()
        .startsWith("error: Clang cannot be started: ")
        .contains("no-such-clang");
  }

  @Test
  void aCompilerThatFallsGaveUp() throws Exception {
    assertThat(said("/bin/sh", "-c", "kill -SEGV $$"))
        .singleElement()
        .asString()
        .startsWith("error: Clang gave up on this source")
        .contains("exit code 139");
  }
}
