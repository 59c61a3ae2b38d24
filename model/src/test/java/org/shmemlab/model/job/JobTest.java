package org.shmemlab.model.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobTest {
  /** Of 2,048 threads in whole warps, 32 blocks and 228 KiB of shared memory, the scarcest. */
  @ParameterizedTest
  @CsvSource({
    "1, 0, 32",
    "64, 0, 32",
    "65, 0, 21",
    "96, 0, 21",
    "1024, 0, 2",
    "33, 0, 32",
    "32, 233472, 1",
    "32, 116736, 2",
    "32, 7296, 32",
    "32, 7297, 31",
    "1024, 233473, 0"
  })
  void anSmHoldsAsManyBlocksAsItsScarcestResource(int threads, int shared, int blocks) {
    assertThat(Job.Gpu.H200.residentBlocks(threads, shared)).isEqualTo(blocks);
  }

  @Test
  void aJobHasPes() {
    assertThat(Job.ofPes(JobLayout.MAX_PES).pes()).isEqualTo(JobLayout.MAX_PES);
    assertThatThrownBy(() -> Job.ofPes(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Job.ofPes(JobLayout.MAX_PES + 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Job(1, 0, ImmutableList.of(), ImmutableMap.of(), Job.Gpu.H200))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
