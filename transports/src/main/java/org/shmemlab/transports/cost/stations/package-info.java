/** The stations that every operation visits, and the queue of events that drives them. */
@NullMarked
package org.shmemlab.transports.cost.stations;

import org.jspecify.annotations.NullMarked;
