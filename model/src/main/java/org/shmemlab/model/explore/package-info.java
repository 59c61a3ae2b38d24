/**
 * The loop of all engines, and the data that go in and come out: the executions to explore, bounds
 * and workers, outcomes, findings and their witnesses. The packages below hold the rest: {@code
 * clock} tracks happens-before, {@code execution} runs one execution, {@code states}, {@code
 * stateless} and {@code random} are searches, and {@code engine} chooses among these.
 *
 * <p>Conflicts are found twice, independently: by windows that are open in one state, and by vector
 * clocks that track happens-before in one execution. Where atomics, shuffles or bulk copies pass
 * values without ordering memory, states carry such clocks, too.
 *
 * <p>Steps and their effects are the machine's, order is the rules'; nothing here decides either.
 */
@NullMarked
package org.shmemlab.model.explore;

import org.jspecify.annotations.NullMarked;
