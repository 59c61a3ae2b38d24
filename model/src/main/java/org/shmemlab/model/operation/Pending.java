package org.shmemlab.model.operation;

import static org.shmemlab.model.memory.StructuralHash.mix;
import static org.shmemlab.model.memory.StructuralHash.with;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.memory.Bytes;
import org.shmemlab.model.operation.Event.Kind;
import org.shmemlab.model.program.Instruction;

/**
 * Tracks an operation in flight: which of its events have happened, and the bytes on their way.
 *
 * <p>The kinds of events an operation has, and which must precede which inside it, are those of the
 * memory model, section 3.
 */
public final class Pending {
  /** The right to change an operation without copying it. */
  static final class Owner {}

  private final int number;
  private final Operation operation;
  private final OperationKind operationKind;
  private BitSet issuedBefore; // shared by copies: replaced, never changed
  private ImmutableSet<Carrier> carriers; // of a store to a peer
  private BitSet fencedFor; // as issuedBefore
  private final IssueTraits issueTraits;
  private final EventGranularity parts;
  private final ImmutableIntArray after;
  private final ImmutableIntArray issuedAfter;
  private final ImmutableList<Kind> kinds;
  private final Bytes data;
  private final Owner owner;
  private final int all; // a bit for each kind
  private final int butLast; // a bit for each kind but the last
  private final int dataWay; // the bit of a transaction
  private final int signalWay;
  private long operandHash; // once asked for: most operations of a run are never compared
  private int complete; // a bit for each kind whose words have all happened
  private boolean heldBack;
  private @Nullable EnumMap<Kind, BitSet> partly; // kinds of which only some words have
  private @Nullable List<Event> next; // of all words at once; states that share this keep one
  private long contentHash;
  private boolean hashed;

  Pending(
      int number,
      Operation operation,
      IssueTraits issueTraits,
      ImmutableIntArray after,
      ImmutableIntArray issuedAfter,
      int dataBytes,
      Owner owner) {
    this.number = number;
    this.operation = operation;
    this.operationKind = OperationKind.of(operation);
    this.issueTraits = issueTraits;
    this.parts = issueTraits.parts();
    this.issuedBefore = new BitSet();
    this.carriers = ImmutableSet.of();
    this.fencedFor = new BitSet();
    this.after = after;
    this.issuedAfter = issuedAfter;
    issuedBefore.set(operation.origin().agent());
    this.kinds = kinds(operation, parts);
    this.data = new Bytes(dataBytes);
    this.owner = owner;
    this.dataWay = Channels.bit(issueTraits.channels().data());
    this.signalWay = Channels.bit(issueTraits.channels().signal());
    int some = 0;
    for (Kind kind : kinds) {
      some |= bit(kind);
      if (words(kind) == 0) {
        complete |= bit(kind);
      }
    }
    this.all = some;
    this.butLast = some & ~bit(kinds.getLast());
  }

  private Pending(Pending other, Owner owner) {
    this.number = other.number;
    this.operation = other.operation;
    this.operationKind = other.operationKind;
    this.issuedBefore = other.issuedBefore;
    this.carriers = other.carriers;
    this.fencedFor = other.fencedFor;
    this.issueTraits = other.issueTraits;
    this.parts = other.parts;
    this.after = other.after;
    this.issuedAfter = other.issuedAfter;
    this.kinds = other.kinds;
    this.data = other.data.length() == 0 ? other.data : other.data.copy();
    this.owner = owner;
    this.operandHash = other.operandHash;
    this.dataWay = other.dataWay;
    this.signalWay = other.signalWay;
    this.all = other.all;
    this.butLast = other.butLast;
    this.complete = other.complete;
    this.heldBack = other.heldBack;
    if (other.partly != null) {
      EnumMap<Kind, BitSet> copy = new EnumMap<>(Kind.class);
      other.partly.forEach((kind, words) -> copy.put(kind, (BitSet) words.clone()));
      this.partly = copy;
    }
  }

  /** This operation ready to be changed by an owner: itself or a copy. */
  Pending writableFor(Owner newOwner) {
    if (owner != newOwner) {
      return new Pending(this, newOwner);
    }
    hashed = false;
    return this;
  }

