package org.shmemlab.transports.fit;

import com.google.common.math.Quantiles;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import org.shmemlab.transports.fit.Fit.Parameter;

/**
 * Writes what a calibration found as a platform file: like {@code hgx-h200}, and only the numbers
 * that the runs measured, each with its interval and its source.
 */
public final class MeasuredPlatform {
  private final StringBuilder out = new StringBuilder();
  private final Calibration calibration;
  private final String runs;

  private MeasuredPlatform(Calibration calibration) {
    this.calibration = calibration;
    this.runs = "results " + calibration.runs().getFirst() + ": ";
  }

  /**
   * The text of the file.
   *
   * @param name what the platform is called
   * @throws ResultsException if the runs lack a measurement that it needs
   */
  public static String yaml(String name, Calibration calibration) throws ResultsException {
    try {
      return new MeasuredPlatform(calibration).write(name);
    } catch (IllegalArgumentException problem) {
      throw new ResultsException(
          List.of(
              calibration.runs().getFirst()
                  + ": error: no platform: "
                  + problem.getMessage()
                  + "; the run must be whole"));
    }
  }

  private String write(String name) {
    out.append("# Written by 'shmemlab calibrate' from the runs ");
    out.append(String.join(", ", calibration.runs())).append(".\n");
    out.append(
        "# A range is the 95 % confidence interval of the fit; what is not here is as on hgx-h200.\n");
    out.append("like: hgx-h200\nname: ").append(name).append('\n');
    out.append("summary: H200 on NVLink as measured (")
        .append(String.join(", ", calibration.runs()))
        .append("), else as hgx-h200\n");
    double clock = clock();
    out.append("gpu:\n");
    number("  clock", exact(clock / 1e3, "GHz"), "the median of sm_mhz");
    Parameter issue = of("put_nbi, issue, thread", "gap");
    Parameter done = of("put_nbi, with quiet, thread", "gap");
    Parameter word = of("p, issue, thread", "T0");
    Parameter latency =
        new Parameter(
            "latency",
            "us",
            (done.value() - issue.value()) / 2,
            (done.low() - issue.high()) / 2,
            (done.high() - issue.low()) / 2);
    Parameter half = of("p, half a round trip, thread", "T0");
    number(
        "  poll",
        exact(half.value() - word.value() - latency.value(), "us"),
        "p, half a round trip, less issue and latency");
    out.append("host:\n");
    String launches = "kernel, launches in a row, 132 x 1024 threads, stream";
    number("  stream-gap", of(launches, "T0"), launches);
    number("  system-fence", of("fence, nothing pending, thread", "T0"), "fence, nothing pending");
    out.append("paths:\n  nvlink:\n    issue:\n");
    number(
        "      cycles",
        scaled(issue, clock, "cycles"),
        "put_nbi, issue, thread: up to 16 bytes, at the measured clock");
    Parameter fetched = of("get, until the value is there, thread", "gap");
    number(
        "      get",
        exact((fetched.value() - 2 * latency.value()) * clock, "cycles"),
        "get, until the value is there, thread: up to 16 bytes, less two latencies");
    number("      word", scaled(word, clock, "cycles"), "p, issue, thread, at the measured clock");
    number("    latency", latency, "put_nbi, thread: half of 'with quiet' less 'issue'");
    out.append("    bandwidth:\n");
    String puts = "put_nbi, stream of transfers, block";
    String gets = "get_nbi, stream of transfers, block";
    number("      put", of(puts, "pair"), puts);
    number("      get", of(gets, "pair"), gets);
    String words = "p, rate, a word each, thread";
    Parameter each = of(words, "link");
    number(
        "      p",
        new Parameter("p", "GB/s", WORD / each.value(), WORD / each.high(), WORD / each.low()),
        words + ", words of 8 bytes");
    number("      per-sm", of(puts, "L2"), puts + ": source in L2");
    out.append("    quiet:\n");
    number("      base", of("quiet, nothing pending, thread", "T0"), "quiet, nothing pending");
    out.append("    amo:\n");
    Parameter add = of("atomic_fetch_add, until the value is there, thread", "T0");
    Parameter load = of("g, until the value is there, thread", "T0");
    number(
        "      latency",
        new Parameter(
            "latency",
            "us",
            add.value() - load.value(),
            add.low() - load.high(),
            add.high() - load.low()),
        "atomic_fetch_add less g, until the value is there");
    return out.toString();
  }

  private static final double WORD = 8;

  private double clock() {
    return Quantiles.median()
        .compute(calibration.rows().stream().map(TimedRow::smMegahertz).toList());
  }

  private Parameter of(String group, String parameter) {
    Fit fit = calibration.fit(group);
    return fit.parameters().stream()
        .filter(p -> p.name().equals(parameter))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(group + " has no " + parameter));
  }

  private static Parameter exact(double value, String unit) {
    return new Parameter("", unit, value, Double.NaN, Double.NaN);
  }

  private static Parameter scaled(Parameter p, double by, String unit) {
    return new Parameter(p.name(), unit, p.value() * by, p.low() * by, p.high() * by);
  }

  private void number(String key, Parameter p, String group) {
    out.append(key).append(": {value: ").append(digits(p.value())).append(' ').append(p.unit());
    if (Double.isFinite(p.low()) && Double.isFinite(p.high())) {
      out.append(", range: ").append(digits(p.low())).append("..").append(digits(p.high()));
    }
    out.append(", source: \"").append(runs).append(group).append("\"}\n");
  }

  private static String digits(double value) {
    return new BigDecimal(value)
        .round(new MathContext(4, RoundingMode.HALF_EVEN))
        .stripTrailingZeros()
        .toPlainString();
  }
}
