package org.shmemlab.model.explore;

import com.google.common.primitives.ImmutableIntArray;
import com.google.common.primitives.ImmutableLongArray;

/**
 * Describes a data race where its schedule ends, with both accesses possible next.
 *
 * @param executions of each access, which execution of its line by its agent it is, from 1; empty
 *     where both are the first, or that is not known
 * @param values the first word that both access, as an integer: what a read returns before and
 *     after the update, or what memory holds after the one and after the other of two updates;
 *     empty where these are equal or not known
 */
public record RaceDetails(ImmutableIntArray executions, ImmutableLongArray values) {
  /** Nothing is known. */
  public static final RaceDetails NONE =
      new RaceDetails(ImmutableIntArray.of(), ImmutableLongArray.of());
}
