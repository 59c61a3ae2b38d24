package org.shmemlab.transports.simulate;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** What happened on which track from when to when: the material of a diagram. */
public final class Timeline {
  /** What a track belongs to. */
  public enum Track {
    AGENT,
    PROXY,
    QUEUE_PAIR,
    LINK
  }

  private final Map<String, Integer> numbers = new HashMap<>(); // looked up only, never walked
  private String[] names = new String[16];
  private int named;
  private long[] from = new long[256];
  private long[] to = new long[256];
  private int[] track = new int[256];
  private int[] pe = new int[256];
  private byte[] kind = new byte[256];
  private int[] name = new int[256];
  private int size;

  /**
   * One stretch of time.
   *
   * @param number of the agent, queue pair or PE that the track belongs to
   * @param pe where it is
   * @param from picoseconds
   * @param to picoseconds
   */
  public record Slice(Track track, int number, int pe, String name, long from, long to) {}

  void add(Track of, int number, int onPe, String what, long begin, long end) {
    if (size == from.length) {
      grow();
    }
    from[size] = begin;
    to[size] = end;
    track[size] = number;
    pe[size] = onPe;
    kind[size] = (byte) of.ordinal();
    name[size++] = numberOf(what);
  }

  /** Number of stretches. */
  public int size() {
    return size;
  }

  /** The stretch at a place, from 0. */
  public Slice get(int index) {
    return new Slice(
        Track.values()[kind[index]],
        track[index],
        pe[index],
        names[name[index]],
        from[index],
        to[index]);
  }

  private int numberOf(String what) {
    Integer known = numbers.get(what);
    if (known != null) {
      return known;
    }
    if (named == names.length) {
      names = Arrays.copyOf(names, 2 * named);
    }
    names[named] = what;
    numbers.put(what, named);
    return named++;
  }

  private void grow() {
    int more = 2 * size;
    from = Arrays.copyOf(from, more);
    to = Arrays.copyOf(to, more);
    track = Arrays.copyOf(track, more);
    pe = Arrays.copyOf(pe, more);
    kind = Arrays.copyOf(kind, more);
    name = Arrays.copyOf(name, more);
  }
}
