package org.shmemlab.model.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;

/** Tests the operations in flight, and the agents whose steps their issue happens-before. */
class InFlightTest {
  private static final OrderingRules RULES =
      new ForwardingRules(new Specification(Profile.NVSHMEM)) {
        @Override
        public boolean mayHoldBack(Operation earlier, Operation later, boolean fenced) {
          return !fenced || super.mayHoldBack(earlier, later, true);
        }
      };

  private final InFlight flight = new InFlight();

  @Test
  void anOperationIsKnownToItsAgentAlone() {
    Pending first = p(0);
    assertThat(first.issuedBefore().stream().boxed()).containsExactly(0);
    assertThat(p(0).issuedAfter().asList()).containsExactly(first.number());
    assertThat(p(1).issuedAfter().asList()).isEmpty();
  }

  @Test
  void aFenceSeparatesLaterOperationsOfItsAgentAlone() {
    Pending first = p(0);
    flight.fence(new Caller(0, 0, false, 0));
    Pending second = p(0);
    assertThat(second.after().asList()).containsExactly(first.number());
    assertThat(p(1).after().asList()).isEmpty();
  }

  @Test
  void aFenceOfAnotherContextOrOneThatDoesNotReachSeparatesNothing() {
    p(0);
    flight.fence(new Caller(0, 0, false, 1));
    flight.fence(new Caller(0, 0, true, 0));
    flight.fence(new Caller(0, 0, false, 0, 2));
    assertThat(p(0).after().asList()).isEmpty();
  }

  @Test
  void anAgentFollowsTheOperationsAndFencesOfTheAgentsBeforeIt() {
    Pending first = p(0);
    flight.fence(new Caller(0, 0, false, 0));
    flight.order(0, 2);
    Pending later = p(2);
    assertThat(later.issuedAfter().asList()).containsExactly(first.number());
    assertThat(later.after().asList()).containsExactly(first.number());
    assertThat(p(1).issuedAfter().asList()).isEmpty();
  }

  @Test
  void anAgentThatFollowsFromBeforeAFenceIsNotSeparatedByIt() {
    p(0);
    flight.order(0, 2);
    flight.fence(new Caller(0, 0, false, 0));
    assertThat(p(2).after().asList()).isEmpty();
  }

  @Test
  void agentsThatMeetComeAfterEachOther() {
    Pending first = p(0);
    flight.fence(new Caller(0, 0, false, 0));
    BitSet block = new BitSet();
    block.set(0);
    block.set(3);
    flight.order(block);
    Pending later = p(3);
    assertThat(later.issuedAfter().asList()).containsExactly(first.number());
    assertThat(later.after().asList()).containsExactly(first.number());
    assertThat(p(1).after().asList()).isEmpty();
    assertThat(flight.get(first.number()).issuedBefore().get(1)).isFalse();
  }

  @Test
  void agentsWithoutOperationsOrderNone() {
    p(0);
    BitSet others = new BitSet();
    others.set(1, 3);
    flight.order(others);
    assertThat(p(1).issuedAfter().asList()).isEmpty();
  }

  @Test
  void anAgentThatHasEndedLeavesNothingToTheNextOfItsNumber() {
    p(0);
    flight.fence(new Caller(0, 0, false, 0));
    flight.forget(0);
    Pending next = p(0);
    assertThat(next.issuedAfter().asList()).isEmpty();
    assertThat(next.after().asList()).isEmpty();
  }

  @Test
  void anAgentThatHasEndedTakesItsOwnKnowledgeAlone() {
    Pending first = p(0);
    flight.order(0, 1);
    flight.forget(0);
    assertThat(p(0).issuedAfter().asList()).isEmpty();
    assertThat(p(1).issuedAfter().asList()).containsExactly(first.number());
  }

  @Test
  void whatIsOverIsNotInFlight() {
    Pending only = p(0);
    assertThat(flight.isEmpty()).isFalse();
    flight.fence(new Caller(0, 0, false, 0));
    finish(flight, only);
    assertThat(flight.isEmpty()).isTrue();
    assertThat(flight.find(only.number())).isNull();
    assertThat(flight.issued()).isOne();
    assertThatThrownBy(() -> flight.get(only.number()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("operation 0");
  }

  /** Numbers find operations, however many have left before and between. */
  @Property
  void aNumberFindsItsOperation(@ForAll @IntRange(max = 255) int leaving) {
    InFlight many = new InFlight();
    for (int i = 0; i < 8; i++) {
      assertThat(many.issued()).isEqualTo(i);
      many.add(Issued.p(0, i), 0, RULES);
    }
    for (int i = 0; i < 8; i++) {
      if ((leaving >> i & 1) != 0) {
        finish(many, many.get(i));
      }
    }
    for (int i = 0; i < 8; i++) {
      Pending found = many.find(i);
      assertThat(found == null).isEqualTo((leaving >> i & 1) != 0);
      if (found != null) {
        assertThat(found.number()).isEqualTo(i);
      }
    }
    assertThat(many.pending()).hasSize(8 - Integer.bitCount(leaving));
  }

  @Test
  void aCopyGoesItsOwnWay() {
    Pending first = p(0);
    InFlight copy = flight.copy();
    copy.fence(new Caller(0, 0, false, 0));
    copy.order(0, 1);
    assertThat(flight.get(first.number()).fencedFor().isEmpty()).isTrue();
    assertThat(flight.get(first.number()).issuedBefore().get(1)).isFalse();
    assertThat(p(0).after().asList()).isEmpty();
    finish(copy, copy.get(first.number()));
    assertThat(flight.find(first.number())).isNotNull();
  }

  private Pending p(int agent) {
    return flight.add(Issued.p(agent, 1), 0, RULES);
  }

  private static void finish(InFlight flight, Pending operation) {
    Pending mine = flight.writable(operation);
    while (!mine.over()) {
      flight.happened(mine, mine.next(false).getFirst());
    }
  }
}
