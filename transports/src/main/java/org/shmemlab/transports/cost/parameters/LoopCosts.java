package org.shmemlab.transports.cost.parameters;

/**
 * Holds the costs around the operations of a benchmark's loop, picoseconds.
 *
 * @param launchPs an empty kernel, from the event before it to the one after
 * @param queuedPs the same for a kernel that was launched while the one before it ran
 * @param jointLaunchPs the same for a kernel that is launched on all PEs together
 * @param coldPs what the first call of a library costs in a kernel, more than later ones
 * @param meetPs all blocks of a grid meet by a counter in memory
 * @param storesPs what that takes more where threads have stored before
 * @param atomicsPs the same where they have updated words of another GPU
 */
public record LoopCosts(
    long launchPs,
    long queuedPs,
    long jointLaunchPs,
    long coldPs,
    long meetPs,
    long storesPs,
    long atomicsPs) {
  /** Where only operations count. */
  public static final LoopCosts NONE = new LoopCosts(0, 0, 0, 0, 0, 0, 0);
}
