package org.shmemlab.model.job;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.memory.Bytes;
import org.shmemlab.model.memory.MemoryObject;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.SourceLine;

/**
 * Tracks the stale data with which the first-level (L1) caches of one PE's GPU may still answer
 * plain loads of its symmetric memory after writes of other PEs.
 *
 * <p>A load brings a sector into the cache of its SM, and writes of other PEs do not change it
 * there (CUDA C++ Programming Guide, "Global Memory"; PTX ISA, "Cache Operators", {@code .ca}).
 * Which blocks share an SM is open, so a sector that one thread has loaded may answer each thread
 * of the PE that runs then. A fence of a thread empties the cache for its own loads, and for those
 * that CUDA orders after it; a kernel and a block begin with none of it. A cache may drop a sector
 * at any time: a load that memory answers instead replaces the copy of its block's SM. Stores of
 * the PE itself go to memory and to the caches' copies.
 *
 * <p>Nothing is kept of memory that its own PE alone writes to, except that it was loaded.
 */
public final class Caches {
  /** Bytes that a cache fetches and replaces together (CUDA C++ Best Practices Guide, 10.2.1). */
  static final int SECTOR = 32;

  /** 256 KB, the cache of one SM (NVIDIA H100 Tensor Core GPU Architecture, table 4). */
  private static final int MOST_SECTORS = 8192;

  /** The PE that wrote, and where. */
  public record Writer(int pe, SourceLine line) {}

  /**
   * The data of a sector before a write.
   *
   * @param loaded when it was loaded last, by the clock of these caches; 0 if never
   * @param warm whether those have it that have not emptied their cache since they began
   * @param replaced agents whose SM has something newer
   * @param since when it became old
   * @param by the writer
   * @param grid launch of the block that loaded it last, or -1
   * @param block that block
   */
  public record Line(
      Bytes bytes,
      long loaded,
      boolean warm,
      BitSet replaced,
      long since,
      Writer by,
      int grid,
      int block) {

    /** Whether an agent's SM may hold it. */
    boolean mayAnswer(Agent agent) {
      return !replaced.get(agent.id)
          && (loaded > agent.refreshed || (warm && agent.warm && since > agent.refreshed));
    }

    /** Whether the agent has passed a call that should have made the write visible to it. */
    boolean isOverdue(Agent agent) {
      return agent.waited > since;
    }

    private Line with(Bytes changed) {
      return new Line(changed, loaded, warm, replaced, since, by, grid, block);
    }

    private Line replacedFor(BitSet agents) {
      BitSet all = (BitSet) replaced.clone();
      all.or(agents);
      return new Line(bytes, loaded, warm, all, since, by, grid, block);
    }

    // Two loads at different times found the same bytes, and others in between.
    private Line and(Line older) {
      BitSet both = (BitSet) replaced.clone();
      both.and(older.replaced);
      return new Line(
          bytes, Math.max(loaded, older.loaded), warm || older.warm, both, since, by, grid, block);
    }
  }

  /**
   * A sector that was loaded.
   *
   * @param loaded when it was loaded last as it is in memory; 0 if never
   * @param grid launch of the block that did
   * @param block that block
   * @param old older copies that caches may hold, in an order of its own
   */
  record Sector(long loaded, int grid, int block, List<Line> old) {
    private static final Sector UNKNOWN = new Sector(0, -1, -1, List.of());
  }

  private SequencedMap<Long, Sector> sectors;
  private boolean ownsSectors = true;
  private long now;
  private long lastRefresh;

  Caches() {
    this.sectors = new LinkedHashMap<>(0);
  }

  private Caches(Caches other) {
    this.sectors = other.sectors;
    this.ownsSectors = false;
    this.now = other.now;
    this.lastRefresh = other.lastRefresh;
  }

  /** The same, to be changed apart. This one is not written any more. */
  Caches copy() {
    return new Caches(this);
  }

  private SequencedMap<Long, Sector> own() {
    if (!ownsSectors) {
      sectors = new LinkedHashMap<>(sectors);
      ownsSectors = true;
    }
    return sectors;
  }

  /** Whether nothing was loaded that is still known. */
  public boolean isEmpty() {
    return sectors.isEmpty();
  }

  /** The records of sectors, by {@link #key}. */
  Map<Long, Sector> sectors() {
    return sectors;
  }

