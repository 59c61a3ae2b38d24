package org.shmemlab.cli;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Runs in one process the commands that an ahead-of-time cache is to start fast: the JVM records
 * the classes that they load and the methods that they call most. {@code scripts/start.sh} starts
 * it in a folder with {@code examples} and {@code gallery}; its arguments go to each command. The
 * output of the commands is dropped; the exit code is 0 where all ended as they should.
 */
final class Training {
  private static final String[] RUN = {
    "run", "examples/ring_shift.cu", "-n", "8", "--platform", "hgx-h200"
  };
  private static final String[] PTX = {
    "run", "examples/triton/main.cu", "examples/triton/ring_put.ptx", "-n", "2"
  };
  private static final String[] CHECK = {"check", "gallery/01_flag_overtakes_data/before.cu"};

  private Training() {}

  static void main(String[] arguments) {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    int ran = Main.run(nowhere, nowhere, joined(RUN, arguments));
    int modules = Main.run(nowhere, nowhere, joined(PTX, arguments));
    int checked = Main.run(nowhere, nowhere, joined(CHECK, arguments));
    int worst = Math.max(Math.max(ran, modules), checked <= 1 ? 0 : checked);
    System.exit(worst);
  }

  private static String[] joined(String[] command, String[] arguments) {
    String[] words = new String[command.length + arguments.length];
    System.arraycopy(command, 0, words, 0, command.length);
    System.arraycopy(arguments, 0, words, command.length, arguments.length);
    return words;
  }
}
