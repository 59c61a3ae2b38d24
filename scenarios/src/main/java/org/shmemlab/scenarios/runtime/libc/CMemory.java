package org.shmemlab.scenarios.runtime.libc;

import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import org.shmemlab.model.interpreter.Footprint;
import org.shmemlab.model.interpreter.RuntimeCall;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.program.CallTrait;
import org.shmemlab.model.program.CallTraits;
import org.shmemlab.scenarios.runtime.call.CHeader;
import org.shmemlab.scenarios.runtime.call.DeclaredCall;
import org.shmemlab.scenarios.runtime.call.Span;
import org.shmemlab.scenarios.runtime.call.Touches;

/**
 * Implements C's functions on bytes (ISO C 17, 7.24). They are the caller's own loads and stores:
 * host code does not reach device memory with them, and in a mapped peer's memory every word is an
 * operation.
 */
public final class CMemory {
  public static final RuntimeCall MEMSET =
      RuntimeCall.of(
          "memset",
          CallTraits.of(CallTrait.MOVES_BYTES),
          call -> call.writes(call.argument(0), call.argument(2)),
          CMemory::memset);

  public static final RuntimeCall MEMCPY =
      RuntimeCall.of(
          "memcpy", CallTraits.of(CallTrait.MOVES_BYTES), Touches::copy, CMemory::memcpy);

  public static final RuntimeCall MEMMOVE =
      RuntimeCall.of(
          "memmove", CallTraits.of(CallTrait.MOVES_BYTES), Touches::copy, CMemory::memmove);

  /** The calls of the family that programs make by these names. */
  public static final ImmutableList<DeclaredCall> DECLARED =
      ImmutableList.of(
          CHeader.STRING
              .host("void *memset(void *dest, int byte, size_t size)", MEMSET)
              .everywhere(),
          CHeader.STRING
              .host("void *memcpy(void *dest, const void *source, size_t size)", MEMCPY)
              .everywhere(),
          CHeader.STRING.host(
              "void *memmove(void *dest, const void *source, size_t size)", MEMMOVE),
          CHeader.STRING.host(
              "int memcmp(const void *first, const void *second, size_t size)",
              CallTraits.of(CallTrait.LOOKS_ONLY),
              CMemory::compared,
              CMemory::memcmp));

  private CMemory() {}

  private static long memset(ServiceCall call) {
    Span span = Span.of("memset", call.argument(0), call.argument(2));
    byte value = (byte) call.intArgument(1);
    if (!span.isEmpty()) {
      span.requireReach(call);
      call.fill(span.address(), span.bytes(), value);
    }
    return span.address();
  }

  private static long memcpy(ServiceCall call) {
    return copy(call, "memcpy", true);
  }

  private static long memmove(ServiceCall call) {
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
  private static long memcmp(ServiceCall call) {
    byte[] first = bytes(call, 0);
    byte[] second = bytes(call, 1);
    int at = Arrays.mismatch(first, second);
    return at < 0 ? 0 : (first[at] & 0xFF) - (second[at] & 0xFF);
  }

  private static void compared(Footprint call) {
    call.reads(call.argument(0), call.argument(2));
    call.reads(call.argument(1), call.argument(2));
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
