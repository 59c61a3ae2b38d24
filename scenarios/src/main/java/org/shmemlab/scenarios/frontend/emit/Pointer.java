package org.shmemlab.scenarios.frontend.emit;

/**
 * An address.
 *
 * @param base the register that holds where it begins
 * @param offset bytes from there
 */
public record Pointer(int base, int offset) {
  /** The address some bytes further on. */
  public Pointer plus(int bytes) {
    return new Pointer(base, offset + bytes);
  }
}
