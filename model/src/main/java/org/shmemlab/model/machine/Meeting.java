package org.shmemlab.model.machine;

import com.google.common.primitives.ImmutableLongArray;
import java.util.ArrayList;
import java.util.List;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.SourceLine;

/** Agents that have arrived somewhere and wait for the rest. */
final class Meeting {
  /** One agent's arrival, with the values of its arguments. */
  record Arrival(
      int agent, int pe, Instruction.Arrive call, ImmutableLongArray arguments, SourceLine line) {
    long argument(int index) {
      return arguments.get(index);
    }
  }

  private final List<Arrival> arrivals;

  Meeting() {
    this.arrivals = new ArrayList<>();
  }

  private Meeting(Meeting other) {
    this.arrivals = new ArrayList<>(other.arrivals);
  }

  Meeting copy() {
    return new Meeting(this);
  }

  void add(Arrival arrival) {
    arrivals.add(arrival);
  }

  /** In order of arrival. */
  List<Arrival> arrivals() {
    return arrivals;
  }
}
