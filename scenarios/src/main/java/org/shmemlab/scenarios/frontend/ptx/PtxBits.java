package org.shmemlab.scenarios.frontend.ptx;

import static org.shmemlab.scenarios.frontend.ptx.PtxTypes.WORD;

import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.frontend.emit.FunctionCode;
import org.shmemlab.scenarios.frontend.emit.Integers;
import org.shmemlab.scenarios.frontend.emit.Leaf;
import org.shmemlab.scenarios.frontend.emit.NotSupported;

/**
 * Lowers instructions of PTX on bits and bytes of a register (PTX ISA, "popc", "clz", "brev",
 * "bfe", "bfi", "bfind", "lop3", "prmt", "shf", "cnot").
 */
final class PtxBits {

  private final PtxOperands ptx;
  private final FunctionCode f;
  private final Integers integers;

  PtxBits(PtxOperands ptx) {
    this.ptx = ptx;
    this.f = ptx.function();
    this.integers = new Integers(f);
  }

  void lower(PtxStatement s) {
    Leaf leaf = s.leaf();
    switch (s.name()) {
      case "popc" -> give(s, WORD, integers.population(leaf, ptx.read(s.operand(1), leaf)));
      case "clz" -> give(s, WORD, integers.leadingZeros(leaf, ptx.read(s.operand(1), leaf)));
      case "brev" -> give(s, leaf, integers.reversedBits(leaf, ptx.read(s.operand(1), leaf)));
      case "cnot" -> give(s, leaf, same(ptx.read(s.operand(1), leaf), 0));
      case "bfind" -> find(s, leaf);
      case "bfe" -> extract(s, leaf);
      case "bfi" -> insert(s, leaf);
      case "lop3" -> logic(s);
      case "prmt" -> permute(s);
      case "shf" -> funnel(s);
      default -> throw new NotSupported(s.text());
    }
  }

  private void give(PtxStatement s, Leaf leaf, int value) {
    ptx.write(s.operand(0), leaf, value);
  }

  private int unsigned(Leaf leaf, String operand) {
    return integers.unsigned(leaf, ptx.read(operand, leaf));
  }

  private int op(BinaryOp op, int a, int b) {
    return f.binary(op, ScalarType.U64, a, b);
  }

  private int number(long value) {
    return f.code().constant(value);
  }

  private int same(int register, long value) {
    return f.binary(BinaryOp.EQ, ScalarType.I64, register, number(value));
  }

  /** The place of the highest bit that is set; all ones if there is none. */
  private void find(PtxStatement s, Leaf leaf) {
    if (s.type().startsWith("s") || s.has("shiftamt")) {
      throw new NotSupported(s.text());
    }
    int zeros = integers.leadingZeros(leaf, ptx.read(s.operand(1), leaf));
    give(s, WORD, f.binary(BinaryOp.SUB, ScalarType.I32, number(leaf.bits() - 1), zeros));
  }

  /** Ones in the lowest places, as many as a number between 0 and 64 says. */
  private int ones(int count) {
    int all = op(BinaryOp.SUB, op(BinaryOp.SHL, number(1), count), number(1));
    return f.choose(op(BinaryOp.LT, count, number(64)), all, number(-1));
  }

  private int least(int value, long most) {
    int limit = number(most);
    return f.choose(op(BinaryOp.LT, value, limit), value, limit);
  }

  private int lowestByte(String operand) {
    return op(BinaryOp.AND, ptx.read(operand, WORD), number(0xFF));
  }

  // Bits beyond the highest are copies of the extracted field's sign, or zero.
  private void extract(PtxStatement s, Leaf leaf) {
    boolean signed = s.type().startsWith("s");
    int a = signed ? ptx.read(s.operand(1), leaf) : unsigned(leaf, s.operand(1));
    int from = least(lowestByte(s.operand(2)), 63);
    int length = least(lowestByte(s.operand(3)), leaf.bits());
    int field =
        op(
            BinaryOp.AND,
            f.binary(BinaryOp.SHR, signed ? ScalarType.I64 : ScalarType.U64, a, from),
            ones(length));
    if (signed) {
      int none = same(length, 0);
      int distance = op(BinaryOp.SUB, number(64), length);
      int up = f.binary(BinaryOp.SHL, ScalarType.I64, field, distance);
      int extended = f.binary(BinaryOp.SHR, ScalarType.I64, up, distance);
      field = f.choose(none, number(0), extended);
    }
    give(s, leaf, integers.wrapped(leaf, field));
  }

