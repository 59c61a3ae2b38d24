package org.shmemlab.model.memory;

import com.google.common.collect.ImmutableList;
import com.google.errorprone.annotations.FormatMethod;
import com.google.errorprone.annotations.FormatString;

/**
 * Reports a mistake of a program, without the place: the code that knows the place adds it. Thrown
 * by every access outside bounds, lifetime or reach, and by misuse of the libraries.
 */
public final class Fault extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final transient FailureReason reason;

  /** A misuse of memory or the libraries, as {@link FailureReason} describes it. */
  @FormatMethod
  public Fault(@FormatString String form, Object... arguments) {
    this(new FailureReason(FailureKind.MISUSE, form, ImmutableList.copyOf(arguments)));
  }

  private Fault(FailureReason reason) {
    super(null, null, false, false); // a program's mistake needs no Java stack
    this.reason = reason;
  }

  /** An assertion of the program that does not hold. */
  @FormatMethod
  public static Fault assertion(@FormatString String form, Object... arguments) {
    return new Fault(
        new FailureReason(FailureKind.ASSERTION, form, ImmutableList.copyOf(arguments)));
  }

  /** Something that a program may do and that has no meaning here. */
  @FormatMethod
  public static Fault unknown(@FormatString String form, Object... arguments) {
    return new Fault(new FailureReason(FailureKind.UNKNOWN, form, ImmutableList.copyOf(arguments)));
  }

  public FailureReason reason() {
    return reason;
  }

  @Override
  public String getMessage() {
    return reason.text();
  }
}
