package org.shmemlab.labs.grading;

import java.util.Locale;
import java.util.Optional;
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

/** Holds an answer's simulated time against a target. */
final class TimingCriterion {
  private static final double PICOSECONDS_PER_MICROSECOND = 1e6;

  private final GradingLimits limits;

  TimingCriterion(GradingLimits limits) {
    this.limits = limits;
  }

  TestOutcome test(Program program, Criterion.Fast fast) {
    Fleet fleet = fleet(fast);
    Job job = Job.ofPes(fast.start().pes()).placed(fleet.layout(), JobLimits.ALL);
    Runs.Follower follower = new Runs.Follower(limits);
    TimedResult timed =
        new TimedRun(
                new Machine(program, job, new TransportRules(fleet.routes()), new RuntimeSystem()),
                fleet,
                0,
                0,
                follower)
            .run();
    Optional<Trouble> trouble = follower.trouble(timed.result());
    double took = timed.picoseconds() / PICOSECONDS_PER_MICROSECOND;
    String seen =
        String.format(
            Locale.ROOT,
            "%.1f us for %s on %s; the target is %.1f us",
            took,
            Runs.pes(job.pes()),
            fast.platform(),
            fast.atMostUs());
    if (trouble.isEmpty() && took > fast.atMostUs()) {
      trouble =
          Optional.of(
              Trouble.of(
                  "slow",
                  String.format(
                      Locale.ROOT, "it takes %.2f times the target", took / fast.atMostUs())));
    }
    return trouble.map(wrong -> TestOutcome.of(seen, wrong)).orElseGet(() -> TestOutcome.of(seen));
  }

  private static Fleet fleet(Criterion.Fast fast) {
    try {
      Platform machine = Platforms.find(fast.platform()).platform();
      return Fleets.on(
          machine,
          Fleets.transport(machine, fast.transport(), Settings.DEFAULT),
          fast.start().pes(),
          fast.pesPerNode());
    } catch (PlatformException wrong) {
      throw new IllegalArgumentException(String.valueOf(wrong.getMessage()), wrong);
    } catch (BadTransport wrong) {
      throw new IllegalArgumentException(wrong.text(), wrong);
    }
  }
}
