package org.shmemlab.model.explore.random;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.SampledResults;
import org.shmemlab.model.explore.SampledResults.Moment;
import org.shmemlab.model.explore.SampledResults.Sighting;

/** Keeps the findings of schedules, of each place one that fewest steps lead to. */
final class SampledFindings {
  private final Map<Object, Integer> fewestSteps = new HashMap<>(); // by place
  private final Map<Moment, Finding> shown = new HashMap<>(); // looked up only

  /**
   * The results of one schedule.
   *
   * @param length of the longest schedule that was known when it was drawn
   */
  SampledResults of(SampledSchedule run, long schedule, long seed, int length) {
    ImmutableList.Builder<Sighting> sightings = ImmutableList.builder();
    for (int i = 0; i < run.findings().size(); i++) {
      Finding finding = run.findings().get(i);
      Moment now = new Moment(schedule, i);
      int steps = finding.witness().choices().length();
      boolean unknown = Exploration.isUnknown(finding);
      sightings.add(new Sighting(finding.identity(), unknown, now, now, seed, length, steps));
      Integer fewest = fewestSteps.get(finding.identity());
      if (fewest == null || steps < fewest) {
        fewestSteps.put(finding.identity(), steps);
        shown.put(now, finding);
      }
    }
    return new SampledResults(
        1,
        run.cut() ? 1 : 0,
        run.steps() + 1,
        run.outcome().map(one -> ImmutableSortedMap.of(one, 1)).orElse(ImmutableSortedMap.of()),
        sightings.build());
  }

  /**
   * The findings of all schedules.
   *
   * @param again runs the schedule of a finding that another worker has seen
   */
  ImmutableList<Finding> of(SampledResults seen, Function<Sighting, SampledSchedule> again) {
    SampledResults.Sum places = new SampledResults.Sum();
    for (Sighting one : seen.findings()) {
      Finding finding =
          shown.computeIfAbsent(
              one.shown(), moment -> again.apply(one).findings().get(moment.place()));
      places.add(one.at(finding.identity()));
    }
    return places.total().findings().stream()
        .map(one -> Objects.requireNonNull(shown.get(one.shown())))
        .collect(ImmutableList.toImmutableList());
  }
}
