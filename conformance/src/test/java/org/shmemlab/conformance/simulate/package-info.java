/** Timed runs are runs: what they do, the machine and its rules allow. */
@NullMarked
package org.shmemlab.conformance.simulate;

import org.jspecify.annotations.NullMarked;
