package org.shmemlab.model.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Tests bytes in flight: two states that differ in them are two. */
class BytesTest {
  @Property
  void everyByteCountsInItsPlace(
      @ForAll @Size(min = 1, max = 40) byte[] data, @ForAll @IntRange(max = 39) int place) {
    long hash = new Bytes(data.clone()).hash();
    assertThat(new Bytes(data.clone()).hash()).isEqualTo(hash);
    byte[] other = data.clone();
    other[place % data.length]++;
    assertThat(new Bytes(other).hash()).isNotEqualTo(hash);
    int next = (place + 1) % data.length;
    byte[] exchanged = data.clone();
    exchanged[place % data.length] = data[next];
    exchanged[next] = data[place % data.length];
    assertThat(new Bytes(exchanged).hash() == hash).isEqualTo(Arrays.equals(exchanged, data));
  }

  @Property
  void soDoesTheirNumber(@ForAll @Size(max = 40) byte[] data) {
    long hash = new Bytes(data.clone()).hash();
    assertThat(new Bytes(Arrays.copyOf(data, data.length + 1)).hash()).isNotEqualTo(hash);
    byte[] behind = new byte[data.length + 1];
    System.arraycopy(data, 0, behind, 1, data.length);
    assertThat(new Bytes(behind).hash()).isNotEqualTo(hash);
  }
}
