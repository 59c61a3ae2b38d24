package org.shmemlab.scenarios.frontend.clang;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shmemlab.model.program.Program;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.source.SourceFile;

@Tag("compiler")
class RecordWriterTest {
  private static final Path EXAMPLES = Path.of("../examples");

  static Stream<Path> examples() throws IOException {
    try (Stream<Path> files = Files.list(EXAMPLES)) {
      return files.filter(file -> file.toString().endsWith(".cu")).sorted().toList().stream();
    }
  }

  private static Program program(Path file) throws IOException {
    return Objects.requireNonNull(CudaC.compile(SourceFile.read(file)).program());
  }

  @ParameterizedTest
  @MethodSource("examples")
  void aProgramThatIsReadIsTheOneThatWasWritten(Path file) throws IOException {
    Program program = program(file);
    assertThat(RecordReader.read(RecordWriter.bytes(program))).isEqualTo(program);
  }

  @Test
  void bytesOfAnotherOriginAreNoProgram() throws IOException {
    byte[] bytes = RecordWriter.bytes(program(EXAMPLES.resolve("ring_shift.cu")));
    for (int length : new int[] {0, 1, bytes.length / 2, bytes.length - 1}) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> RecordReader.read(cut)).isInstanceOf(IOException.class);
    }
    bytes[0] = 99;
    assertThatThrownBy(() -> RecordReader.read(bytes)).isInstanceOf(IOException.class);
  }
}
