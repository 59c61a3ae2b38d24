package org.shmemlab.scenarios.frontend.clang;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Commands of builds as people write them. */
class BuildCommandTest {
  @Test
  void nvcc() throws BuildCommand.Unknown {
    BuildCommand command =
        BuildCommand.of(
            "nvcc -O3 -std=c++17 -rdc=true -ccbin g++ -gencode arch=compute_90,code=sm_90"
                + " -Iinclude -I \"/opt/my libs\" -isystem third -DSIZE=4 -D NAME='\"x y\"' -UDEBUG"
                + " -Xcompiler -Wall,-fopenmp,-DHOST main.cu kernels.cu -o main"
                + " -L/usr/lib -lnvshmem_host -lnvshmem_device libextra.a");
    assertThat(command.files()).containsExactly("main.cu", "kernels.cu");
    assertThat(command.options().macros())
        .isEqualTo(ImmutableMap.of("SIZE", "4", "NAME", "\"x y\"", "HOST", "1"));
    assertThat(command.options().undefined()).containsExactly("DEBUG");
    assertThat(command.options().flags())
        .containsExactly(
            "-std=c++17", "-I", "include", "-I", "/opt/my libs", "-isystem", "third", "-fopenmp");
    assertThat(command.ignored())
        .containsExactly(
            "-O3",
            "-rdc=true",
            "-ccbin g++",
            "-gencode arch=compute_90,code=sm_90",
            "-Wall",
            "-o main",
            "-L/usr/lib",
            "-lnvshmem_host",
            "-lnvshmem_device",
            "libextra.a");
  }

  @Test
  void cmakeWithItsWrappers() throws BuildCommand.Unknown {
    BuildCommand command =
        BuildCommand.of(
            "ccache /usr/local/cuda/bin/nvcc -forward-unknown-to-host-compiler"
                + " -I/src/include --generate-code=arch=compute_80,code=[compute_80,sm_80]"
                + " -MD -MT a.o -MF a.d -x cu -c /src/kernel.cpp -o a.o");
    assertThat(command.files()).containsExactly("/src/kernel.cpp");
    assertThat(command.options().flags()).containsExactly("-I", "/src/include", "-x", "cuda");
  }

  @Test
  void theLastOfTwoCounts() throws BuildCommand.Unknown {
    assertThat(BuildCommand.of("cc -DA=1 -UA a.c").options().undefined()).containsExactly("A");
    assertThat(BuildCommand.of("cc -UA -DA=1 a.c").options().macros())
        .isEqualTo(ImmutableMap.of("A", "1"));
    assertThat(BuildCommand.of("cc -UA -DA=1 a.c").options().undefined()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "gcc -fweird a.c | the option -fweird is not known here; leave it out if",
        "gcc a.c && ./a | '&' joins commands",
        "gcc a.o b.o -o p | a.o is compiled already",
        "gcc -c | this command compiles no source",
        "gcc -I | there is nothing after -I",
        "nvcc -x ptx a.cu | -x ptx: the language is cu, c or c++",
        "nvcc --default-stream per-thread a.cu | --default-stream=per-thread is not known",
        "gcc README | README is not a source",
      })
  void whatCannotBeFollowedIsSaid(String command, String message) {
    assertThatThrownBy(() -> BuildCommand.of(command))
        .isInstanceOf(BuildCommand.Unknown.class)
        .hasMessageContaining(message);
  }

  @Test
  void whatIsNoCommandIsSaid() {
    assertThatThrownBy(() -> BuildCommand.of(" ")).hasMessageContaining("begins with its compiler");
    assertThatThrownBy(() -> BuildCommand.of("gcc 'a.c")).hasMessageContaining("is not closed");
  }
}
