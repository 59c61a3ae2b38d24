package org.shmemlab.model.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.shmemlab.model.memory.MemoryObject.Owner;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Space;

/** Objects of more than 2 GiB, of which only the pages that are written take memory. */
class LargeObjectTest {
  private static final long SIZE = 1L << 32;
  private static final long FAR = 3_000_000_000L;

  private final Owner owner = new Owner();

  @Test
  void everyByteHasItsOwnPlace() {
    MemoryObject object = new MemoryObject("x", Residence.HOST, SIZE, owner);
    object.store(ScalarType.I64, 8, 1);
    object.store(ScalarType.I64, FAR, 2);
    object.store(ScalarType.I32, (1L << 31) - 2, 3); // across two pages
    object.store(ScalarType.I64, SIZE - 8, 4);
    assertThat(object.load(ScalarType.I64, 8)).isEqualTo(1);
    assertThat(object.load(ScalarType.I64, FAR)).isEqualTo(2);
    assertThat(object.load(ScalarType.I32, (1L << 31) - 2)).isEqualTo(3);
    assertThat(object.load(ScalarType.I64, SIZE - 8)).isEqualTo(4);
    assertThat(object.load(ScalarType.I64, FAR + 8)).isZero();
    assertThatThrownBy(() -> object.load(ScalarType.I64, SIZE - 4))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("at offset 4294967292 of 'x'");
  }

  @Test
  void aForkSeesNoLaterStore() {
    MemoryObject object = new MemoryObject("x", Residence.HOST, SIZE, owner);
    object.store(ScalarType.I64, FAR, 1);
    MemoryObject fork = object.copyFor(new Owner());
    assertThat(fork.contentHash()).isEqualTo(object.contentHash());
    fork.store(ScalarType.I64, FAR, 2);
    fork.store(ScalarType.I64, FAR + 4096, 2);
    assertThat(object.load(ScalarType.I64, FAR)).isEqualTo(1);
    assertThat(object.load(ScalarType.I64, FAR + 4096)).isZero();
    assertThat(fork.contentHash()).isNotEqualTo(object.contentHash());
  }

  @Test
  void bitsWithoutAValueAreKnownInEveryPart() {
    MemoryObject object = MemoryObject.unset("x", Residence.HOST, SIZE, owner);
    assertThat(object.unset(ScalarType.I64, FAR)).isNotNull();
    object.store(ScalarType.I64, FAR, 5);
    assertThat(object.unset(ScalarType.I64, FAR)).isNull();
    assertThat(object.unset(ScalarType.I64, FAR + 8)).isNotNull();
    long part = 64 << 20;
    for (long at = 0; at < SIZE; at += part) {
      object.fill(at, (int) part, (byte) 0);
    }
    assertThat(object.hasUnset()).isFalse();
    assertThat(object.load(ScalarType.I64, FAR)).isZero();
  }

  @Test
  void equalContentsHaveEqualHashesHoweverTheyCame() {
    MemoryObject one = MemoryObject.unset("x", Residence.HOST, SIZE, owner);
    MemoryObject other = MemoryObject.unset("x", Residence.HOST, SIZE, owner);
    one.store(ScalarType.I64, FAR, 7);
    one.store(ScalarType.I64, 16, 9);
    other.copyFor(new Owner());
    other.store(ScalarType.I64, 16, 9);
    other.store(ScalarType.I64, FAR, 7);
    assertThat(other.contentHash()).isEqualTo(one.contentHash());
  }

  @Test
  void anEnlargedObjectKeepsItsBytes() {
    MemoryObject small = new MemoryObject("x", Residence.HOST, 100, owner);
    small.store(ScalarType.I64, 40, 11);
    MemoryObject larger = small.enlarged(SIZE, owner);
    assertThat(larger.load(ScalarType.I64, 40)).isEqualTo(11);
    assertThat(larger.size()).isEqualTo(SIZE);
  }

  @Test
  void addressesCountFarBytesInTheirObject() {
    long start = Address.of(Space.PRIVATE, 63, 5);
    long far = start + Address.MAX_BYTES - 1;
    assertThat(Address.offset(far)).isEqualTo(Address.MAX_BYTES - 1);
    assertThat(Address.index(far)).isEqualTo(5);
    assertThat(Address.generation(far)).isEqualTo(63);
    assertThat(Address.start(far)).isEqualTo(start);
    assertThat(Address.offset(start - 1)).isEqualTo(-1);
  }
}
