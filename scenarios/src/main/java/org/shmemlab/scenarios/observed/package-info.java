/**
 * Outcomes of real machines, and whether the memory model allows them.
 *
 * <p>The results are the output of the folders of {@code backend}: lines of JSON, each with the
 * source of the test, so that nothing else is needed to judge it. The model's side is explored anew
 * by {@code judge}; a stored verdict is never believed.
 */
@NullMarked
package org.shmemlab.scenarios.observed;

import org.jspecify.annotations.NullMarked;
