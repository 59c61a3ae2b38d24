/**
 * The timed run of a program: the machine of {@code model} takes its steps in the order in which
 * the stations of {@code transports.cost} let them happen.
 *
 * <p>The machine alone defines the effect of a step, and its ordering rules alone the steps that
 * are allowed; this package decides their times.
 */
@NullMarked
package org.shmemlab.transports.simulate;

import org.jspecify.annotations.NullMarked;
