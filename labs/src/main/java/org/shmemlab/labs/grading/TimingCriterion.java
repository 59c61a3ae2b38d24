package org.shmemlab.labs.grading;

import com.google.common.primitives.Doubles;
import com.google.errorprone.annotations.FormatMethod;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.shmemlab.labs.lesson.Criterion;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.JobLimits;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.program.Program;
import org.shmemlab.scenarios.runtime.RuntimeSystem;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.fleet.Fleets;
import org.shmemlab.transports.platform.Platform;
import org.shmemlab.transports.platform.PlatformException;
import org.shmemlab.transports.platform.Platforms;
import org.shmemlab.transports.rules.BadTransport;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.TransportRules;
import org.shmemlab.transports.simulate.TimedResult;
import org.shmemlab.transports.simulate.TimedRun;

/** Holds an answer's simulated time against a target, or against the answer's own prediction. */
final class TimingCriterion {
  private static final double PICOSECONDS_PER_MICROSECOND = 1e6;
  private static final double PERCENT = 100;

  private final GradingLimits limits;

  /**
   * A run in simulated time.
   *
   * @param trouble with how it ended
   */
  private record Timed(double us, String printed, Optional<Trouble> trouble) {}

  TimingCriterion(GradingLimits limits) {
    this.limits = limits;
  }

  TestOutcome test(Program program, Criterion.Fast fast) {
    int pes = fast.start().pes();
    Timed timed =
        timed(program, pes, fleet(fast.platform(), fast.transport(), pes, fast.pesPerNode()));
    String seen =
        text(
            "%.1f us for %s on %s; the target is %.1f us",
            timed.us, Runs.pes(pes), fast.platform(), fast.atMostUs());
    Optional<Trouble> trouble = timed.trouble;
    if (trouble.isEmpty() && timed.us > fast.atMostUs()) {
      trouble =
          Optional.of(
              Trouble.of(
                  "slow", text("it takes %.2f times the target", timed.us / fast.atMostUs())));
    }
    return outcome(seen, trouble);
  }

  TestOutcome test(Program program, Criterion.Predicts asked) {
    int pes = asked.start().pes();
    Timed timed =
        timed(program, pes, fleet(asked.platform(), asked.transport(), pes, asked.pesPerNode()));
    if (timed.trouble.isPresent()) {
      return outcome("", timed.trouble);
    }
    OptionalDouble predicted = predicted(timed.printed, asked.prints());
    if (predicted.isEmpty()) {
      return outcome(
          "",
          Optional.of(
              Trouble.of(
                  "prints", "no line is '" + asked.prints() + "' and a number of microseconds")));
    }
    double us = predicted.getAsDouble();
    String seen =
        text(
            "%.1f us for %s on %s; predicted were %.1f us",
            timed.us, Runs.pes(pes), asked.platform(), us);
    double off = (us - timed.us) / timed.us * PERCENT;
    return outcome(
        seen,
        Math.abs(off) <= asked.withinPercent()
            ? Optional.empty()
            : Optional.of(
                Trouble.of(
                    off < 0 ? "predicted less" : "predicted more",
                    text(
                        "the prediction is %.0f percent %s; up to %.0f are allowed",
                        Math.abs(off), off < 0 ? "too low" : "too high", asked.withinPercent()))));
  }

  private static OptionalDouble predicted(String printed, String beginning) {
    return printed
        .lines()
        .filter(line -> line.startsWith(beginning))
        .map(line ->
            Doubles.tryParse(line.substring(beginning.length()).strip().replaceFirst(" .*", "")))
        .filter(number -> number != null && Double.isFinite(number))
        .mapToDouble(Double::doubleValue)
        .findFirst();
  }

  private Timed timed(Program program, int pes, Fleet fleet) {
    Job job = Job.ofPes(pes).placed(fleet.layout(), JobLimits.ALL);
    Runs.Follower follower = new Runs.Follower(limits);
    TimedResult timed =
        new TimedRun(
                new Machine(program, job, new TransportRules(fleet.routes()), new RuntimeSystem()),
                fleet,
                0,
                0,
                follower)
            .run();
    return new Timed(
        timed.picoseconds() / PICOSECONDS_PER_MICROSECOND,
        follower.printed(),
        follower.trouble(timed.result()));
  }

  private static TestOutcome outcome(String seen, Optional<Trouble> trouble) {
    return trouble.map(wrong -> TestOutcome.of(seen, wrong)).orElseGet(() -> TestOutcome.of(seen));
  }

  @FormatMethod
  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  private static Fleet fleet(String platform, @Nullable String transport, int pes, int pesPerNode) {
    try {
      Platform machine = Platforms.find(platform).platform();
      return Fleets.on(
          machine, Fleets.transport(machine, transport, Settings.DEFAULT), pes, pesPerNode);
    } catch (PlatformException wrong) {
      throw new IllegalArgumentException(String.valueOf(wrong.getMessage()), wrong);
    } catch (BadTransport wrong) {
      throw new IllegalArgumentException(wrong.text(), wrong);
    }
  }
}
