/**
 * Traces: what PEs of a real or generated run did, read from files of several formats, and replayed
 * as a script of traffic. Dependencies decide the order; what a trace says of times is how long PEs
 * compute, never how long messages take.
 *
 * <p>Nothing here knows platforms or plans.
 */
@NullMarked
package org.shmemlab.plan.trace;

import org.jspecify.annotations.NullMarked;
