package org.shmemlab.transports.simulate;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** What happened on which track from when to when: the material of a diagram. */
public final class Timeline {
  /** What a track belongs to. */
  public enum Group {
    /** The agents of a PE; every PE has a group of its own. */
    AGENTS,
    PROXIES,
    QUEUE_PAIRS,
    LINKS
  }

  private final Map<String, Integer> numbers = new HashMap<>(); // looked up only, never walked
  private String[] names = new String[16];
  private int named;
  private long[] from = new long[256];
  private long[] to = new long[256];
  private int[] track = new int[256];
  private int[] station = new int[256];
  private byte[] kind = new byte[256];
  private int[] name = new int[256];
  private int size;

  /**
   * One stretch of time.
   *
   * @param number of the PE of an agent, or of the station that the track belongs to
   * @param track the name of the track
   * @param name what is done
   * @param from picoseconds
   * @param to picoseconds
   */
  public record Slice(Group group, int number, String track, String name, long from, long to) {}

  void add(Group of, int number, String onTrack, String what, long begin, long end) {
    if (size == from.length) {
      grow();
    }
    from[size] = begin;
    to[size] = end;
    station[size] = number;
    track[size] = numberOf(onTrack);
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
        Group.values()[kind[index]],
        station[index],
        names[track[index]],
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
    station = Arrays.copyOf(station, more);
    kind = Arrays.copyOf(kind, more);
    name = Arrays.copyOf(name, more);
  }
}
