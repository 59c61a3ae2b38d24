package org.shmemlab.scenarios.runtime.call;

import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.memory.FailureReason;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.program.Address;

/** So many bytes from an address on. */
public record Span(long address, int bytes) {
  /**
   * A span that a call names.
   *
   * @param size C's {@code size_t}
   * @throws Fault if it is too large for one call
   */
  public static Span of(String function, long address, long size) {
    if (size < 0 || size > Integer.MAX_VALUE) {
      throw new Fault(
          "%s of %s bytes: at most 2147483647 in one call are supported",
          function, new FailureReason.Varying(Long.toUnsignedString(size)));
    }
    return new Span(address, (int) size);
  }

  /**
   * The size of an object that a call makes.
   *
   * @param size C's {@code size_t}
   * @throws Fault if no object is that large
   */
  public static long ofObject(String function, long size) {
    if (size < 0 || size > Address.MAX_BYTES) {
      throw new Fault(
          "%s of %s bytes: no object is larger than %s",
          function, new FailureReason.Varying(Long.toUnsignedString(size)), Address.MAX_BYTES);
    }
    return size;
  }

  public boolean isEmpty() {
    return bytes == 0;
  }

  /** Whether some byte lies in both; addresses of different objects never overlap. */
  public boolean overlaps(Span other) {
    boolean sameObject = Address.start(address) == Address.start(other.address);
    long first = Address.offset(address);
    long second = Address.offset(other.address);
    return sameObject && first < second + other.bytes && second < first + bytes;
  }

  /**
   * Fails unless the whole span lies in a live object, which code of the caller may reach.
   *
   * @throws Fault naming the object
   */
  public void requireReach(ServiceCall call) {
    call.requireReach(address, bytes);
  }

  /** The object's name in messages. */
  public String name(ServiceCall call) {
    return "'" + call.object(address).name() + "'";
  }
}
