package org.shmemlab.reports.plan;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.shmemlab.plan.answer.Answer;
import org.shmemlab.plan.answer.Held;
import org.shmemlab.plan.answer.PointResult;
import org.shmemlab.plan.answer.Sensitivity;
import org.shmemlab.plan.answer.Series;
import org.shmemlab.plan.grid.Point;
import org.shmemlab.plan.sample.Interval;
import org.shmemlab.plan.sample.MachineNumbers;
import org.shmemlab.plan.workload.WorkloadParameter;
import org.shmemlab.reports.page.Page;
import org.shmemlab.reports.page.PageBlock;
import org.shmemlab.reports.page.PageBlock.Paragraph;
import org.shmemlab.reports.page.PageBlock.Section;
import org.shmemlab.reports.page.PageBlock.Table;
import org.shmemlab.reports.page.PageBlock.Table.Cell;
import org.shmemlab.reports.page.PageBlock.Table.Column;
import org.shmemlab.reports.page.PageBlock.Tone;
import org.shmemlab.reports.page.PageProvenance;
import org.shmemlab.reports.page.PageTables;
import org.shmemlab.reports.page.Pages;
import org.shmemlab.transports.platform.Quantity;

/** Shows the answer of a plan as a page. */
public final class PlanPage {
  private static final int MOST_ROWS = 400;

  /** Labels of facts that the first screen leaves out. */
  private static final ImmutableSet<String> DETAILS =
      ImmutableSet.of("slack", "growth", "measured", "beyond", "sure", "settled");

  private PlanPage() {}

  /** The page. */
  public static String html(Answer answer, PageProvenance origin) {
    Point first = answer.grid().all().getFirst();
    String results = first.workload().results();
    ImmutableList.Builder<PageBlock> blocks = ImmutableList.builder();
    List<Series> series = answer.series();
    boolean grows = series.stream().anyMatch(one -> one.results().size() > 1);
    PageBlock brief = facts(answer, true);
    blocks.add(
        new Section(
            "answer",
            "Answer",
            ImmutableList.of(
                AnswerTable.of(answer),
                grows
                    ? new PageBlock.SideBySide(PlanCharts.times(series, answer.published()), brief)
                    : brief)));
    if (!answer.sensitivities().isEmpty()) {
      blocks.add(new Section("sensitivity", "What decides, and what if", sensitivity(answer)));
    }
    if (grows) {
      boolean priced = answer.results().stream().allMatch(one -> one.perMillion() != null);
      PageBlock rates = PlanCharts.rates(series, results);
      blocks.add(
          new Section(
              "growth",
              priced ? "Results and their cost" : "Results",
              ImmutableList.of(
                  priced
                      ? new PageBlock.SideBySide(rates, PlanCharts.prices(series, results))
                      : rates,
                  left(series))));
    }
    ImmutableList.Builder<PageBlock> sure = ImmutableList.builder();
    sure.add(facts(answer, false));
    if (!answer.nearest().isEmpty()) {
      sure.add(held(answer));
    }
    blocks.add(new Section("measured", "How sure it is", sure.build()));
    blocks.add(
        new Section(
            "points",
            "All points",
            ImmutableList.of(
                PageTables.of(
                    "points-table",
                    "Times in microseconds; --export points.csv has more columns",
                    PlanTables.shown(answer),
                    MOST_ROWS))));
    blocks.add(new Section("numbers", "Where the numbers come from", provenance(answer)));
    return Pages.html(
        new Page(
            "Plan of " + first.workload().name(),
            summary(answer),
            origin,
            blocks.build(),
            ImmutableMap.of("answer", PlanText.lines(answer))));
  }

  private static String summary(Answer answer) {
    PointResult best = answer.best();
    if (answer.results().isEmpty()) {
      return "No simulation was over in time.";
    }
    return best == null
        ? "No point is within the limits."
        : best.point().title()
            + ": "
            + PlanWords.time(best.median())
            + " a run, "
            + PlanWords.rate(best)
            + ".";
  }

  // The facts of the text, with a label for each line: those next to the chart, or the others.
  private static PageBlock facts(Answer answer, boolean brief) {
    Map<String, String> facts = new LinkedHashMap<>();
    for (String line : PlanText.lines(answer)) {
      String label = PlanWords.label(line);
      String text = line.substring(PlanWords.labelled(label, "").length()).strip();
      if (DETAILS.contains(label) != brief) {
        facts.merge(label, text, (before, more) -> before + "; " + more);
      }
    }
    return new PageBlock.Facts(ImmutableMap.copyOf(facts));
  }

  private static PageBlock left(List<Series> series) {
    int out = series.size() - PlanCharts.MOST_SERIES;
    return new Paragraph(
        out > 0
            ? "The first "
                + PlanCharts.MOST_SERIES
                + " of "
                + series.size()
                + " combinations; the tables below have all."
            : "Shading shows what the uncertainty of the machine's numbers makes of the time, not"
                + " how runs differ from each other.");
  }

