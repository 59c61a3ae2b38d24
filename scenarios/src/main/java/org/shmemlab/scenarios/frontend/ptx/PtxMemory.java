package org.shmemlab.scenarios.frontend.ptx;

import java.util.List;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.ThreadScope;
import org.shmemlab.model.step.AsyncPhase;
import org.shmemlab.scenarios.frontend.emit.FunctionCode;
import org.shmemlab.scenarios.frontend.emit.Integers;
import org.shmemlab.scenarios.frontend.emit.Leaf;
import org.shmemlab.scenarios.frontend.emit.NotSupported;
import org.shmemlab.scenarios.frontend.emit.Pointer;
import org.shmemlab.scenarios.frontend.emit.ScalarAccesses;
import org.shmemlab.scenarios.frontend.emit.Scalars;

/**
 * Lowers instructions of PTX that access memory. A weak or volatile access is a load or store; a
 * relaxed one is atomic. A vector is as many accesses as it has elements (PTX ISA, "Memory
 * Consistency Model", sections "Vector Data-types", "Operation types" and "Release and Acquire
 * Patterns").
 */
final class PtxMemory {
  private static final int NONE = Instruction.NO_REGISTER;

  private final PtxOperands ptx;
  private final FunctionCode f;
  private final Integers integers;
  private final ScalarAccesses accesses;

  PtxMemory(PtxOperands ptx) {
    this.ptx = ptx;
    this.f = ptx.function();
    this.integers = new Integers(f);
    this.accesses = new ScalarAccesses(f);
  }

  private CodeBuilder code() {
    return f.code();
  }

  void lower(PtxStatement s) {
    boolean isAccess = !s.name().equals("fence");
    if (isAccess && s.has("bulk")) {
      throw new NotSupported(s.text());
    }
    if (isAccess && s.has("async")) {
      asynchronous(s);
      return;
    }
    switch (s.name()) {
      case "ld", "ldu" -> load(s);
      case "st" -> store(s);
      case "red", "atom" -> update(s);
      case "fence", "membar" -> f.fence(s.has("proxy") ? ThreadScope.BLOCK : s.reach(), s.fence());
      default -> throw new NotSupported(s.text());
    }
  }

  /**
   * {@code red.async}, {@code st.async}: happens at once, concurrently with the thread; then the
   * object that the last operand names counts its bytes.
   */
  private void asynchronous(PtxStatement s) {
    PtxMbarrier mbarrier = new PtxMbarrier(ptx);
    mbarrier.runConcurrently(
        () -> {
          if (s.name().equals("red")) {
            update(s);
          } else {
            store(s);
          }
          if (s.has("mbarrier_complete_tx_bytes")) {
            int bytes = s.vector() * s.leaf().bits() / 8;
            String object = s.operand(s.operands().size() - 1);
            mbarrier.bytesHaveCome(s, object, code().constant(bytes));
          }
        },
        AsyncPhase.ENDS);
  }

  private boolean isAtomic(PtxStatement s) {
    return s.has("relaxed") || s.has("acquire") || s.has("release") || s.has("mmio");
  }

  private static ScalarType word(Leaf leaf) {
    return leaf.isInteger() ? leaf.scalar() : leaf.bits() == 64 ? ScalarType.U64 : ScalarType.U32;
  }

  private void load(PtxStatement s) {
    Leaf leaf = s.leaf();
    boolean unsigned = s.type().startsWith("u") || s.type().startsWith("b");
    List<String> targets = s.operands().subList(0, s.vector());
    Pointer from = ptx.address(s, s.operand(s.vector()));
    for (int i = 0; i < s.vector(); i++) {
      int at = i * leaf.bits() / 8;
      int value;
      if (isAtomic(s)) {
        value = code().register();
        int zero = code().constant(0);
        int address = f.address(from.plus(at));
        f.atomic(
            new Instruction.Atomic(
                AtomicOp.FETCH, word(leaf), s.order(), s.reach(), value, address, zero, NONE));
      } else {
        value = accesses.load(leaf.at(at), from, s.has("volatile"));
      }
      boolean widens = leaf.isInteger() && leaf.bits() < 32 && unsigned;
      ptx.write(targets.get(i), leaf, widens ? integers.unsigned(leaf, value) : value);
    }
  }

  private void store(PtxStatement s) {
    Leaf leaf = s.leaf();
    Pointer to = ptx.address(s, s.operand(0));
    for (int i = 0; i < s.vector(); i++) {
      int at = i * leaf.bits() / 8;
      int value = ptx.read(s.operand(1 + i), leaf);
      if (leaf.isInteger() && leaf.bits() < 32) {
        value = integers.wrapped(leaf, value);
      }
      if (isAtomic(s)) {
        int address = f.address(to.plus(at));
        f.atomic(
            new Instruction.Atomic(
                AtomicOp.SET, word(leaf), s.order(), s.reach(), NONE, address, value, NONE));
      } else {
        accesses.store(leaf.at(at), to, value, s.has("volatile"));
      }
    }
  }

  private void update(PtxStatement s) {
    boolean gives = s.name().equals("atom");
    Leaf leaf = s.leaf();
    if (s.vector() > 1) {
      throw new NotSupported(s.text());
    }
    if (s.type().contains("f16")) {
      new PtxHalves(ptx).add(s);
      return;
    }
    int first = gives ? 1 : 0;
    Pointer at = ptx.address(s, s.operand(first));
    int operand = ptx.read(s.operand(first + 1), leaf);
    boolean unsigned = s.type().startsWith("u");
    AtomicOp op = operation(s);
    int compare = NONE;
    if (op == AtomicOp.COMPARE_SWAP) {
      compare = operand;
      operand = ptx.read(s.operand(first + 2), leaf);
    }
    boolean ordered =
        op == AtomicOp.MIN
            || op == AtomicOp.MAX
            || op == AtomicOp.INCREMENT_WRAP
            || op == AtomicOp.DECREMENT_WRAP;
    boolean asUnsigned = ordered && unsigned;
    ScalarType type = asUnsigned ? Scalars.unsigned(leaf.scalar()) : leaf.scalar();
    int value = asUnsigned ? integers.unsigned(leaf, operand) : operand;
    int old = gives ? code().register() : NONE;
    int address = f.address(at);
    f.atomic(new Instruction.Atomic(op, type, s.order(), s.reach(), old, address, value, compare));
    if (gives) {
      int result = asUnsigned ? integers.wrapped(leaf, old) : old;
      ptx.write(s.operands().get(0), leaf, result);
    }
  }

  private static AtomicOp operation(PtxStatement s) {
    for (String word : s.words().subList(1, s.words().size())) {
      switch (word) {
        case "add" -> {
          return AtomicOp.ADD;
        }
        case "exch" -> {
          return AtomicOp.SET;
        }
        case "cas" -> {
          return AtomicOp.COMPARE_SWAP;
        }
        case "and" -> {
          return AtomicOp.AND;
        }
        case "or" -> {
          return AtomicOp.OR;
        }
        case "xor" -> {
          return AtomicOp.XOR;
        }
        case "min" -> {
          return AtomicOp.MIN;
        }
        case "max" -> {
          return AtomicOp.MAX;
        }
        case "inc" -> {
          return AtomicOp.INCREMENT_WRAP;
        }
        case "dec" -> {
          return AtomicOp.DECREMENT_WRAP;
        }
        default -> {}
      }
    }
    throw new NotSupported(s.text());
  }
}
