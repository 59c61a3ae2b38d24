package org.shmemlab.model.schedule;

import com.google.common.primitives.ImmutableIntArray;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import org.shmemlab.model.compiled.ExecutionMode;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.Output;
import org.shmemlab.model.job.ProgramFailure;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Event;

/**
 * Takes two machines of one program along one schedule, drawn from a seed, and compares them after
 * every step: the interpreter alone executes one of them, the other compiles everything.
 */
public final class Lockstep {
  private static final int BETWEEN_FINGERPRINTS = 8;
  private static final int LONGEST_TURN = 300;
  private static final int SHORT_TURN = 8;

  private final Machine interpreted;
  private final Machine compiled;
  private final SplittableRandom random;

  /**
   * Prepares two machines.
   *
   * @param start makes a machine that has taken no step; the same each time
   */
  public Lockstep(Supplier<Machine> start, long seed) {
    this.interpreted = start.get();
    this.compiled = start.get();
    this.random = new SplittableRandom(seed);
    interpreted.execute(ExecutionMode.INTERPRETED);
    compiled.execute(ExecutionMode.COMPILED);
  }

  /**
   * The first difference after a step, if there is one.
   *
   * @param steps most steps that are taken
   */
  public Optional<String> difference(int steps) {
    for (int step = 0; step < steps; step++) {
      ImmutableIntArray live = interpreted.liveAgents();
      if (live.isEmpty()) {
        break;
      }
      Optional<String> difference;
      try {
        difference = step(live);
      } catch (ProgramFailure failure) {
        return fingerprints(step); // the same of both machines
      }
      if (difference.isEmpty() && step % BETWEEN_FINGERPRINTS == 0) {
        difference = fingerprints(step);
      }
      if (difference.isPresent()) {
        return difference;
      }
    }
    return fingerprints(steps);
  }

  private Optional<String> step(ImmutableIntArray live) {
    List<Event> events = interpreted.enabledEvents();
    if (!events.isEmpty() && random.nextInt(3) == 0) {
      Event event = events.get(random.nextInt(events.size()));
      return same(
          "event",
          machine -> {
            machine.happen(event);
            return machine.enabledEvents();
          });
    }
    int agent = live.get(random.nextInt(live.length()));
    long fuel = 1L + random.nextInt(random.nextBoolean() ? SHORT_TURN : LONGEST_TURN);
    return same(
        "agent " + agent + " with " + fuel + " instructions",
        machine -> {
          Object stop = machine.run(agent, fuel);
          List<String> printed = machine.takeOutput().stream().map(Output::text).toList();
          return List.of(
              stop, printed, machine.changes(), machine.executed(), state(machine, agent));
        });
  }

  private static String state(Machine machine, int number) {
    Agent agent = machine.agent(number);
    return agent == null
        ? "ended"
        : "executed %d, at %s, state %x, waits for %s"
            .formatted(
                agent.executed(), machine.line(agent), agent.stateHash(), machine.waiting(number));
  }

  private Optional<String> fingerprints(int step) {
    return same("states after step " + step, machine -> machine.fingerprint().value());
  }

  /** Compares one view of both machines; a failure of both is thrown again. */
  private Optional<String> same(String what, Function<Machine, Object> shows) {
    Object first = shown(interpreted, shows);
    Object second = shown(compiled, shows);
    if (first instanceof ProgramFailure one && second instanceof ProgramFailure other) {
      if (one.toString().equals(other.toString())) {
        throw one;
      }
    } else if (Objects.equals(first, second)) {
      return Optional.empty();
    }
    return Optional.of(what + ": interpreted " + first + ", compiled " + second);
  }

  private static Object shown(Machine machine, Function<Machine, Object> shows) {
    try {
      return shows.apply(machine);
    } catch (ProgramFailure failure) {
      return failure;
    }
  }
}