  /** The issue of this operation happens-before the next steps of these agents. */
  void orderBefore(BitSet agents) {
    issuedBefore = union(issuedBefore, agents);
  }

  /** The clocks of thread order that contain it. */
  StoreCausality causality() {
    return new StoreCausality(issuedBefore, carriers);
  }

  void causality(StoreCausality now) {
    issuedBefore = now.before();
    carriers = now.carriers();
  }

  /** The clocks besides that of its agent from which other agents may acquire it. */
  public ImmutableSet<Carrier> carriers() {
    return carriers;
  }

  /** A fence separates it from the later operations of these agents. */
  void fenceFor(BitSet agents) {
    fencedFor = union(fencedFor, agents);
  }

  /** An agent has ended. */
  void forget(int agent) {
    causality(causality().without(agent));
    fencedFor = without(fencedFor, agent);
  }

  private static BitSet union(BitSet some, BitSet more) {
    BitSet all = (BitSet) some.clone();
    all.or(more);
    return all;
  }

  private static BitSet without(BitSet some, int agent) {
    BitSet others = (BitSet) some.clone();
    others.clear(agent);
    return others;
  }

  /** Whether the library may hold it back, since a region lets it and nothing has released it. */
  public boolean isHeldBack() {
    return heldBack;
  }

  void holdBack(boolean now) {
    heldBack = now;
  }

  /** Identifies the operation among all that its machine ever issued. */
  public int number() {
    return number;
  }

  public Operation operation() {
    return operation;
  }

  /** How the rules carry the operation out. */
  public IssueTraits issueTraits() {
    return issueTraits;
  }

  /** How tables of order call the operation. */
  public OperationKind kind() {
    return operationKind;
  }

  /**
   * Agents that this operation was issued before: its own, and those that CUDA has ordered after it
   * since. Their quiet waits for it, their fence covers it. The set must not be written to.
   */
  public BitSet issuedBefore() {
    return issuedBefore;
  }

  /**
   * Agents whose later operations a fence separates from this one. The set must not be written to.
   */
  public BitSet fencedFor() {
    return fencedFor;
  }

  /**
   * Operations that a fence separates from this one and that were in flight when this was issued,
   * by number, as far as {@link OrderingRules#mayHoldBack} needs them.
   */
  public ImmutableIntArray after() {
    return after;
  }

  /**
   * Operations in flight that were issued before this one, for its agent, by number, as far as
   * {@link OrderingRules#mayHoldBack} needs them.
   */
  public ImmutableIntArray issuedAfter() {
    return issuedAfter;
  }

  /**
   * The bytes read and not yet written, word after word. A value that its issuer gave is part of
   * the operation; here is which of its bits are none.
   */
  public Bytes data() {
    return data;
  }

  /** The kinds of events that this operation consists of, in order. */
  public ImmutableList<Kind> kinds() {
    return kinds;
  }

  private static ImmutableList<Kind> kinds(Operation operation, EventGranularity parts) {
    ImmutableList<Kind> usual = OperationKind.events(operation);
    if (parts.equals(EventGranularity.USUAL)) {
      return usual;
    }
    ImmutableList.Builder<Kind> kinds = ImmutableList.builder();
    for (Kind kind : usual) {
      if (kind == Kind.VISIBLE && parts.deliveryApart()) {
        kinds.add(Kind.DELIVERED);
      }
      if (parts.updateInTwoSteps() && (kind == Kind.RMW || kind == Kind.SIGNAL_VISIBLE)) {
        kinds.add(Kind.UPDATE_READ);
      }
      kinds.add(kind);
    }
    return kinds.build();
  }

  /** Number of words that an event kind of this operation covers. */
  public int words(Kind kind) {
    return switch (kind) {
      case SOURCE_READ, REMOTE_READ, DELIVERED, VISIBLE, LANDED -> operation.words();
      case UPDATE_READ, RMW, SIGNAL_VISIBLE, ACKNOWLEDGED -> 1;
    };
  }

