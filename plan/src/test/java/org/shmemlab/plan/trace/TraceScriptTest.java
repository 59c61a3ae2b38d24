package org.shmemlab.plan.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.transports.cost.parameters.TransferKind;
import org.shmemlab.transports.patterns.CollectiveTimes;
import org.shmemlab.transports.traffic.TrafficScript;
import org.shmemlab.transports.traffic.TrafficStep;

class ReplayTest {
  /**
   * Two agents of each PE, one towards each neighbour in a ring, compute, send and wait for the
   * other's message, round for round. Slot 0 hears of the left neighbour, slot 1 of the right one.
   */
  private record Ring(int pes, int rounds, int bytes, long ps) implements TrafficScript {
    @Override
    public int agents() {
      return 2;
    }

    @Override
    public int slots() {
      return 2;
    }

    long computes(int pe, int agent, int round) {
      return ps * (1 + (pe * 7 + agent * 3 + round) % 5);
    }

    int bytes(int round) {
      return 1 + bytes * (round + 1);
    }

    @Override
    public Iterator<TrafficStep> steps(int pe, int agent) {
      List<TrafficStep> steps = new ArrayList<>();
      for (int round = 0; round < rounds; round++) {
        int to = Math.floorMod(pe + (agent == 0 ? 1 : -1), pes);
        steps.add(new TrafficStep.Compute(computes(pe, agent, round)));
        steps.add(
            new TrafficStep.Send(
                TransferKind.PUT_SIGNAL, to, bytes(round), CallScope.BLOCK, agent));
        steps.add(new TrafficStep.Await(1 - agent, round + 1));
      }
      return steps.iterator();
    }

    /** The same as a trace: each agent's operations one after another, with the slots as tags. */
    String csv() {
      StringBuilder text = new StringBuilder("pe,op,id,peer,bytes,tag,ns,unit,after\n");
      for (int pe = 0; pe < pes; pe++) {
        for (int agent = 0; agent < 2; agent++) {
          String before = "";
          int peer = Math.floorMod(pe + (agent == 0 ? 1 : -1), pes);
          for (int round = 0; round < rounds; round++) {
            String id = agent + "." + round + ".";
            long time = computes(pe, agent, round);
            text.append(
                "%d,compute,%sc,,,,%d.%03d,%d,%s%n"
                    .formatted(pe, id, time / 1000, time % 1000, agent, before));
            text.append(
                "%d,send,%ss,%d,%d,%d,,,%sc%n".formatted(pe, id, peer, bytes(round), agent, id));
            text.append(
                "%d,receive,%sr,%d,%d,%d,,,%ss%n"
                    .formatted(pe, id, peer, bytes(round), 1 - agent, id));
            before = id + "r";
          }
        }
      }
      return text.toString();
    }
  }

  @Property(tries = 60)
  void aTraceOfAScriptTakesAsLongAsTheScript(
      @ForAll @IntRange(min = 3, max = 6) int pes,
      @ForAll @IntRange(min = 1, max = 6) int rounds,
      @ForAll @IntRange(max = 100_000) int bytes,
      @ForAll @IntRange(max = 3_000_000) int ps) {
    Ring ring = new Ring(pes, rounds, bytes, ps);
    assertThat(Replays.play(Replays.csv(ring.csv()))).isEqualTo(Replays.play(ring));
  }

  /** A drawn acyclic graph in both formats. */
  private static final class Drawn {
    final SplittableRandom random;
    final List<StringBuilder> csv = new ArrayList<>();
    final List<StringBuilder> goal = new ArrayList<>();
    final List<Integer> counts = new ArrayList<>();

    Drawn(long seed, int pes, int operations) {
      this.random = new SplittableRandom(seed);
      for (int pe = 0; pe < pes; pe++) {
        csv.add(new StringBuilder());
        goal.add(new StringBuilder());
        counts.add(0);
      }
      for (int i = 0; i < operations; i++) {
        int pe = random.nextInt(pes);
        if (random.nextInt(3) == 0) {
          int ns = random.nextInt(20_000);
          int cpu = random.nextInt(2);
          add(pe, "compute", ",,," + ns + "," + cpu, "calc " + ns + " cpu " + cpu);
        } else {
          int to = (pe + 1 + random.nextInt(pes - 1)) % pes;
          int bytes = random.nextInt(4) == 0 ? 0 : random.nextInt(300_000);
          int tag = random.nextInt(2);
          String end = "," + bytes + "," + tag + ",,";
          add(pe, "send", to + end, "send " + bytes + "b to " + to + " tag " + tag);
          add(to, "receive", pe + end, "recv " + bytes + "b from " + pe + " tag " + tag);
        }
      }
    }

    private void add(int pe, String op, String fields, String statement) {
      int number = counts.get(pe);
      counts.set(pe, number + 1);
      String after = number > 0 && random.nextInt(3) > 0 ? "l" + random.nextInt(number) : "";
      String begun = number > 0 && random.nextInt(4) == 0 ? "l" + random.nextInt(number) : "";
      csv.get(pe).append("%d,%s,l%d,%s,%s,%s%n".formatted(pe, op, number, fields, after, begun));
      goal.get(pe).append("l%d: %s%n".formatted(number, statement));
      if (!after.isEmpty()) {
        goal.get(pe).append("l%d requires %s%n".formatted(number, after));
      }
      if (!begun.isEmpty()) {
        goal.get(pe).append("l%d irequires %s%n".formatted(number, begun));
      }
    }

