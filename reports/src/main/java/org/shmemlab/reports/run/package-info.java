/**
 * The page of a run in simulated time: a timeline, where the time went, stations and links, what a
 * message costs, latencies, and who talks to whom. All numbers come from {@code
 * transports.simulate}.
 */
@NullMarked
package org.shmemlab.reports.run;

import org.jspecify.annotations.NullMarked;
