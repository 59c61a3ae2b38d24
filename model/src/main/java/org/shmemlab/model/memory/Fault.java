package org.shmemlab.model.memory;

import com.google.common.collect.ImmutableList;
import com.google.errorprone.annotations.FormatMethod;
import com.google.errorprone.annotations.FormatString;

/**
 * Reports what a program did wrong, without the place: the code that knows the place adds it.
 * Thrown by every access outside bounds, lifetime or reach, and by misuse of the libraries.
 */
public final class Fault extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final transient Mistake mistake;

  /** A misuse of memory or the libraries, as {@link Mistake} describes it. */
  @FormatMethod
  public Fault(@FormatString String form, Object... arguments) {
    this(new Mistake(FailureKind.MISUSE, form, ImmutableList.copyOf(arguments)));
  }

  private Fault(Mistake mistake) {
    super(null, null, false, false); // a program's mistake needs no Java stack
    this.mistake = mistake;
  }

  /** An assertion of the program that does not hold. */
  @FormatMethod
  public static Fault assertion(@FormatString String form, Object... arguments) {
    return new Fault(new Mistake(FailureKind.ASSERTION, form, ImmutableList.copyOf(arguments)));
  }

  /** Something that a program may do and that has no meaning here. */
  @FormatMethod
  public static Fault unknown(@FormatString String form, Object... arguments) {
    return new Fault(new Mistake(FailureKind.UNKNOWN, form, ImmutableList.copyOf(arguments)));
  }

  public Mistake mistake() {
    return mistake;
  }

  @Override
  public String getMessage() {
    return mistake.text();
  }
}