  private static ImmutableList<PageBlock> sensitivity(Answer answer) {
    ImmutableList.Builder<PageBlock> blocks = ImmutableList.builder();
    List<ImmutableList<Cell>> rows = new ArrayList<>();
    int number = 1;
    List<PageBlock> charts = new ArrayList<>();
    for (Sensitivity one : answer.sensitivities()) {
      charts.add(PlanCharts.bars(one, number++));
      for (int i = 0; i < one.latency().size(); i++) {
        rows.add(
            ImmutableList.of(
                Cell.of(one.point().title()),
                Cell.of("+" + one.latency().get(i).percent() + " %"),
                Cell.of(PlanWords.longer(one.latency().get(i))),
                Cell.of(PlanWords.less(one.bandwidth().get(i)))));
      }
    }
    PageBlock first = charts.removeFirst();
    blocks.add(
        answer.effects().isEmpty() ? first : new PageBlock.SideBySide(first, effects(answer)));
    for (int i = 0; i + 1 < charts.size(); i += 2) {
      blocks.add(new PageBlock.SideBySide(charts.get(i), charts.get(i + 1)));
    }
    if (charts.size() % 2 == 1) {
      blocks.add(charts.getLast());
    }
    blocks.add(
        new Table(
            "tolerances",
            "What the machine may lose until a run takes longer by a share",
            ImmutableList.of(
                new Column("Point", false),
                new Column("A run longer by", false),
                new Column("All latencies", false),
                new Column("All bandwidths", false)),
            ImmutableList.copyOf(rows)));
    return blocks.build();
  }

  private static PageBlock effects(Answer answer) {
    double usual = Objects.requireNonNull(answer.best()).microseconds();
    return new Table(
        "what-if",
        "What if the machine of the best point were otherwise",
        ImmutableList.of(
            new Column("With", false), new Column("A run takes", true), new Column("Change", true)),
        answer.effects().stream()
            .map(effect ->
                ImmutableList.of(
                    Cell.of(effect.change()),
                    Cell.of(PlanWords.time(effect.factor() * usual)),
                    Cell.of(PlanWords.percent(effect.factor() - 1))))
            .collect(ImmutableList.toImmutableList()));
  }

  private static PageBlock held(Answer answer) {
    ImmutableList.Builder<ImmutableList<Cell>> rows = ImmutableList.builder();
    for (Held held : answer.nearest()) {
      rows.add(
          ImmutableList.of(
              Cell.of(held.measured().id()),
              Cell.of(held.measured().operation()),
              Cell.of(held.point().title()),
              Cell.of(PlanWords.number(held.measured().value())),
              Cell.of(PlanWords.number(held.predicted())),
              Cell.of(held.measured().unit()),
              Cell.of(PlanWords.percent(held.error())),
              Cell.of(held.input() ? "a number of the platform rests on it" : "held out"),
              Cell.of(held.measured().source())));
    }
    return new Table(
        "held",
        "The published measurements that are most like the best point",
        ImmutableList.of(
            new Column("Row", false),
            new Column("What", false),
            new Column("Predicted as", false),
            new Column("Measured", true),
            new Column("Predicted", true),
            new Column("Unit", false),
            new Column("Error", true),
            new Column("Use", false),
            new Column("Source", false)),
        rows.build());
  }

  private static ImmutableList<PageBlock> provenance(Answer answer) {
    PointResult chosen = answer.best();
    Point point = chosen == null ? answer.grid().all().getFirst() : chosen.point();
    ImmutableList.Builder<ImmutableList<Cell>> numbers = ImmutableList.builder();
    MachineNumbers.of(point).forEach((place, number) -> numbers.add(row(place, number)));
    ImmutableList.Builder<ImmutableList<Cell>> parameters = ImmutableList.builder();
    for (WorkloadParameter parameter : point.workload().parameters()) {
      String value = point.values().word(parameter.name());
      parameters.add(
          ImmutableList.of(
              Cell.of(parameter.name()),
              Cell.of(value),
              Cell.of(value.equals(parameter.usual()) ? "usual" : "set"),
              Cell.of(parameter.about())));
    }
    return ImmutableList.of(
        new Table(
            "provenance",
            "Numbers of "
                + point.machine().title()
                + " that the time may depend on, and between"
                + " which values they were drawn",
            ImmutableList.of(
                new Column("Number", false),
                new Column("Value", true),
                new Column("From", true),
                new Column("To", true),
                new Column("Interval", false),
                new Column("Source", false)),
            numbers.build()),
        new Table(
            "parameters",
            "Parameters of " + point.workload().name(),
            ImmutableList.of(
                new Column("Parameter", false),
                new Column("Value", false),
                new Column("Given", false),
                new Column("Meaning", false)),
            parameters.build()));
  }

  private static ImmutableList<Cell> row(String place, Quantity number) {
    Interval interval = Interval.of(number);
    String unit = number.unit().isEmpty() ? "" : " " + number.unit();
    return ImmutableList.of(
        Cell.of(place),
        Cell.of(PlanWords.number(number.value()) + unit),
        Cell.of(interval.isPoint() ? "" : PlanWords.number(interval.low())),
        Cell.of(interval.isPoint() ? "" : PlanWords.number(interval.high())),
        Cell.of(
            interval.basis().text(),
            interval.basis() == Interval.Basis.ESTIMATE ? Tone.WARNING : Tone.PLAIN),
        Cell.of(number.source()));
  }
}
