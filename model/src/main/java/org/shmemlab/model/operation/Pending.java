package org.shmemlab.model.operation;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.operation.Event.Kind;
import org.shmemlab.model.program.Instruction;

/**
 * An operation in flight: which of its events have happened, and the bytes on their way.
 *
 * <p>The kinds of events an operation has, and which must precede which inside it, are those of the
 * memory model, section 3.
 */
public final class Pending {
  private final int number;
  private final Operation operation;
  private final BitSet knownBy;
  private final BitSet fencedFor;
  private final ImmutableIntArray after;
  private final Map<Kind, BitSet> happened;
  private final byte[] data;

  Pending(int number, Operation operation, ImmutableIntArray after, int dataBytes) {
    this.number = number;
    this.operation = operation;
    this.knownBy = new BitSet();
    this.fencedFor = new BitSet();
    this.after = after;
    knownBy.set(operation.origin().agent());
    this.happened = new EnumMap<>(Kind.class);
    this.data = new byte[dataBytes];
  }

  private Pending(Pending other) {
    this.number = other.number;
    this.operation = other.operation;
    this.knownBy = (BitSet) other.knownBy.clone();
    this.fencedFor = (BitSet) other.fencedFor.clone();
    this.after = other.after;
    this.happened = new EnumMap<>(Kind.class);
    other.happened.forEach((kind, words) -> happened.put(kind, (BitSet) words.clone()));
    this.data = other.data.clone();
  }

  Pending copy() {
    return new Pending(this);
  }

  /** Identifies the operation among all that its machine ever issued. */
  public int number() {
    return number;
  }

  public Operation operation() {
    return operation;
  }

  /**
   * Agents that this operation was issued before: its own, and those that CUDA has ordered after it
   * since. Their quiet waits for it, their fence covers it.
   */
  public BitSet knownBy() {
    return knownBy;
  }

  /** Agents whose later operations a fence separates from this one. */
  public BitSet fencedFor() {
    return fencedFor;
  }

  /**
   * Operations to the same PE that a fence separates from this one and that were in flight when
   * this was issued, by number.
   */
  public ImmutableIntArray after() {
    return after;
  }

  /** The bytes read and not yet written, word after word. */
  public byte[] data() {
    return data;
  }

  /** The kinds of events that this operation consists of, in order. */
  public ImmutableList<Kind> kinds() {
    return switch (operation) {
      case Operation.Put put ->
          put.signal() == null
              ? ImmutableList.of(Kind.SOURCE_READ, Kind.VISIBLE, Kind.ACKNOWLEDGED)
              : ImmutableList.of(
                  Kind.SOURCE_READ, Kind.VISIBLE, Kind.SIGNAL_VISIBLE, Kind.ACKNOWLEDGED);
      case Operation.PutValue _ -> ImmutableList.of(Kind.VISIBLE, Kind.ACKNOWLEDGED);
      case Operation.Get _, Operation.GetValue _ -> ImmutableList.of(Kind.REMOTE_READ, Kind.LANDED);
      case Operation.Amo amo ->
          fetches(amo)
              ? ImmutableList.of(Kind.RMW, Kind.LANDED)
              : ImmutableList.of(Kind.RMW, Kind.ACKNOWLEDGED);
      case Operation.SignalUpdate _ -> ImmutableList.of(Kind.SIGNAL_VISIBLE, Kind.ACKNOWLEDGED);
      case Operation.PeerStore _ -> ImmutableList.of(Kind.VISIBLE);
    };
  }

  /** Number of words that an event kind of this operation covers. */
  public int words(Kind kind) {
    return switch (kind) {
      case SOURCE_READ, REMOTE_READ, VISIBLE, LANDED -> operation.words();
      case RMW, SIGNAL_VISIBLE, ACKNOWLEDGED -> 1;
    };
  }

  /** Whether every event of a kind has happened. */
  public boolean allHappened(Kind kind) {
    BitSet words = happened.get(kind);
    return (words == null ? 0 : words.cardinality()) == words(kind);
  }

  /** Whether the event of this word has happened. */
  public boolean happened(Kind kind, int word) {
    BitSet words = happened.get(kind);
    return words != null && words.get(word);
  }

  /** Whether nothing is left to happen. */
  public boolean over() {
    for (Kind kind : kinds()) {
      if (!allHappened(kind)) {
        return false;
      }
    }
    return true;
  }

  /**
   * The moment of local completion: the source may be reused, the value has landed (memory model,
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
   * The events that the operation's own structure allows next.
   *
   * @param wordByWord whether each word has events of its own, or all words one
   */
  public List<Event> next(boolean wordByWord) {
    List<Event> events = new ArrayList<>();
    @Nullable Kind before = null;
    for (Kind kind : kinds()) {
      // Words travel on their own; what is once per operation waits for all of them.
      if (!wordByWord) {
        if (!allHappened(kind) && (before == null || allHappened(before))) {
          events.add(new Event(number, kind, 0, words(kind)));
        }
        before = kind;
        continue;
      }
      for (int word = 0; word < words(kind); word++) {
        if (!happened(kind, word) && follows(before, kind, word)) {
          events.add(new Event(number, kind, word, word + 1));
        }
      }
      before = kind;
    }
    return events;
  }

  private boolean follows(@Nullable Kind before, Kind kind, int word) {
    if (before == null) {
      return true;
    }
    return words(before) == words(kind) ? happened(before, word) : allHappened(before);
  }

  /** Whether the operation brings a value back. */
  private static boolean fetches(Operation.Amo amo) {
    return amo.register() != Instruction.NO_REGISTER || amo.fetch() != 0;
  }

  /** Depends on which events have happened and on the bytes on their way. */
  public long progressHash() {
    long hash = 0;
    for (Kind kind : kinds()) {
      BitSet words = happened.get(kind);
      hash = 31 * hash + (words == null ? 0 : words.hashCode());
    }
    return 31 * hash + Arrays.hashCode(data);
  }

  void mark(Event event) {
    happened.computeIfAbsent(event.kind(), _ -> new BitSet()).set(event.from(), event.to());
  }
}
