package org.shmemlab.testing;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.SplittableRandom;
import java.util.zip.Deflater;

/**
 * Measures how slow a machine is at the moment, so that limits of time ask for the same work
 * everywhere: processors differ by a factor of three, those of shared machines from hour to hour.
 * The work is native code, which takes as long at the first time as later.
 */
final class Slowness {
  // A third of its time where classes that had met the limit take up to three times as long; on the
  // machine on which the limit was set it was not measured.
  private static final double USUAL_SECONDS = 0.025;
  private static final int BYTES = 1 << 21;
  private static final int LETTERS = 16;

  private Slowness() {}

  /** How many times as long as there this thread takes for the same work; at least 1. */
  static double now() {
    byte[] text = new byte[BYTES];
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < text.length; i++) {
      text[i] = (byte) random.nextInt(LETTERS);
    }
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadCpuTime();
    compress(text);
    return Math.max(1, (threads.getCurrentThreadCpuTime() - before) / 1e9 / USUAL_SECONDS);
  }

  private static void compress(byte[] text) {
    try (Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION)) {
      deflater.setInput(text);
      deflater.finish();
      byte[] out = new byte[1 << 16];
      while (!deflater.finished()) {
        deflater.deflate(out);
      }
    }
  }
}
