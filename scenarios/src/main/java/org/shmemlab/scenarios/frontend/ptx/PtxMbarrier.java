package org.shmemlab.scenarios.frontend.ptx;

import java.util.List;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Mbarrier;
import org.shmemlab.model.program.MemoryOrder;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.ThreadScope;
import org.shmemlab.model.step.AsyncPhase;
import org.shmemlab.scenarios.frontend.emit.FunctionCode;
import org.shmemlab.scenarios.frontend.emit.Integers;
import org.shmemlab.scenarios.frontend.emit.Leaf;
import org.shmemlab.scenarios.frontend.emit.NotSupported;
import org.shmemlab.scenarios.frontend.emit.ScalarAccesses;
import org.shmemlab.scenarios.runtime.cuda.CudaAsyncCopies;

/**
 * Barriers in shared memory (PTX ISA, "mbarrier"). {@code init} and {@code inval} are plain stores;
 * every other operation is one atomic on the object's word. An arrival releases and a wait
 * acquires, unless it says otherwise. A {@code try_wait} is one look.
 */
final class PtxMbarrier {
  private static final Leaf COUNT = PtxTypes.WORD;
  private static final Leaf STATE = PtxTypes.LONG;

  private final PtxOperands ptx;
  private final FunctionCode f;
  private final Integers integers;
  private final ScalarAccesses accesses;

  PtxMbarrier(PtxOperands ptx) {
    this.ptx = ptx;
    this.f = ptx.function();
    this.integers = new Integers(f);
    this.accesses = new ScalarAccesses(f);
  }

  void lower(PtxStatement s) {
    String action = s.words().size() > 1 ? s.words().get(1) : "";
    switch (action) {
      case "init" -> {
        int word = op(BinaryOp.MUL, count(s.operand(1)), number(Mbarrier.init(1)));
        accesses.store(STATE, ptx.address(s, s.operand(0)), word, false);
      }
      case "inval" -> accesses.store(STATE, ptx.address(s, s.operand(0)), number(0), false);
      case "arrive", "arrive_drop" -> arrive(s);
      case "expect_tx" ->
          update(s, operand(number(0), count(s.operand(1))), Instruction.NO_REGISTER);
      case "complete_tx" ->
          update(s, operand(number(0), negative(count(s.operand(1)))), Instruction.NO_REGISTER);
      case "test_wait", "try_wait" -> look(s);
      case "pending_count" -> {
        int state = ptx.read(s.operand(1), STATE);
        ptx.write(s.operand(0), COUNT, op(BinaryOp.AND, state, number(Mbarrier.MOST)));
      }
      default -> throw new NotSupported(s.text());
    }
  }

  /** {@code state, [object], count}; with {@code expect_tx} bytes stand where a count could. */
  private void arrive(PtxStatement s) {
    List<String> all = s.operands();
    int place = all.get(0).startsWith("[") ? 0 : 1;
    boolean more = all.size() > place + 1;
    boolean announces = s.has("expect_tx");
    int given = more ? count(all.get(place + 1)) : number(1);
    int operand = announces ? operand(number(1), given) : operand(given, number(0));
    if (s.has("arrive_drop")) {
      operand = op(BinaryOp.OR, operand, number(Mbarrier.DROPS));
    }
    int old = f.code().register();
    update(s, all.get(place), operand, old);
    if (place == 1) {
      ptx.write(all.get(0), STATE, old);
    }
  }

  /**
   * Runs instructions as an asynchronous phase: concurrent with the thread, and ordered before
   * those steps alone that observe its end at an object.
   */
  void runConcurrently(Runnable does, AsyncPhase end) {
    f.ask(CudaAsyncCopies.ASYNC_PHASE, number(AsyncPhase.BEGINS.ordinal()));
    does.run();
    f.ask(CudaAsyncCopies.ASYNC_PHASE, number(end.ordinal()));
  }

  /** Bytes that were announced have come. */
  void bytesHaveCome(PtxStatement s, String object, int bytes) {
    int operand = operand(number(0), negative(bytes));
    atomic(s, object, AtomicOp.ARRIVE, MemoryOrder.RELEASE, operand, Instruction.NO_REGISTER);
  }

  /**
   * The copies of the thread have come: for one of the arrivals that the phase waits for, or for
   * one that was added for it, so that their number is the same.
   */
  void copiesHaveCome(PtxStatement s) {
    int arrivals = number(s.has("noinc") ? 1 : 0);
    int none = Instruction.NO_REGISTER;
    atomic(s, s.operand(0), AtomicOp.ARRIVE, MemoryOrder.RELEASE, arrivals, none);
  }

  private void update(PtxStatement s, int operand, int old) {
    update(s, s.operand(0), operand, old);
  }

  private void update(PtxStatement s, String object, int operand, int old) {
    boolean arrives = s.has("arrive") || s.has("arrive_drop");
    MemoryOrder order = arrives && !s.has("relaxed") ? MemoryOrder.RELEASE : MemoryOrder.RELAXED;
    atomic(s, object, AtomicOp.ARRIVE, order, operand, old);
  }

  /** {@code p, [object], state} and {@code .parity p, [object], parity}. */
  private void look(PtxStatement s) {
    boolean parity = s.has("parity");
    int given = ptx.read(s.operand(2), parity ? COUNT : STATE);
    int word = f.code().register();
    MemoryOrder order = s.has("relaxed") ? MemoryOrder.RELAXED : MemoryOrder.ACQUIRE;
    atomic(s, s.operand(1), AtomicOp.FETCH, order, number(0), word);
    int now = op(BinaryOp.SHR, word, number(Mbarrier.PARITY));
    int then = parity ? given : op(BinaryOp.SHR, given, number(Mbarrier.PARITY));
    int differs = op(BinaryOp.AND, op(BinaryOp.XOR, now, then), number(1));
    ptx.write(s.operand(0), PtxTypes.PREDICATE, differs);
  }

  private void atomic(
      PtxStatement s, String object, AtomicOp op, MemoryOrder order, int operand, int old) {
    boolean shared = s.name().equals("cp") || s.namesShared();
    int address = f.address(ptx.address(object, shared));
    int none = Instruction.NO_REGISTER;
    f.atomic(
        new Instruction.Atomic(
            op, ScalarType.U64, order, ThreadScope.BLOCK, old, address, operand, none));
  }

  private int operand(int arrivals, int bytes) {
    int upper = op(BinaryOp.SHL, bytes, number(32));
    return op(BinaryOp.OR, upper, arrivals);
  }

  private int negative(int value) {
    return integers.negative(value);
  }

  private int count(String operand) {
    return integers.unsigned(COUNT, ptx.read(operand, COUNT));
  }

  private int op(BinaryOp op, int a, int b) {
    return f.binary(op, ScalarType.U64, a, b);
  }

  private int number(long value) {
    return f.code().constant(value);
  }
}
