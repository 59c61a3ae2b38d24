package org.shmemlab.cli.run;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import org.shmemlab.cli.platform.PlatformOptions;
import org.shmemlab.cli.shell.ExitCodes;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.Output;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.model.schedule.Runner;
import org.shmemlab.plan.cluster.Units;
import org.shmemlab.scenarios.runtime.RuntimeSystem;
import org.shmemlab.transports.simulate.TimedRun;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes units of many timed runs with consecutive seeds: a run is a unit.
 *
 * @param key of this program, machine and command
 * @param values that the end of a run shows besides its output
 * @param seed of the first run
 * @param untilFailure whether a run that fails is enough
 * @param began receives the number of each run at its start
 */
record RunUnits(
    String key,
    Program program,
    Job job,
    PlatformOptions.Setting setting,
    Function<Machine, String> values,
    double jitter,
    long seed,
    long count,
    long mostInstructions,
    boolean untilFailure,
    BooleanSupplier stop,
    LongConsumer began)
    implements Units<RunUnits.Seen> {

  /** Collects the results of some runs. */
  static final class Seen {
    private final TreeMap<String, Integer> outcomes = new TreeMap<>();
    private int runs;
    private boolean failed;
    private boolean cut;

    /** How often each outcome was seen. */
    SortedMap<String, Integer> outcomes() {
      return outcomes;
    }

    /** How many runs there were. */
    int runs() {
      return runs;
    }

    /** Whether one of them failed. */
    boolean failed() {
      return failed;
    }

    /** Whether one of them was given up. */
    boolean cut() {
      return cut;
    }
  }

  @Override
  public Seen none() {
    return new Seen();
  }

  @Override
  public Seen sum(Seen all, Seen more) {
    all.runs += more.runs;
    all.failed |= more.failed;
    all.cut |= more.cut;
    more.outcomes.forEach((outcome, times) -> all.outcomes.merge(outcome, times, Integer::sum));
    return all;
  }

  @Override
  public Seen unit(long number) {
    Patience patience = new Patience(mostInstructions, Patience.MOST_SILENT);
    Machine machine = new Machine(program, job, setting.rules(), new RuntimeSystem());
    Lines lines =
        new Lines(
            job.pes(),
            instructions -> {
              began.accept(number);
              return patience.lasts(instructions) && !stop.getAsBoolean();
            });
    RunResult result =
        new TimedRun(machine, setting.fleet(), jitter, seed + number, lines).run().result();
    Seen seen = none();
    if (stopped()) {
      return seen; // it was not run to its end
    }
    int ended = JobRun.exitCode(result, false);
    seen.runs = 1;
    seen.cut = ended == ExitCodes.BUDGET;
    seen.failed = ended != ExitCodes.OK && ended != ExitCodes.BUDGET;
    String shown = result instanceof RunResult.Finished ? values.apply(machine) : "";
    seen.outcomes.put(shown + lines.outcome(result), 1);
    return seen;
  }

  @Override
  public boolean stopped() {
    return stop.getAsBoolean();
  }

  @Override
  public boolean isEnough(Seen seen) {
    return untilFailure && seen.failed;
  }

  @Override
  public JsonNode written(Seen seen) {
    ObjectNode text = JsonNodeFactory.instance.objectNode();
    text.put("runs", seen.runs);
    text.put("failed", seen.failed);
    text.put("cut", seen.cut);
    ObjectNode outcomes = text.putObject("outcomes");
    seen.outcomes.forEach(outcomes::put);
    return text;
  }

  @Override
  public Seen read(JsonNode text) {
    Seen seen = none();
    seen.runs = text.required("runs").intValue();
    seen.failed = text.required("failed").booleanValue();
    seen.cut = text.required("cut").booleanValue();
    text.required("outcomes")
        .properties()
        .forEach(one -> seen.outcomes.put(one.getKey(), one.getValue().intValue()));
    return seen;
  }

  /** Records the output of each PE, PE by PE. */
  private static final class Lines implements Runner.Observer {
    /** The length of each PE's output that distinguishes outcomes. */
    private static final int LONGEST = 1 << 16;

    private final StringBuilder[] texts;
    private final LongPredicate goesOn;

    Lines(int pes, LongPredicate goesOn) {
      this.texts = new StringBuilder[pes];
      this.goesOn = goesOn;
      for (int pe = 0; pe < pes; pe++) {
        texts[pe] = new StringBuilder();
      }
    }

    @Override
    public void output(List<Output> pieces) {
      for (Output piece : pieces) {
        StringBuilder text = texts[piece.pe()];
        text.append(piece.text(), 0, Math.min(piece.text().length(), LONGEST - text.length()));
      }
    }

    @Override
    public boolean goOn(long instructions) {
      return goesOn.test(instructions);
    }

    String outcome(RunResult result) {
      String printed = String.join("", List.of(texts)).strip().replace("\n", "; ");
      return switch (result) {
        case RunResult.Finished _ -> printed;
        case RunResult.Failed failed -> printed + " [" + failed.failure().getMessage() + "]";
        case RunResult.Deadlock _ -> printed + " [deadlock]";
        case RunResult.Stopped _ -> printed + " [stopped]";
      };
    }
  }
}
