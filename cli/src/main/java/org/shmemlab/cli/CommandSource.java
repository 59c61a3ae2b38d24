package org.shmemlab.cli;

import java.io.PrintStream;
import java.util.List;

/**
 * Subcommands of modules that stand to the right of this one, found by {@link
 * java.util.ServiceLoader}: the command line may not import them, but shows what is there.
 */
public interface CommandSource {
  /**
   * Objects that picocli takes as subcommands.
   *
   * @param out where their results go
   * @param err where their diagnostics go
   */
  List<Object> commands(PrintStream out, PrintStream err);
}
