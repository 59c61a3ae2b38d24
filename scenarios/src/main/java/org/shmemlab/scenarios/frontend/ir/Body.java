package org.shmemlab.scenarios.frontend.ir;

import com.google.common.collect.ImmutableList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.frontend.llvm.Llvm;
import org.shmemlab.scenarios.frontend.llvm.Opcode;

/** The blocks of a function in order, and the ways from one to another. */
final class Body {
  private final FunctionLowering f;
  private final Llvm llvm;
  private final Results results;
  private final Map<Long, CodeBuilder.Label> labels = new HashMap<>();

  /** How a function gives its result. */
  interface Results {
    /** Emits the return of a value; 0 stands for none. */
    void emit(long value);
  }

  Body(FunctionLowering f, Results results) {
    this.f = f;
    this.llvm = f.llvm();
    this.results = results;
  }

  void lower(long function) {
    List<Long> blocks = reachable(llvm.firstBlock.of(function));
    for (long block : blocks) {
      labels.put(block, f.code().label());
    }
    for (long block : blocks) {
      f.code().place(label(block));
      for (long i = llvm.firstInstruction.of(block); i != 0; i = llvm.nextInstruction.of(i)) {
        f.side().lines().at(i, f.code());
        try {
          one(block, i);
        } catch (NotSupported gap) {
          if (!gap.isTold()) {
            f.calls().unknown(i, gap.construct());
          }
        }
      }
    }
  }

  /** The blocks that control can reach, in the order of the function. */
  private List<Long> reachable(long entry) {
    Set<Long> seen = new HashSet<>();
    Deque<Long> open = new ArrayDeque<>(List.of(entry));
    seen.add(entry);
    while (!open.isEmpty()) {
      long last = terminator(open.remove());
      int count = llvm.successors.of(last);
      for (int i = 0; i < count; i++) {
        long next = llvm.successor.of(last, i);
        if (seen.add(next)) {
          open.add(next);
        }
      }
    }
    List<Long> ordered = new ArrayList<>();
    for (long block = entry; block != 0; block = llvm.nextBlock.of(block)) {
      if (seen.contains(block)) {
        ordered.add(block);
      }
    }
    return ordered;
  }

  private long terminator(long block) {
    return llvm.terminator.of(block);
  }

  private CodeBuilder.Label label(long block) {
    CodeBuilder.Label label = labels.get(block);
    if (label == null) {
      throw new NotSupported("a jump that depends on a value");
    }
    return label;
  }

  private void one(long block, long i) {
    int opcode = llvm.opcode.of(i);
    switch (opcode) {
      case Opcode.RET -> results.emit(llvm.operands.of(i) == 0 ? 0 : f.operand(i, 0));
      case Opcode.BR -> branch(block, i);
      case Opcode.SWITCH -> choice(block, i);
      case Opcode.INVOKE -> {
        if (f.isUnset(i)) { // came with a function that was put in here
          f.registers(i);
          go(block, llvm.normalDestination.of(i));
          return;
        }
        long pad = llvm.successor.of(i, 1);
        int caught = f.exceptions().caught(pad);
        f.calls().landing(() -> land(block, pad, caught));
        try {
          f.calls().call(i);
        } finally {
          f.calls().landing(null);
        }
        go(block, llvm.normalDestination.of(i));
      }
      case Opcode.LANDING_PAD -> f.exceptions().select(i);
      case Opcode.RESUME -> f.exceptions().resume(f.registers(f.operand(i, 0))[0]);
      case Opcode.UNREACHABLE -> f.calls().fails("code that cannot be reached was reached");
      case Opcode.PHI -> f.registers(i);
      case Opcode.FNEG -> unary(i, a -> f.floats().negative(f.leaves(i).get(0).scalar(), a));
      case Opcode.ADD,
          Opcode.SUB,
          Opcode.MUL,
          Opcode.UDIV,
          Opcode.SDIV,
          Opcode.UREM,
          Opcode.SREM,
          Opcode.SHL,
          Opcode.LSHR,
          Opcode.ASHR,
          Opcode.AND,
          Opcode.OR,
          Opcode.XOR ->
          integerOperation(i, opcode);
      case Opcode.FADD, Opcode.FSUB, Opcode.FMUL, Opcode.FDIV, Opcode.FREM -> {
        ScalarType type = f.leaves(i).get(0).scalar();
        binary(i, (a, b) -> f.floats().operate(opcode, type, a, b));
      }
      case Opcode.ICMP -> compareIntegers(i);
      case Opcode.FCMP -> {
        ScalarType type = f.leaves(f.operand(i, 0)).get(0).scalar();
        int predicate = llvm.realPredicate.of(i);
        binary(i, (a, b) -> f.floats().compare(predicate, type, a, b));
      }
      case Opcode.ALLOCA -> f.memory().alloca(i);
      case Opcode.LOAD -> f.memory().load(i);
      case Opcode.STORE -> f.memory().store(i);
      case Opcode.GEP -> f.memory().element(i);
      case Opcode.TRUNC, Opcode.ZEXT, Opcode.SEXT -> resize(i, opcode);
      case Opcode.FP_TO_UI,
          Opcode.FP_TO_SI,
          Opcode.UI_TO_FP,
          Opcode.SI_TO_FP,
          Opcode.FP_TRUNC,
          Opcode.FP_EXT -> {
        Leaf from = f.leaves(f.operand(i, 0)).get(0);
        Leaf to = f.leaves(i).get(0);
        unary(i, a -> f.floats().convert(opcode, from, to, a));
      }
      case Opcode.PTR_TO_INT, Opcode.INT_TO_PTR -> resizePointer(i);
      case Opcode.ADDRESS_SPACE_CAST -> {
        long from = f.operand(i, 0);
        if (f.isConstant(from)) {
          f.define(i, f.registers(from));
        } else {
          f.definePointer(i, f.pointer(from));
        }
      }
      case Opcode.FREEZE -> f.define(i, f.registers(f.operand(i, 0)));
      case Opcode.BITCAST -> bits(i);
      case Opcode.CALL -> {
        if (f.isUnset(i)) {
          f.registers(i); // nothing writes to it
        } else {
          f.calls().call(i);
        }
      }
      case Opcode.SELECT -> select(i);
      case Opcode.EXTRACT_ELEMENT -> f.aggregates().extractElement(i);
      case Opcode.INSERT_ELEMENT -> f.aggregates().insertElement(i);
      case Opcode.SHUFFLE -> f.aggregates().shuffle(i);
      case Opcode.EXTRACT_VALUE -> f.aggregates().extractValue(i);
      case Opcode.INSERT_VALUE -> f.aggregates().insertValue(i);
      case Opcode.FENCE -> f.atomics().fence();
      case Opcode.COMPARE_EXCHANGE -> f.atomics().compareExchange(i);
      case Opcode.ATOMIC_RMW -> f.atomics().update(i);
      default -> throw new NotSupported("this instruction: " + llvm.print(i).strip());
    }
  }

