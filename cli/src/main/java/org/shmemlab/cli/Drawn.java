package org.shmemlab.cli;

import com.google.common.primitives.Ints;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shmemlab.reports.diagram.Drawing;
import picocli.CommandLine.Option;

/** {@code --diagram}: whether and how schedules are drawn. */
final class Drawn {
  private static final int USUAL_WIDTH = 120;
  private static final int INDENT = 4;

  @Option(
      names = "--diagram",
      negatable = true,
      description =
          "draw schedules as space-time diagrams instead of tables of steps; on a terminal they are"
              + " unless --no-diagram is given")
  private @Nullable Boolean asked;

  /** How to draw; empty for tables. */
  Optional<Drawing> drawing() {
    // The launcher says how wide the terminal is on which standard output ends, if it does.
    Integer terminal = Ints.tryParse(System.getProperty("shmemlab.columns", ""));
    if (asked == null ? terminal == null : !asked) {
      return Optional.empty();
    }
    String noColour = System.getenv("NO_COLOR");
    return Optional.of(
        new Drawing(
            (terminal == null ? USUAL_WIDTH : terminal) - INDENT,
            terminal != null && (noColour == null || noColour.isEmpty())));
  }
}
