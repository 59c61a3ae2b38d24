package org.shmemlab.model.operation;

import org.shmemlab.model.program.SourceLine;

/**
 * Describes where an operation was issued, and its agent.
 *
 * @param agent number of the issuing agent
 * @param pe the agent's PE
 * @param onDevice whether device code issued it, or the host and its streams
 * @param onStream whether a stream issued it, for a call that was queued there
 * @param block the block of a device thread in its grid, or -1
 * @param thread the rank of a device thread in its block
 * @param context OpenSHMEM context or queue pair of NVSHMEM; 0 is the default one
 * @param line the call's source line
 */
public record Origin(
    int agent,
    int pe,
    boolean onDevice,
    boolean onStream,
    int block,
    int thread,
    int context,
    SourceLine line) {
  /**
   * Whether the GPU's side of the library carries it out: over a network, a call that was queued on
   * a stream is a kernel of one thread (host/stream/comm).
   */
  public boolean bySideOfDevice() {
    return onDevice || onStream;
  }
}
