package org.shmemlab.reports.plan;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.shmemlab.plan.answer.Answer;
import org.shmemlab.plan.answer.Held;
import org.shmemlab.plan.answer.Objective;
import org.shmemlab.plan.answer.PointResult;
import org.shmemlab.plan.answer.Sensitivity;
import org.shmemlab.plan.answer.Series;
import org.shmemlab.plan.answer.Slo;
import org.shmemlab.plan.grid.Point;
import org.shmemlab.plan.sample.Interval;
import org.shmemlab.plan.sample.MachineNumbers;
import org.shmemlab.plan.workload.Workload;
import org.shmemlab.plan.workload.WorkloadParameter;
import org.shmemlab.reports.page.BlockText;

/** Writes the answer on one screen: the table, and at most fifteen lines below it. */
public final class PlanText {
  private static final int STRONGEST = 4;
  private static final int MOST_RIVALS = 2;
  private static final int MOST_KNEES = 2;
  private static final double FELT = 0.02;

  private static final String MORE = "the same command goes on from there";

  private PlanText() {}

  /** The lines, each with its end. */
  public static String of(Answer answer) {
    return table(answer) + below(answer);
  }

  /** The table of all points. */
  public static String table(Answer answer) {
    return BlockText.of(ImmutableList.of(AnswerTable.asText(answer)));
  }

  private static String below(Answer answer) {
    return lines(answer).stream().map(line -> line + "\n").collect(Collectors.joining());
  }

  /** All workloads. */
  public static String workloads(List<Workload> workloads) {
    StringBuilder text = new StringBuilder();
    workloads.forEach(
        one -> text.append(String.format(Locale.ROOT, "%-14s %s%n", one.name(), one.summary())));
    return text.append("Parameters: shmemlab plan WORKLOAD\n").toString();
  }

  /** The parameters of one. */
  public static String parameters(Workload workload) {
    StringBuilder text = new StringBuilder();
    text.append(workload.name()).append(": ").append(workload.summary()).append('\n');
    for (WorkloadParameter parameter : workload.parameters()) {
      text.append(
          String.format(
              Locale.ROOT,
              "  %-24s %s; %s%n",
              parameter.name() + "=" + parameter.usual(),
              parameter.about(),
              parameter.range()));
    }
    return text.toString();
  }

  /** The lines. */
  static ImmutableList<String> lines(Answer answer) {
    List<String> lines = new ArrayList<>();
    PointResult best = answer.best();
    Objective goal = answer.question().goal();
    if (answer.results().isEmpty()) {
      return ImmutableList.of(line("stopped", "before the first simulation was over; " + MORE));
    }
    if (best == null) {
      lines.addAll(absent(answer));
      lines.add(line("none", none(answer)));
      return ImmutableList.copyOf(lines);
    }
    bests(answer).forEach(text -> lines.add(line("best", text + " (" + goal.text() + ")")));
    bySize(answer).forEach(text -> lines.add(line("by size", text)));
    lines.addAll(absent(answer));
    String size = answer.bests().size() > 1 ? best.point().pes() + " PEs: " : "";
    lines.add(line("time", size + time(best) + "; " + PlanWords.rate(best)));
    lines.add(line("limit", PlanWords.limit(best.usual())));
    if (best.perMillion() != null) {
      lines.add(
          line(
              "price",
              PlanWords.money(best.perMillion())
                  + " per million "
                  + best.point().workload().results()));
    }
    answer.rivals().stream()
        .limit(MOST_RIVALS)
        .forEach(rival -> lines.add(line("next", rival(answer, rival))));
    answer.sensitivities().stream()
        .limit(1)
        .forEach(sensitivity -> {
          lines.add(line("decides", decides(sensitivity)));
          lines.add(line("slack", slack(sensitivity)));
        });
    if (!answer.effects().isEmpty()) {
      lines.add(line("what if", effects(answer)));
    }
    answer.series().stream()
        .filter(series -> series.results().size() > 1)
        .limit(MOST_KNEES)
        .forEach(series -> lines.add(line("growth", growth(series))));
    answer.nearest().stream()
        .limit(2)
        .forEach(held -> lines.add(line("measured", PlanWords.held(held))));
    if (answer.complete() && answer.question().samples() > 0) {
      extrapolated(answer, best).forEach(text -> lines.add(line("beyond", text)));
    }
    lines.add(line("sure", sure(best.point(), best.samples().length())));
    settled(answer).ifPresent(text -> lines.add(line("settled", text)));
    if (!answer.complete()) {
      lines.add(line("stopped", stopped(answer)));
    }
    return ImmutableList.copyOf(lines);
  }

