/**
 * The timed run of a program: the machine of {@code model} takes its steps in the order in which
 * the stations of {@code transports.cost} let them happen.
 *
 * <p>Only the machine says what a step does, and only its ordering rules which steps are allowed;
 * here it is decided when.
 */
@NullMarked
package org.shmemlab.transports.simulate;

import org.jspecify.annotations.NullMarked;
