package org.shmemlab.scenarios.frontend.ptx;

import org.shmemlab.model.program.FloatFormat;
import org.shmemlab.scenarios.frontend.emit.Leaf;

/**
 * Describes two numbers in one register (PTX ISA, "Packed Data Types").
 *
 * @param slot bits from one number to the next
 */
record PackedFloats(FloatFormat format, int slot) {
  static PackedFloats of(String type) {
    FloatFormat format = PtxTypes.format(type.substring(0, type.length() - "x2".length()));
    int slot = format.magnitudeBits() >= 15 ? 16 : format == FloatFormat.E2M1 ? 4 : 8;
    return new PackedFloats(format, slot);
  }

  Leaf leaf() {
    return Leaf.integer(2 * slot, 0);
  }
}