  /** Which sector a byte is in: its symmetric object and offset there. */
  private static long key(int object, long offset) {
    return (long) object << Address.OFFSET_BITS | (offset & -SECTOR);
  }

  // ---------------------------------------------------------------- agents

  /** An agent begins with nothing in its cache, or with everything. */
  public void begins(Agent agent, boolean warm) {
    agent.refreshed = ++now;
    agent.warm = warm;
  }

  /** The agent has emptied its cache. */
  public void refreshed(Agent agent) {
    agent.refreshed = ++now;
    agent.warm = false;
    lastRefresh = now;
  }

  /** The agent has passed a call that waits for others and leaves its cache as it is. */
  public void waited(Agent agent) {
    agent.waited = ++now;
  }

  /** No agent is running any more that could load. */
  public void clear() {
    own().clear();
  }

  /** An object is gone. */
  public void forget(int object) {
    own().keySet().removeIf(key -> (int) (key >>> Address.OFFSET_BITS) == object);
  }

  // ---------------------------------------------------------------- changes

  private interface Part {
    /** Bytes from one offset to before another, of one sector. */
    void take(long key, long from, long to);
  }

  private static void each(int object, long offset, int bytes, Part part) {
    for (long from = offset; from < offset + bytes; ) {
      long to = Math.min(offset + bytes, (from & -SECTOR) + SECTOR);
      part.take(key(object, from), from, to);
      from = to;
    }
  }

  /**
   * A plain load is answered by memory. Where an old line has the same there, it may have been the
   * one that answered, and stays.
   *
   * @param members the agents of its block
   */
  public void loaded(
      Agent agent, MemoryObject memory, int object, long offset, int bytes, BitSet members) {
    each(
        object,
        offset,
        bytes,
        (key, from, to) -> {
          Sector sector = sectors.getOrDefault(key, Sector.UNKNOWN);
          if (brings(agent, memory, sector, from, to)) {
            List<Line> old =
                sector.old().stream()
                    .map(line -> differs(line, memory, from, to) ? line.replacedFor(members) : line)
                    .toList();
            put(key, new Sector(++now, agent.grid, agent.block, old));
          }
        });
  }

  /** Whether a plain load that memory answers would change anything here. */
  public boolean wouldBring(Agent agent, MemoryObject memory, int object, long offset, int bytes) {
    boolean[] brings = new boolean[1];
    each(
        object,
        offset,
        bytes,
        (key, from, to) ->
            brings[0] |=
                brings(agent, memory, sectors.getOrDefault(key, Sector.UNKNOWN), from, to));
    return brings[0];
  }

  private boolean brings(Agent agent, MemoryObject memory, Sector sector, long from, long to) {
    return sector.loaded() <= Math.max(lastRefresh, agent.refreshed)
        || sector.old().stream()
            .anyMatch(line -> !line.replaced().get(agent.id) && differs(line, memory, from, to));
  }

  private void put(long key, Sector sector) {
    own().put(key, sector);
    if (sectors.size() > MOST_SECTORS) {
      sectors.pollFirstEntry();
    }
  }

  /**
   * Another PE is about to write.
   *
   * @param memory the object as it is before
   * @param warm whether caches may hold sectors of which no load is known
   */
  public void overwriting(
      MemoryObject memory, int object, long offset, int bytes, Writer by, boolean warm) {
    each(
        object,
        offset,
        bytes,
        (key, from, _) -> {
          Sector sector = sectors.getOrDefault(key, Sector.UNKNOWN);
          boolean first = warm && sector.old().stream().noneMatch(Line::warm);
          if (sector.loaded() > 0 || first) {
            Line line =
                new Line(
                    contents(memory, from & -SECTOR),
                    sector.loaded(),
                    first,
                    new BitSet(),
                    ++now,
                    by,
                    sector.grid(),
                    sector.block());
            List<Line> old = new ArrayList<>(sector.old());
            old.add(line);
            put(key, new Sector(0, -1, -1, joined(old)));
          }
        });
  }

  /**
   * The PE itself has written.
   *
   * @param memory the object as it is now
   */
  public void stored(MemoryObject memory, int object, long offset, int bytes) {
    each(
        object,
        offset,
        bytes,
        (key, from, to) -> {
          Sector sector = sectors.get(key);
          if (sector != null && !sector.old().isEmpty()) {
            List<Line> old = new ArrayList<>();
            for (Line line : sector.old()) {
              Bytes patched = line.bytes().copy();
              memory.read(from, patched, (int) from & (SECTOR - 1), (int) (to - from));
              old.add(line.with(patched));
            }
            put(key, new Sector(sector.loaded(), sector.grid(), sector.block(), joined(old)));
          }
        });
  }

