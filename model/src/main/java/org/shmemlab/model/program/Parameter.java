package org.shmemlab.model.program;

import org.jspecify.annotations.Nullable;

/**
 * A parameter of a function: a scalar in its register, or (scalar null) an aggregate of so many
 * bytes whose address is in its register; the callee owns the copy.
 */
public record Parameter(@Nullable ScalarType scalar, int bytes) {
  public static Parameter of(ScalarType scalar) {
    return new Parameter(scalar, scalar.bytes());
  }

  public static Parameter aggregate(int bytes) {
    return new Parameter(null, bytes);
  }
}
