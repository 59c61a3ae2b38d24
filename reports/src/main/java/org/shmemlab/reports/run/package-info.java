/**
 * Runs as text, as JSON, as tables and, in simulated time, as a page: a timeline, the shares of
 * time, stations and links, the cost of a message, latencies, and the traffic between PEs. All
 * numbers come from {@code transports.simulate}.
 */
@NullMarked
package org.shmemlab.reports.run;

import org.jspecify.annotations.NullMarked;
