package org.shmemlab.model.explore.clock;

import com.google.common.collect.ImmutableList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.explore.clock.AccessHistory.Past;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.step.Access;

/**
 * Keeps the values that atomics of threads wrote to each word, in coherence order, under rules by
 * which a load may return an older one (PTX ISA, "Memory Consistency Model").
 *
 * <p>Each write has a place of its own in vector clocks. A clock covers it once the write, or a
 * read of it or of a newer one, is observed, and happens-before hands that on as it does all steps.
 * An agent may thus read a write unless its clock covers a newer one ("Coherence", "Causality"),
 * and write anywhere after the newest that its clock covers. An update follows the write that it
 * reads, so nothing is written between the two ("Atomicity").
 */
final class Messages {
  private static final AgentClock.Slot KNOWN = new AgentClock.Slot(0, 0); // to every agent

  private final Map<Word, List<Message>> words = new LinkedHashMap<>();
  private final Set<Word> reordered = new HashSet<>(); // written in another order than coherence
  private final Deque<AgentClock.Slot> free = new ArrayDeque<>();
  private @Nullable Message first; // of its word, whose value is not known yet
  private @Nullable Message last; // the same, written by the present step

  /** Bytes that atomics access. */
  record Word(Access.Place place, long from, long to) {
    static Word of(Access access) {
      return new Word(access.place(), access.from(), access.to());
    }

    boolean overlaps(Access access) {
      return place.equals(access.place()) && from < access.to() && access.from() < to;
    }
  }

  /** The clocks that a write carries, and its agent. */
  record Release(ReleaseClocks released, Actor writer) {
    static Release of(Past past) {
      return new Release(past.released(), past.by().move().actor());
    }
  }

  /** A write, with its releases and those of the writes whose updates it continues. */
  static final class Message {
    final AgentClock.Slot slot;
    final boolean update;
    final ImmutableList<Release> releases;
    private long value;

    private Message(AgentClock.Slot slot, boolean update, ImmutableList<Release> releases) {
      this.slot = slot;
      this.update = update;
      this.releases = releases;
    }

    long value() {
      return value;
    }

    boolean isKnown(Clock clock) {
      return clock.covers(slot.thread(), slot.time());
    }
  }

  /** No writes. */
  Messages() {}

  /**
   * A copy.
   *
   * @param open whether there is an agent that may not know a write
   */
  Messages(Messages other, Predicate<Message> open) {
    free.addAll(other.free);
    reordered.addAll(other.reordered);
    other.words.forEach((word, order) -> {
      int from = order.size() - 1;
      while (from > 0 && open.test(order.get(from))) {
        from--;
      }
      order.subList(0, from).forEach(this::release);
      words.put(word, new ArrayList<>(order.subList(from, order.size())));
    });
  }

  private void release(Message message) {
    if (message.slot.time() > 0) {
      free.push(message.slot);
    }
  }

  /**
   * The places before the last one at which an atomic may take effect, by the writes that follow.
   */
  List<Integer> earlierPlaces(AgentClock agent, Access access, boolean writes) {
    List<Message> order = words.get(Word.of(access));
    if (order == null || agent.actor.kind() != Agent.Kind.DEVICE_THREAD) {
      return List.of();
    }
    List<Integer> places = new ArrayList<>();
    for (int place = 1; place < order.size(); place++) {
      Message newer = order.get(order.size() - place);
      if (newer.isKnown(agent.clock.memory())) {
        break;
      }
      if (!writes || !newer.update) {
        places.add(place);
      }
    }
    return places;
  }

  /** The value that an atomic finds there, before or in the step in which it takes effect. */
  long value(Access access, int place) {
    Message found = at(access, place);
    return (found.equals(last) ? at(access, place + 1) : found).value;
  }

  /** The releases of the value that an atomic reads; null for a word that none has written. */
  @Nullable ImmutableList<Release> releases(Access access, int place) {
    return words.containsKey(Word.of(access)) ? at(access, place).releases : null;
  }

  private Message at(Access access, int place) {
    List<Message> order = words.get(Word.of(access));
    if (order == null) {
      throw new IllegalStateException("no writes are kept of " + access);
    }
    return order.get(order.size() - 1 - place);
  }

  /**
   * An atomic takes effect: its agent knows what it reads, and what it writes.
   *
   * @param place how many writes follow it
   * @param own what it releases
   * @param shown the releases of its word, if no atomic has written that before
   * @param fresh a place in clocks that is unused so far
   */
  void tookEffect(
      AgentClock agent,
      Access access,
      int place,
      Release own,
      Supplier<ImmutableList<Release>> shown,
      Supplier<AgentClock.Slot> fresh) {
    Word word = Word.of(access);
    if (access.use() == Access.Use.ATOMIC_LOAD) {
      if (words.containsKey(word)) {
        knows(agent, at(access, place));
      }
      return;
    }
    overwritten(access);
    List<Message> order =
        words.computeIfAbsent(
            word,
            _ -> {
              first = new Message(KNOWN, false, shown.get());
              return new ArrayList<>(List.of(first));
            });
    boolean update = access.use() == Access.Use.ATOMIC_UPDATE;
    ImmutableList.Builder<Release> releases = ImmutableList.builder();
    if (update) {
      releases.addAll(order.get(order.size() - 1 - place).releases);
    }
    if (!own.released.equals(ReleaseClocks.NOTHING)) {
      releases.add(own);
    }
    AgentClock.Slot slot = free.isEmpty() ? fresh.get() : free.pop();
    Message message =
        new Message(new AgentClock.Slot(slot.thread(), slot.time() + 1), update, releases.build());
    order.add(order.size() - place, message);
    if (place > 0) {
      reordered.add(word);
    }
    last = message;
    knows(agent, message);
  }

  private static void knows(AgentClock agent, Message message) {
    agent.clock = agent.clock.with(message.slot.thread(), message.slot.time());
  }

  /** The values before and after the present step. */
  void wrote(long before, long after) {
    if (first != null) {
      first.value = before;
    }
    if (last != null) {
      last.value = after;
    }
    first = null;
    last = null;
  }

  /**
   * An update that is no atomic of the word: all later loads find it, or are in conflict with it.
   */
  void overwritten(Access access) {
    if (access.use().updates() && !words.isEmpty()) {
      words
          .entrySet()
          .removeIf(entry -> {
            boolean gone =
                entry.getKey().overlaps(access)
                    && !(access.use().isAtomicOfThread() && entry.getKey().equals(Word.of(access)));
            if (gone) {
              entry.getValue().forEach(this::release);
              reordered.remove(entry.getKey());
            }
            return gone;
          });
    }
  }

  /**
   * Visits the words whose writes a state depends on beyond memory: some agent may read several of
   * them, or the last one is not the one that was written last.
   */
  void forEachOpen(BiConsumer<Word, List<Message>> action) {
    words.forEach((word, order) -> {
      if (order.size() > 1 || reordered.contains(word)) {
        action.accept(word, order);
      }
    });
  }
}
