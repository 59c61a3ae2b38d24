package org.shmemlab.model.job;

import java.util.BitSet;

/**
 * Records the observations of words by an agent in a wait or test of several, each at a time of its
 * own, before the evaluation with which the call ends.
 *
 * @param held the words whose comparison held in some evaluation; not to be changed
 * @param failed the words whose comparison failed in some evaluation; not to be changed
 */
public record ObservedWords(BitSet held, BitSet failed) {
  public static final ObservedWords NONE = new ObservedWords(new BitSet(), new BitSet());
}