  // A line for neighbouring sizes with the same best machine.
  private static List<String> bests(Answer answer) {
    List<String> texts = new ArrayList<>();
    List<PointResult> bests = answer.bests();
    for (int first = 0, end; first < bests.size(); first = end) {
      String row = AnswerTable.row(bests.get(first).point());
      end = first + 1;
      while (end < bests.size() && AnswerTable.row(bests.get(end).point()).equals(row)) {
        end++;
      }
      int from = bests.get(first).point().pes();
      int to = bests.get(end - 1).point().pes();
      texts.add((from == to ? from : from + " to " + to) + " PEs of " + row);
    }
    return texts;
  }

  // Where sizes are compared and differ in it, the best of each.
  private static List<String> bySize(Answer answer) {
    if (!answer.question().comparesSizes()) {
      return List.of();
    }
    Map<Integer, PointResult> best = new TreeMap<>();
    answer
        .results()
        .forEach(result ->
            best.merge(
                result.point().pes(),
                result,
                (one, other) -> AnswerTable.better(answer, one, other) ? one : other));
    List<String> where =
        best.values().stream().map(result -> AnswerTable.row(result.point())).distinct().toList();
    return where.size() < 2
        ? List.of()
        : List.of(
            best.values().stream()
                .map(result -> result.point().pes() + " PEs: " + AnswerTable.row(result.point()))
                .collect(Collectors.joining("; ")));
  }

  // Points that more samples would not bring to the top got fewer.
  private static Optional<String> settled(Answer answer) {
    int most =
        answer.results().stream().mapToInt(one -> one.samples().length()).max().orElseThrow();
    long fewer = answer.results().stream().filter(one -> one.samples().length() < most).count();
    return fewer == 0 || !answer.complete()
        ? Optional.empty()
        : Optional.of(
            fewer
                + " of "
                + answer.results().size()
                + " points, which are slower than the best of their size in all likelihood, after"
                + " fewer samples than "
                + most);
  }

  // Without a limit of the time, all points cost too much.
  private static String none(Answer answer) {
    Slo slo = answer.question().slo();
    Double budget = answer.question().budget();
    String price = budget == null ? "" : " at no more than " + PlanWords.money(budget) + " an hour";
    if (slo == null) {
      PointResult cheapest =
          answer.results().stream()
              .min(Comparator.comparingDouble(result -> orInfinite(result.hourly())))
              .orElseThrow();
      return "no point runs"
          + price
          + "; the cheapest, "
          + cheapest.point().title()
          + ", costs "
          + PlanWords.money(cheapest.hourly());
    }
    PointResult nearest =
        answer.results().stream()
            .min(Comparator.comparingDouble(result -> result.percentile(slo.percentile())))
            .orElseThrow();
    return "no point has p"
        + slo.percentile()
        + " below "
        + PlanWords.time(slo.microseconds())
        + price
        + "; the nearest, "
        + nearest.point().title()
        + ", has "
        + PlanWords.time(nearest.percentile(slo.percentile()));
  }

  private static double orInfinite(@Nullable Double amount) {
    return amount == null ? Double.POSITIVE_INFINITY : amount;
  }

  private static String stopped(Answer answer) {
    int all = answer.grid().all().size();
    int known = answer.results().size();
    int samples =
        answer.results().stream().mapToInt(one -> one.samples().length()).min().orElseThrow();
    return known + " of " + all + " points known, with " + samples + " samples or more; " + MORE;
  }

  private static List<String> absent(Answer answer) {
    int out = answer.absent().size();
    return out == 0
        ? List.of()
        : List.of(
            line(
                "left out",
                out
                    + " of "
                    + (out + answer.grid().all().size())
                    + " points; "
                    + answer.absent().getFirst()));
  }

  private static String line(String label, String text) {
    return PlanWords.labelled(label, text);
  }

