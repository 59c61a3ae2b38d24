package org.shmemlab.transports.simulate;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.Event.Kind;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.transports.cost.stations.Pipeline;

/**
 * Schedules the events of the machine's operations. An event happens when it is due and the
 * ordering rules allow it; one that they do not allow yet waits until another event has happened.
 */
final class DueEvents {
  private static final long NEVER = Long.MAX_VALUE;

  private final Machine machine;
  private final Consumer<Event> listener;
  private final Map<Integer, Due> due = new HashMap<>(); // looked up only, never walked
  private final Set<Integer> held = new LinkedHashSet<>(); // due, and not allowed yet; in order

  /** When each part of one operation is due, picoseconds. */
  private static final class Due {
    final List<Integer> followers = new ArrayList<>(0);
    long read = NEVER;
    long visible = NEVER;
    long complete = NEVER;

    long of(Kind kind) {
      return switch (kind) {
        case SOURCE_READ, REMOTE_READ -> read;
        case DELIVERED, VISIBLE, UPDATE_READ, RMW, SIGNAL_VISIBLE -> visible;
        case LANDED, ACKNOWLEDGED -> complete;
      };
    }
  }

  /**
   * Nothing in flight.
   *
   * @param listener receives every event that has happened
   */
  DueEvents(Machine machine, Consumer<Event> listener) {
    this.machine = machine;
    this.listener = listener;
  }

  void issued(int operation) {
    due.put(operation, new Due());
  }

  /** An operation whose events are due when those of another are. */
  void follow(int operation, int leader) {
    Due of = due.get(leader);
    if (of != null) {
      due.put(operation, of);
      of.followers.add(operation);
    }
  }

  /** Whether events that are due wait for leave. */
  boolean someHeld() {
    return !held.isEmpty();
  }

  void readAt(Pipeline pipeline, int operation, long time) {
    Due of = due.get(operation);
    if (of != null) {
      of.read = time;
      at(pipeline, operation, time);
    }
  }

  void visibleAt(Pipeline pipeline, int operation, long time) {
    Due of = due.get(operation);
    if (of != null) {
      of.read = Math.min(of.read, time);
      of.visible = time;
      at(pipeline, operation, time);
    }
  }

  void completeAt(Pipeline pipeline, int operation, long time) {
    Due of = due.get(operation);
    if (of != null) {
      of.read = Math.min(of.read, time);
      of.visible = Math.min(of.visible, time);
      of.complete = time;
      at(pipeline, operation, time);
    }
  }

  private void at(Pipeline pipeline, int operation, long time) {
    if (time > pipeline.now()) {
      pipeline.remind(operation, time);
    } else {
      progress(operation, time);
    }
  }

  /** Makes everything of an operation happen that is due, and what had waited for it. */
  void progress(int operation, long now) {
    Due of = due.get(operation);
    if (of == null) {
      return;
    }
    boolean progress = false;
    for (int follower : of.followers) {
      progress |= advance(follower, now);
    }
    if (!advance(operation, now) && !progress) {
      return;
    }
    boolean more = !held.isEmpty();
    while (more) {
      more = false;
      List<Integer> waiting = ImmutableList.copyOf(held);
      held.clear();
      for (int one : waiting) {
        more |= advance(one, now); // it comes back if it still has to wait
      }
    }
  }

  // Whether something happened.
  private boolean advance(int operation, long now) {
    Due of = due.get(operation);
    if (of == null) {
      return false;
    }
    boolean progress = false;
    while (true) {
      Pending pending = machine.inFlight().find(operation);
      if (pending == null) {
        due.remove(operation);
        return progress;
      }
      Event next = null;
      boolean waits = false;
      for (Event event : machine.nextEvents(pending)) {
        if (of.of(event.kind()) <= now) {
          if (machine.mayHappen(event)) {
            next = event;
            break;
          }
          waits = true;
        }
      }
      if (next == null) {
        if (waits) {
          held.add(operation);
        }
        return progress;
      }
      machine.happen(next);
      listener.accept(next);
      progress = true;
    }
  }
}
