package org.shmemlab.transports.simulate;

import java.util.Arrays;
import org.shmemlab.model.operation.Event;

/**
 * Records the steps that a timed run took, with their times: enough to take them again. Four
 * numbers a step.
 */
public final class StepTrace {
  private static final int AGENT = -1;

  private long[] times = new long[256];
  private int[] kinds = new int[256]; // of an event, or AGENT
  private int[] subjects = new int[256]; // an operation, or an agent
  private long[] extents = new long[256]; // words from and to, or instructions
  private int size;

  /** One step. */
  public sealed interface Step {
    /** When it was taken, picoseconds. */
    long time();

    /**
     * An agent ran.
     *
     * @param instructions how many it executed
     */
    record OfAgent(long time, int agent, long instructions) implements Step {}

    /** An event of an operation in flight happened. */
    record OfEvent(long time, Event event) implements Step {}
  }

  void agent(long time, int agent, long instructions) {
    add(time, AGENT, agent, instructions);
  }

  void event(long time, Event event) {
    add(time, event.kind().ordinal(), event.operation(), (long) event.from() << 32 | event.to());
  }

  /** Number of steps. */
  public int size() {
    return size;
  }

  /** The step at a place, from 0. */
  public Step get(int index) {
    if (index >= size) {
      throw new IndexOutOfBoundsException(index);
    }
    long extent = extents[index];
    if (kinds[index] == AGENT) {
      return new Step.OfAgent(times[index], subjects[index], extent);
    }
    Event.Kind kind = Event.Kind.values()[kinds[index]];
    return new Step.OfEvent(
        times[index], new Event(subjects[index], kind, (int) (extent >> 32), (int) extent));
  }

  private void add(long time, int kind, int subject, long extent) {
    if (size == times.length) {
      times = Arrays.copyOf(times, 2 * size);
      kinds = Arrays.copyOf(kinds, 2 * size);
      subjects = Arrays.copyOf(subjects, 2 * size);
      extents = Arrays.copyOf(extents, 2 * size);
    }
    times[size] = time;
    kinds[size] = kind;
    subjects[size] = subject;
    extents[size++] = extent;
  }
}
