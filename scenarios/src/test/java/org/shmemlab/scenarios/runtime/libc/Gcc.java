package org.shmemlab.scenarios.runtime.libc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** The C compiler of this machine, with whose library ours is compared: it must be glibc. */
final class Gcc {
  private Gcc() {}

  /** The output of a C program, one character per byte; skips the test where there is no gcc. */
  static String run(Path folder, String source) {
    Assumptions.assumeTrue(exists(), "there is no gcc with glibc on this machine");
    try {
      Path file = folder.resolve("program.c");
      Path program = folder.resolve("program");
      Path output = folder.resolve("output");
      Files.writeString(file, source, StandardCharsets.ISO_8859_1);
      execute(
          output,
          "gcc",
          "-std=gnu17",
          "-w",
          "-O0",
          "-fno-builtin",
          file.toString(),
          "-o",
          program.toString());
      execute(output, program.toString());
      return Files.readString(output, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** C source of a string literal with these characters. */
  static String literal(String text) {
    StringBuilder source = new StringBuilder("\"");
    text.chars().forEach(character -> source.append(String.format("\\%03o", character)));
    return source.append('"').toString();
  }

  private static boolean exists() {
    try {
      Path nowhere = Files.createTempFile("gcc", ".txt");
      try {
        execute(nowhere, "gcc", "-dM", "-E", "-include", "stdio.h", "-xc", "/dev/null");
        return Files.readString(nowhere).contains("__GLIBC__");
      } finally {
        Files.delete(nowhere);
      }
    } catch (IOException e) {
      return false;
    }
  }

  private static void execute(Path output, String... command) throws IOException {
    Process process =
        new ProcessBuilder(List.of(command))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      if (!process.waitFor(2, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new AssertionError(command[0] + " does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
    if (process.exitValue() != 0) {
      throw new AssertionError(
          command[0] + " fails: " + Files.readString(output, StandardCharsets.ISO_8859_1));
    }
  }
}
