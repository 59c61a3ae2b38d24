package org.shmemlab.model.explore.clock;

import java.util.Optional;
import org.shmemlab.model.machine.Accesses;

/**
 * A step, named so that it can be found again in another order of the same execution.
 *
 * @param actor the agent or operation that steps
 * @param early the operation whose signal a signal_fetch shows early, if it does
 * @param turn whether the actor is at a step that accesses no memory ({@link Accesses#isTurn}),
 *     which need not be a step elsewhere
 * @param look which of its answers a wait or test of several words gives, or {@link #PLAIN}
 */
public record Transition(Actor actor, Optional<Actor> early, boolean turn, int look) {
  private static final int PLAIN = -2;

  /** A step that the actor can take in one way only. */
  public Transition(Actor actor, boolean turn) {
    this(actor, Optional.empty(), turn, PLAIN);
  }

  /** A signal_fetch that shows a signal early. */
  static Transition glimpse(Actor actor, Actor early) {
    return new Transition(actor, Optional.of(early), false, PLAIN);
  }

  /** A partial evaluation of a wait or test of several words. */
  static Transition look(Actor actor, int answer) {
    return new Transition(actor, Optional.empty(), false, answer);
  }
}
