package org.shmemlab.model.program;

/**
 * Encodes the word of an {@code mbarrier} object (PTX ISA, "mbarrier", "Contents of the mbarrier
 * object"): arrivals that the current phase waits for, how many it expects, bytes on their way that
 * were announced and have not arrived, and the parity of the phase. A phase ends when the first and
 * the third are zero; the next one begins at once.
 */
public final class Mbarrier {
  /** Most arrivals that a phase can wait for. */
  public static final long MOST = (1 << 20) - 1;

  /** The bit that the end of each phase flips. */
  public static final int PARITY = 62;

  /** In an operand of {@link AtomicOp#ARRIVE}: the arriving threads will not arrive again. */
  public static final long DROPS = 1L << 31;

  private static final int EXPECTED = 20;
  private static final int BYTES = 40;

  private Mbarrier() {}

  /** The word of an object that waits for so many arrivals in each phase. */
  public static long init(long arrivals) {
    return arrivals << EXPECTED | arrivals;
  }

  /**
   * The word after an {@link AtomicOp#ARRIVE}.
   *
   * @return -1 if more arrive, or more bytes come, than the object can count
   */
  public static long arrive(long word, long operand) {
    long arrivals = operand & (DROPS - 1);
    long expected = (word >> EXPECTED & MOST) - ((operand & DROPS) == 0 ? 0 : arrivals);
    long pending = (word & MOST) - arrivals;
    long bytes = (word << (Long.SIZE - PARITY) >> (Long.SIZE - PARITY + BYTES)) + (operand >> 32);
    if (pending < 0 || expected < 0 || Math.abs(bytes) > MOST) {
      return -1;
    }
    boolean ends = pending == 0 && bytes == 0;
    long phase = (word >>> PARITY & 1) ^ (ends ? 1 : 0);
    long left = ends ? expected : pending;
    return phase << PARITY
        | (bytes & ((1L << (PARITY - BYTES)) - 1)) << BYTES
        | expected << EXPECTED
        | left;
  }
}