  // ---------------------------------------------------------------- computation

  private interface Unary {
    int of(int a);
  }

  private interface Binary {
    int of(int a, int b);
  }

  private void unary(long i, Unary operation) {
    int[] a = f.registers(f.operand(i, 0));
    int[] result = new int[a.length];
    for (int k = 0; k < a.length; k++) {
      result[k] = operation.of(a[k]);
    }
    f.define(i, result);
  }

  private void binary(long i, Binary operation) {
    int[] a = f.registers(f.operand(i, 0));
    int[] b = f.registers(f.operand(i, 1));
    int[] result = new int[a.length];
    for (int k = 0; k < a.length; k++) {
      result[k] = operation.of(a[k], b[k]);
    }
    f.define(i, result);
  }

  private void integerOperation(long i, int opcode) {
    long second = f.operand(i, 1);
    if (f.types().isWide(llvm.typeOf.of(i))) {
      int[] a = f.registers(f.operand(i, 0));
      f.define(i, new Wide(f).operate(opcode, a, f.registers(second)));
      return;
    }
    Leaf leaf = f.leaves(i).get(0);
    boolean knownShift = f.isNumber(second) && f.number(second) > 0;
    binary(i, (a, b) -> f.integers().operate(opcode, leaf, a, b, knownShift));
  }

  private void compareIntegers(long i) {
    int predicate = llvm.integerPredicate.of(i);
    if (f.types().isWide(llvm.typeOf.of(f.operand(i, 0)))) {
      int[] a = f.registers(f.operand(i, 0));
      int[] b = f.registers(f.operand(i, 1));
      f.define(i, new Wide(f).compare(predicate, a, b));
      return;
    }
    binary(i, (a, b) -> f.integers().compare(predicate, a, b));
  }

  private void resize(long i, int opcode) {
    long from = f.operand(i, 0);
    boolean wideSource = f.types().isWide(llvm.typeOf.of(from));
    Leaf source = f.leaves(from).get(0);
    if (f.types().isWide(llvm.typeOf.of(i))) {
      f.define(
          i,
          wideSource ? f.registers(from) : new Wide(f).resize(opcode, source, f.registers(from)));
      return;
    }
    Leaf target = f.leaves(i).get(0);
    if (wideSource) {
      f.define(i, f.integers().resize(opcode, source, target, f.registers(from)[0]));
      return;
    }
    unary(i, a -> f.integers().resize(opcode, source, target, a));
  }

  private void resizePointer(long i) {
    Leaf to = f.leaves(i).get(0);
    int value = f.register(f.operand(i, 0));
    Leaf from = f.leaf(f.operand(i, 0));
    if (to.isInteger()) {
      f.define(i, f.integers().wrapped(to, value));
    } else {
      f.define(i, f.integers().unsigned(from, value));
    }
  }

