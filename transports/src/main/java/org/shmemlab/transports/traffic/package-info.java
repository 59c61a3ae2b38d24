/**
 * The steps of the agents of every PE, one after another: calls, waits and computation, made when
 * they are asked for, so that thousands of PEs need no list; and playing that in simulated time.
 *
 * <p>The contents of a workload are decided elsewhere; experts and halos have no place here.
 */
@NullMarked
package org.shmemlab.transports.traffic;

import org.jspecify.annotations.NullMarked;
