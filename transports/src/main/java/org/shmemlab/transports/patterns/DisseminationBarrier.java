package org.shmemlab.transports.patterns;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.transports.cost.parameters.TransferKind;
import org.shmemlab.transports.cost.stations.Issuing;
import org.shmemlab.transports.cost.stations.Pipeline;

/**
 * Plays the dissemination algorithm of NVSHMEM's sync: in round r every PE signals the k-1 PEs at
 * distances d·k^r and waits for as many signals (docs/reference/nvshmem.md, section 5, "sync").
 */
public final class DisseminationBarrier implements Pattern {
  private static final int WAITING = 1 << 30;

  private final int pes;
  private final int rounds;
  private final int[] round; // of each PE; with a bit while it waits
  private final int[] sent; // signals of that round that are in flight
  private final long[] readyAt; // when the latest signal of the present or an earlier round came
  private final short[] arrived; // signals, for each PE and round
  private final long[] powers; // of the radix
  private final int[] expected; // signals in each round
  private final long poll;
  private final CallScope scope;
  private long end;

  /**
   * A barrier of all PEs of a fleet.
   *
   * @param radix k, at least 2
   * @param pollPs from the arrival of a signal until the wait for it returns, picoseconds
   */
  public DisseminationBarrier(int pes, int radix, long pollPs, CallScope scope) {
    this.pes = pes;
    this.scope = scope;
    if (radix < 2 || radix > Short.MAX_VALUE) {
      throw new IllegalArgumentException("a radix is 2 to 32767, not " + radix);
    }
    this.powers = powersBelow(pes, radix);
    this.rounds = powers.length;
    this.expected = LongStream.of(powers).mapToInt(power -> expected(pes, radix, power)).toArray();
    this.round = new int[pes];
    this.sent = new int[pes];
    this.readyAt = new long[pes];
    this.arrived = new short[pes * rounds];
    this.poll = pollPs;
  }

  @Override
  public void start(Pipeline pipeline) {
    for (int pe = 0; pe < pes; pe++) {
      pipeline.place(pe, pe);
      if (rounds > 0) {
        signal(pipeline, pe, 0);
      }
    }
  }

  @Override
  public void resume(Pipeline pipeline, int agent, long now) {
    if (sent[agent] < expected[round[agent]]) {
      signal(pipeline, agent, now);
      return;
    }
    round[agent] |= WAITING;
    readyAt[agent] = Math.max(readyAt[agent], now);
    advance(pipeline, agent);
  }

  @Override
  public void visible(Pipeline pipeline, int tag, int target, long time) {
    arrived[target * rounds + tag]++;
    // A signal of a later round has long been there when its wait polls for it.
    boolean awaited = (round[target] & ~WAITING) >= tag;
    readyAt[target] = Math.max(readyAt[target], awaited ? time + poll : time);
    advance(pipeline, target);
  }

  /** When the last PE may leave, picoseconds. */
  public long end() {
    return end;
  }

  /** Whether every PE has left. */
  public boolean finished() {
    return Arrays.stream(round).allMatch(r -> r == rounds);
  }

  private void advance(Pipeline pipeline, int pe) {
    int now = round[pe] & ~WAITING;
    if (round[pe] == now || arrived[pe * rounds + now] < expected[now]) {
      return;
    }
    round[pe] = now + 1;
    sent[pe] = 0;
    if (now + 1 < rounds) {
      signal(pipeline, pe, readyAt[pe]);
    } else {
      end = Math.max(end, readyAt[pe]);
    }
  }

  private void signal(Pipeline pipeline, int pe, long from) {
    long ahead = pe + ++sent[pe] * powers[round[pe]];
    int target = (int) (ahead < pes ? ahead : ahead - pes);
    pipeline.issue(
        pe,
        from,
        TransferKind.SIGNAL,
        target,
        8,
        scope,
        Issuing.NOTIFY | Issuing.UNTRACKED,
        round[pe]);
  }

  // In the last round some distances would come round to PEs that are known already.
  private static int expected(int pes, int radix, long power) {
    return (int) Math.min(radix - 1L, (pes - 1) / power);
  }

  private static long[] powersBelow(int pes, int radix) {
    LongStream.Builder powers = LongStream.builder();
    for (long power = 1; power < pes; power *= radix) {
      powers.add(power);
    }
    return powers.build().toArray();
  }
}
