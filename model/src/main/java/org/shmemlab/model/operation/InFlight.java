package org.shmemlab.model.operation;

import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The operations between issue and their last event, in order of issue, and which agents' calls
 * come after which of them.
 *
 * <p>Who comes after an operation is kept as sets of agents rather than as counters of fences,
 * because inside a PE one thread may fence or drain for others that CUDA has ordered before it.
 */
public final class InFlight {
  private final List<Pending> pending = new ArrayList<>();
  private int issued;

  public InFlight() {}

  private InFlight(InFlight other) {
    for (Pending operation : other.pending) {
      pending.add(operation.copy());
    }
    issued = other.issued;
  }

  /** An independent copy. */
  public InFlight copy() {
    return new InFlight(this);
  }

  /**
   * Takes a new operation in flight.
   *
   * @param dataBytes bytes that the operation carries from memory to memory
   */
  public Pending add(Operation operation, int dataBytes) {
    Pending added = new Pending(issued++, operation, fencedOff(operation), dataBytes);
    pending.add(added);
    return added;
  }

  /** An agent passes a fence of a context that reaches these operations. */
  public void fence(int agent, int context, Predicate<Operation> reached) {
    for (Pending operation : pending) {
      if (operation.knownBy().get(agent)
          && operation.operation().origin().context() == context
          && reached.test(operation.operation())) {
        operation.fencedFor().set(agent);
      }
    }
  }

  /**
   * CUDA has ordered what these agents do next after what each of them did before: a block barrier,
   * the end of a grid, a launch, a synchronisation with a stream.
   */
  public void order(BitSet agents) {
    for (Pending operation : pending) {
      spread(operation.knownBy(), agents);
      spread(operation.fencedFor(), agents);
    }
  }

  /** CUDA has ordered what one agent does next after what another did before. */
  public void order(int before, int after) {
    for (Pending operation : pending) {
      spread(operation.knownBy(), before, after);
      spread(operation.fencedFor(), before, after);
    }
  }

  /** An agent has ended; its number may be given to another. */
  public void forget(int agent) {
    for (Pending operation : pending) {
      operation.knownBy().clear(agent);
      operation.fencedFor().clear(agent);
    }
  }

  /** Marks an event as happened; the operation leaves when it was the last one. */
  public void happened(Pending operation, Event event) {
    operation.mark(event);
    if (operation.over()) {
      pending.remove(operation);
    }
  }

  /** Everything in flight, in order of issue. */
  public List<Pending> pending() {
    return Collections.unmodifiableList(pending);
  }

  /** How many operations were ever issued: the number of the next one. */
  public int issued() {
    return issued;
  }

  public boolean isEmpty() {
    return pending.isEmpty();
  }

  /** The operation of a number, or null when all its events have happened. */
  public @Nullable Pending find(int number) {
    for (Pending operation : pending) {
      if (operation.number() == number) {
        return operation;
      }
    }
    return null;
  }

  /** The operation of a number, which must be in flight. */
  public Pending get(int number) {
    Pending operation = find(number);
    if (operation == null) {
      throw new IllegalArgumentException("operation " + number + " is not in flight");
    }
    return operation;
  }

  private ImmutableIntArray fencedOff(Operation operation) {
    ImmutableIntArray.Builder before = ImmutableIntArray.builder();
    for (Pending earlier : pending) {
      if (earlier.operation().pe() == operation.pe()
          && earlier.operation().origin().context() == operation.origin().context()
          && earlier.fencedFor().get(operation.origin().agent())) {
        before.add(earlier.number());
      }
    }
    return before.build();
  }

  private static void spread(BitSet known, BitSet agents) {
    if (known.intersects(agents)) {
      known.or(agents);
    }
  }

  private static void spread(BitSet known, int before, int after) {
    if (known.get(before)) {
      known.set(after);
    }
  }
}
