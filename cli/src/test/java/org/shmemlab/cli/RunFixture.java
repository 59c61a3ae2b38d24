package org.shmemlab.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** Has a folder for the programs that tests of {@code run} start. */
abstract class RunFixture {
  @TempDir Path folder;

  Path write(String name, String... lines) throws IOException {
    return Files.write(folder.resolve(name), List.of(lines), StandardCharsets.ISO_8859_1);
  }

  static Session run(Path file, String... options) {
    Stream<String> first = Stream.of("run", file.toString());
    return Session.of(Stream.concat(first, Stream.of(options)).toArray(String[]::new));
  }

  Path printsItsRank() throws IOException {
    return write(
        "rank.c",
        "#include <mpi.h>",
        "#include <stdio.h>",
        "int main(int argc, char **argv) {",
        "  int rank;",
        "  MPI_Init(&argc, &argv);",
        "  MPI_Comm_rank(MPI_COMM_WORLD, &rank);",
        "  printf(\"I am \");",
        "  fprintf(stderr, \"e%d\\n\", rank);",
        "  printf(\"%d\\nand done\", rank);",
        "  MPI_Finalize();",
        "  return 0;",
        "}");
  }
}
