package org.shmemlab.scenarios.frontend.llvm;

import java.lang.invoke.MethodHandle;

/**
 * Calls a function of LLVM's C interface, by the shape of its parameters. Pointers are {@code
 * long}.
 *
 * <p>Numbers of 32 bits travel as {@code long}, too: in the calling conventions of both processors
 * they have a register of their own, whose upper half the callee ignores (System V ABI for AMD64,
 * section 3.2.3; Procedure Call Standard for the Arm 64-bit Architecture, section 6.8). To make a
 * way of calling takes Java some milliseconds for each shape, so there are few.
 *
 * <p>A call has no failure that Java could handle: a wrong argument ends the process, so the
 * callers ask for the kind of a value first.
 */
public final class LlvmFunction {
  private LlvmFunction() {}

  private static AssertionError impossible(Throwable thrown) {
    return new AssertionError("a call of LLVM failed", thrown);
  }

  /** Pointer to pointer. */
  public record Link(MethodHandle handle) {
    public long of(long a) {
      try {
        return (long) handle.invokeExact(a);
      } catch (Throwable thrown) {
        throw impossible(thrown);
      }
    }
  }

  /** Pointer to a number or truth value. */
  public record Count(MethodHandle handle) {
    public int of(long a) {
      try {
        return (int) (long) handle.invokeExact(a);
      } catch (Throwable thrown) {
        throw impossible(thrown);
      }
    }
  }

  /** Pointer and index to pointer. */
  public record Element(MethodHandle handle) {
    public long of(long a, int index) {
      try {
        return (long) handle.invokeExact(a, (long) index);
      } catch (Throwable thrown) {
        throw impossible(thrown);
      }
    }
  }

  /** Pointer and index to a number. */
  public record ElementNumber(MethodHandle handle) {
    public int of(long a, int index) {
      try {
        return (int) (long) handle.invokeExact(a, (long) index);
      } catch (Throwable thrown) {
        throw impossible(thrown);
      }
    }
  }

  /** Function or call, place and kind to an attribute, 0 where it has none. */
  public record Attribute(MethodHandle handle) {
    public long of(long a, int place, int kind) {
      try {
        return (long) handle.invokeExact(a, (long) place, (long) kind);
      } catch (Throwable thrown) {
        throw impossible(thrown);
      }
    }
  }

  /** Two pointers to a pointer or 64-bit number. */
  public record Pair(MethodHandle handle) {
    public long of(long a, long b) {
      try {
        return (long) handle.invokeExact(a, b);
      } catch (Throwable thrown) {
        throw impossible(thrown);
      }
    }
  }

  /** Two pointers and an index to a pointer or 64-bit number. */
  public record PairElement(MethodHandle handle) {
    public long of(long a, long b, int index) {
      try {
        return (long) handle.invokeExact(a, b, (long) index);
      } catch (Throwable thrown) {
        throw impossible(thrown);
      }
    }
  }

  /** Pointer and place for a result to a double. */
  public record Real(MethodHandle handle) {
    public double of(long a, long b) {
      try {
        return (double) handle.invokeExact(a, b);
      } catch (Throwable thrown) {
        throw impossible(thrown);
      }
    }
  }

  /** Pointer, no result. */
  public record Act(MethodHandle handle) {
    public void on(long a) {
      try {
        long _ = (long) handle.invokeExact(a);
      } catch (Throwable thrown) {
        throw impossible(thrown);
      }
    }
  }
}
