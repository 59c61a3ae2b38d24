package org.shmemlab.scenarios.judge;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Explorer;
import org.shmemlab.model.machine.Job;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.runtime.RuntimeSystem;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;

/**
 * How far each exploration may go.
 *
 * @param states most states to keep
 * @param stop asked before each state; true ends the exploration
 */
public record Limits(long states, BooleanSupplier stop) {
  Exploration explore(
      Program program, int pes, Profile profile, Function<Machine, String> observe) {
    Specification rules = new Specification(profile);
    Machine start = new Machine(program, Job.ofPes(pes), rules, new RuntimeSystem());
    return new Explorer(start, Optional.of(new Conflicts(rules)), observe, states, stop).run();
  }
}
