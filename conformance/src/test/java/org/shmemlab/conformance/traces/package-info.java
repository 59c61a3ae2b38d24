/**
 * Every trace of the simulator in simulated time is a run of the explorer's machine under the same
 * rules (memory model, section 8, point 4): programs are run over every transport with varied
 * latencies, their traces taken again, and their outcomes looked up in what the explorer allows.
 */
@NullMarked
package org.shmemlab.conformance.traces;

import org.jspecify.annotations.NullMarked;
