/**
 * What communication costs: a queueing network of stations that every operation visits, driven by
 * one queue of events on primitive arrays.
 *
 * <p>Time is {@code long} picoseconds. There is no object per message and no thread per PE: agents
 * are numbers, and whoever drives them is told when they may go on. What an operation means, and
 * which orders are allowed, is not known here.
 */
@NullMarked
package org.shmemlab.transports.cost;

import org.jspecify.annotations.NullMarked;
