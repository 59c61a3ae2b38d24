package org.shmemlab.scenarios.api.catalogue;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.ScalarType;

/**
 * A type as far as the meaning of a call depends on it; programs and litmus tests have types of
 * their own.
 *
 * @param name as a programmer would write it, for messages
 * @param scalar how a register holds a value of it; null for void, and for a structure, of which a
 *     register holds the address
 * @param number its arithmetic type; null where it has none
 */
public record ApiType(String name, @Nullable ScalarType scalar, @Nullable NumberType number) {
  /** No value. */
  public static final ApiType VOID = new ApiType("void", null, null);

  /** An arithmetic type. */
  public static ApiType of(NumberType number) {
    return new ApiType(number.toString(), number.scalar(), number);
  }

  public boolean isVoid() {
    return equals(VOID);
  }

  /** Whether values of it fit a register. */
  public boolean isScalar() {
    return scalar != null;
  }

  /**
   * How a register holds a value of it.
   *
   * @throws NullPointerException if it is no scalar
   */
  public ScalarType register() {
    return Objects.requireNonNull(scalar, name);
  }

  @Override
  public String toString() {
    return name;
  }
}
