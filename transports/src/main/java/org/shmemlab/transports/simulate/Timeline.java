package org.shmemlab.transports.simulate;

import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.SourceLine;

/** Records the spans of each track, and the operations in flight: the material of a diagram. */
public final class Timeline {
  /** The group of a track. */
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
  private int[] operation = new int[256];
  private @Nullable SourceLine[] line = new SourceLine[256];
  private int size;
  private final MessageLog messages = new MessageLog();

  /**
   * One stretch of time.
   *
   * @param number of the PE of an agent, or of the station that the track belongs to
   * @param track the name of the track
   * @param name what is done
   * @param operation the number of the one that a station serves; negative on the track of an agent
   * @param line where an agent is in its source, if it is there
   * @param from picoseconds
   * @param to picoseconds
   */
  public record Slice(
      Group group,
      int number,
      String track,
      String name,
      int operation,
      @Nullable SourceLine line,
      long from,
      long to) {}

  /** A stretch of an agent. */
  void add(int pe, String agent, Activity what, @Nullable SourceLine at, long begin, long end) {
    add(Group.AGENTS, pe, agent, what.text(), -1, at, begin, end);
  }

  /** A stretch of a station. */
  void add(Group of, int number, String onTrack, String what, int serves, long begin, long end) {
    add(of, number, onTrack, what, serves, null, begin, end);
  }

  private void add(
      Group of,
      int number,
      String onTrack,
      String what,
      int serves,
      @Nullable SourceLine at,
      long begin,
      long end) {
    if (size == from.length) {
      grow();
    }
    from[size] = begin;
    to[size] = end;
    station[size] = number;
    track[size] = numberOf(onTrack);
    kind[size] = (byte) of.ordinal();
    operation[size] = serves;
    line[size] = at;
    name[size++] = numberOf(what);
  }

  /** Receives operations. */
  MessageLog messages() {
    return messages;
  }

  /** The operations, in the order in which they were issued. */
  public ImmutableList<Message> operations() {
    return messages.list();
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
        operation[index],
        line[index],
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
    operation = Arrays.copyOf(operation, more);
    line = Arrays.copyOf(line, more);
  }
}
