package org.shmemlab.model.operation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The operations between issue and their last event, in order of issue, and the fences that agents
 * passed among them.
 */
public final class InFlight {
  private final List<Pending> pending = new ArrayList<>();
  private final Map<Long, Integer> fences = new TreeMap<>();
  private int issued;

  public InFlight() {}

  private InFlight(InFlight other) {
    for (Pending operation : other.pending) {
      pending.add(operation.copy());
    }
    fences.putAll(other.fences);
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
    Origin origin = operation.origin();
    Pending added =
        new Pending(
            issued++,
            operation,
            fences.getOrDefault(lane(origin.agent(), origin.context()), 0),
            dataBytes);
    pending.add(added);
    return added;
  }

  /** Notes that an agent passed a fence of a context. */
  public void fence(int agent, int context) {
    if (!pending.isEmpty()) { // with nothing in flight there is nothing to order
      fences.merge(lane(agent, context), 1, Integer::sum);
    }
  }

  /** Marks an event as happened; the operation leaves when it was the last one. */
  public void happened(Pending operation, Event event) {
    operation.mark(event);
    if (operation.over()) {
      pending.remove(operation);
      if (pending.isEmpty()) {
        fences.clear();
      }
    }
  }

  /** Everything in flight, in order of issue. */
  public List<Pending> pending() {
    return Collections.unmodifiableList(pending);
  }

  public boolean isEmpty() {
    return pending.isEmpty();
  }

  /** The operation of a number, or an error if it is not in flight. */
  public Pending get(int number) {
    for (Pending operation : pending) {
      if (operation.number() == number) {
        return operation;
      }
    }
    throw new IllegalArgumentException("operation " + number + " is not in flight");
  }

  /** Whether the operation still has events to come. */
  public boolean contains(int number) {
    for (Pending operation : pending) {
      if (operation.number() == number) {
        return true;
      }
    }
    return false;
  }

  private static long lane(int agent, int context) {
    return ((long) agent << 32) | context;
  }
}
