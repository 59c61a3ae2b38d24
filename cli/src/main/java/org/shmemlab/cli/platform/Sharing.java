package org.shmemlab.cli.platform;

import java.util.Map;
import org.shmemlab.transports.rules.BadTransport;
import org.shmemlab.transports.rules.GpuSharing;
import picocli.CommandLine.Option;

/** Reads the options that put several PEs on one GPU. */
public final class Sharing {
  @Option(
      names = "--pes-per-gpu",
      paramLabel = "N",
      defaultValue = "1",
      description = {
        "PEs that share a GPU (default: ${DEFAULT-VALUE}); how much of it each may use is",
        "--env CUDA_MPS_ACTIVE_THREAD_PERCENTAGE=..."
      })
  private int pesPerGpu;

  @Option(names = "--mps", description = "CUDA's multi-process service runs on every node")
  private boolean mps;

  /** Whether any of them was given. */
  public boolean given() {
    return pesPerGpu != 1 || mps;
  }

  /**
   * The sharing that they ask for, with CUDA's variables.
   *
   * @throws BadTransport if a number is out of its range
   */
  public GpuSharing chosen(Map<String, String> environment) {
    return GpuSharing.of(pesPerGpu, mps, environment);
  }
}
