package org.shmemlab.scenarios.api.shmem;

import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.api.catalogue.ApiFunction;
import org.shmemlab.scenarios.api.catalogue.ApiType;
import org.shmemlab.scenarios.api.catalogue.NumberType;
import org.shmemlab.scenarios.api.lowering.CallSite;
import org.shmemlab.scenarios.api.lowering.Emission;

/**
 * Gives the operands of a communication call: its arguments, numbered without the OpenSHMEM context
 * that may be the first, and the elements they name. A queue pair of NVSHMEM comes last.
 *
 * @param first index of the first argument that is numbered
 * @param context register of the context, or {@code NO_REGISTER} for the default one
 */
record CallOperands(CallSite site, int first, int context) {
  static CallOperands of(CallSite site) {
    if (site.function().has("queue")) {
      int handle = site.argument(site.argumentCount() - 1);
      return new CallOperands(site, 0, QueuePairCalls.context(new Emission(site.code()), handle));
    }
    return site.function().has("context")
        ? new CallOperands(site, 1, site.argument(0))
        : new CallOperands(site, 0, Instruction.NO_REGISTER);
  }

  /** The register of an argument, not counting a context. */
  int at(int index) {
    return site.argument(first + index);
  }

  /** Bytes of an element: of the type, of so many bits, or 1 in the {@code mem} forms. */
  int elementBytes() {
    String bits = site.function().attribute("bits");
    if (!bits.isEmpty()) {
      return Integer.parseInt(bits) / 8;
    }
    return site.function().element() == null ? 1 : element().bytes();
  }

  /** The type of an element. C11's generic forms take a pointer to anything, so it is checked. */
  ScalarType elementType() {
    return element().scalar();
  }

  /** The type of an element as in C, where {@code bfloat16} and {@code short} are two types. */
  NumberType element() {
    ApiType element = site.function().element();
    NumberType number = element == null ? null : element.number();
    if (number != null && number != NumberType.BOOL) {
      return number;
    }
    throw wrongElement();
  }

  /** Says that the call has no form for its elements. */
  RuntimeException wrongElement() {
    ApiFunction function = site.function();
    return site.error(function.name() + " does not work on " + function.element());
  }
}
