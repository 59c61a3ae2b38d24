package org.shmemlab.labs.grading;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import java.util.List;
import java.util.stream.IntStream;
import org.shmemlab.labs.lesson.Mistake;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.spacetime.SpaceTime;
import org.shmemlab.scenarios.spacetime.SpaceTime.Edge;
import org.shmemlab.scenarios.spacetime.SpaceTime.Missing;
import org.shmemlab.scenarios.spacetime.SpaceTime.Tick;

/**
 * Lists the calls that the two threads of a conflict make around their accesses, in the schedule
 * that shows it: the access that is issued earlier is the first.
 *
 * @param beforeFirst kinds of calls of the first thread before its access, in order
 * @param afterFirst those after it, up to the update that the second thread waited for, if it did
 * @param beforeSecond kinds of calls of the second thread before its access
 */
public record CallsAround(
    List<String> beforeFirst, List<String> afterFirst, List<String> beforeSecond) {
  /** No schedule shows them. */
  static final CallsAround UNKNOWN = new CallsAround(List.of(), List.of(), List.of());

  public CallsAround {
    beforeFirst = List.copyOf(beforeFirst);
    afterFirst = List.copyOf(afterFirst);
    beforeSecond = List.copyOf(beforeSecond);
  }

  /** The calls of a schedule that ends in a conflict. */
  static CallsAround of(SpaceTime schedule, ImmutableListMultimap<SourceLine, String> words) {
    if (schedule.missing().isEmpty()) {
      return UNKNOWN;
    }
    Missing missing = schedule.missing().get();
    int one = tick(schedule, missing.first().flight());
    int other = tick(schedule, missing.second().flight());
    boolean swapped = other < one;
    Missing.Side first = swapped ? missing.second() : missing.first();
    Missing.Side second = swapped ? missing.first() : missing.second();
    int begin = Math.min(one, other);
    int end = Math.max(one, other);
    return new CallsAround(
        calls(schedule, words, first.lane(), 0, begin),
        calls(schedule, words, first.lane(), begin + 1, released(schedule, first, second)),
        calls(schedule, words, second.lane(), 0, end));
  }

  /** The tick that issues an operation; the end for an access that its agent has yet to make. */
  private static int tick(SpaceTime schedule, int flight) {
    List<Tick> ticks = schedule.ticks();
    return IntStream.range(0, ticks.size())
        .filter(i -> flight != SpaceTime.NONE && ticks.get(i).flight() == flight)
        .findFirst()
        .orElse(ticks.size());
  }

  /** One past the issue of the update of the first thread that the second waited for last. */
  private static int released(SpaceTime schedule, Missing.Side first, Missing.Side second) {
    List<Tick> ticks = schedule.ticks();
    return schedule.edges().stream()
        .filter(edge -> edge.by() == Edge.By.WAIT)
        .filter(edge -> ticks.get(edge.to()).lanes().contains(second.lane()))
        .map(edge -> ticks.get(edge.from()).flight())
        .filter(flight ->
            flight != SpaceTime.NONE && schedule.flights().get(flight).lane() == first.lane())
        .map(flight -> tick(schedule, flight) + 1)
        .reduce((_, last) -> last)
        .orElse(ticks.size());
  }

  private static ImmutableList<String> calls(
      SpaceTime schedule,
      ImmutableListMultimap<SourceLine, String> words,
      int lane,
      int from,
      int to) {
    return schedule.ticks().subList(Math.min(from, to), to).stream()
        .filter(tick -> !tick.kind().ofNetwork() && tick.lanes().contains(lane))
        .flatMap(tick -> words.get(tick.line()).stream())
        .collect(toImmutableList());
  }

  /** Whether the calls stand where a mistake has them. */
  boolean fits(Mistake.Place place) {
    return beforeFirst.containsAll(place.beforeFirst())
        && hasInOrder(afterFirst, place.afterFirst())
        && place.notAfterFirst().stream().noneMatch(afterFirst::contains)
        && beforeSecond.containsAll(place.beforeSecond());
  }

  /** Whether these calls are among others in this order, whatever stands between them. */
  static boolean hasInOrder(List<String> calls, List<String> wanted) {
    int found = 0;
    for (String call : calls) {
      if (found < wanted.size() && call.equals(wanted.get(found))) {
        found++;
      }
    }
    return found == wanted.size();
  }
}