  /** Whether every event of a kind has happened. */
  public boolean allHappened(Kind kind) {
    return (complete & bit(kind)) != 0;
  }

  /**
   * Whether every event of these kinds has happened, as far as the operation has them. Where
   * delivery is no event of its own, words are delivered when they become visible.
   *
   * @param events a bit for each kind, by its ordinal
   */
  public boolean allHappened(int events) {
    return (distinguished(events) & all & ~complete) == 0;
  }

  /**
   * The same kinds, where those that this operation does not distinguish are replaced by the ones
   * that stand for them.
   */
  private int distinguished(int events) {
    boolean delivery = (events & bit(Kind.DELIVERED)) != 0 && !parts.deliveryApart();
    return delivery ? events | bit(Kind.VISIBLE) : events;
  }

  /**
   * Whether some word that an event accesses at the target is among those for which an event of
   * these kinds of this earlier operation has still to happen.
   *
   * @param events a bit for each kind, by its ordinal
   */
  public boolean hasLeft(int events, Pending later, Event event) {
    if (operation.pe() != later.operation.pe()) {
      return false;
    }
    TargetWords words = TargetWords.of(later.operation, event);
    int left = distinguished(events) & all & ~complete;
    for (Kind kind : kinds) {
      for (int word = 0; (left & bit(kind)) != 0 && word < words(kind); word++) {
        int end = words(kind) == 1 ? operation.words() : word + 1;
        if (!happened(kind, word)
            && words.overlap(TargetWords.of(operation, new Event(number, kind, word, end)))) {
          return true;
        }
      }
    }
    return false;
  }

  /** The bit of the transaction that carries everything but the signal of a put_signal. */
  public int dataWay() {
    return dataWay;
  }

  /** The bit of the transaction by which its signal travels. */
  public int signalWay() {
    return signalWay;
  }

  /** The bit of the transaction by which the part travels that an event belongs to. */
  public int way(Kind kind) {
    boolean signal =
        kind == Kind.SIGNAL_VISIBLE
            || (kind == Kind.UPDATE_READ && kinds.contains(Kind.SIGNAL_VISIBLE));
    return signal ? signalWay : dataWay;
  }

  /** Whether the event of this word has happened. */
  public boolean happened(Kind kind, int word) {
    if (allHappened(kind)) {
      return true;
    }
    BitSet words = partly == null ? null : partly.get(kind);
    return words != null && words.get(word);
  }

  /** Whether a word of its data is delivered, and not visible yet. */
  public boolean isDelivered(int word) {
    return happened(Kind.DELIVERED, word) && !happened(Kind.VISIBLE, word);
  }

  /** Whether some words of its data are so. */
  public boolean isDelivered() {
    for (int word = 0; parts.deliveryApart() && word < operation.words(); word++) {
      if (isDelivered(word)) {
        return true;
      }
    }
    return false;
  }

  /** Whether its update reads the old value in a step of its own, before it writes. */
  public boolean readBefore() {
    return parts.updateInTwoSteps();
  }

  /** Whether everything but the last kind of event has happened. */
  public boolean onlyLastLeft() {
    return (complete & butLast) == butLast;
  }

  /** The last event, of all words. */
  public Event last() {
    Kind kind = kinds.getLast();
    return new Event(number, kind, 0, words(kind));
  }

  /** Whether nothing is left to happen. */
  public boolean over() {
    return onlyLastLeft() && allHappened(kinds.getLast());
  }

  /**
   * Whether it is locally complete: the source may be reused, the value has landed (memory model,
   * section 3, last paragraph but one).
   */
  public boolean locallyComplete() {
    return switch (operation) {
      case Operation.Put _ -> allHappened(Kind.SOURCE_READ);
      case Operation.Get _, Operation.GetValue _ -> allHappened(Kind.LANDED);
      case Operation.Amo amo -> !fetches(amo) || allHappened(Kind.LANDED);
      case Operation.PutValue _, Operation.SignalUpdate _, Operation.PeerStore _ -> true;
    };
  }

