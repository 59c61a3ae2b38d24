package org.shmemlab.conformance;

import com.google.common.collect.ImmutableList;
import java.io.PrintStream;
import java.util.List;
import org.shmemlab.cli.CommandSource;

/** Adds {@code conformance} to the command line where this module is on the class path. */
public final class ConformanceCommands implements CommandSource {
  @Override
  public List<Object> commands(PrintStream out, PrintStream err) {
    return ImmutableList.of(new ConformanceCommand(out, err), new AttackCommand(out, err));
  }
}
