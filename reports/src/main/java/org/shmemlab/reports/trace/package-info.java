/** A run in simulated time for programs that show or replay traces. */
@NullMarked
package org.shmemlab.reports.trace;

import org.jspecify.annotations.NullMarked;
