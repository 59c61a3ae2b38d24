/**
 * The sources of generators' decisions: at random from a seed, all of them one after another, or as
 * recorded.
 *
 * <p>A generator of programs, schedules or faults is written once, as a function of {@link
 * org.shmemlab.model.choices.Choices}; its caller decides which of its results come out. Nothing
 * here knows what is generated.
 */
@NullMarked
package org.shmemlab.model.choices;

import org.jspecify.annotations.NullMarked;
