package org.shmemlab.model.collectives;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.Meeting.Arrival;
import org.shmemlab.model.memory.Fault;

/**
 * Requires that the threads of a warp execute one and the same instruction of an aligned barrier of
 * their block (PTX ISA, "barrier{.cta}").
 */
final class AlignedBarriers {
  private AlignedBarriers() {}

  /**
   * Checks the arrivals of all threads of a block.
   *
   * @throws org.shmemlab.model.job.ProgramFailure where two of a warp stand at two places
   */
  static void check(JobState jobState, List<Arrival> arrivals) {
    Arrival first = arrivals.get(0);
    if (arrivals.stream().allMatch(arrival -> arrival.line().equals(first.line()))) {
      return; // as mostly
    }
    Map<Integer, Arrival> warps = new HashMap<>();
    arrivals.stream()
        .filter(arrival -> arrival.call().aligned())
        .sorted(Comparator.comparingInt(Arrival::thread))
        .forEach(arrival -> {
          Arrival other = warps.putIfAbsent(arrival.thread() / 32, arrival);
          if (other != null && !other.line().equals(arrival.line())) {
            throw jobState.failure(
                arrival,
                new Fault(
                    "thread %s of the block is in %s here, while thread %s of its warp is in one at"
                        + " %s: all threads of a warp have to call the same one",
                    arrival.thread(), arrival.call().kind().text(), other.thread(), other.line()));
          }
        });
  }
}
