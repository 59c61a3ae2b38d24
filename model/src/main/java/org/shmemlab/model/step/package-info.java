/**
 * Steps of a running job as data: their kinds, their accesses, the places where agents meet, and
 * the listeners for edges of happens-before and for agents that may be enabled.
 *
 * <p>They are the words that a job and its observers share. Nothing here knows the state of a job,
 * takes a step, or decides which accesses conflict: that is {@link org.shmemlab.model.spec}.
 */
@NullMarked
package org.shmemlab.model.step;

import org.jspecify.annotations.NullMarked;
