package org.shmemlab.model.operation;

import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.ThreadScope;
import org.shmemlab.model.threads.ThreadEvent;

/**
 * Tracks the operations between issue and their last event, in order of issue, and for each the
 * agents whose calls it is issued before.
 *
 * <p>These are kept as sets of agents rather than as counters of fences, because inside a PE one
 * thread may fence or drain for others that CUDA has ordered before it.
 */
public final class InFlight {
  private static final int FEW = 8; // among which a binary search takes longer than a linear one

  private final List<Pending> pending;
  private final List<Pending> view;
  private final BitSet fenced; // every agent that a fence separates from something, and maybe more
  private Pending.Owner owner = new Pending.Owner();
  private int issued;

  public InFlight() {
    this.pending = new ArrayList<>();
    this.view = Collections.unmodifiableList(pending);
    this.fenced = new BitSet();
  }

  private InFlight(InFlight other) {
    this.pending = new ArrayList<>(other.pending);
    this.view = Collections.unmodifiableList(pending);
    this.fenced = (BitSet) other.fenced.clone();
    this.issued = other.issued;
  }

  /** An independent copy; both share each operation until one of them changes it. */
  public InFlight copy() {
    owner = new Pending.Owner();
    return new InFlight(this);
  }

  /**
   * Takes a new operation in flight.
   *
   * @param dataBytes bytes that the operation carries from memory to memory
   * @param rules rules that decide which earlier operations can hold it back
   */
  public Pending add(Operation operation, int dataBytes, OrderingRules rules) {
    Pending added =
        new Pending(
            issued++,
            operation,
            rules.issueTraits(operation),
            before(operation, true, rules),
            before(operation, false, rules),
            dataBytes,
            owner);
    pending.add(added);
    return added;
  }

  /** An agent passes a fence. */
  public void fence(Caller caller) {
    int agent = caller.agent();
    for (int i = 0; i < pending.size(); i++) {
      Pending operation = pending.get(i);
      if (operation.issuedBefore().get(agent)
          && caller.fences(operation.operation(), operation.issueTraits())) {
        writable(i).fenceFor(of(agent));
        fenced.set(agent);
      }
    }
  }

  /**
   * CUDA has ordered the later steps of these agents after the earlier ones of each: a block
   * barrier, the end of a grid, a launch, a synchronisation with a stream.
   */
  public void order(BitSet agents) {
    if (fenced.intersects(agents)) {
      fenced.or(agents);
    }
    for (int i = 0; i < pending.size(); i++) {
      if (pending.get(i).issuedBefore().intersects(agents)) {
        writable(i).orderBefore(agents);
      }
      if (pending.get(i).fencedFor().intersects(agents)) {
        writable(i).fenceFor(agents);
      }
    }
  }

  /** CUDA has ordered the later steps of one agent after the earlier ones of another. */
  public void order(int before, int after) {
    if (fenced.get(before)) {
      fenced.set(after);
    }
    for (int i = 0; i < pending.size(); i++) {
      if (pending.get(i).issuedBefore().get(before)) {
        writable(i).orderBefore(of(after));
      }
      if (pending.get(i).fencedFor().get(before)) {
        writable(i).fenceFor(of(after));
      }
    }
  }

  /** An event of an agent in thread order: stores to peers flow from clock to clock. */
  public void flow(int agent, UnaryOperator<StoreCausality> event) {
    for (int i = 0; i < pending.size(); i++) {
      Pending store = pending.get(i);
      if (store.kind() == OperationKind.STORE
          && (store.issuedBefore().get(agent) || !store.carriers().isEmpty())) {
        StoreCausality after = event.apply(store.causality());
        if (!after.equals(store.causality())) {
          writable(i).causality(after);
        }
      }
    }
  }

  /** The same at a barrier of agents, which acquire what they have observed. */
  public void met(BitSet agents, ThreadEvent barrier) {
    if (pending.stream().anyMatch(store -> !store.carriers().isEmpty())) {
      agents.stream()
          .forEach(agent -> flow(agent, store -> store.fenced(agent, barrier, ThreadScope.SYSTEM)));
    }
  }

  private static BitSet of(int agent) {
    BitSet one = new BitSet(agent + 1);
    one.set(agent);
    return one;
  }

  /** The library may hold back a new operation. */
  public void holdBack(Pending operation) {
    writable(operation).holdBack(true);
  }

  /** The library holds back none of these any more. */
  public void release(Predicate<Operation> which) {
    for (int i = 0; i < pending.size(); i++) {
      if (pending.get(i).isHeldBack() && which.test(pending.get(i).operation())) {
        writable(i).holdBack(false);
      }
    }
  }

  /** An agent has ended; its number may be given to another. */
  public void forget(int agent) {
    release(operation -> operation.origin().agent() == agent);
    for (int i = 0; i < pending.size(); i++) {
      if (pending.get(i).issuedBefore().get(agent)
          || pending.get(i).fencedFor().get(agent)
          || !pending.get(i).carriers().isEmpty()) {
        writable(i).forget(agent);
      }
    }
  }

  /** An operation in flight ready to be changed: itself or a copy in its place. */
  public Pending writable(Pending operation) {
    return writable(place(operation.number()));
  }

  private Pending writable(int index) {
    Pending mine = pending.get(index).writableFor(owner);
    pending.set(index, mine);
    return mine;
  }

  /**
   * Marks an event of a writable operation as happened; the operation leaves when it was the last
   * one.
   */
  public void happened(Pending operation, Event event) {
    operation.mark(event);
    if (operation.over()) {
      pending.remove(place(operation.number()));
      if (pending.isEmpty()) {
        fenced.clear();
      }
    }
  }

  /** Everything in flight, in order of issue. */
  public List<Pending> pending() {
    return view;
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
    int place = place(number);
    return place < 0 ? null : pending.get(place);
  }

  // Operations leave in any order, but they come in the order of their numbers.
  private int place(int number) {
    if (pending.isEmpty()) {
      return -1;
    }
    int low = 0;
    int high = Math.min(pending.size() - 1, number - pending.getFirst().number());
    while (low <= high) {
      int middle = high - low < FEW ? high : (low + high) >>> 1;
      int there = pending.get(middle).number();
      if (there == number) {
        return middle;
      }
      if (there < number) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }

  /** The operation of a number, which must be in flight. */
  public Pending get(int number) {
    Pending operation = find(number);
    if (operation == null) {
      throw new IllegalArgumentException("operation " + number + " is not in flight");
    }
    return operation;
  }

  /** The earlier operations that a fence, or the order of issue, sets before a new one. */
  private ImmutableIntArray before(Operation operation, boolean fence, OrderingRules rules) {
    int agent = operation.origin().agent();
    if (fence && !fenced.get(agent)) {
      return ImmutableIntArray.of();
    }
    ImmutableIntArray.Builder before = ImmutableIntArray.builder();
    for (Pending earlier : pending) {
      if ((fence ? earlier.fencedFor() : earlier.issuedBefore()).get(agent)
          && rules.mayHoldBack(earlier.operation(), operation, fence)) {
        before.add(earlier.number());
      }
    }
    return before.build();
  }
}
