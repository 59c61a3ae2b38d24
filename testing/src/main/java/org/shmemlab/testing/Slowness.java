package org.shmemlab.testing;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Measures how slow a machine is at the moment, so that limits of time ask for the same work
 * everywhere. Processors differ by a factor of two, and so does one whose other half is busy.
 */
final class Slowness {
  // Of the work below with C1 alone, on the machine on which the limit of a class was set.
  private static final double USUAL_SECONDS = 0.1;
  private static final int WORDS = 400_000;
  private static final int KEYS = 1 << 17;

  private Slowness() {}

  /** How many times as long as there this thread takes for the same work; at least 1. */
  static double now() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadCpuTime();
    int letters = work();
    double seconds = (threads.getCurrentThreadCpuTime() - before) / 1e9;
    return letters == 0 ? 1 : Math.max(1, seconds / USUAL_SECONDS);
  }

  // Allocates, hashes and misses caches, as tests do.
  private static int work() {
    SplittableRandom random = new SplittableRandom(1);
    Map<Integer, String> words = new HashMap<>();
    for (int i = 0; i < WORDS; i++) {
      words.merge(random.nextInt(KEYS), "a", String::concat);
    }
    return words.values().stream().mapToInt(String::length).sum();
  }
}
