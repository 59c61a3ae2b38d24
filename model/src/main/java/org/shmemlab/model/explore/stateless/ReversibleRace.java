package org.shmemlab.model.explore.stateless;

import org.shmemlab.model.explore.clock.Actor;
import org.shmemlab.model.explore.clock.Clock;

/**
 * Two dependent steps of an execution, adjacent in trace order, whose other order may be possible.
 *
 * @param earlier the index of the first
 * @param later the actor of the second
 * @param after every step before the second in trace order
 */
record ReversibleRace(int earlier, Actor later, Clock after) {}
