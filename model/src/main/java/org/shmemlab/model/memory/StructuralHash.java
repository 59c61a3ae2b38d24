package org.shmemlab.model.memory;

import java.util.BitSet;
import java.util.List;

/**
 * Hashes structures: equal for the same parts in the same places, and different for others, most
 * likely.
 */
public final class StructuralHash {
  private StructuralHash() {}

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

  /** A text: each character in its place. */
  public static long mix(String text) {
    long mixed = mix(text.length());
    for (int at = 0; at < text.length(); at++) {
      mixed = with(mixed, text.charAt(at));
    }
    return mixed;
  }

  /** Any number of parts, each in its place. */
  public static long mix(List<Long> parts) {
    long mixed = mix(parts.size());
    for (long part : parts) {
      mixed = with(mixed, part);
    }
    return mixed;
  }

  /** The members of a set. */
  public static long mixAll(Iterable<Integer> numbers) {
    long mixed = 0;
    for (int number : numbers) {
      mixed = mix(mixed, number);
    }
    return mixed;
  }

  /** A set of numbers. */
  public static long mix(BitSet set) {
    long mixed = mix(set.length());
    for (int member = set.nextSetBit(0); member >= 0; member = set.nextSetBit(member + 1)) {
      mixed = with(mixed, member);
    }
    return mixed;
  }

  /** Bytes, each in its place. */
  public static long mix(byte[] bytes) {
    long mixed = mix(bytes.length);
    long several = 0;
    for (int at = 0; at < bytes.length; at++) {
      several = several << Byte.SIZE | Byte.toUnsignedLong(bytes[at]);
      if (at % Long.BYTES == Long.BYTES - 1 || at == bytes.length - 1) {
        mixed = with(mixed, several);
        several = 0;
      }
    }
    return mixed;
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
