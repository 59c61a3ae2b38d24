package org.shmemlab.transports.cost.stations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Events leave as they would leave a sorted list that keeps equals in order. */
class EventQueueTest {
  private record Entry(long time, int event) {}

  /** Each step adds an event so far ahead, or takes one where it is 0. */
  @Property(tries = 300)
  void leavesLikeASortedList(
      @ForAll @Size(max = 400) List<@IntRange(max = 1 << 20) Integer> steps,
      @ForAll @IntRange(max = 40) int spread) {
    EventQueue queue = new EventQueue();
    PriorityQueue<Entry> sorted =
        new PriorityQueue<>(Comparator.comparingLong(Entry::time).thenComparingInt(Entry::event));
    int added = 0;
    for (int step : steps) {
      if (step % 3 == 0 && !sorted.isEmpty()) {
        takeBoth(queue, sorted);
      } else {
        long time = queue.now() + ((long) step << spread >>> 20);
        queue.add(time, added);
        sorted.add(new Entry(time, added++));
      }
    }
    while (!sorted.isEmpty()) {
      takeBoth(queue, sorted);
    }
    assertTrue(queue.isEmpty());
  }

  private static void takeBoth(EventQueue queue, PriorityQueue<Entry> sorted) {
    Entry expected = sorted.remove();
    long before = queue.now();
    assertEquals(expected.time(), queue.nextTime());
    assertEquals(before, queue.now());
    assertEquals(expected.event(), queue.take());
    assertEquals(expected.time(), queue.now());
    assertEquals(sorted.size(), queue.size());
  }

  @Test
  void thePastCannotBeScheduled() {
    EventQueue queue = new EventQueue();
    queue.add(10, 1);
    queue.take();
    assertThrows(IllegalArgumentException.class, () -> queue.add(9, 2));
    assertThrows(IllegalStateException.class, queue::take);
    assertEquals(Long.MAX_VALUE, queue.nextTime());
  }
}
