package org.shmemlab.model.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.memory.Bytes;
import org.shmemlab.model.memory.MemoryObject;
import org.shmemlab.model.memory.MemoryObject.Owner;
import org.shmemlab.model.memory.Residence;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SourceLine;

/** Tests the answers of caches to two threads of different blocks. */
class CachesTest {
  private static final int OBJECT = 1;
  private static final Caches.Writer WRITER = new Caches.Writer(1, new SourceLine("k.cu", 7));

  private final Caches caches = new Caches();
  private final Owner owner = new Owner();
  private final MemoryObject memory = new MemoryObject("x", Residence.DEVICE_HEAP, 64, owner);
  private final Agent reader = thread(1, 0);
  private final Agent other = thread(2, 1);

  private Agent thread(int number, int block) {
    Agent agent = new Agent(number, 0, Agent.Kind.DEVICE_THREAD, 0, block, 0, number, owner);
    caches.begins(agent, false);
    return agent;
  }

  private void load(Agent agent, int offset) {
    BitSet members = new BitSet();
    members.set(agent.id);
    caches.loaded(agent, memory, OBJECT, offset, 8, members);
  }

  private void peerWrites(int offset, long value) {
    caches.overwriting(memory, OBJECT, offset, 8, WRITER, false);
    memory.store(ScalarType.I64, offset, value);
  }

  private int answers(Agent agent, int offset) {
    return caches.answers(agent, memory, OBJECT, offset, 8);
  }

  private long answered(Agent agent, int answer) {
    return caches.answered(agent, memory, OBJECT, 0, 8, answer).load(ScalarType.I64, 0);
  }

  @Test
  void aWordWithoutALoadIsInNoCache() {
    peerWrites(0, 5);
    assertThat(caches.isEmpty()).isTrue();
    assertThat(answers(reader, 0)).isZero();
  }

  /** Which blocks share an SM is open, so what one thread has loaded, each may find. */
  @Test
  void whatWasLoadedBeforeAPeerWroteMayStillBeFound() {
    load(reader, 0);
    assertThat(answers(reader, 0)).isZero();
    peerWrites(0, 5);
    assertThat(answers(reader, 0)).isOne();
    assertThat(answers(other, 0)).isOne();
    assertThat(answered(other, 1)).isZero();
    assertThat(caches.hit(reader, memory, OBJECT, 0, 8)).isOne();
    assertThat(caches.hit(other, memory, OBJECT, 0, 8)).isZero();
  }

  @Test
  void aSectorIsLoadedAsAWhole() {
    load(reader, 0);
    peerWrites(24, 5);
    peerWrites(32, 5);
    assertThat(answers(reader, 24)).isOne();
    assertThat(answers(reader, 0)).isZero();
    assertThat(answers(reader, 32)).isZero();
  }

  @Test
  void eachValueThatALoadFoundMayBeFoundAgain() {
    load(reader, 0);
    peerWrites(0, 5);
    load(other, 0);
    peerWrites(0, 6);
    assertThat(answers(reader, 0)).isEqualTo(2);
    assertThat(answered(reader, 1) + answered(reader, 2)).isEqualTo(5);
    assertThat(answers(other, 0)).isOne(); // its SM has replaced the first
    assertThat(answered(other, 1)).isEqualTo(5);
  }

  @Test
  void anAgentThatEmptiesItsCacheReadsMemoryAndTheOthersDoNot() {
    load(reader, 0);
    peerWrites(0, 5);
    caches.refreshed(reader);
    assertThat(answers(reader, 0)).isZero();
    assertThat(answers(other, 0)).isOne();
    assertThat(caches.wouldBring(reader, memory, OBJECT, 0, 8)).isTrue();
  }

  @Test
  void aStoreOfThePeGoesToWhatCachesHold() {
    load(reader, 0);
    peerWrites(8, 5);
    memory.store(ScalarType.I64, 0, 7);
    caches.stored(memory, OBJECT, 0, 8);
    assertThat(answers(reader, 0)).isZero();
    assertThat(answers(reader, 8)).isOne();
    assertThat(answered(reader, 1)).isEqualTo(7);
  }

  @Test
  void aWaitAfterTheWriteMakesTheOldValueOverdue() {
    load(reader, 0);
    caches.waited(reader);
    peerWrites(0, 5);
    assertThat(caches.overdue(reader, memory, OBJECT, 0, 8, 1)).isNull();
    caches.waited(reader);
    assertThat(caches.overdue(reader, memory, OBJECT, 0, 8, 1))
        .isNotNull()
        .extracting(Caches.Line::by)
        .isEqualTo(WRITER);
    assertThat(caches.overdue(other, memory, OBJECT, 0, 8, 1)).isNull();
  }

  @Test
  void aCopyChangesApart() {
    load(reader, 0);
    peerWrites(0, 5);
    Caches copy = caches.copy();
    copy.forget(OBJECT);
    assertThat(copy.isEmpty()).isTrue();
    assertThat(answers(reader, 0)).isOne();
    Bytes before = new Bytes(8);
    caches.answered(reader, memory, OBJECT, 0, 8, 1).read(0, before, 0, 8);
    assertThat(before.data()).containsOnly(0);
  }
}
