package org.shmemlab.plan.cluster;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import org.shmemlab.model.explore.RandomSchedules;
import org.shmemlab.model.explore.SampledResults;
import org.shmemlab.model.explore.SampledResults.Moment;
import org.shmemlab.model.explore.SampledResults.Sighting;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Schedules of a check that are drawn at random, a block of them as a unit. Of a finding, only the
 * seed of its schedule is written; a reader that needs the finding runs that schedule again.
 *
 * @param key of this search, and of the code
 * @param untilFinding whether a finding is enough
 */
public record ScheduleUnits(RandomSchedules walks, String key, boolean untilFinding)
    implements Units<SampledResults> {
  @Override
  public long count() {
    return walks.blocks();
  }

  @Override
  public SampledResults none() {
    return SampledResults.NONE;
  }

  @Override
  public SampledResults sum(SampledResults all, SampledResults more) {
    return all.plus(more);
  }

  @Override
  public SampledResults unit(long number) {
    return walks.block(number, untilFinding);
  }

  @Override
  public boolean stopped() {
    return walks.stopped();
  }

  @Override
  public boolean isEnough(SampledResults seen) {
    return untilFinding && seen.hasFindings();
  }

  @Override
  public JsonNode written(SampledResults seen) {
    ObjectNode text = JsonNodeFactory.instance.objectNode();
    text.put("schedules", seen.schedules());
    text.put("cut", seen.cut());
    text.put("states", seen.states());
    ObjectNode outcomes = text.putObject("outcomes");
    seen.outcomes().forEach(outcomes::put);
    ArrayNode findings = text.putArray("findings");
    for (Sighting one : seen.findings()) {
      ObjectNode finding = findings.addObject();
      finding.put("place", one.place().toString());
      finding.put("unknown", one.unknown());
      finding.set("first", written(one.first()));
      finding.set("shown", written(one.shown()));
      finding.put("seed", one.seed());
      finding.put("length", one.length());
      finding.put("steps", one.steps());
    }
    return text;
  }

  private static ArrayNode written(Moment moment) {
    return JsonNodeFactory.instance.arrayNode().add(moment.schedule()).add(moment.place());
  }

  private static Moment moment(JsonNode text) {
    return new Moment(text.get(0).longValue(), text.get(1).intValue());
  }

  @Override
  public SampledResults read(JsonNode text) {
    ImmutableSortedMap.Builder<String, Integer> outcomes = ImmutableSortedMap.naturalOrder();
    text.required("outcomes")
        .properties()
        .forEach(one -> outcomes.put(one.getKey(), one.getValue().intValue()));
    ImmutableList.Builder<Sighting> findings = ImmutableList.builder();
    for (JsonNode one : text.required("findings")) {
      findings.add(
          new Sighting(
              one.required("place").stringValue(),
              one.required("unknown").booleanValue(),
              moment(one.required("first")),
              moment(one.required("shown")),
              one.required("seed").longValue(),
              one.required("length").intValue(),
              one.required("steps").intValue()));
    }
    return new SampledResults(
        text.required("schedules").longValue(),
        text.required("cut").longValue(),
        text.required("states").longValue(),
        outcomes.buildOrThrow(),
        findings.build());
  }
}
