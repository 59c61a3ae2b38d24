package org.shmemlab.labs.grading;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingIdentity;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.Witness;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.machine.BlockedAgents.Blocked;
import org.shmemlab.model.program.SourceLine;

class OrdersTest {
  private static final Witness NO_STEPS =
      new Witness(ImmutableIntArray.of(), ImmutableList.of(), true);
  private static final SourceLine LINE = new SourceLine("answer.cu", 7, 3);

  /** A finding of no engine. */
  private record Lost(Witness witness) implements Finding {
    @Override
    public FindingKind kind() {
      return FindingKind.STALE;
    }

    @Override
    public String sentence() {
      return "a parcel is lost";
    }

    @Override
    public SourceLine line() {
      return LINE;
    }

    @Override
    public int pe() {
      return 2;
    }

    @Override
    public Finding with(Witness other) {
      return new Lost(other);
    }

    @Override
    public FindingIdentity identity() {
      return new FindingIdentity(kind(), lines(), "lost", ImmutableList.of());
    }
  }

  @Test
  void aTroubleIsWhatAFindingSaysOfItself() {
    Trouble trouble = Orders.trouble(new Lost(NO_STEPS), ImmutableList.of());
    assertThat(trouble.kind()).isEqualTo("stale");
    assertThat(trouble.text()).isEqualTo("answer.cu:7:3: a parcel is lost (PE 2)");
    assertThat(trouble.facts().accesses()).isEmpty();
    assertThat(trouble.facts().rule()).isEqualTo("lost");
  }

  @Test
  void hostsThatWaitForTheirKernelsAreNoCauseOfADeadlock() {
    Blocked host = new Blocked(0, Agent.Kind.HOST, "host", LINE, "waits for event 3", true);
    Blocked thread =
        new Blocked(
            0, Agent.Kind.DEVICE_THREAD, "a thread of kernel k", LINE, "waits until x == 1", false);
    Trouble trouble =
        Orders.trouble(
            new Finding.Deadlock(ImmutableList.of(host, thread), NO_STEPS), ImmutableList.of());
    assertThat(trouble.text())
        .isEqualTo("PE 0 a thread of kernel k at answer.cu:7:3 waits until x == 1");
    assertThat(trouble.facts().waits()).containsExactly(0);
    Trouble alone =
        Orders.trouble(new Finding.Deadlock(ImmutableList.of(host), NO_STEPS), ImmutableList.of());
    assertThat(alone.text()).isEqualTo("PE 0 host at answer.cu:7:3 waits for event 3");
    assertThat(alone.facts().waits()).isEmpty();
  }
}
