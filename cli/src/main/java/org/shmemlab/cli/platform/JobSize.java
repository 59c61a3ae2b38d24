package org.shmemlab.cli.platform;

import org.jspecify.annotations.Nullable;
import org.shmemlab.model.job.JobLayout;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Reads the options that say how many PEs a job has, and how many of them share a node. */
public final class JobSize {
  @Option(
      names = {"-n", "--pes"},
      paramLabel = "PES",
      description = "number of PEs (default: that of a launch file, else 1)")
  private @Nullable Integer given;

  private int otherwise = 1;
  private boolean known;

  @Option(
      names = "--gpus-per-node",
      paramLabel = "G",
      description =
          "PEs on each node (default: all on one, or as many as the platform's have GPUs)")
  private @Nullable Integer gpusPerNode;

  public int pes() {
    return given == null ? otherwise : given;
  }

  /** Whether the command line or a launch file says how many. */
  public boolean isKnown() {
    return given != null || known;
  }

  /** Sets the number of PEs of a job whose size the command line does not say. */
  public void otherwise(int pes) {
    otherwise = pes;
    known = true;
  }

  public @Nullable Integer gpusPerNode() {
    return gpusPerNode;
  }

  /** Nodes of so many PEs, where no platform says how large they are. */
  public JobLayout layout() {
    return JobLayout.ofNodes(pes(), gpusPerNode == null ? pes() : gpusPerNode);
  }

  /** Refuses what no job has. */
  public void check(CommandSpec spec) {
    int pes = pes();
    if (pes < 1 || pes > JobLayout.MAX_PES) {
      throw new ParameterException(
          spec.commandLine(), "-n " + pes + ": a job has 1 to " + JobLayout.MAX_PES + " PEs");
    }
    if (gpusPerNode != null && gpusPerNode < 1) {
      throw new ParameterException(
          spec.commandLine(), "--gpus-per-node " + gpusPerNode + ": a node has at least 1 GPU");
    }
  }
}
