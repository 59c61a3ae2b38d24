package org.shmemlab.plan.trace;

import com.google.common.primitives.ImmutableIntArray;
import org.shmemlab.model.program.SourceLine;

/**
 * One operation of a PE.
 *
 * @param from when it begins at the earliest, picoseconds from the start
 * @param after operations of the same PE that must be over before, by number
 * @param begun operations of the same PE that must have begun before, by number
 */
public record Op(
    Act act, long from, ImmutableIntArray after, ImmutableIntArray begun, SourceLine at) {}
