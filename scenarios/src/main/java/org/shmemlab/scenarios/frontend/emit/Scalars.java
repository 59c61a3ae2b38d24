package org.shmemlab.scenarios.frontend.emit;

import org.shmemlab.model.program.ScalarType;

/** Maps scalar types to their unsigned and signed counterparts. */
public final class Scalars {
  private Scalars() {}

  public static ScalarType unsigned(ScalarType type) {
    return switch (type) {
      case I8 -> ScalarType.U8;
      case I16 -> ScalarType.U16;
      case I32 -> ScalarType.U32;
      case I64 -> ScalarType.U64;
      default -> type;
    };
  }
}
