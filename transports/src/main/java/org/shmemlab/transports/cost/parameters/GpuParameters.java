package org.shmemlab.transports.cost.parameters;

/**
 * Holds the costs of the GPU and its host apart from communication. Times are picoseconds.
 *
 * @param smHz clock of the SMs, hertz
 * @param sms number of SMs
 * @param instructionPs one instruction of a GPU thread
 * @param hostInstructionPs one instruction of a host thread
 * @param launchPs from a kernel launch to its first instruction
 * @param streamTaskPs a task of a stream that launches nothing
 * @param gridSyncPs a barrier of a whole grid
 * @param blockSyncPs a barrier of a block
 * @param fencePs a memory fence of system scope
 * @param pollPs from the arrival of a word to the return of the wait that polls it
 * @param copyPs a copy between GPUs that the host issues, from one to the next of its stream
 * @param synchronisePs from the end of what a stream does until the host that waits for it goes on
 * @param memory what a thread waits for its own memory
 * @param loops what surrounds operations in benchmarks
 * @param meetings what collectives cost the threads that call them
 */
public record GpuParameters(
    double smHz,
    int sms,
    long instructionPs,
    long hostInstructionPs,
    long launchPs,
    long streamTaskPs,
    long gridSyncPs,
    long blockSyncPs,
    long fencePs,
    long pollPs,
    long copyPs,
    long synchronisePs,
    MemoryCosts memory,
    LoopCosts loops,
    MeetingCosts meetings) {
  public GpuParameters {
    if (!(smHz > 0) || sms < 1 || instructionPs < 1 || hostInstructionPs < 1) {
      throw new IllegalArgumentException("a GPU has a clock, SMs and instructions that take time");
    }
  }
}
