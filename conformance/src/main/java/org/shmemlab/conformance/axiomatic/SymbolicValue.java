package org.shmemlab.conformance.axiomatic;

import java.util.function.LongSupplier;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.ReduceOp;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.UnaryOp;

/**
 * Describes the value of a register before the writes that the program's reads observe are known.
 */
sealed interface SymbolicValue {
  record Const(long bits) implements SymbolicValue {}

  /** The value that the agent's read of this number returns. */
  record OfRead(int agent, int read) implements SymbolicValue {}

  record Binary(BinaryOp op, ScalarType type, SymbolicValue a, SymbolicValue b)
      implements SymbolicValue {}

  record Unary(UnaryOp op, ScalarType type, SymbolicValue a) implements SymbolicValue {}

  record Convert(ScalarType to, SymbolicValue a) implements SymbolicValue {}

  /** A pointer to a word of another PE, from {@code nvshmem_ptr}. */
  record Peer(int pe, long address) implements SymbolicValue {}

  /** Returns the values of reads, in one candidate execution. */
  interface Reads {
    long seen(int agent, int read);
  }

  /** The value where nothing that it depends on is read; itself otherwise. */
  default SymbolicValue folded() {
    return switch (this) {
      case Const _, OfRead _, Peer _ -> this;
      case Binary binary ->
          binary.a instanceof Const && binary.b instanceof Const ? constant() : peer(binary);
      case Unary unary -> unary.a instanceof Const ? constant() : this;
      case Convert convert -> convert.a instanceof Const ? constant() : this;
    };
  }

  private static SymbolicValue peer(Binary binary) {
    return binary.op == BinaryOp.ADD
            && binary.a instanceof Peer peer
            && binary.b instanceof Const offset
        ? new Peer(peer.pe, peer.address + offset.bits)
        : binary;
  }

  private SymbolicValue constant() {
    return new Const(
        in((agent, read) -> {
          throw new IllegalStateException("a constant reads nothing");
        }));
  }

  /** The value in an execution. */
  default long in(Reads reads) {
    return switch (this) {
      case Const constant -> constant.bits;
      case OfRead of -> reads.seen(of.agent, of.read);
      case Binary(BinaryOp op, ScalarType type, SymbolicValue a, SymbolicValue b) ->
          binary(op, type, a.in(reads), b.in(reads));
      case Unary(UnaryOp op, ScalarType type, SymbolicValue a) -> unary(op, type, a.in(reads));
      case Convert(ScalarType to, SymbolicValue a) -> to.canonical(a.in(reads));
      case Peer _ -> throw new BeyondAxioms("a mapped pointer as a number");
    };
  }

  private static long unary(UnaryOp op, ScalarType type, long a) {
    return switch (op) {
      case NEG -> integer(type).canonical(-a);
      case COMPLEMENT -> integer(type).canonical(~a);
      case NOT -> a == 0 ? 1 : 0;
    };
  }

  private static long binary(BinaryOp op, ScalarType type, long a, long b) {
    ScalarType integer = integer(type);
    int order = integer.signed() ? Long.compare(a, b) : Long.compareUnsigned(a, b);
    return switch (op) {
      case ADD -> integer.canonical(a + b);
      case SUB -> integer.canonical(a - b);
      case MUL -> integer.canonical(a * b);
      case AND -> a & b;
      case OR -> a | b;
      case XOR -> a ^ b;
      case EQ -> truth(order == 0);
      case NE -> truth(order != 0);
      case LT -> truth(order < 0);
      case LE -> truth(order <= 0);
      case GT -> truth(order > 0);
      case GE -> truth(order >= 0);
      case DIV, REM, SHL, SHR -> throw new BeyondAxioms("division or shifting");
    };
  }

  /** The word after an atomic update. */
  static long update(
      AtomicOp op, ScalarType type, long old, LongSupplier operand, LongSupplier compare) {
    ScalarType integer = integer(type);
    return switch (op) {
      case FETCH -> old;
      case SET -> integer.canonical(operand.getAsLong());
      case COMPARE_SWAP ->
          old == integer.canonical(compare.getAsLong())
              ? integer.canonical(operand.getAsLong())
              : old;
      case ADD -> integer.canonical(old + operand.getAsLong());
      case SUB -> integer.canonical(old - operand.getAsLong());
      case AND -> old & operand.getAsLong();
      case OR -> integer.canonical(old | operand.getAsLong());
      case XOR -> integer.canonical(old ^ operand.getAsLong());
      case MIN, MAX, INCREMENT_WRAP, DECREMENT_WRAP, ARRIVE ->
          throw new BeyondAxioms("atomic " + op);
    };
  }

  private static ScalarType integer(ScalarType type) {
    if (type.floating()) {
      throw new BeyondAxioms("floating-point arithmetic");
    }
    return type;
  }

  private static long truth(boolean holds) {
    return holds ? 1 : 0;
  }

  /** The result of a reduction of one word. */
  static long reduce(ReduceOp operator, ScalarType type, long a, long b) {
    return switch (operator) {
      case SUM -> type.canonical(a + b);
      case PROD -> type.canonical(a * b);
      case AND -> a & b;
      case OR -> a | b;
      case XOR -> a ^ b;
      case MIN -> compare(type, a, b) <= 0 ? a : b;
      case MAX -> compare(type, a, b) >= 0 ? a : b;
      case MAXLOC -> throw new BeyondAxioms("a reduction to a place");
    };
  }

  private static int compare(ScalarType type, long a, long b) {
    return type.signed() ? Long.compare(a, b) : Long.compareUnsigned(a, b);
  }
}
