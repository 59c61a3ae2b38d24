package org.shmemlab.transports.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.fleet.Fleets;
import org.shmemlab.transports.cost.parameters.TransferKind;
import org.shmemlab.transports.cost.stations.Load;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.platform.Platforms;

class ScriptRunTest {
  private static final long MICROSECOND = 1_000_000;

  private static Fleet fleet(int pes, int perNode) {
    return Fleets.on(Platforms.named("hgx-h200"), pes, perNode, PathKind.IBGDA);
  }

  /** Two PEs with one agent each. */
  private static TrafficScript two(List<TrafficStep> first, List<TrafficStep> second) {
    return of(1, List.of(first, second));
  }

  private static TrafficScript of(int agents, List<List<TrafficStep>> steps) {
    return new TrafficScript() {
      @Override
      public int pes() {
        return steps.size() / agents;
      }

      @Override
      public int agents() {
        return agents;
      }

      @Override
      public int slots() {
        return 2;
      }

      @Override
      public Iterator<TrafficStep> steps(int pe, int agent) {
        return steps.get(pe * agents + agent).iterator();
      }
    };
  }

  private static TrafficStep put(int target, long bytes, int slot) {
    return new TrafficStep.Send(TransferKind.PUT, target, bytes, CallScope.BLOCK, slot);
  }

  @Test
  void aWaitEndsWhenSoManyMessagesHaveCome() {
    TrafficStep await = new TrafficStep.Await(1, 2);
    long one =
        ScriptRun.on(fleet(2, 1), two(List.of(put(1, 8, 1), put(1, 8, 1)), List.of(await)))
            .picoseconds();
    TrafficStep late = new TrafficStep.Compute(50 * MICROSECOND);
    long other =
        ScriptRun.on(fleet(2, 1), two(List.of(put(1, 8, 1), late, put(1, 8, 1)), List.of(await)))
            .picoseconds();
    assertThat(one).isGreaterThan(MICROSECOND);
    assertThat(other).isEqualTo(one + 50 * MICROSECOND);
  }

  @Test
  void whatHasComeBeforeIsNotWaitedFor() {
    TrafficStep work = new TrafficStep.Compute(100 * MICROSECOND);
    assertThat(
            ScriptRun.on(
                    fleet(2, 1),
                    two(List.of(put(1, 8, 0)), List.of(work, new TrafficStep.Await(0, 1))))
                .picoseconds())
        .isEqualTo(100 * MICROSECOND);
  }

  @Test
  void aFetchWaitsForTheValueAndAnAddDoesNot() {
    TrafficStep fetch =
        new TrafficStep.Send(TransferKind.FETCH, 1, 8, CallScope.THREAD, TrafficStep.NOBODY);
    TrafficStep add =
        new TrafficStep.Send(TransferKind.ATOMIC, 1, 8, CallScope.THREAD, TrafficStep.NOBODY);
    TrafficStep work = new TrafficStep.Compute(50 * MICROSECOND);
    long fetched = ScriptRun.on(fleet(2, 1), two(List.of(fetch, work), List.of())).picoseconds();
    long waited =
        ScriptRun.on(fleet(2, 1), two(List.of(add, TrafficStep.QUIET, work), List.of()))
            .picoseconds();
    long added = ScriptRun.on(fleet(2, 1), two(List.of(add, work), List.of())).picoseconds();
    assertThat(added).isLessThan(fetched - MICROSECOND).isLessThan(waited - MICROSECOND);
  }

  @Test
  void agentsOfAPeMeet() {
    List<TrafficStep> slow = List.of(new TrafficStep.Compute(30 * MICROSECOND), TrafficStep.MEET);
    List<TrafficStep> fast = List.of(TrafficStep.MEET, new TrafficStep.Compute(5 * MICROSECOND));
    List<TrafficStep> alone = List.of(TrafficStep.MEET);
    assertThat(ScriptRun.on(fleet(2, 1), of(2, List.of(slow, fast, alone, alone))).picoseconds())
        .isEqualTo(35 * MICROSECOND);
  }

  @Test
  void aWaitWithoutASenderIsAMistakeOfTheScript() {
    TrafficScript script = two(List.of(), List.of(new TrafficStep.Await(0, 1)));
    assertThatThrownBy(() -> ScriptRun.on(fleet(2, 1), script))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("1 agents wait for messages that no agent sends");
  }

  @Test
  void theBusiestLinkIsTheOneThatEverythingCrosses() {
    // 8 PEs of node 0 send 1 GB in all through their own NICs; the first one sends half of it.
    List<List<TrafficStep>> steps = new ArrayList<>();
    for (int pe = 0; pe < 16; pe++) {
      steps.add(pe == 0 ? List.of(put(8, 500_000_000, 0)) : List.of());
    }
    ScriptResult played = ScriptRun.on(fleet(16, 8), of(1, steps));
    assertThat(played.link().station()).isEqualTo("nic 0 of node 0 transmit");
    assertThat(played.link().busyPs()).isEqualTo(10_000 * MICROSECOND); // at 50 GB/s
    assertThat(played.picoseconds()).isGreaterThanOrEqualTo(played.link().busyPs());
    assertThat(played.messages()).isEqualTo(1);
  }

  @Test
  void aRunTakesAsLongAsItsBusiestLinkNeeds() {
    ScriptResult played = new ScriptResult(10, 1, new Load("NIC 0", 8), new Load("leaf 0 up", 20));
    assertThat(played.picoseconds()).isEqualTo(20);
    assertThat(played.limit().station()).isEqualTo("leaf 0 up");
    assertThat(played.utilisation()).isEqualTo(1);
  }

  @Test
  void trafficIsTheSumOfAllSends() {
    Traffic traffic =
        Traffic.of(
            two(List.of(put(1, 8, 0), put(1, 16, 1), TrafficStep.QUIET), List.of(put(0, 4, 0))));
    assertThat(traffic.pairs())
        .containsEntry(new Traffic.Way(0, 1, TransferKind.PUT), new Traffic.Sum(2, 24))
        .containsEntry(new Traffic.Way(1, 0, TransferKind.PUT), new Traffic.Sum(1, 4))
        .hasSize(2);
    assertThat(traffic.total()).isEqualTo(new Traffic.Sum(3, 28));
  }
}