    String csv() {
      return "pe,op,id,peer,bytes,tag,ns,unit,after,begun\n" + String.join("", csv);
    }

    String goal() {
      StringBuilder text = new StringBuilder("num_ranks " + goal.size() + "\n");
      for (int pe = 0; pe < goal.size(); pe++) {
        text.append("rank ").append(pe).append(" {\n").append(goal.get(pe)).append("}\n");
      }
      return text.toString();
    }
  }

  @Property(tries = 150)
  void drawnGraphsTakeTheSameTimeInBothFormats(
      @ForAll long seed,
      @ForAll @IntRange(min = 2, max = 5) int pes,
      @ForAll @IntRange(min = 5, max = 60) int operations) {
    Drawn drawn = new Drawn(seed, pes, operations);
    Trace csv;
    try {
      csv = Replays.csv(drawn.csv());
    } catch (TraceException unnamed) {
      // Of few operations some PE may have none, which CSV cannot say.
      assertThat(unnamed).hasMessageContaining("number them from 0 without a gap");
      return;
    }
    assertThat(Replays.play(csv)).isEqualTo(Replays.play(Replays.goal(drawn.goal())));
  }

  private static long ps(String goal) {
    return Replays.play(Replays.goal(goal)).picoseconds();
  }

  @Test
  void aUnitComputesOneThingAtATime() {
    String two =
        "num_ranks 1 rank 0 { calc 100 cpu 0; calc 50 cpu %d; }".replace(" rank", "\nrank");
    assertThat(ps(two.formatted(0))).isEqualTo(150_000);
    assertThat(ps(two.formatted(1))).isEqualTo(100_000);
  }

  @Test
  void whatRequiresWaitsForTheEndAndWhatIrequiresForTheBeginning() {
    String two = "num_ranks 1;rank 0 { a: calc 100 cpu 0; b: calc 70 cpu 1; b %s a }";
    assertThat(ps(two.formatted("requires"))).isEqualTo(170_000);
    assertThat(ps(two.formatted("irequires"))).isEqualTo(100_000);
    String third =
        "num_ranks 1;rank 0 { z: calc 30 cpu 0; a: calc 100 cpu 0; b: calc 120 cpu 1;"
            + " a requires z; b irequires a }";
    assertThat(ps(third)).isEqualTo(150_000);
  }

  @Test
  void anOperationBeginsNotBeforeItsTime() {
    String rows = "pe,op,id,ns,at_ns,after\n0,compute,a,100,%s,\n0,compute,b,10,,a\n";
    assertThat(Replays.play(Replays.csv(rows.formatted("2500.125"))).picoseconds())
        .isEqualTo(2_610_125);
    assertThat(Replays.play(Replays.csv(rows.formatted("0"))).picoseconds()).isEqualTo(110_000);
  }

  @Test
  void messagesAloneNeedNoReceive() {
    Trace trace = Replays.csv("pe,peer,bytes,at_ns\n0,1,8,0\n1,0,4096,1000\n");
    assertThat(Replays.play(trace).messages()).isEqualTo(2);
    assertThat(Replays.play(trace).picoseconds()).isGreaterThanOrEqualTo(1_000_000);
  }

  @Test
  void collectivesTakeAsLongAsTheSimulatorSays() {
    StringBuilder rows = new StringBuilder("pe,op,bytes,ns,id,after\n");
    for (int pe = 0; pe < 4; pe++) {
      rows.append(pe).append(",compute,,").append(100 * pe).append(",c,\n");
      rows.append(pe).append(",allreduce,65536,,r,c\n");
      rows.append(pe).append(",alltoall,4096,,,r\n");
    }
    long reduce =
        CollectiveTimes.run(Replays.fleet(4), MeetingKind.REDUCE, 65_536, CallScope.BLOCK, 1);
    long exchange =
        CollectiveTimes.run(Replays.fleet(4), MeetingKind.ALLTOALL, 1024, CallScope.BLOCK, 1);
    assertThat(Replays.play(Replays.csv(rows.toString())).picoseconds())
        .isEqualTo(300_000 + reduce + exchange);
  }

  @Test
  void computationMayBeFaster() {
    Trace trace = Replays.goal("num_ranks 1\nrank 0 {\ncalc 100\n}\n");
    assertThat(Replays.play(new TraceScript(trace, 0.5)).picoseconds()).isEqualTo(50_000);
  }

  @Test
  void tooMuchSideBySideIsRefused() {
    StringBuilder text = new StringBuilder("num_ranks 100000\nrank 0 {\n");
    for (int i = 0; i < 200; i++) {
      text.append("calc 1\n");
    }
    Trace trace = Replays.goal(text.append("}\n").toString());
    assertThatThrownBy(() -> new TraceScript(trace, 1))
        .hasMessageStartingWith("t.goal:3: error: 200 operations of one PE run side by side");
  }
}
