package org.shmemlab.model.explore;

import java.util.Optional;
import java.util.function.Function;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.spec.Conflicts;

/**
 * The executions that an engine explores.
 *
 * @param start the state that they start from; it is not changed
 * @param conflicts how conflicts are found; empty where the rules define every order (transports)
 * @param observe the outcome of a final state
 */
public record SearchSpace(
    Machine start, Optional<Conflicts> conflicts, Function<Machine, String> observe) {}
