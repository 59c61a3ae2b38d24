package org.shmemlab.reports.check;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.explore.Witness;
import org.shmemlab.reports.diagram.Labels;
import org.shmemlab.reports.finding.BoundWords;
import org.shmemlab.reports.finding.ScheduleBlock;
import org.shmemlab.reports.page.PageBlock;
import org.shmemlab.reports.page.PageBlock.Chart;
import org.shmemlab.reports.page.PageBlock.Folded;
import org.shmemlab.reports.page.PageBlock.Paragraph;
import org.shmemlab.reports.page.PageBlock.Table;
import org.shmemlab.reports.page.PageBlock.Table.Cell;
import org.shmemlab.reports.page.PageBlock.Table.Column;
import org.shmemlab.scenarios.judge.Outcome;
import org.shmemlab.scenarios.litmus.LitmusFile;
import org.shmemlab.scenarios.litmus.Verdict;
import org.shmemlab.scenarios.replay.Semantics;
import org.shmemlab.scenarios.spacetime.Diagrams;

/**
 * Shows the outcomes of a test or program on a page: how often, whether expected and why, and how
 * they come.
 */
final class OutcomeParts {
  /** About as many states as a second shows. */
  static final long STATES = 20_000;

  private static final int BAR = 34;
  private static final int AXES = 90;
  private static final int MOST_CHARACTERS = 40;
  private static final String NOT_ASKED = "not asked for";

  private final Diagrams diagrams;
  private final String id;
  private final Map<String, Map<String, Integer>> counts = new LinkedHashMap<>();
  private final Map<String, Boolean> asked = new LinkedHashMap<>();
  private final List<Semantics> profiles = new ArrayList<>();
  private final Map<String, String> expected = new LinkedHashMap<>();

  /**
   * Holds the question of a litmus test.
   *
   * @param condition as the test writes it
   * @param why the test's reason for what it expects; empty where it gives none
   */
  record Question(String condition, String why) {
    static Question of(LitmusFile test) {
      return new Question(test.question().toString(), test.why());
    }
  }

  /**
   * No outcome yet.
   *
   * @param id begins the names of the blocks
   */
  OutcomeParts(Diagrams diagrams, String id) {
    this.diagrams = diagrams;
    this.id = id;
  }

  /**
   * Takes in what a profile allows.
   *
   * @param verdict what the test expects of it
   */
  void add(Semantics semantics, List<Outcome> outcomes, Optional<Verdict> verdict) {
    profiles.add(semantics);
    verdict.ifPresent(word -> expected.put(semantics.name(), word.word()));
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
   * @param question of a litmus test; empty for a program
   * @param single whether there is room to look at interleavings, too
   */
  ImmutableList<PageBlock> blocks(Optional<Question> question, boolean single) {
    if (counts.isEmpty()) {
      String none = "No execution was seen that ends well, so there is no outcome to show.";
      String expectation =
          question
              .map(asks -> " Expected: " + expectation() + ". " + asks.why())
              .orElse("")
              .stripTrailing();
      return ImmutableList.of(new Paragraph(none + expectation));
    }
    Optional<ImmutableSet<String>> interleaved =
        single ? diagrams.interleaved(STATES) : Optional.empty();
    ImmutableList.Builder<Column> columns = ImmutableList.builder();
    columns.add(new Column("Outcome", false));
    profiles.forEach(profile -> columns.add(new Column(profile.name(), true)));
    question.ifPresent(_ -> columns.add(new Column("Expected", false)));
    boolean why = question.isPresent() || interleaved.isPresent();
    if (why) {
      columns.add(new Column("Why", false));
    }
    ImmutableList.Builder<ImmutableList<Cell>> rows = ImmutableList.builder();
    counts.forEach((values, byProfile) -> {
      boolean isAsked = Boolean.TRUE.equals(asked.get(values));
      ImmutableList.Builder<Cell> row = row(shown(values), byProfile);
      question.ifPresent(_ -> row.add(Cell.of(isAsked ? expectation() : NOT_ASKED)));
      if (why) {
        String reason = isAsked ? question.map(Question::why).orElse("") : "";
        String how = interleaved.map(seen -> how(seen.contains(values))).orElse("");
        row.add(Cell.of((reason + ' ' + how).strip()));
      }
      rows.add(row.build());
    });
    if (question.isPresent() && !asked.containsValue(true)) {
      rows.add(
          row("none that fulfils " + question.get().condition(), Map.of())
              .add(Cell.of(expectation()))
              .add(Cell.of(question.get().why()))
              .build());
    }
    String caption =
        "Outcomes, and how many final states show each"
            + question.map(asks -> "; the test asks: " + asks.condition()).orElse("");
    return ImmutableList.of(
        new Table(id + "-outcomes", caption, columns.build(), rows.build()), chart());
  }

  private ImmutableList.Builder<Cell> row(String outcome, Map<String, Integer> byProfile) {
    ImmutableList.Builder<Cell> row = ImmutableList.builder();
    row.add(Cell.of(outcome));
    for (Semantics profile : profiles) {
      Integer count = byProfile.get(profile.name());
      row.add(Cell.of(count == null ? "0" : BoundWords.number(count)));
    }
    return row;
  }

  // "allowed", or "undefined by nvshmem, forbidden by openshmem-1.6".
  private String expectation() {
    Set<String> words = new LinkedHashSet<>(expected.values());
    return switch (words.size()) {
      case 0 -> "the file does not say";
      case 1 -> words.iterator().next();
      default ->
          expected.entrySet().stream()
              .map(one -> one.getValue() + " by " + one.getKey())
              .collect(Collectors.joining(", "));
    };
  }

  private static String how(boolean interleaved) {
    return interleaved
        ? "Interleavings show it."
        : "No interleaving shows it: an operation takes effect after its agent went on.";
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
  ImmutableList<PageBlock> schedules(boolean onlyAsked) {
    ImmutableList.Builder<PageBlock> blocks = ImmutableList.builder();
    int number = 0;
    for (String values : counts.keySet()) {
      boolean isAsked = Boolean.TRUE.equals(asked.get(values));
      if (!onlyAsked || isAsked) {
        number++;
        Semantics first =
            profiles.stream()
                .filter(
                    profile -> counts.getOrDefault(values, Map.of()).containsKey(profile.name()))
                .findFirst()
                .orElseThrow();
        Witness witness = diagrams.schedules(ImmutableSet.of(values), first, STATES).get(values);
        blocks.add(schedule(diagrams, id + "-outcome-" + number, values, isAsked, first, witness));
      }
    }
    return blocks.build();
  }

  /**
   * How an outcome comes about, folded.
   *
   * @param open whether the page shows it at once: what is asked for
   * @param witness null where none was found
   */
  static Folded schedule(
      Diagrams diagrams,
      String id,
      String values,
      boolean open,
      Semantics semantics,
      @Nullable Witness witness) {
    return new Folded(
        id,
        "How " + shown(values) + " comes about" + (open ? " (asked for)" : ""),
        open,
        ImmutableList.of(
            witness == null
                ? new Paragraph(
                    "No schedule among the "
                        + Math.min(STATES, diagrams.most())
                        + " states nearest to the start shows it.")
                : ScheduleBlock.of(
                    id + "-diagram",
                    "A shortest schedule that ends in "
                        + shown(values)
                        + " under "
                        + semantics.name(),
                    diagrams.of(witness.choices(), semantics),
                    diagrams.source())));
  }

  private static String shown(String values) {
    return values.isBlank() ? "(nothing is printed)" : values.strip().replace("\n", " ⏎ ");
  }
}