  /**
   * Whether its value goes into a register of the issuing agent, where no other agent can observe
   * it.
   */
  public boolean landsInRegister() {
    return kinds().getLast() == Kind.LANDED
        && switch (operation) {
          case Operation.GetValue _ -> true;
          case Operation.Amo amo -> amo.fetch() == 0;
          default -> false;
        };
  }

  /**
   * Whether nothing is left but that its value lands in a register of an agent, which is not this
   * one: that is unobservable to all others.
   */
  public boolean isOnlyForAnother(int agent) {
    return onlyLastLeft() && landsInRegister() && operation.origin().agent() != agent;
  }

  /** The events that the operation's own structure allows next. */
  public List<Event> next() {
    return next(issueTraits.wordByWord());
  }

  /**
   * The events that the operation's own structure allows next.
   *
   * @param wordByWord whether each word has events of its own, or all words one
   */
  public List<Event> next(boolean wordByWord) {
    if (!wordByWord && parts.equals(EventGranularity.USUAL)) {
      if (next == null) {
        next = firstLeft();
      }
      return next;
    }
    List<Event> events = new ArrayList<>();
    for (Kind kind : kinds) {
      // Words travel on their own; an event that happens once per operation waits for all of them.
      int words = words(kind);
      for (int word = 0; word < words; word = wordByWord ? word + 1 : words) {
        int end = wordByWord ? word + 1 : words;
        if (!happened(kind, word) && isNext(kind, word, end)) {
          events.add(new Event(number, kind, word, end));
        }
      }
    }
    return events;
  }

  private List<Event> firstLeft() {
    for (Kind kind : kinds) {
      if (!allHappened(kind)) {
        return List.of(new Event(number, kind, 0, words(kind)));
      }
    }
    return List.of();
  }

  private boolean isNext(Kind kind, int from, int to) {
    if (kind == Kind.ACKNOWLEDGED) {
      return onlyLastLeft();
    }
    @Nullable Kind before = before(kind);
    return before == null || follows(before, kind, from, to);
  }

  private boolean follows(Kind before, Kind kind, int from, int to) {
    if (words(before) != words(kind)) {
      return allHappened(before);
    }
    for (int word = from; word < to; word++) {
      if (!happened(before, word)) {
        return false;
      }
    }
    return true;
  }

  // The kind of event that must precede one of this kind, word by word where both have as many;
  // null: none.
  private @Nullable Kind before(Kind kind) {
    int at = kinds.indexOf(kind);
    @Nullable Kind previous = at == 0 ? null : kinds.get(at - 1);
    if (previous == Kind.VISIBLE) { // the signal of a put_signal comes next
      return parts.signalApart() ? null : parts.deliveryApart() ? Kind.DELIVERED : Kind.VISIBLE;
    }
    return previous;
  }

  /** Whether the operation brings a value back. */
  private static boolean fetches(Operation.Amo amo) {
    return amo.register() != Instruction.NO_REGISTER || amo.fetch() != 0;
  }

  /** Depends on the operands, on the events that have happened and on the bytes in flight. */
  public long contentHash() {
    if (!hashed) {
      operandHash = operandHash == 0 ? OperandHash.of(operation) : operandHash;
      long hash = with(operandHash, complete, data.hash());
      hash = heldBack ? with(hash, 1) : hash;
      if (partly != null) {
        for (Map.Entry<Kind, BitSet> some : partly.entrySet()) {
          hash = with(hash, some.getKey().ordinal(), mix(some.getValue()));
        }
      }
      contentHash = hash;
      hashed = true;
    }
    return contentHash;
  }

  /** Marks an event as happened; the caller owns this. */
  void mark(Event event) {
    next = null;
    Kind kind = event.kind();
    int words = words(kind);
    if (event.from() == 0 && event.to() == words) {
      complete |= bit(kind);
      return;
    }
    if (partly == null) {
      partly = new EnumMap<>(Kind.class);
    }
    BitSet some = partly.computeIfAbsent(kind, _ -> new BitSet());
    some.set(event.from(), event.to());
    if (some.cardinality() == words) {
      complete |= bit(kind);
      partly.remove(kind);
    }
  }

  private static int bit(Kind kind) {
    return 1 << kind.ordinal();
  }
}
