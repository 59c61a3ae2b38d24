package org.shmemlab.model.job;

import java.util.BitSet;

/**
 * What an agent that is in a wait or test of several words has seen of them, each at a moment of
 * its own, before the look with which the call ends.
 *
 * @param held the words whose comparison held at some look; not to be changed
 * @param failed the words whose comparison failed at some look; not to be changed
 */
public record ObservedWords(BitSet held, BitSet failed) {
  public static final ObservedWords NONE = new ObservedWords(new BitSet(), new BitSet());
}
