package org.shmemlab.cli.platform;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Reads the option that says how much simulated times vary. */
final class Jitter {
  @Option(
      names = "--jitter",
      paramLabel = "FRACTION",
      defaultValue = "0",
      description = "let each issue and latency be longer by up to this share of itself")
  private double share;

  /** By which share of itself each issue and each latency may be longer. */
  double share() {
    return share;
  }

  /** Makes sure that it is a share that makes sense. */
  void check(CommandSpec spec) {
    if (!(share >= 0 && share <= 10)) {
      throw new ParameterException(
          spec.commandLine(), "--jitter " + share + ": a share from 0 to 10");
    }
  }
}
