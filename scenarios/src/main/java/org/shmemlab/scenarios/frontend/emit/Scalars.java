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

  public static ScalarType signed(ScalarType type) {
    return switch (type) {
      case U8 -> ScalarType.I8;
      case U16 -> ScalarType.I16;
      case U32 -> ScalarType.I32;
      case U64 -> ScalarType.I64;
      default -> type;
    };
  }
}
