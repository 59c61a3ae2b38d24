package org.shmemlab.cli.shell;

import java.util.Optional;
import org.shmemlab.reports.diagram.Drawing;
import picocli.CommandLine.Option;

/** Reads {@code --diagram}: whether and how schedules are drawn. */
public final class DiagramOption {
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
  public Optional<Drawing> drawing() {
    return diagrams || (!tables && Terminal.columns() != null)
        ? Optional.of(onTerminal())
        : Optional.empty();
  }

  /** How to draw where a picture is wanted on anything but a terminal, too. */
  public Optional<Drawing> always() {
    return tables ? Optional.empty() : Optional.of(onTerminal());
  }

  // As wide as the terminal, if there is one.
  private static Drawing onTerminal() {
    Integer columns = Terminal.columns();
    return new Drawing(
        (columns == null ? USUAL_WIDTH : columns) - INDENT,
        columns != null && Terminal.isColoured());
  }
}
