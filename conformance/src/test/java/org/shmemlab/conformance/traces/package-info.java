/** Traces of the simulator, taken again by the rules. */
@NullMarked
package org.shmemlab.conformance.traces;

import org.jspecify.annotations.NullMarked;
