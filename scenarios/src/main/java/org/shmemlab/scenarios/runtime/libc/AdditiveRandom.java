package org.shmemlab.scenarios.runtime.libc;

import static org.shmemlab.model.memory.StructuralHash.mix;

/**
 * Generates the numbers of glibc's {@code rand}: the additive feedback generator x<sub>i</sub> =
 * x<sub>i-3</sub> + x<sub>i-31</sub> (mod 2<sup>32</sup>), of which the lowest bit is dropped. Its
 * first 31 numbers come from the linear congruential generator 16807·x mod (2<sup>31</sup>-1), and
 * the next 310 are thrown away (glibc manual, "Random numbers in ISO C" and "BSD random").
 */
public final class AdditiveRandom {
  private static final int LAG = 31;
  private static final int SHORT_LAG = 3;
  private static final int THROWN_AWAY = 310;

  private final int[] last; // the last 31 numbers, a ring
  private int next;

  public AdditiveRandom(int seed) {
    last = new int[LAG];
    last[0] = seed == 0 ? 1 : seed;
    for (int i = 1; i < LAG; i++) {
      // 16807 * x mod (2^31 - 1) of a signed x, brought into 0 … 2^31 - 2.
      long residue = 16807L * last[i - 1] % Integer.MAX_VALUE;
      last[i] = (int) (residue < 0 ? residue + Integer.MAX_VALUE : residue);
    }
    next = SHORT_LAG;
    for (int i = 0; i < THROWN_AWAY; i++) {
      step();
    }
  }

  private AdditiveRandom(AdditiveRandom other) {
    last = other.last.clone();
    next = other.next;
  }

  public AdditiveRandom copy() {
    return new AdditiveRandom(this);
  }

  /** A number that differs where the next ones differ, most likely. */
  long fingerprint() {
    long hash = next;
    for (int number : last) {
      hash = mix(hash, number);
    }
    return hash;
  }

  /** The next number, 0 to 2<sup>31</sup>-1. */
  public int next() {
    return step() >>> 1;
  }

  private int step() {
    int number = last[next] + last[(next + LAG - SHORT_LAG) % LAG];
    last[next] = number;
    next = (next + 1) % LAG;
    return number;
  }
}
