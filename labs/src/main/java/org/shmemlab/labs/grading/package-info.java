/**
 * Grades of answers to a lab by the lab's criteria, one after the other, and explanations of the
 * result for its author.
 *
 * <p>Grades depend on the answer and the lab alone. Their limits are counted in instructions,
 * states, executions and bytes, never in time of this computer.
 */
@NullMarked
package org.shmemlab.labs.grading;

import org.jspecify.annotations.NullMarked;
