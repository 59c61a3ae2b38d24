package org.shmemlab.conformance.axiomatic;

/**
 * A word of memory.
 *
 * @param pe its home
 * @param address as the home's own agents write it
 * @param bytes its size
 */
record Word(int pe, long address, int bytes) {
  boolean overlaps(Word other) {
    return pe == other.pe
        && address < other.address + other.bytes
        && other.address < address + bytes;
  }
}
