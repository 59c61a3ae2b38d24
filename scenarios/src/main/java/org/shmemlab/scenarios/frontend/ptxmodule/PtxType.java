package org.shmemlab.scenarios.frontend.ptxmodule;

/**
 * A type of PTX as LLVM's notation has it (PTX ISA, "Fundamental Types").
 *
 * @param llvm its name there
 * @param bits of a value
 */
record PtxType(String llvm, int bits) {
  /** The type of an address. */
  static final PtxType ADDRESS = new PtxType("i64", 64);

  static PtxType of(PtxToken token) {
    return of(token, token.text().startsWith(".") ? token.text().substring(1) : token.text());
  }

  /**
   * A type by its name.
   *
   * @param place of the directive or instruction that has it
   */
  static PtxType of(PtxToken place, String name) {
    return switch (name) {
      case "pred" -> new PtxType("i1", 1);
      case "b8", "u8", "s8" -> new PtxType("i8", 8);
      case "b16", "u16", "s16", "f16", "bf16" -> new PtxType("i16", 16);
      case "b32", "u32", "s32", "f16x2", "bf16x2", "tf32" -> new PtxType("i32", 32);
      case "b64", "u64", "s64", "texref", "samplerref", "surfref" -> ADDRESS;
      case "b128" -> new PtxType("i128", 128);
      case "f32" -> new PtxType("float", 32);
      case "f64" -> new PtxType("double", 64);
      default -> throw place.error("unknown type '." + name + "'");
    };
  }

  boolean isFloating() {
    return llvm.equals("float") || llvm.equals("double");
  }

  /** The type of integers of the same width. */
  PtxType integer() {
    return isFloating() ? new PtxType("i" + bits, bits) : this;
  }

  int bytes() {
    return (bits + 7) / 8;
  }
}
