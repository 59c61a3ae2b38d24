package org.shmemlab.scenarios.api.shmem;

import com.google.common.collect.ImmutableSet;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.api.catalogue.NumberType;
import org.shmemlab.scenarios.api.lowering.CallLowering;
import org.shmemlab.scenarios.api.lowering.CallSite;

/**
 * Lowers family {@code amo}: atomic operations on a symmetric object of a PE.
 *
 * <p>Sources: NVSHMEM API, "Atomic memory operations"; OpenSHMEM 1.6, section 9.7, with its tables
 * of standard, extended and bitwise types; NVSHMEM 3.7 release notes: additions of floating point.
 */
public final class AmoCalls implements CallLowering {
  private static final ImmutableSet<AtomicOp> ALSO_ON_FLOATING =
      ImmutableSet.of(AtomicOp.FETCH, AtomicOp.SET);

  /** Arguments: [fetch], object, [condition], [value], PE. */
  @Override
  public int lower(CallSite site) {
    CodeBuilder code = site.code();
    String action = site.function().action();
    CallOperands operands = CallOperands.of(site);
    AtomicOp op = operation(action);
    ScalarType type =
        site.function().has("floating") ? operands.element().scalar() : type(operands, op);
    boolean fetchesLater = site.function().has("nbi");
    int next = fetchesLater ? 1 : 0;
    int object = operands.at(next++);
    int condition = op == AtomicOp.COMPARE_SWAP ? operands.at(next++) : Instruction.NO_REGISTER;
    int value =
        switch (action) {
          case "fetch" -> Instruction.NO_REGISTER;
          case "inc", "fetch_inc" -> code.constant(1);
          default -> operands.at(next++);
        };
    int pe = operands.at(next);
    if (fetchesLater) {
      code.emit(
          new Instruction.AmoFetchNbi(
              op, type, operands.at(0), object, value, condition, pe, operands.context()));
      return Instruction.NO_REGISTER;
    }
    int dst = site.function().result().isVoid() ? Instruction.NO_REGISTER : code.register();
    code.emit(new Instruction.Amo(op, type, dst, object, value, condition, pe, operands.context()));
    return dst;
  }

  private static AtomicOp operation(String action) {
    return switch (action) {
      case "fetch" -> AtomicOp.FETCH;
      case "set", "swap" -> AtomicOp.SET;
      case "compare_swap" -> AtomicOp.COMPARE_SWAP;
      case "inc", "fetch_inc", "add", "fetch_add" -> AtomicOp.ADD;
      case "and", "fetch_and" -> AtomicOp.AND;
      case "or", "fetch_or" -> AtomicOp.OR;
      case "xor", "fetch_xor" -> AtomicOp.XOR;
      default -> throw new IllegalArgumentException("no atomic operation " + action);
    };
  }

  // A generic form could name any type; the typed ones only name types of these tables.
  private static ScalarType type(CallOperands operands, AtomicOp op) {
    NumberType element = operands.element();
    boolean wide = element.scalar().bytes() >= 4;
    boolean number = !element.floating() || ALSO_ON_FLOATING.contains(op);
    if (!wide || !number) {
      throw operands.wrongElement();
    }
    return element.scalar();
  }
}
