/**
 * Steps of a running job as data: what can be taken, what a step touches, where agents meet, and
 * who is told that one thing comes after another or that somebody may go on.
 *
 * <p>Words that a job and those who watch it share. Nothing here knows the state of a job, takes a
 * step, or decides which accesses conflict: that is {@link org.shmemlab.model.spec}.
 */
@NullMarked
package org.shmemlab.model.step;

import org.jspecify.annotations.NullMarked;
