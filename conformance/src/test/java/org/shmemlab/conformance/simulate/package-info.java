/** Timed runs, whose steps are steps of the machine that its rules allow. */
@NullMarked
package org.shmemlab.conformance.simulate;

import org.jspecify.annotations.NullMarked;
