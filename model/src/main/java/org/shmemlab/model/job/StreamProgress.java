package org.shmemlab.model.job;

import com.google.common.collect.ImmutableSortedMap;

/**
 * Holds the progress of a PE's streams that happens-before the host, a stream or a recorded event:
 * of each stream, by handle, the sequence of the last task that is known to be done.
 */
public record StreamProgress(ImmutableSortedMap<Integer, Long> last) {
  public static final StreamProgress NONE = new StreamProgress(ImmutableSortedMap.of());

  /** The progress known to both; this one itself if the other adds nothing. */
  public StreamProgress and(StreamProgress other) {
    StreamProgress both = this;
    for (var done : other.last.entrySet()) {
      both = both.and(done.getKey(), done.getValue());
    }
    return both;
  }

  /** With a task of a stream, and all before it. */
  public StreamProgress and(int handle, long sequence) {
    if (known(handle) >= sequence) {
      return this;
    }
    ImmutableSortedMap.Builder<Integer, Long> more = ImmutableSortedMap.naturalOrder();
    last.forEach((stream, known) -> {
      if (stream != handle) {
        more.put(stream, known);
      }
    });
    return new StreamProgress(more.put(handle, sequence).build());
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
