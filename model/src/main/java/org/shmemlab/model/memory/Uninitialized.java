package org.shmemlab.model.memory;

/**
 * Marks the bits of a register or a word that hold no value: none was written since the variable or
 * the memory came into being (ISO C 17, 3.19.2 and 6.7.9: indeterminate).
 *
 * @param bits a one for each of them, never none
 * @param origin where they were when they were first read, for messages: "'tile'"
 */
public record Uninitialized(long bits, String origin) {
  /** The same without a value in other bits, or in all where a result depends on every bit. */
  public Uninitialized with(long otherBits) {
    return otherBits == bits ? this : new Uninitialized(otherBits, origin);
  }

  /**
   * A use that decides something.
   *
   * @param use the place that depends on the bits: "a condition"
   */
  public Fault usedBy(String use) {
    return new Fault(
        "%s depends on a value that was never written, of %s; write it first", use, origin);
  }
}
