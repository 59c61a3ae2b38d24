package org.shmemlab.scenarios.frontend.ir;

import org.shmemlab.scenarios.frontend.llvm.Llvm;

/**
 * Finds the pointers among the arguments that stand for a structure of which the callee gets a
 * copy.
 */
final class Attributes {
  private final Llvm llvm;
  private final Types types;
  private final int byValue;

  Attributes(Llvm llvm, Types types) {
    this.llvm = llvm;
    this.types = types;
    this.byValue = llvm.attributeKind("byval");
  }

  /** Bytes of the structure that a function takes at a place, or 0. */
  long structureBytes(long function, int parameter) {
    return bytes(llvm.attribute.of(function, parameter + 1, byValue));
  }

  /** Bytes of the structure that a call hands over at a place, or 0. */
  long structureBytesAt(long call, int argument) {
    return bytes(llvm.siteAttribute.of(call, argument + 1, byValue));
  }

  private long bytes(long attribute) {
    return attribute == 0 ? 0 : types.size(llvm.attributeType.of(attribute));
  }
}
