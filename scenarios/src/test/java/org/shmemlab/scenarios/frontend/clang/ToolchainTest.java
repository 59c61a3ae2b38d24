package org.shmemlab.scenarios.frontend.clang;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shmemlab.scenarios.source.SourceFile;

/** The compiler's output depends on the source alone, on every machine and for every user. */
class ToolchainTest {
  @TempDir private Path folder;

  @Test
  void launchesAndInstructionsAreThoseOfOurHeaders() throws Exception {
    assertThat(told(false)).containsOnlyOnce("-target-sdk-version=12.8");
    assertThat(told(true)).containsOnlyOnce("+ptx87").doesNotContain("+ptx42");
  }

  @Test
  void withoutAHomeCompiledFilesAreAmongTheTemporaryOnes() throws Exception {
    Path clang = Toolchain.find(System.getenv()).clang();
    String before = System.getProperty("java.io.tmpdir");
    System.setProperty("shmemlab.clang", clang.resolveSibling("").toString());
    System.setProperty("java.io.tmpdir", folder.toString());
    try {
      Toolchain found = Toolchain.find(ImmutableMap.of());
      assertThat(Toolchain.options()).contains("-Dshmemlab.clang=" + clang.getParent());
      assertThat(found.cache().getParent()).isEqualTo(folder);
      assertThat(found.headers().resolve("nvshmem/nvshmem.h")).exists();
    } finally {
      System.setProperty("java.io.tmpdir", before);
      System.clearProperty("shmemlab.clang");
    }
  }

  @Test
  void aPackageThatIsGoneIsSaid() {
    String before = System.getProperty("shmemlab.llvm", "");
    Path gone = folder.resolve("llvm.jar");
    System.setProperty("shmemlab.llvm", gone.toString());
    try {
      assertThatThrownBy(() ->
              Toolchain.find(ImmutableMap.of("XDG_CACHE_HOME", folder.resolve("cache").toString())))
          .isInstanceOf(Toolchain.Missing.class)
          .hasMessage(
              "the compiler's package is no longer at " + gone + "; build with Maven once more");
    } finally {
      System.setProperty("shmemlab.llvm", before);
    }
  }

  /** The arguments that Clang's driver gives to the compiler of a program of CUDA, word by word. */
  private List<String> told(boolean device) throws Exception {
    Path file = folder.resolve("kernel.cu");
    Files.writeString(file, "__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n");
    ImmutableList<String> line =
        new Clang(Toolchain.find(System.getenv()), System.getenv())
            .arguments(new SourceFile(file.toString(), Files.readString(file)), device);
    Process driver =
        new ProcessBuilder(
                ImmutableList.<String>builder().addAll(line).add("-###", file.toString()).build())
            .redirectErrorStream(true)
            .start();
    String said = new String(driver.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (driver.waitFor() != 0) {
      throw new IOException(said);
    }
    return Splitter.on(' ').splitToList(said.replace("\"", ""));
  }
}
