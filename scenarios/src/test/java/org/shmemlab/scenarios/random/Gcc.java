package org.shmemlab.scenarios.random;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Compiles and runs a source by the real compiler. Works in a temporary folder until closed. */
final class Gcc implements AutoCloseable {
  /** The choices that the machine makes, too: integers wrap, a product is rounded before a sum. */
  private static final List<String> OPTIONS =
      List.of("-O0", "-fwrapv", "-ffp-contract=off", "-fopenmp", "-w");

  private static final int SECONDS = 60;

  private final Dialect dialect;
  private final Path folder;
  private final Path source;
  private final Path program;
  private final Path output;

  Gcc(Dialect dialect) {
    this.dialect = dialect;
    try {
      this.folder = Files.createTempDirectory("shmemlab-gcc");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.source = folder.resolve("program" + dialect.suffix());
    this.program = folder.resolve("program");
    this.output = folder.resolve("output");
  }

  /**
   * The result for a source.
   *
   * @param accepted whether it was compiled
   * @param text the program's output and how it ended, or else the compiler's messages
   */
  record Result(boolean accepted, String text) {}

  /** Whether there is such a compiler. */
  static boolean exists(Dialect dialect) {
    try (Gcc gcc = new Gcc(dialect)) {
      return gcc.run("int main(void) { return 0; }").accepted();
    } catch (UncheckedIOException notFound) {
      return false;
    }
  }

  /** Compiles a source and runs it. */
  Result run(String text) {
    try {
      Files.writeString(source, text);
      List<String> command = new ArrayList<>(List.of(dialect.compiler()));
      command.addAll(dialect.options());
      command.addAll(OPTIONS);
      command.addAll(List.of(source.toString(), "-o", program.toString(), "-lm"));
      String complaint = ended(command);
      return complaint.isEmpty()
          ? new Result(true, ended(List.of(program.toString())))
          : new Result(false, complaint);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String ended(List<String> command) throws IOException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        return command + " did not end within " + SECONDS + " s\n";
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IOException(stopped);
    } finally {
      process.destroyForcibly();
    }
    String printed = Files.readString(output, StandardCharsets.ISO_8859_1);
    int status = process.exitValue();
    return status == 0 ? printed : printed + "exit status " + status + "\n";
  }

  @Override
  public void close() {
    try {
      for (Path file : List.of(source, program, output, folder)) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
