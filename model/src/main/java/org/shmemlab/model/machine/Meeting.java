package org.shmemlab.model.machine;

import com.google.common.primitives.ImmutableLongArray;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.SourceLine;

/** Agents that have arrived somewhere and wait for the rest. */
final class Meeting {
  /** One agent's arrival, with the values of its arguments. */
  record Arrival(
      int agent,
      int pe,
      int thread,
      Instruction.Arrive call,
      ImmutableLongArray arguments,
      SourceLine line) {
    /** The arrival of an agent that stands before this call. */
    static Arrival of(Agent agent, Instruction.Arrive call, long[] arguments, SourceLine line) {
      return new Arrival(
          agent.id, agent.pe, agent.thread, call, ImmutableLongArray.copyOf(arguments), line);
    }

    boolean waits() {
      return call.kind().waits();
    }

    MeetingKind.Place place() {
      return call.kind().place();
    }

    long argument(int index) {
      return arguments.get(index);
    }
  }

  private final List<Arrival> arrivals;
  private final BitSet pes;

  Meeting() {
    this.arrivals = new ArrayList<>();
    this.pes = new BitSet();
  }

  private Meeting(Meeting other) {
    this.arrivals = new ArrayList<>(other.arrivals);
    this.pes = (BitSet) other.pes.clone();
  }

  Meeting copy() {
    return new Meeting(this);
  }

  void add(Arrival arrival) {
    arrivals.add(arrival);
    pes.set(arrival.pe());
  }

  /** Takes an agent's arrival back. */
  void remove(int agent) {
    arrivals.removeIf(arrival -> arrival.agent() == agent);
    pes.clear();
    arrivals.forEach(arrival -> pes.set(arrival.pe()));
  }

  /** Whether an agent of this PE has arrived. */
  boolean has(int pe) {
    return pes.get(pe);
  }

  /** In order of arrival. */
  List<Arrival> arrivals() {
    return arrivals;
  }
}
