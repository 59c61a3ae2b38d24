package org.shmemlab.transports.patterns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.fleet.Fleets;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.platform.Platforms;

/** Reductions by loads and stores: how their time grows with what they reduce. */
class ReductionsTest {
  private static final long SEGMENT = 32 << 10; // half of 512 KiB of scratch, in words of 8 bytes

  private final Fleet fleet =
      Fleets.on(Platforms.named("h200-nvlink-measured"), 4, 4, PathKind.NVLINK);

  private double microseconds(MeetingKind kind, long bytes, int threads) {
    CollectiveTimes.Call call =
        new CollectiveTimes.Call(kind, 4, bytes, CallScope.BLOCK, threads, Integer.BYTES);
    return new CollectiveTimes(fleet).of(call).all() / 1e6;
  }

  /** Many segments are simulated together, as larger ones; each takes what one of a few takes. */
  @ParameterizedTest
  @ValueSource(ints = {32, 256, 1024})
  void segmentsTakeTheSameTimeHoweverManyThereAre(int threads) {
    double few = microseconds(MeetingKind.REDUCE, 8 * SEGMENT, threads);
    double each = (microseconds(MeetingKind.REDUCE, 16 * SEGMENT, threads) - few) / 8;
    double many = microseconds(MeetingKind.REDUCE, 1024 * SEGMENT, threads);
    assertThat((many - few) / 1016).isCloseTo(each, within(0.06 * each));
  }

  /** A segment is sent, met, added and met to three peers, one after the other. */
  @ParameterizedTest
  @ValueSource(ints = {32, 256, 1024})
  void aSegmentTakesLongerThanAScatterOfAsMuch(int threads) {
    double segment =
        microseconds(MeetingKind.REDUCE, 9 * SEGMENT, threads)
            - microseconds(MeetingKind.REDUCE, 8 * SEGMENT, threads);
    double scatter = microseconds(MeetingKind.REDUCE_SCATTER, SEGMENT, threads);
    assertThat(segment).isGreaterThan(scatter);
    assertThat(segment).isLessThan(2 * scatter);
  }
}
