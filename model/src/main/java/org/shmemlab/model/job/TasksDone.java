package org.shmemlab.model.job;

import com.google.common.collect.ImmutableSortedMap;

/**
 * How far the streams of a PE have got, as far as the host, a stream or a recorded event comes
 * after it: of each stream, by handle, the sequence of the last task that is known to be done.
 */
public record TasksDone(ImmutableSortedMap<Integer, Long> last) {
  public static final TasksDone NONE = new TasksDone(ImmutableSortedMap.of());

  /** What is known of both; this one itself if the other adds nothing. */
  public TasksDone and(TasksDone other) {
    TasksDone both = this;
    for (var done : other.last.entrySet()) {
      both = both.and(done.getKey(), done.getValue());
    }
    return both;
  }

  /** With a task of a stream, and all before it. */
  public TasksDone and(int handle, long sequence) {
    if (known(handle) >= sequence) {
      return this;
    }
    ImmutableSortedMap.Builder<Integer, Long> more = ImmutableSortedMap.naturalOrder();
    last.forEach((stream, known) -> {
      if (stream != handle) {
        more.put(stream, known);
      }
    });
    return new TasksDone(more.put(handle, sequence).build());
  }

  /** Whether all tasks of a stream are done that do something which outlives the process. */
  public boolean isAllOf(Stream stream) {
    return known(stream.handle) >= stream.lastLasting;
  }

  private long known(int handle) {
    Long known = last.get(handle);
    return known == null ? Stream.NOTHING : known;
  }
}
