package org.shmemlab.scenarios.frontend.ptx;

import static org.shmemlab.scenarios.frontend.ptx.PtxTypes.PREDICATE;
import static org.shmemlab.scenarios.frontend.ptx.PtxTypes.WORD;

import com.google.common.primitives.ImmutableIntArray;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.model.program.Element;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.ReduceOp;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.frontend.emit.FunctionCode;
import org.shmemlab.scenarios.frontend.emit.Integers;
import org.shmemlab.scenarios.frontend.emit.Leaf;
import org.shmemlab.scenarios.frontend.emit.NotSupported;

/**
 * Lowers the exchanges between the lanes of a warp (PTX ISA, "shfl.sync", "vote.sync",
 * "match.sync", "redux.sync", "elect.sync", "activemask").
 */
final class PtxWarp {

  private final PtxOperands ptx;
  private final FunctionCode f;
  private final Integers integers;
  private final SpecialRegisters specials;

  PtxWarp(PtxOperands ptx) {
    this.ptx = ptx;
    this.f = ptx.function();
    this.integers = new Integers(f);
    this.specials = new SpecialRegisters(f);
  }

  void lower(PtxStatement s) {
    List<String> all = s.operands();
    if (s.name().equals("activemask")) {
      ptx.write(all.get(0), WORD, specials.read("lanemask.eq", WORD));
      return;
    }
    if (!s.has("sync")) {
      throw new NotSupported(s.text());
    }
    int mask = integers.unsigned(WORD, ptx.read(all.get(all.size() - 1), WORD));
    switch (s.name()) {
      case "vote" -> vote(s, mask);
      case "match" -> match(s, mask);
      case "redux" -> reduce(s, mask);
      case "elect" -> elect(s, mask);
      default -> shuffle(s, mask);
    }
  }

  private void vote(PtxStatement s, int mask) {
    boolean negative = s.operands().get(1).startsWith("!");
    String name = s.operands().get(1).substring(negative ? 1 : 0);
    int holds = ptx.read(name, PREDICATE);
    int said = negative ? same(holds, 0) : holds;
    if (s.has("ballot")) {
      int bits = meet(MeetingKind.WARP_BALLOT, mask, said);
      ptx.write(s.operands().get(0), WORD, integers.wrapped(WORD, bits));
    } else if (s.has("any")) {
      int bits = meet(MeetingKind.WARP_BALLOT, mask, said);
      ptx.write(s.operands().get(0), PREDICATE, same(same(bits, 0), 0));
    } else if (s.has("all")) {
      int bits = meet(MeetingKind.WARP_BALLOT, mask, same(said, 0));
      ptx.write(s.operands().get(0), PREDICATE, same(bits, 0));
    } else {
      throw new NotSupported(s.text());
    }
  }

  /**
   * {@code any: d, a, mask}; {@code all: d|p, a, mask}, where the mask is given if all are equal.
   */
  private void match(PtxStatement s, int mask) {
    List<String> all = s.operands();
    int value = ptx.read(all.get(all.size() - 2), s.leaf());
    int bits = meet(MeetingKind.WARP_MATCH, mask, value);
    if (s.has("all")) {
      int equal = f.binary(BinaryOp.EQ, ScalarType.I64, bits, mask);
      bits = f.choose(equal, mask, f.code().constant(0));
      if (all.size() == 4) {
        ptx.write(all.get(1), PREDICATE, equal);
      }
    }
    ptx.write(all.get(0), WORD, integers.wrapped(WORD, bits));
  }

  private void reduce(PtxStatement s, int mask) {
    ReduceOp operator =
        switch (s.words().get(2)) {
          case "add" -> ReduceOp.SUM;
          case "min" -> ReduceOp.MIN;
          case "max" -> ReduceOp.MAX;
          case "and" -> ReduceOp.AND;
          case "or" -> ReduceOp.OR;
          case "xor" -> ReduceOp.XOR;
          default -> throw new NotSupported(s.text());
        };
    Leaf leaf = s.leaf();
    if (!leaf.isInteger()) {
      throw new NotSupported(s.text());
    }
    boolean unsigned = s.type().startsWith("u");
    int value = ptx.read(s.operand(1), leaf);
    int result =
        meet(
            MeetingKind.WARP_REDUCE,
            unsigned ? ScalarType.U32 : ScalarType.I32,
            operator,
            mask,
            unsigned ? integers.unsigned(leaf, value) : value);
    ptx.write(s.operand(0), WORD, integers.wrapped(WORD, result));
  }

  /** The lowest lane of the mask is the leader; nothing says that memory is in order then. */
  private void elect(PtxStatement s, int mask) {
    meet(MeetingKind.WARP_BALLOT, mask, mask);
    int leader = integers.trailingZeros(WORD, mask);
    int lane = specials.read("laneid", WORD);
    ptx.write(s.operand(0), WORD, leader);
    ptx.write(s.operand(1), PREDICATE, f.binary(BinaryOp.EQ, ScalarType.I32, lane, leader));
  }

  /** d|p, a, b, c, mask: the value of the lane that b selects, if it is within the bounds of c. */
  private void shuffle(PtxStatement s, int mask) {
    List<String> all = s.operands();
    int given = all.size() - 4; // where a is: p may be left out
    int value = ptx.read(all.get(given), WORD);
    int distance = ptx.read(all.get(given + 1), WORD);
    int clamp = ptx.read(all.get(given + 2), WORD);
    int five = f.code().constant(31);
    int lane = specials.read("laneid", WORD);
    int segment = op(BinaryOp.AND, op(BinaryOp.SHR, clamp, f.code().constant(8)), five);
    int rest = op(BinaryOp.XOR, segment, five);
    int least = op(BinaryOp.AND, lane, segment);
    int limit = op(BinaryOp.OR, least, op(BinaryOp.AND, op(BinaryOp.AND, clamp, five), rest));
    int other =
        switch (s.words().get(2)) {
          case "idx" -> op(BinaryOp.OR, least, op(BinaryOp.AND, distance, rest));
          case "up" -> op(BinaryOp.SUB, lane, distance);
          case "down" -> op(BinaryOp.ADD, lane, distance);
          case "bfly" -> op(BinaryOp.XOR, lane, distance);
          default -> throw new NotSupported(s.text());
        };
    BinaryOp within = s.has("up") ? BinaryOp.GE : BinaryOp.LE;
    int inside = op(within, other, limit);
    int source = f.choose(inside, other, lane);
    int result = meet(MeetingKind.WARP_SHUFFLE, mask, value, source);
    ptx.write(all.get(0), WORD, integers.wrapped(WORD, result));
    if (given == 2) {
      ptx.write(all.get(1), PREDICATE, inside);
    }
  }

  private int op(BinaryOp op, int a, int b) {
    return f.binary(op, ScalarType.I32, a, b);
  }

  private int same(int register, long number) {
    return f.binary(BinaryOp.EQ, ScalarType.I64, register, f.code().constant(number));
  }

  private int meet(MeetingKind kind, int... arguments) {
    return meet(kind, null, null, arguments);
  }

  private int meet(
      MeetingKind kind, @Nullable ScalarType type, @Nullable ReduceOp operator, int... arguments) {
    int result = f.code().register();
    f.code()
        .emit(
            new Instruction.Arrive(
                kind,
                Family.CUDA,
                type == null ? null : Element.of(type),
                operator,
                CallScope.WARP,
                ImmutableIntArray.copyOf(arguments)));
    f.code().emit(new Instruction.Depart(result));
    return result;
  }
}
