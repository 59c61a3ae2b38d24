package org.shmemlab.scenarios.runtime;

import java.util.Arrays;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.memory.Fault;

/**
 * C's functions on bytes (ISO C 17, 7.24). They are the caller's own loads and stores: host code
 * does not reach device memory with them, and in a mapped peer's memory every word is an operation.
 */
final class CMemory {
  long memset(ServiceCall call) {
    Span span = Span.of("memset", call.argument(0), call.argument(2));
    byte value = (byte) call.intArgument(1);
    if (!span.isEmpty()) {
      span.requireReach(call);
      call.fill(span.address(), span.bytes(), value);
    }
    return span.address();
  }

  long memcpy(ServiceCall call) {
    return copy(call, "memcpy", true);
  }

  long memmove(ServiceCall call) {
    return copy(call, "memmove", false);
  }

  private static long copy(ServiceCall call, String function, boolean apart) {
    Span destination = Span.of(function, call.argument(0), call.argument(2));
    Span source = Span.of(function, call.argument(1), call.argument(2));
    if (!destination.isEmpty()) {
      source.requireReach(call);
      destination.requireReach(call);
      if (apart && destination.overlaps(source)) {
        throw new Fault(
            "memcpy: source and destination overlap in %s; use memmove", source.name(call));
      }
      call.store(destination.address(), call.read(source.address(), source.bytes()));
    }
    return destination.address();
  }

  /** {@code memcmp}: the difference of the first bytes that differ, as unsigned. */
  long memcmp(ServiceCall call) {
    byte[] first = bytes(call, 0);
    byte[] second = bytes(call, 1);
    int at = Arrays.mismatch(first, second);
    return at < 0 ? 0 : (first[at] & 0xFF) - (second[at] & 0xFF);
  }

  private static byte[] bytes(ServiceCall call, int argument) {
    Span span = Span.of("memcmp", call.argument(argument), call.argument(2));
    if (span.isEmpty()) {
      return new byte[0];
    }
    span.requireReach(call);
    return call.use(span.address(), span.bytes());
  }
}
