/**
 * Traces: the operations of the PEs of a real or generated run, read from files of several formats,
 * and replayed as a script of traffic. Dependencies decide the order; of times, a trace has those
 * of computation, never those of messages.
 *
 * <p>Nothing here knows platforms or plans.
 */
@NullMarked
package org.shmemlab.plan.trace;

import org.jspecify.annotations.NullMarked;