  private void insert(PtxStatement s, Leaf leaf) {
    int field = unsigned(leaf, s.operand(1));
    int into = unsigned(leaf, s.operand(2));
    int from = least(lowestByte(s.operand(3)), 63);
    int length = least(lowestByte(s.operand(4)), leaf.bits());
    int mask = op(BinaryOp.SHL, ones(length), from);
    int kept = op(BinaryOp.AND, into, op(BinaryOp.XOR, mask, number(-1)));
    int put = op(BinaryOp.AND, op(BinaryOp.SHL, field, from), mask);
    give(s, leaf, integers.wrapped(leaf, op(BinaryOp.OR, kept, put)));
  }

  /** Any function of three bits, given by its table. */
  private void logic(PtxStatement s) {
    if (!s.has("b32") || s.operands().size() != 5 || !s.operand(4).matches("[0-9xXa-fA-F]+")) {
      throw new NotSupported(s.text());
    }
    int[] plain = new int[3];
    int[] flipped = new int[3];
    for (int i = 0; i < 3; i++) {
      plain[i] = ptx.read(s.operand(i + 1), WORD);
      flipped[i] = op(BinaryOp.XOR, plain[i], number(-1));
    }
    int table = Integer.decode(s.operand(4));
    int result = number(0);
    for (int row = 0; row < 8; row++) {
      if ((table >> row & 1) != 0) {
        int a = (row & 4) != 0 ? plain[0] : flipped[0];
        int b = (row & 2) != 0 ? plain[1] : flipped[1];
        int c = (row & 1) != 0 ? plain[2] : flipped[2];
        result = op(BinaryOp.OR, result, op(BinaryOp.AND, a, op(BinaryOp.AND, b, c)));
      }
    }
    give(s, WORD, integers.wrapped(WORD, result));
  }

  /** Four of the eight bytes of two words, each as it is or as copies of its highest bit. */
  private void permute(PtxStatement s) {
    if (s.words().size() > 2) {
      throw new NotSupported(s.text());
    }
    int low = unsigned(WORD, s.operand(1));
    int high = op(BinaryOp.SHL, unsigned(WORD, s.operand(2)), number(32));
    int bytes = op(BinaryOp.OR, low, high);
    int selection = unsigned(WORD, s.operand(3));
    int result = number(0);
    for (int i = 0; i < 4; i++) {
      int nibble = op(BinaryOp.SHR, selection, number(4L * i));
      int place = op(BinaryOp.MUL, op(BinaryOp.AND, nibble, number(7)), number(8));
      int one = op(BinaryOp.AND, op(BinaryOp.SHR, bytes, place), number(0xFF));
      int sign = op(BinaryOp.MUL, op(BinaryOp.SHR, one, number(7)), number(0xFF));
      int copies = op(BinaryOp.AND, nibble, number(8));
      int chosen = f.choose(copies, sign, one);
      result = op(BinaryOp.OR, result, op(BinaryOp.SHL, chosen, number(8L * i)));
    }
    give(s, WORD, integers.wrapped(WORD, result));
  }

  /** The middle of two words that are shifted together. */
  private void funnel(PtxStatement s) {
    int low = unsigned(WORD, s.operand(1));
    int high = op(BinaryOp.SHL, unsigned(WORD, s.operand(2)), number(32));
    int both = op(BinaryOp.OR, low, high);
    int given = unsigned(WORD, s.operand(3));
    int distance = s.has("wrap") ? op(BinaryOp.AND, given, number(31)) : least(given, 32);
    int result =
        s.has("l")
            ? op(BinaryOp.SHR, op(BinaryOp.SHL, both, distance), number(32))
            : op(BinaryOp.SHR, both, distance);
    give(s, WORD, integers.wrapped(WORD, result));
  }
}
