package org.shmemlab.model.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.shmemlab.model.memory.ObjectTable;
import org.shmemlab.model.program.Space;

class BlockTest {
  private static final int LANES = 32; // of a warp

  @Property
  void aWarpHasTheLanesOfItsOwnThreadsThatHaveNotEnded(
      @ForAll @IntRange(min = 1, max = 100) int threads,
      @ForAll @IntRange(max = 3) int warp,
      @ForAll @IntRange(max = 99) int ended) {
    Block block = new Block(0, threads, new ObjectTable(Space.SHARED));
    if (ended < threads) {
      block.threads[ended] = -1;
    }
    long expected =
        IntStream.range(0, threads)
            .filter(thread -> thread / LANES == warp && thread != ended)
            .mapToLong(thread -> 1L << (thread % LANES))
            .reduce(0, (a, b) -> a | b);
    assertThat(block.liveLanes(warp)).isEqualTo(expected);
  }
}