  /** The same bits as another type: the scalars themselves, or by way of memory. */
  private void bits(long i) {
    long from = f.operand(i, 0);
    ImmutableList<Leaf> source = f.leaves(from);
    ImmutableList<Leaf> target = f.leaves(i);
    int[] registers = f.registers(from);
    if (source.equals(target)) {
      f.define(i, registers);
      return;
    }
    int slot = f.memory().slot("bits", f.types().size(llvm.typeOf.of(from)));
    var place = new FunctionLowering.Pointer(slot, 0);
    for (int k = 0; k < registers.length; k++) {
      f.memory().store(source.get(k), place, registers[k], false);
    }
    int[] result = new int[target.size()];
    for (int k = 0; k < result.length; k++) {
      result[k] = f.memory().load(target.get(k), place, false);
    }
    f.define(i, result);
  }

  private void select(long i) {
    long condition = f.operand(i, 0);
    int[] holds = f.registers(condition);
    int[] first = f.registers(f.operand(i, 1));
    int[] second = f.registers(f.operand(i, 2));
    int[] result = new int[first.length];
    boolean each = f.types().isVector(llvm.typeOf.of(condition));
    for (int k = 0; k < result.length; k++) {
      result[k] = f.floats().choose(holds[each ? k : 0], first[k], second[k]);
    }
    f.define(i, result);
  }

  // ---------------------------------------------------------------- jumps

  /** What follows a call: where control goes if an exception ends it. */
  private void land(long block, long pad, int caught) {
    int exception = f.exceptions().landing(caught);
    CodeBuilder.Label thrown = f.code().label();
    CodeBuilder.Label returned = f.code().label();
    f.code().branch(exception, thrown, returned);
    f.code().place(thrown);
    f.move(f.registers(f.exceptions().pad(pad))[0], exception);
    go(block, pad);
    f.code().place(returned);
  }

  private void branch(long block, long i) {
    if (llvm.successors.of(i) == 1) {
      go(block, llvm.successor.of(i, 0));
      return;
    }
    int condition = f.register(f.operand(i, 0));
    long yes = llvm.successor.of(i, 0);
    long no = llvm.successor.of(i, 1);
    if (!hasPhi(yes) && !hasPhi(no)) {
      f.code().branch(condition, label(yes), label(no));
      return;
    }
    CodeBuilder.Label toYes = hasPhi(yes) ? f.code().label() : label(yes);
    CodeBuilder.Label toNo = hasPhi(no) ? f.code().label() : label(no);
    f.code().branch(condition, toYes, toNo);
    if (hasPhi(yes)) {
      f.code().place(toYes);
      go(block, yes);
    }
    if (hasPhi(no)) {
      f.code().place(toNo);
      go(block, no);
    }
  }

  private void choice(long block, long i) {
    long value = f.operand(i, 0);
    int tested = f.register(value);
    for (int k = 2; k < llvm.operands.of(i); k += 2) {
      int wanted = f.register(f.operand(i, k));
      int same = f.binary(BinaryOp.EQ, ScalarType.I64, tested, wanted);
      CodeBuilder.Label hit = f.code().label();
      CodeBuilder.Label next = f.code().label();
      f.code().branch(same, hit, next);
      f.code().place(hit);
      go(block, llvm.valueAsBlock.of(f.operand(i, k + 1)));
      f.code().place(next);
    }
    go(block, llvm.switchDefault.of(i));
  }

  private boolean hasPhi(long block) {
    return llvm.opcode.of(llvm.firstInstruction.of(block)) == Opcode.PHI;
  }

  /** Goes to a block: what its phi instructions take from here is moved all at once. */
  private void go(long from, long to) {
    List<Instruction.Move> moves = new ArrayList<>();
    for (long i = llvm.firstInstruction.of(to);
        i != 0 && llvm.opcode.of(i) == Opcode.PHI;
        i = llvm.nextInstruction.of(i)) {
      int[] phi = f.registers(i);
      int[] value = f.registers(incoming(i, from));
      for (int k = 0; k < phi.length; k++) {
        if (phi[k] != value[k]) {
          moves.add(new Instruction.Move(phi[k], value[k]));
        }
      }
    }
    moveAll(moves);
    f.code().jump(label(to));
  }

  private long incoming(long phi, long from) {
    for (int k = 0; k < llvm.incoming.of(phi); k++) {
      if (llvm.incomingBlock.of(phi, k) == from) {
        return llvm.incomingValue.of(phi, k);
      }
    }
    throw new IllegalStateException("a phi without a value for one of its edges");
  }

  /** Moves as if all sources were read before any target is written. */
  private void moveAll(List<Instruction.Move> moves) {
    List<Instruction.Move> open = new ArrayList<>(moves);
    while (!open.isEmpty()) {
      List<Instruction.Move> free = open.stream().filter(move -> isFree(move, open)).toList();
      free.forEach(f.code()::emit);
      open.removeAll(free);
      if (free.isEmpty()) { // a circle: put one source aside
        int first = open.getFirst().src();
        int aside = f.code().register();
        f.code().emit(new Instruction.Move(aside, first));
        open.replaceAll(
            move -> move.src() == first ? new Instruction.Move(move.dst(), aside) : move);
      }
    }
  }

  /** Whether no other move reads what a move writes. */
  private static boolean isFree(Instruction.Move move, List<Instruction.Move> open) {
    return open.stream().noneMatch(other -> other.dst() != move.dst() && other.src() == move.dst());
  }
}
