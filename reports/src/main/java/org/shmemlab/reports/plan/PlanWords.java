package org.shmemlab.reports.plan;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shmemlab.plan.answer.Held;
import org.shmemlab.plan.answer.PointResult;
import org.shmemlab.plan.answer.Sensitivity;
import org.shmemlab.plan.grid.TrialResult;

/** Writes numbers of plans for readers. */
final class PlanWords {
  private static final double US = 1e6;
  private static final int LABEL = 9;

  private PlanWords() {}

  /** "163 us", "1.24 ms". */
  static String time(double microseconds) {
    if (microseconds >= US) {
      return number(microseconds / US) + " s";
    }
    return microseconds >= 1e3 ? number(microseconds / 1e3) + " ms" : number(microseconds) + " us";
  }

  /** Three digits: "163", "1.24", "0.0512". */
  static String number(double value) {
    if (value == 0) {
      return "0";
    }
    double size = Math.abs(value);
    int digits = Math.max(0, 2 - (int) Math.floor(Math.log10(size)));
    return size >= 1e6 || size < 1e-4
        ? String.format(Locale.ROOT, "%.2e", value)
        : String.format(Locale.ROOT, "%." + digits + "f", value);
  }

  /** "50.3 M tokens/s, 786 k for each GPU". */
  static String rate(PointResult result) {
    double rate = result.perSecond();
    String all = prefixed(rate) + result.point().workload().results() + "/s";
    int pes = result.point().pes();
    return pes == 1 ? all : all + ", " + prefixed(rate / pes) + "for each GPU";
  }

  private static String prefixed(double rate) {
    if (rate >= 1e9) {
      return number(rate / 1e9) + " G ";
    }
    return rate >= 1e6
        ? number(rate / 1e6) + " M "
        : rate >= 1e3 ? number(rate / 1e3) + " k " : number(rate) + " ";
  }

  /** "+3 %". */
  static String percent(double share) {
    return String.format(Locale.ROOT, "%+.0f %%", 100 * share);
  }

  /** The bottleneck of a point. */
  static String limit(TrialResult outcome) {
    String busy = String.format(Locale.ROOT, "%.0f %%", 100 * outcome.utilisation());
    return outcome.utilisation() < TrialResult.BUSY
        ? "calls and latency: the busiest, " + outcome.limit() + ", serves " + busy + " of the time"
        : outcome.limit() + ", serves " + busy + " of the time";
  }

  /** "latencies 8 % longer". */
  static String longer(Sensitivity.Tolerance tolerance) {
    return tolerance.beyond()
        ? "latencies more than " + number(tolerance.factor()) + " times as long"
        : tolerance.factor() >= 2
            ? "latencies " + number(tolerance.factor()) + " times as long"
            : "latencies " + number(100 * (tolerance.factor() - 1)) + " % longer";
  }

  /** "bandwidths 5 % less". */
  static String less(Sensitivity.Tolerance tolerance) {
    return tolerance.beyond()
        ? "bandwidths less than 1/" + number(tolerance.factor()) + " of those"
        : "bandwidths " + number(100 * (1 - 1 / tolerance.factor())) + " % less";
  }

  /** "PD0282, 64 PEs of h800: 173 us, predicted 179 (+3 %)". */
  static String held(Held held) {
    return held.measured().id()
        + ", "
        + held.point().title()
        + ": "
        + number(held.measured().value())
        + " "
        + held.measured().unit()
        + " measured, "
        + number(held.predicted())
        + " predicted ("
        + percent(held.error())
        + (held.input() ? ", a number of the platform rests on it)" : ")");
  }

  /** A line with its label: "best 64 PEs". */
  static String labelled(String label, String text) {
    return String.format(Locale.ROOT, "%-" + LABEL + "s %s", label, text);
  }

  /** The label of such a line. */
  static String label(String line) {
    return line.substring(0, Math.min(LABEL, line.length())).strip();
  }

  /** Money. */
  static String money(@Nullable Double amount) {
    return amount == null ? "" : number(amount);
  }
}
