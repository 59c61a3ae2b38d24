package org.shmemlab.model.operation;

/**
 * Says which events of an operation a set of rules distinguishes, beyond the memory model's section
 * 3.
 *
 * @param deliveryApart whether written bytes are delivered first and become visible later
 * @param updateInTwoSteps whether an update reads the old value and writes the new one in two
 *     steps, so that accesses that are not atomic with it can come between them
 * @param signalApart whether the signal of a put_signal does not wait for the data
 */
public record EventGranularity(
    boolean deliveryApart, boolean updateInTwoSteps, boolean signalApart) {
  /** As the memory model says. */
  public static final EventGranularity USUAL = new EventGranularity(false, false, false);
}
