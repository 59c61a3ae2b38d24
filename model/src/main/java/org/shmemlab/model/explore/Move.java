package org.shmemlab.model.explore;

import java.util.Optional;
import org.shmemlab.model.machine.Steps;

/**
 * A step, named so that it can be found again in another order of the same execution.
 *
 * @param actor who steps
 * @param early the operation whose signal a signal_fetch shows early, if it does
 * @param turn whether the actor is at a moment that touches no memory ({@link Steps#isTurn}), which
 *     need not be a step elsewhere
 */
record Move(Actor actor, Optional<Actor> early, boolean turn) {}
