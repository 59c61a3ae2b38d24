package org.shmemlab.model.job;

import com.google.common.primitives.ImmutableLongArray;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.memory.Bytes;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.SourceLine;

/**
 * Tracks the agents that have arrived at a meeting before the rest. Where not all of them wait for
 * all others, some may have gone on.
 */
public final class Meeting {
  /** One agent's arrival, with the values of its arguments. */
  public record Arrival(
      int agent,
      Agent.Kind kind,
      int pe,
      int grid,
      int block,
      int thread,
      Instruction.Arrive call,
      ImmutableLongArray arguments,
      SourceLine line) {
    /** The arrival of an agent that stands before this call. */
    public static Arrival of(
        Agent agent, Instruction.Arrive call, long[] arguments, SourceLine line) {
      return new Arrival(
          agent.id,
          agent.kind,
          agent.pe,
          agent.grid,
          agent.block,
          agent.thread,
          call,
          ImmutableLongArray.copyOf(arguments),
          line);
    }

    public boolean waits() {
      return call.kind().waits();
    }

    public MeetingKind.Place place() {
      return call.kind().place();
    }

    public long argument(int index) {
      return arguments.get(index);
    }
  }

  private final List<Arrival> arrivals;
  private final BitSet pes;
  private final BitSet gone; // PEs that went on
  private final Map<Integer, Bytes> sources; // by PE; only of those that others wait for

  public Meeting() {
    this.arrivals = new ArrayList<>();
    this.pes = new BitSet();
    this.gone = new BitSet();
    this.sources = new HashMap<>();
  }

  private Meeting(Meeting other) {
    this.arrivals = new ArrayList<>(other.arrivals);
    this.pes = (BitSet) other.pes.clone();
    this.gone = (BitSet) other.gone.clone();
    this.sources = new HashMap<>(other.sources);
  }

  Meeting copy() {
    return new Meeting(this);
  }

  public void add(Arrival arrival) {
    arrivals.add(arrival);
    pes.set(arrival.pe());
  }

  /** Takes an agent's arrival back. */
  public void remove(int agent) {
    arrivals.removeIf(arrival -> arrival.agent() == agent);
    pes.clear();
    arrivals.forEach(arrival -> pes.set(arrival.pe()));
  }

  /** Whether an agent of this PE has arrived. */
  public boolean has(int pe) {
    return pes.get(pe);
  }

  /** The arrival of a PE that has come. */
  public Arrival arrival(int pe) {
    return arrivals.stream().filter(arrival -> arrival.pe() == pe).findFirst().orElseThrow();
  }

  /** Whether all agents that have arrived wait for all others. */
  public boolean awaitsAll() {
    return arrivals.stream().allMatch(arrival -> arrival.call().kind().awaitsAll());
  }

  /** A member goes on. */
  public void letGo(Arrival arrival) {
    gone.set(arrival.pe());
  }

  /** Whether an arrival waits no more, or never did. */
  public boolean isGone(Arrival arrival) {
    return gone.get(arrival.pe()) || !arrival.waits();
  }

  /** Keeps the data of a PE for the members that wait for it. */
  public void keep(int pe, Bytes source) {
    sources.put(pe, source);
  }

  /** The data that a PE gives to the members that wait for it, or null if there is none. */
  public @Nullable Bytes source(int pe) {
    return sources.get(pe);
  }

  /** In order of arrival. */
  public List<Arrival> arrivals() {
    return arrivals;
  }
}
