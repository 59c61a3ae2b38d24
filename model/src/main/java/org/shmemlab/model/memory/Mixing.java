package org.shmemlab.model.memory;

/**
 * Numbers that stand for what they were made of: equal for the same parts in the same places, and
 * different for others, most likely.
 */
public final class Mixing {
  private Mixing() {}

  /**
   * Spreads a number over 64 bits: the finaliser of SplitMix64 (Steele, Lea, Flood: Fast Splittable
   * Pseudorandom Number Generators, OOPSLA 2014).
   */
  public static long mix(long z) {
    long a = z + 0x9E3779B97F4A7C15L;
    a = (a ^ (a >>> 30)) * 0xBF58476D1CE4E5B9L;
    a = (a ^ (a >>> 27)) * 0x94D049BB133111EBL;
    return a ^ (a >>> 31);
  }

  /** Two parts, each in its place. */
  public static long mix(long first, long second) {
    return mix(mix(first) ^ second);
  }

  /** Three parts, each in its place. */
  public static long mix(long first, long second, long third) {
    return mix(mix(first, second) ^ third);
  }

  /** Four parts, each in its place. */
  public static long mix(long first, long second, long third, long fourth) {
    return mix(mix(first, second, third) ^ fourth);
  }
}
