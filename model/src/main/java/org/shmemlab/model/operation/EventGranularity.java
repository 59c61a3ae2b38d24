package org.shmemlab.model.operation;

/**
 * How finely a set of rules tells the events of an operation apart, beyond the memory model's
 * section 3.
 *
 * @param deliveryApart whether written bytes are delivered first and become visible later
 * @param updateInTwoSteps whether an update of the old value reads it and writes it back in two
 *     steps, so that whoever is no party to its atomicity can come between them
 * @param signalApart whether the signal of a put_signal does not wait for the data
 */
public record EventGranularity(
    boolean deliveryApart, boolean updateInTwoSteps, boolean signalApart) {
  /** As the memory model says. */
  public static final EventGranularity USUAL = new EventGranularity(false, false, false);
}
