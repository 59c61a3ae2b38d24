package org.shmemlab.model.program;

import org.jspecify.annotations.Nullable;

/**
 * A parameter of a function: a scalar in its register, or (scalar null) an aggregate of so many
 * bytes whose address is in its register. The caller made that copy for this call; a kernel's is
 * made at launch, shared by all threads of the grid and read-only, so a kernel that changes a
 * parameter copies it to a slot first.
 */
public record Parameter(@Nullable ScalarType scalar, int bytes) {
  public static Parameter of(ScalarType scalar) {
    return new Parameter(scalar, scalar.bytes());
  }

  public static Parameter aggregate(int bytes) {
    return new Parameter(null, bytes);
  }
}
