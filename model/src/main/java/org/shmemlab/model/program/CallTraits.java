package org.shmemlab.model.program;

import com.google.common.collect.ImmutableSet;
import org.jspecify.annotations.Nullable;

/**
 * The traits of an external call.
 *
 * @param bits a bit for each {@link CallTrait}
 * @param changes the shared state that the call changes so that other agents find it changed; null
 *     for none
 * @param looksAt the shared state that the call reads and others may change, besides the guard that
 *     it waits for
 */
public record CallTraits(long bits, @Nullable Kept changes, ImmutableSet<Kept> looksAt) {
  /** Of a call that concerns its caller alone. */
  public static final CallTraits NONE = new CallTraits(0, null, ImmutableSet.of());

  public static CallTraits of(CallTrait... traits) {
    long bits = 0;
    for (CallTrait trait : traits) {
      bits |= bit(trait);
    }
    return new CallTraits(bits, null, ImmutableSet.of());
  }

  /** The traits of a call that changes shared state and has no other trait. */
  public static CallTraits changing(Kept kept) {
    return NONE.thatChanges(kept);
  }

  /** The traits of a call that reads shared state and has no other trait. */
  public static CallTraits lookingAt(Kept... kept) {
    return NONE.thatLooksAt(kept);
  }

  public CallTraits thatChanges(Kept kept) {
    return new CallTraits(bits, kept, looksAt);
  }

  public CallTraits thatLooksAt(Kept... kept) {
    return new CallTraits(bits, changes, ImmutableSet.copyOf(kept));
  }

  public boolean has(CallTrait trait) {
    return (bits & bit(trait)) != 0;
  }

  /** Whether the call is dependent with every step of other agents. */
  public boolean dependsOnAllSteps() {
    return has(CallTrait.ENDS_JOB) || has(CallTrait.ASKS_DEVICE);
  }

  private static long bit(CallTrait trait) {
    return 1L << trait.ordinal();
  }
}
