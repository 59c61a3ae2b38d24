package org.shmemlab.conformance.axiomatic;

import com.google.common.collect.ImmutableList;

/**
 * Names a word of memory.
 *
 * @param pe its home
 * @param address as the home's own agents write it
 * @param bytes its size
 */
record Word(int pe, long address, int bytes) {
  /** So many words of one size, each of which begins {@code stride} words after the one before. */
  static ImmutableList<Word> row(int pe, long address, int bytes, long count, long stride) {
    ImmutableList.Builder<Word> words = ImmutableList.builder();
    for (int k = 0; k < count; k++) {
      words.add(new Word(pe, address + k * stride * bytes, bytes));
    }
    return words.build();
  }

  boolean overlaps(Word other) {
    return pe == other.pe
        && address < other.address + other.bytes
        && other.address < address + bytes;
  }
}
