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
      description =
          "draw schedules as space-time diagrams instead of tables of steps; on a terminal they are"
              + " unless --no-diagram is given")
  private boolean diagrams;

  @Option(names = "--no-diagram", description = "write tables of steps on a terminal, too")
  private boolean tables;

  /** How to draw; empty for tables. */
  Optional<Drawing> drawing() {
    // The launcher says how wide the terminal is on which standard output ends, if it does.
    Integer terminal = Ints.tryParse(System.getProperty("shmemlab.columns", ""));
    if (!diagrams && (tables || terminal == null)) {
      return Optional.empty();
    }
    return Optional.of(drawing(terminal));
  }

  /** How to draw where a picture is wanted on anything but a terminal, too. */
  Optional<Drawing> always() {
    return tables
        ? Optional.empty()
        : Optional.of(drawing(Ints.tryParse(System.getProperty("shmemlab.columns", ""))));
  }

  private static Drawing drawing(@Nullable Integer terminal) {
    return new Drawing(
        (terminal == null ? USUAL_WIDTH : terminal) - INDENT, ColouredMessages.onStandardOutput());
  }
}
