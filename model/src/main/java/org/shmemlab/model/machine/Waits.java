package org.shmemlab.model.machine;

import com.google.common.primitives.ImmutableIntArray;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.memory.MemoryObject;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Comparison;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Quantifier;
import org.shmemlab.model.program.ScalarType;

/**
 * The wait and test families: one look at local symmetric words (NVSHMEM API, "Point-to-point
 * synchronization"). A wait is a guarded step; a test gives its answer at once.
 *
 * <p>{@code _any} reports the lowest slot that holds (the API leaves the choice open), {@code
 * _some} every slot that holds. Slots with a non-zero status are left out.
 */
final class Waits {
  private static final Comparison[] COMPARISONS = Comparison.values();

  private final Machine machine;

  Waits(Machine machine) {
    this.machine = machine;
  }

  boolean execute(Agent agent, Instruction.WaitUntil i) {
    long words = register(agent, i.words());
    long count = i.quantifier() == Quantifier.ONE ? 1 : register(agent, i.count());
    if (count < 0 || count > Integer.MAX_VALUE / i.type().bytes()) {
      throw new Fault("a wait on " + count + " words");
    }
    Look look = look(agent, i, words, (int) count);
    if (!look.enough() && i.blocking()) {
      agent.wait = new Wait.ForWords(i, words, (int) count, register(agent, i.value()));
      return false;
    }
    if (look.enough() && !machine.communication().mayObserve(agent, i)) {
      agent.wait = new Wait.ForVisibility(Communication.acquire(i));
      return false;
    }
    long result =
        switch (i.quantifier()) {
          case ONE -> i.signal() ? look.first() : look.held();
          case ALL -> look.enough() ? 1 : 0;
          case ANY -> look.lowest();
          case SOME -> {
            report(agent, i, look);
            yield look.held();
          }
        };
    if (i.dst() >= 0) {
      agent.registers[agent.base + i.dst()] = result;
    }
    return true;
  }

  /** Whether a wait would end now. */
  boolean holds(Agent agent, Instruction.WaitUntil i) {
    int count = i.quantifier() == Quantifier.ONE ? 1 : (int) register(agent, i.count());
    return look(agent, i, register(agent, i.words()), count).enough();
  }

  /**
   * What one look found.
   *
   * @param asked slots that were not left out
   * @param held slots whose comparison held
   * @param lowest index of the first that held, or -1
   * @param first value of slot 0
   */
  private record Look(
      Quantifier quantifier,
      int asked,
      int held,
      int lowest,
      long first,
      ImmutableIntArray indices) {
    boolean enough() {
      return switch (quantifier) {
        case ONE, ALL -> held == asked;
        case ANY, SOME -> held > 0 || asked == 0;
      };
    }
  }

  private Look look(Agent agent, Instruction.WaitUntil i, long words, int count) {
    int bytes = i.type().bytes();
    if (count > 0) {
      machine.communication().requireSymmetric(agent, words, count * bytes);
    }
    long status = i.status() < 0 ? 0 : register(agent, i.status());
    Comparison comparison = comparison(register(agent, i.operator()));
    @Nullable MemoryObject object = count == 0 ? null : machine.memory().symmetric(agent.pe, words);
    int asked = 0;
    int held = 0;
    int lowest = -1;
    int[] indices = new int[i.quantifier() == Quantifier.SOME ? count : 0];
    for (int slot = 0; slot < count && object != null; slot++) {
      if (status != 0 && machine.memory().load(agent, ScalarType.I32, status + 4L * slot) != 0) {
        continue;
      }
      asked++;
      long seen = machine.memory().used(object, i.type(), Address.offset(words) + slot * bytes);
      long wanted = wanted(agent, i, slot);
      if (holds(comparison, i.type(), seen, wanted)) {
        if (indices.length > 0) {
          indices[held] = slot;
        }
        held++;
        if (lowest < 0) {
          lowest = slot;
        }
      }
    }
    long first = object == null ? 0 : object.load(i.type(), Address.offset(words));
    return new Look(i.quantifier(), asked, held, lowest, first, ImmutableIntArray.copyOf(indices));
  }

  private long wanted(Agent agent, Instruction.WaitUntil i, int slot) {
    long value = register(agent, i.value());
    return i.vector()
        ? machine.memory().load(agent, i.type(), value + (long) slot * i.type().bytes())
        : i.type().canonical(value);
  }

  private void report(Agent agent, Instruction.WaitUntil i, Look look) {
    long indices = register(agent, i.indices());
    for (int k = 0; k < look.held(); k++) {
      machine.memory().store(agent, ScalarType.U64, indices + 8L * k, look.indices().get(k));
    }
  }

  static boolean holds(Comparison comparison, ScalarType type, long seen, long wanted) {
    BinaryOp op =
        switch (comparison) {
          case EQ -> BinaryOp.EQ;
          case NE -> BinaryOp.NE;
          case GT -> BinaryOp.GT;
          case LE -> BinaryOp.LE;
          case LT -> BinaryOp.LT;
          case GE -> BinaryOp.GE;
        };
    return compare(op, type, seen, wanted);
  }

  private static boolean compare(BinaryOp op, ScalarType type, long seen, long wanted) {
    ScalarType wide = type.floating() ? type : type.signed() ? ScalarType.I64 : ScalarType.U64;
    return Arithmetic.binary(op, wide, seen, wanted) != 0;
  }

  static Comparison comparison(long number) {
    if (number < 0 || number >= COMPARISONS.length) {
      throw new Fault("comparison operator " + number + " is none of CMP_EQ to CMP_GE (0 to 5)");
    }
    return COMPARISONS[(int) number];
  }

  private static long register(Agent agent, int register) {
    return agent.registers[agent.base + register];
  }
}
