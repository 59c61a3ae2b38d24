/**
 * Grades: an answer to a lab held against the lab's criteria, one after the other, and what its
 * author is told.
 *
 * <p>Grades depend on the answer and the lab alone. What bounds them is counted in instructions,
 * states, executions and bytes, never in time of this computer.
 */
@NullMarked
package org.shmemlab.labs.grading;

import org.jspecify.annotations.NullMarked;
