package org.shmemlab.model.explore;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BinaryOperator;

/**
 * Holds the results of some random schedules. Sightings of different schedules add up in any order.
 *
 * @param schedules how many were run
 * @param cut how many of them were given up because they would not end
 * @param states that they passed
 * @param outcomes final observations with the number of schedules that ended so
 * @param findings each place once, in the order of the schedules that showed them first
 */
public record SampledResults(
    long schedules,
    long cut,
    long states,
    ImmutableSortedMap<String, Integer> outcomes,
    ImmutableList<Sighting> findings) {
  /** Those of no schedule. */
  public static final SampledResults NONE =
      new SampledResults(0, 0, 0, ImmutableSortedMap.of(), ImmutableList.of());

  /**
   * When something was found.
   *
   * @param schedule its number, from 0
   * @param place among the findings of that schedule
   */
  public record Moment(long schedule, int place) implements Comparable<Moment> {
    private static final Comparator<Moment> ORDER =
        Comparator.comparingLong(Moment::schedule).thenComparingInt(Moment::place);

    @Override
    public int compareTo(Moment other) {
      return ORDER.compare(this, other);
    }
  }

  /**
   * A finding, and which schedules showed it: all that is needed to see it again.
   *
   * @param place distinguishes it from other findings
   * @param unknown whether it only says that something is not known
   * @param first the first time
   * @param shown the first time by as few steps as possible
   * @param seed of the schedule that showed it then
   * @param length the known length of schedules when that one was drawn
   * @param steps that lead to it
   */
  public record Sighting(
      Object place, boolean unknown, Moment first, Moment shown, long seed, int length, int steps) {
    private static final Comparator<Sighting> SHORTER =
        Comparator.comparingInt(Sighting::steps).thenComparing(Sighting::shown);

    /** The same, once its place is known. */
    public Sighting at(Object found) {
      return new Sighting(found, unknown, first, shown, seed, length, steps);
    }

    private Sighting join(Sighting other) {
      Sighting shorter = BinaryOperator.minBy(SHORTER).apply(this, other);
      Moment earlier = first.compareTo(other.first) <= 0 ? first : other.first;
      return new Sighting(
          place, unknown, earlier, shorter.shown, shorter.seed, shorter.length, shorter.steps);
    }
  }

  /** These and those of other schedules. */
  public SampledResults plus(SampledResults other) {
    Sum sum = new Sum();
    sum.add(this);
    sum.add(other);
    return sum.total();
  }

  /** Whether there is a mistake; an unknown answer is no finding. */
  public boolean hasFindings() {
    return !findings.stream().allMatch(Sighting::unknown);
  }

  /** Adds up many. */
  public static final class Sum {
    private final TreeMap<String, Integer> outcomes = new TreeMap<>();
    private final Map<Object, Sighting> places = new HashMap<>(); // sorted in the end
    private long schedules;
    private long cut;
    private long states;

    /** These, too. */
    public void add(SampledResults more) {
      schedules += more.schedules;
      cut += more.cut;
      states += more.states;
      more.outcomes.forEach((outcome, times) -> outcomes.merge(outcome, times, Integer::sum));
      more.findings.forEach(this::add);
    }

    /** This one, too. */
    public void add(Sighting one) {
      places.merge(one.place, one, Sighting::join);
    }

    /** All of them. */
    public SampledResults total() {
      return new SampledResults(
          schedules,
          cut,
          states,
          ImmutableSortedMap.copyOf(outcomes),
          ImmutableList.sortedCopyOf(Comparator.comparing(Sighting::first), places.values()));
    }
  }
}
