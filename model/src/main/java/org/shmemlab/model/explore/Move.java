package org.shmemlab.model.explore;

import java.util.Optional;

/**
 * A step, named so that it can be found again in another order of the same execution.
 *
 * @param actor who steps
 * @param early the operation whose signal a signal_fetch shows early, if it does
 */
record Move(Actor actor, Optional<Actor> early) {}
