package org.shmemlab.scenarios.frontend.ptx;

import static org.shmemlab.scenarios.frontend.ptx.PtxTypes.PREDICATE;
import static org.shmemlab.scenarios.frontend.ptx.PtxTypes.WORD;

import com.google.common.primitives.ImmutableIntArray;
import java.util.List;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.frontend.emit.FunctionCode;
import org.shmemlab.scenarios.frontend.emit.Integers;
import org.shmemlab.scenarios.frontend.emit.NotSupported;

/** Barriers of a block, of a part of it, of a warp (PTX ISA, "bar, barrier", "bar.warp.sync"). */
final class PtxBarrier {

  private final PtxOperands ptx;
  private final FunctionCode f;
  private final Integers integers;

  PtxBarrier(PtxOperands ptx) {
    this.ptx = ptx;
    this.f = ptx.function();
    this.integers = new Integers(f);
  }

  void lower(PtxStatement s) {
    List<String> all = s.operands();
    if (s.has("cluster")) {
      throw new NotSupported(s.text());
    }
    if (s.has("warp")) {
      int mask = integers.unsigned(WORD, ptx.read(s.operand(0), WORD));
      meet(s, MeetingKind.WARP_SYNC, CallScope.WARP, mask);
    } else if (s.has("red")) {
      reduce(s);
    } else if (s.has("sync") && all.equals(List.of("0"))) {
      meet(s, MeetingKind.BLOCK_BARRIER, CallScope.BLOCK);
    } else if (s.has("sync") || s.has("arrive")) {
      int barrier = ptx.read(s.operand(0), WORD);
      int threads = all.size() > 1 ? ptx.read(all.get(1), WORD) : f.code().constant(0);
      boolean waits = s.has("sync");
      meet(
          s,
          waits ? MeetingKind.PART_BARRIER : MeetingKind.PART_ARRIVAL,
          CallScope.BLOCK,
          barrier,
          threads);
    } else {
      throw new NotSupported(s.text());
    }
  }

  /**
   * {@code bar.red.op d, barrier{, threads}, p}: how many predicates hold, or whether some or all.
   */
  private void reduce(PtxStatement s) {
    List<String> given = s.operands();
    int holds = ptx.read(given.get(given.size() - 1), PREDICATE);
    boolean all = s.has("and");
    int said = all ? f.binary(BinaryOp.EQ, ScalarType.I64, holds, f.code().constant(0)) : holds;
    boolean whole = given.size() == 3;
    int count;
    if (whole && s.operand(1).equals("0")) {
      count = meet(s, MeetingKind.BLOCK_COUNT, CallScope.BLOCK, said);
    } else {
      int barrier = ptx.read(s.operand(1), WORD);
      int threads = whole ? f.code().constant(0) : ptx.read(s.operand(2), WORD);
      count = meet(s, MeetingKind.PART_COUNT, CallScope.BLOCK, barrier, threads, said);
    }
    if (s.has("popc")) {
      ptx.write(s.operand(0), WORD, count);
    } else {
      BinaryOp op = all ? BinaryOp.EQ : BinaryOp.NE;
      int result = f.binary(op, ScalarType.I64, count, f.code().constant(0));
      ptx.write(s.operand(0), PREDICATE, result);
    }
  }

  private int meet(PtxStatement s, MeetingKind kind, CallScope scope, int... arguments) {
    f.code()
        .emit(
            new Instruction.Arrive(
                kind,
                Family.CUDA,
                null,
                null,
                scope,
                ImmutableIntArray.copyOf(arguments),
                s.has("aligned") || s.has("bar"))); // PTX ISA: bar is barrier.aligned
    int result = f.code().register();
    if (kind.waits()) {
      f.code().emit(new Instruction.Depart(result));
    }
    return result;
  }
}
