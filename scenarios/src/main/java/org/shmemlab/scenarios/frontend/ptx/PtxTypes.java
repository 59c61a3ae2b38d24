package org.shmemlab.scenarios.frontend.ptx;

import org.shmemlab.model.program.FloatFormat;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.frontend.emit.Leaf;
import org.shmemlab.scenarios.frontend.emit.NotSupported;

/** Maps the types of PTX to their form in a register (PTX ISA, "Fundamental Types"). */
final class PtxTypes {
  static final Leaf WORD = of("b32");
  static final Leaf LONG = of("b64");
  static final Leaf PREDICATE = of("pred");

  /** The lowest bits of a register with a {@code .tf32}, which are zero. */
  static final int TF32_UNUSED = 13;

  private PtxTypes() {}

  /** The format of a type of floating numbers. */
  static FloatFormat format(String type) {
    return switch (type) {
      case "f16" -> FloatFormat.F16;
      case "bf16" -> FloatFormat.BF16;
      case "f32" -> FloatFormat.F32;
      case "f64" -> FloatFormat.F64;
      case "e4m3" -> FloatFormat.E4M3;
      case "e5m2" -> FloatFormat.E5M2;
      case "e2m3" -> FloatFormat.E2M3;
      case "e3m2" -> FloatFormat.E3M2;
      case "e2m1" -> FloatFormat.E2M1;
      case "ue8m0" -> FloatFormat.UE8M0;
      default -> throw new NotSupported("asm: the type ." + type);
    };
  }

  static Leaf of(String type) {
    return switch (type) {
      case "b8", "u8", "s8" -> Leaf.integer(8, 0);
      case "b16", "u16", "s16" -> Leaf.integer(16, 0);
      case "b32", "u32", "s32", "f16x2", "bf16x2" -> Leaf.integer(32, 0);
      case "b64", "u64", "s64" -> Leaf.integer(64, 0);
      case "f16" -> Leaf.of(ScalarType.F16, 0);
      case "bf16" -> Leaf.of(ScalarType.U16, 0);
      case "f32" -> Leaf.of(ScalarType.F32, 0);
      case "f64" -> Leaf.of(ScalarType.F64, 0);
      case "pred" -> Leaf.integer(1, 0);
      default -> throw new NotSupported("asm: the type ." + type);
    };
  }
}