  // In an order that does not depend on their history, and none twice.
  private static List<Line> joined(List<Line> lines) {
    List<Line> joined = new ArrayList<>();
    lines.stream()
        .sorted(
            Comparator.comparing((Line line) -> line.bytes().data(), Arrays::compareUnsigned)
                .thenComparingLong(line -> line.bytes().hash())
                .thenComparing(Line::since, Comparator.reverseOrder()))
        .forEach(line -> {
          if (!joined.isEmpty() && same(joined.getLast().bytes(), line.bytes())) {
            joined.set(joined.size() - 1, joined.getLast().and(line));
          } else {
            joined.add(line);
          }
        });
    return List.copyOf(joined);
  }

  // ---------------------------------------------------------------- answers

  /** How many other answers than memory's a plain load may get. */
  public int answers(Agent agent, MemoryObject memory, int object, long offset, int bytes) {
    int[] most = new int[1];
    each(
        object,
        offset,
        bytes,
        (key, from, to) ->
            most[0] = Math.max(most[0], answers(agent, memory, key, from, to).size()));
    return most[0];
  }

  /** The answer that a load gets where the cache of its SM still holds the sector: 0 if none. */
  public int hit(Agent agent, MemoryObject memory, int object, long offset, int bytes) {
    int[] hit = new int[1];
    each(
        object,
        offset,
        bytes,
        (key, from, to) -> {
          List<Line> lines = answers(agent, memory, key, from, to);
          for (int k = 0; k < lines.size() && hit[0] == 0; k++) {
            Line line = lines.get(k);
            hit[0] = line.grid() == agent.grid && line.block() == agent.block ? k + 1 : 0;
          }
        });
    return hit[0];
  }

  /**
   * The object as a plain load finds it that gets one of the other answers, in every sector that
   * has one.
   *
   * @param answer from 1
   */
  public MemoryObject answered(
      Agent agent, MemoryObject memory, int object, long offset, int bytes, int answer) {
    MemoryObject seen = memory.copyFor(new MemoryObject.Owner());
    each(
        object,
        offset,
        bytes,
        (key, from, to) -> {
          List<Line> lines = answers(agent, memory, key, from, to);
          if (!lines.isEmpty()) {
            Bytes old = lines.get(Math.min(answer, lines.size()) - 1).bytes();
            seen.write(
                from,
                old.slice((int) from & (SECTOR - 1), ((int) (to - 1) & (SECTOR - 1)) + 1),
                0,
                (int) (to - from));
          }
        });
    return seen;
  }

  /** The newer write that should have been visible, where a load gets such an answer. */
  public @Nullable Line overdue(
      Agent agent, MemoryObject memory, int object, long offset, int bytes, int answer) {
    Line[] overdue = new Line[1];
    each(
        object,
        offset,
        bytes,
        (key, from, to) -> {
          List<Line> lines = answers(agent, memory, key, from, to);
          if (overdue[0] == null && !lines.isEmpty()) {
            Line line = lines.get(Math.min(answer, lines.size()) - 1);
            overdue[0] = line.isOverdue(agent) ? line : null;
          }
        });
    return overdue[0];
  }

  private List<Line> answers(Agent agent, MemoryObject memory, long key, long from, long to) {
    Sector sector = sectors.get(key);
    if (sector == null || sector.old().isEmpty()) {
      return List.of();
    }
    return sector.old().stream()
        .filter(line -> line.mayAnswer(agent) && differs(line, memory, from, to))
        .toList();
  }

  private static boolean differs(Line line, MemoryObject memory, long from, long to) {
    int bytes = (int) (to - from);
    Bytes there = new Bytes(bytes);
    memory.read(from, there, 0, bytes);
    int start = (int) from & (SECTOR - 1);
    return !same(line.bytes().slice(start, start + bytes), there);
  }

  private static Bytes contents(MemoryObject memory, long start) {
    Bytes bytes = new Bytes(SECTOR);
    memory.read(start, bytes, 0, (int) Math.min(SECTOR, memory.size() - start));
    return bytes;
  }

  private static boolean same(Bytes one, Bytes other) {
    return Arrays.equals(one.data(), other.data()) && one.hash() == other.hash();
  }
}
