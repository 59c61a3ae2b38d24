package org.shmemlab.reports;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shmemlab.model.explore.Witness;
import org.shmemlab.reports.diagram.Labels;
import org.shmemlab.reports.page.Block;
import org.shmemlab.reports.page.Block.Chart;
import org.shmemlab.reports.page.Block.Folded;
import org.shmemlab.reports.page.Block.Paragraph;
import org.shmemlab.reports.page.Block.Table;
import org.shmemlab.reports.page.Block.Table.Cell;
import org.shmemlab.reports.page.Block.Table.Column;
import org.shmemlab.scenarios.judge.Outcome;
import org.shmemlab.scenarios.replay.Semantics;
import org.shmemlab.scenarios.spacetime.Diagrams;

/** The outcomes of a test or program on a page: how often, whether asked for, and how they come. */
final class OutcomeParts {
  /** About as many states as a second shows. */
  private static final long STATES = 20_000;

  private static final int BAR = 34;
  private static final int AXES = 90;
  private static final int MOST_CHARACTERS = 40;

  private final Diagrams diagrams;
  private final String id;
  private final Map<String, Map<String, Integer>> counts = new LinkedHashMap<>();
  private final Map<String, Boolean> asked = new LinkedHashMap<>();
  private final List<Semantics> profiles = new ArrayList<>();

  /**
   * No outcome yet.
   *
   * @param id begins the names of the blocks
   */
  OutcomeParts(Diagrams diagrams, String id) {
    this.diagrams = diagrams;
    this.id = id;
  }

  /** Takes in what a profile allows. */
  void add(Semantics semantics, List<Outcome> outcomes) {
    profiles.add(semantics);
    for (Outcome outcome : outcomes) {
      counts
          .computeIfAbsent(outcome.values(), _ -> new LinkedHashMap<>())
          .put(semantics.name(), outcome.states());
      asked.merge(outcome.values(), outcome.witness(), Boolean::logicalOr);
    }
  }

  /**
   * The table and the chart.
   *
   * @param question what a litmus test asks for; empty for a program
   */
  ImmutableList<Block> blocks(String question) {
    if (counts.isEmpty()) {
      return ImmutableList.of(
          new Paragraph("No execution was seen that ends well, so there is no outcome to show."));
    }
    ImmutableList.Builder<Column> columns = ImmutableList.builder();
    columns.add(new Column("Outcome", false));
    profiles.forEach(profile -> columns.add(new Column(profile.name(), true)));
    if (!question.isEmpty()) {
      columns.add(new Column("Asked for", false));
    }
    ImmutableList.Builder<ImmutableList<Cell>> rows = ImmutableList.builder();
    counts.forEach((values, byProfile) -> {
      ImmutableList.Builder<Cell> row = ImmutableList.builder();
      row.add(Cell.of(shown(values)));
      for (Semantics profile : profiles) {
        Integer count = byProfile.get(profile.name());
        row.add(Cell.of(count == null ? "0" : BoundWords.number(count)));
      }
      if (!question.isEmpty()) {
        row.add(Cell.of(Boolean.TRUE.equals(asked.get(values)) ? "yes" : "no"));
      }
      rows.add(row.build());
    });
    String caption =
        "Outcomes, and how many final states show each"
            + (question.isEmpty() ? "" : "; the test asks: " + question);
    return ImmutableList.of(
        new Table(id + "-outcomes", caption, columns.build(), rows.build()), chart());
  }

  private Chart chart() {
    List<String> names =
        counts.keySet().stream()
            .map(values -> Labels.shortened(shown(values), MOST_CHARACTERS))
            .toList();
    List<Object> series = new ArrayList<>();
    StringBuilder text = new StringBuilder("Bars: final states of each outcome.");
    for (Semantics profile : profiles) {
      List<Integer> values =
          counts.values().stream()
              .map(byProfile -> byProfile.getOrDefault(profile.name(), 0))
              .toList();
      series.add(ImmutableMap.of("type", "bar", "name", profile.name(), "data", values));
      text.append(' ').append(profile.name()).append(": ");
      for (int i = 0; i < values.size(); i++) {
        text.append(i == 0 ? "" : ", ").append(names.get(i)).append(" in ").append(values.get(i));
      }
      text.append('.');
    }
    Map<String, Object> option = new LinkedHashMap<>();
    option.put("tooltip", ImmutableMap.of("trigger", "axis"));
    option.put("legend", ImmutableMap.of("top", 0));
    option.put(
        "grid",
        ImmutableMap.of("left", 12, "right", 64, "top", 36, "bottom", 8, "containLabel", true));
    option.put(
        "xAxis",
        ImmutableMap.of(
            "type",
            "value",
            "minInterval",
            1,
            "name",
            "states",
            "nameLocation",
            "end",
            "nameGap",
            4));
    option.put("yAxis", ImmutableMap.of("type", "category", "inverse", true, "data", names));
    option.put("series", series);
    int height = AXES + names.size() * Math.max(BAR, 12 * profiles.size() + 10);
    return new Chart(
        id + "-chart", "Outcomes by the number of final states", text.toString(), height, option);
  }

  /**
   * The schedules.
   *
   * @param onlyAsked whether to show those of the outcomes that the test asks for, and no others
   */
  ImmutableList<Block> schedules(boolean onlyAsked) {
    ImmutableList.Builder<Block> blocks = ImmutableList.builder();
    int number = 0;
    for (String values : counts.keySet()) {
      boolean isAsked = Boolean.TRUE.equals(asked.get(values));
      if (onlyAsked && !isAsked) {
        continue;
      }
      number++;
      Semantics first =
          profiles.stream()
              .filter(profile -> counts.getOrDefault(values, Map.of()).containsKey(profile.name()))
              .findFirst()
              .orElseThrow();
      Witness witness = diagrams.schedules(ImmutableSet.of(values), first, STATES).get(values);
      String name = id + "-outcome-" + number;
      blocks.add(
          new Folded(
              name,
              "How " + shown(values) + " comes about" + (isAsked ? " (asked for)" : ""),
              isAsked,
              ImmutableList.of(
                  witness == null
                      ? new Paragraph(
                          "No schedule among the "
                              + STATES
                              + " states nearest to the start shows it.")
                      : new Block.Diagram(
                          name + "-diagram",
                          "A shortest schedule that ends in "
                              + shown(values)
                              + " under "
                              + first.name(),
                          diagrams.of(witness.choices(), first),
                          diagrams.source()))));
    }
    return blocks.build();
  }

  private static String shown(String values) {
    return values.isBlank() ? "(nothing is printed)" : values.strip().replace("\n", " ⏎ ");
  }
}
