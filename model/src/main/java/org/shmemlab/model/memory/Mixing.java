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

  /** Such a number with another part, in the next place. */
  public static long with(long mixed, long part) {
    return mix(mixed ^ part);
  }

  /** Such a number with two other parts, in the next places. */
  public static long with(long mixed, long first, long second) {
    return with(with(mixed, first), second);
  }

  /** Such a number with three other parts, in the next places. */
  public static long with(long mixed, long first, long second, long third) {
    return with(with(mixed, first, second), third);
  }

  /** Two parts, each in its place. */
  public static long mix(long first, long second) {
    return with(mix(first), second);
  }

  /** Three parts, each in its place. */
  public static long mix(long first, long second, long third) {
    return with(mix(first), second, third);
  }

  /** Four parts, each in its place. */
  public static long mix(long first, long second, long third, long fourth) {
    return with(mix(first), second, third, fourth);
  }
}
