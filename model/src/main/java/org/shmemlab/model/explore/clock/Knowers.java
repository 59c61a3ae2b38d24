package org.shmemlab.model.explore.clock;

import static org.shmemlab.model.memory.StructuralHash.mix;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.shmemlab.model.explore.clock.AccessHistory.Past;

/**
 * Holds the agents and operations of a state with their clocks, to find those that an access
 * happens-before. Threads that met at a barrier have one clock, but for their own steps, and are
 * one group.
 */
final class Knowers {
  private final IdentityHashMap<Clock, Group> groups = new IdentityHashMap<>();
  private final List<Group> order = new ArrayList<>();
  private final Map<Integer, List<Own>> own = new HashMap<>(); // by place in clocks

  /** All with one clock, as hashes of their names: their order does not count. */
  private static final class Group {
    final Clock clock;
    long names;
    long fenced; // the same where a proxy fence precedes
    int members;
    int thread = -1; // of the last one, where its own steps are known to it, too

    Group(Clock clock) {
      this.clock = clock;
    }
  }

  /** An agent, to which its own steps are known, too. */
  private record Own(long name, Group group) {}

  /** Adds one; one that nothing happens-before does not count. */
  void add(long name, Clock clock) {
    if (clock != Clock.START) {
      group(name, clock);
    }
  }

  /** Adds an agent with its clock before its own steps. */
  void add(long name, Clock before, int thread) {
    Group group = group(name, before);
    group.thread = thread;
    own.computeIfAbsent(thread, _ -> new ArrayList<>(1)).add(new Own(name, group));
  }

  private Group group(long name, Clock clock) {
    Group group = groups.get(clock);
    if (group == null) {
      group = new Group(clock);
      groups.put(clock, group);
      order.add(group);
    }
    group.names += mix(name);
    group.fenced += mix(mix(name, 1));
    group.members++;
    return group;
  }

  /** A hash of the names of those that an access happens-before. */
  long knowing(Past past) {
    long all = 0;
    for (Group group : order) {
      if (past.by().isBefore(group.clock)) {
        all += past.isBeforeProxyFence(group.clock) ? group.fenced : group.names;
      }
    }
    for (Own agent : own.getOrDefault(past.by().thread(), List.of())) {
      Clock before = agent.group().clock;
      if (!past.by().isBefore(before)) {
        all += mix(past.isBeforeProxyFence(before) ? mix(agent.name(), 1) : agent.name());
      }
    }
    return all;
  }

  /** A hash of the names of those that know a write. */
  long knowing(Messages.Message message) {
    long all = 0;
    for (Group group : order) {
      if (message.isKnown(group.clock)) {
        all += group.names;
      }
    }
    return all;
  }

  /** Whether there is one that does not know a write. */
  boolean lacks(Messages.Message message) {
    for (Group group : order) {
      if (!message.isKnown(group.clock)) {
        return true;
      }
    }
    return false;
  }

  /** Whether there is one that an access does not happen-before. */
  boolean lacks(Past past) {
    for (Group group : order) {
      if (!past.by().isBefore(group.clock)
          && (group.members > 1 || group.thread != past.by().thread())) {
        return true;
      }
    }
    return false;
  }

  /** Whether there is one for which no proxy fence follows an access. */
  boolean lacksProxyFence(Past past) {
    for (Group group : order) {
      if (!past.isBeforeProxyFence(group.clock)) {
        return true;
      }
    }
    return false;
  }
}
