/**
 * The cost of communication: a queueing network of stations that every operation visits, driven by
 * one queue of events on primitive arrays.
 *
 * <p>Time is {@code long} picoseconds. There is no object per message and no thread per PE: agents
 * are numbers, and their driver receives an event when one may go on. The meaning of an operation,
 * and the orders that are allowed, are not known here.
 */
@NullMarked
package org.shmemlab.transports.cost;

import org.jspecify.annotations.NullMarked;