  private static String time(PointResult result) {
    String text = PlanWords.time(result.median()) + " a run";
    return result.samples().isEmpty()
        ? text
        : text
            + " (5 to 95 %: "
            + PlanWords.time(result.percentile(5))
            + " to "
            + PlanWords.time(result.percentile(95))
            + ")";
  }

  private static String rival(Answer answer, Answer.Rival rival) {
    PointResult best = Objects.requireNonNull(answer.best());
    boolean byTime = answer.question().goal() == Objective.TIME;
    double less =
        byTime
            ? 1 - rival.result().perSecond() / best.perSecond()
            : rival.result().gpuSeconds() / best.gpuSeconds() - 1;
    boolean priced = rival.result().perMillion() != null && best.perMillion() != null;
    if (!byTime && priced) {
      less =
          Objects.requireNonNull(rival.result().perMillion())
                  / Objects.requireNonNull(best.perMillion())
              - 1;
    }
    String text =
        rival.result().point().title()
            + ": "
            + PlanWords.time(rival.result().median())
            + ", "
            + String.format(Locale.ROOT, "%.0f %%", 100 * less)
            + (byTime ? " fewer results per second" : " more cost per result");
    if (rival.of() == 0) {
      return text;
    }
    text += "; ahead in " + rival.wins() + " of " + rival.of() + " samples";
    Answer.Cause cause = rival.when();
    return cause == null
        ? text
        : text + ", with " + (cause.correlation() > 0 ? "high " : "low ") + cause.place();
  }

  private static String decides(Sensitivity sensitivity) {
    String felt =
        sensitivity.elasticities().stream()
            .filter(one -> Math.abs(one.value()) >= FELT)
            .limit(STRONGEST)
            .map(one -> String.format(Locale.ROOT, "%s %+.2f %%", one.place(), one.value()))
            .collect(Collectors.joining(", "));
    return felt.isEmpty()
        ? "no single number: none that is 1 % larger changes the time by " + FELT + " %"
        : "1 % more of a number changes the time by: " + felt;
  }

  private static String slack(Sensitivity sensitivity) {
    return "a run takes 5 % longer with "
        + PlanWords.longer(sensitivity.latency().get(1))
        + ", or with "
        + PlanWords.less(sensitivity.bandwidth().get(1));
  }

  private static String effects(Answer answer) {
    return answer.effects().stream()
        .map(effect -> effect.change() + " " + PlanWords.percent(effect.factor() - 1))
        .collect(Collectors.joining(", "));
  }

  private static String growth(Series series) {
    return series.title()
        + ": "
        + series
            .knee()
            .map(knee ->
                "beyond "
                    + knee.point().pes()
                    + " PEs twice as many bring less than 1.5 times the results")
            .orElse("twice as many PEs bring at least 1.5 times the results throughout");
  }

  private static List<String> extrapolated(Answer answer, PointResult best) {
    if (answer.nearest().isEmpty()) {
      return List.of("no measurement of this workload is published: all is extrapolated");
    }
    Point point = best.point();
    List<String> beyond = new ArrayList<>();
    if (answer.nearest().stream().noneMatch(held -> samePlatform(held, point))) {
      beyond.add("no measurement near it on " + point.machine().title());
    }
    if (answer.nearest().stream()
        .noneMatch(held -> held.point().carrier().key().equals(point.carrier().key()))) {
      beyond.add("none over " + point.carrier().key());
    }
    int most = answer.nearest().stream().mapToInt(held -> held.point().pes()).max().orElse(0);
    if (point.pes() > most) {
      beyond.add("none beyond " + most + " PEs");
    }
    return beyond.isEmpty() ? List.of() : List.of(String.join(", ", beyond));
  }

  private static boolean samePlatform(Held held, Point point) {
    return held.point().machine().isLike(point.machine());
  }

  private static String sure(Point point, int samples) {
    Map<Interval.Basis, Integer> counts = new EnumMap<>(Interval.Basis.class);
    MachineNumbers.of(point)
        .values()
        .forEach(number -> counts.merge(Interval.of(number).basis(), 1, Integer::sum));
    return samples
        + " samples of "
        + MachineNumbers.of(point).size()
        + " numbers: "
        + counts.entrySet().stream()
            .map(count -> count.getValue() + " " + count.getKey().text())
            .collect(Collectors.joining(", "));
  }
}
