package org.shmemlab.transports.cost.fleet;

import static java.util.Collections.nCopies;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.primitives.ImmutableIntArray;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.shmemlab.transports.cost.parameters.CollectiveSettings;
import org.shmemlab.transports.cost.parameters.Seeds;
import org.shmemlab.transports.cost.parameters.TransferKind;
import org.shmemlab.transports.cost.stations.Pipeline;
import org.shmemlab.transports.cost.stations.Script;
import org.shmemlab.transports.cost.stations.Stage;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.platform.PlatformException;
import org.shmemlab.transports.platform.Platforms;

/** Several NICs of one GPU. */
class NicAssignmentTest {
  private static final long MIB = 1 << 20;

  private static Fleet fleet(String like, PathKind path, String cards) {
    String text =
        "like: "
            + like
            + "\nname: cards\npaths:\n  "
            + path.key()
            + ":\n    cards:\n"
            + "      count: {value: 4, source: \"estimate: a test\"}\n"
            + cards;
    try {
      return Fleets.on(Platforms.parse("cards.yaml", text), 16, 8, path);
    } catch (PlatformException problem) {
      throw new IllegalArgumentException(problem.getMessage(), problem);
    }
  }

  private static Fleet inTurns() {
    return fleet("p5", PathKind.EFA, "");
  }

  private static Fleet cut() {
    return fleet(
        "p5", PathKind.EFA, "      stripe: {value: 1 MiB, source: \"estimate: a test\"}\n");
  }

  private static Fleet single() {
    return Fleets.on(Platforms.named("p5"), 16, 8, PathKind.EFA);
  }

  private static long time(Fleet fleet, int puts, long bytes) {
    return new Script().agent(0, nCopies(puts, Script.put(8, bytes))).run(fleet);
  }

  /** Operations that each NIC sent. */
  private static Map<Integer, Integer> sent(Fleet fleet, int puts, long bytes) {
    Map<Integer, Integer> byCard = new TreeMap<>();
    Script script = new Script().agent(0, nCopies(puts, Script.put(8, bytes)));
    Pipeline pipeline = new Pipeline(fleet, script);
    pipeline.listen((stage, server, number, tag, from, to) -> {
      if (stage == Stage.WIRE) {
        byCard.merge(number, 1, Integer::sum);
      }
    });
    script.run(pipeline);
    return byCard;
  }

  @Test
  void nvshmemTakesOneCardOfFour() {
    assertThat(single().cards().each()).isEqualTo(1);
    assertThat(sent(single(), 8, 64)).isEqualTo(Map.of(0, 8));
  }

  @Test
  void messagesTakeTheCardsInTurns() {
    assertThat(sent(inTurns(), 8, 64)).isEqualTo(Map.of(0, 2, 1, 2, 2, 2, 3, 2));
    double faster = (double) time(single(), 200, MIB) / time(inTurns(), 200, MIB);
    assertThat(faster).isBetween(3.9, 4.0);
  }

  @Test
  void aLargeMessageIsCutAndASmallOneIsNot() {
    long whole = time(single(), 1, 256 * MIB);
    assertThat((double) whole / time(cut(), 1, 256 * MIB)).isBetween(3.9, 4.01);
    assertThat(time(inTurns(), 1, 256 * MIB)).isEqualTo(whole);
    assertThat(time(cut(), 1, MIB - 1)).isEqualTo(time(single(), 1, MIB - 1));
  }

  /** A get is cut where its data leave. */
  @Test
  void aLargeGetIsCutToo() {
    List<Script.Call> get = List.of(Script.call(TransferKind.GET, 8, 64 * MIB, 0));
    long whole = new Script().agent(0, get).run(single());
    assertThat((double) whole / new Script().agent(0, get).run(cut())).isBetween(3.9, 4.01);
  }

  /** Pieces that share no links are sent by the stations alone. */
  @Test
  void withoutLinksPiecesAreShortTurnsOfCards() {
    Fleet cut = withoutWires(cut());
    assertThat((double) time(withoutWires(single()), 1, 64 * MIB) / time(cut, 1, 64 * MIB))
        .isBetween(3.9, 4.01);
  }

  private static Fleet withoutWires(Fleet f) {
    return new Fleet(
        f.routes(),
        f.nicsPerNode(),
        f.cards(),
        f.local(),
        f.remote(),
        f.gpu(),
        f.crossRailPs(),
        f.crossRailShare(),
        f.hops(),
        f.collectives(),
        null);
  }

  @Property(tries = 50)
  void everyByteCrossesOneCardOfEachSide(@ForAll @IntRange(max = 100_000) int bytes) {
    Fleet fleet = inTurns();
    Map<String, Long> carried = new HashMap<>();
    fleet.spread(
        1,
        9,
        bytes,
        (link, share) ->
            carried.put(Objects.requireNonNull(fleet.wires()).topology().link(link).name(), share));
    for (String end : List.of("0 transmit", "1 receive")) {
      List<Long> shares =
          carried.entrySet().stream()
              .filter(link -> link.getKey().matches("nic [4-7] of node " + end))
              .map(Map.Entry::getValue)
              .toList();
      assertThat(shares).hasSize(4);
      assertThat(shares.stream().mapToLong(Long::longValue).sum()).isEqualTo(bytes);
    }
  }

  @Test
  void queuePairsAreSharedOutToCards() {
    Fleet two =
        Fleet.of(4, 2, Seeds.nvlink(), Seeds.ibgda(4), Seeds.H200)
            .with(
                new NicAssignment(ImmutableIntArray.of(0, 1, 1, 0), 2, Long.MAX_VALUE),
                Seeds.ibgda(4),
                CollectiveSettings.DEFAULT);
    Map<Integer, Integer> cards = new TreeMap<>();
    Script script = new Script();
    for (int agent = 0; agent < 4; agent++) {
      script.agent(0, nCopies(3, Script.put(2, 64)));
    }
    Pipeline pipeline = new Pipeline(two, script);
    pipeline.listen((stage, server, number, tag, from, to) -> {
      if (stage == Stage.WIRE) {
        cards.merge(number, 1, Integer::sum);
      }
    });
    script.run(pipeline);
    assertThat(cards).isEqualTo(Map.of(0, 6, 1, 6));
  }

  @Test
  void aPathThatKeepsOrderOnOneCardRefusesMore() {
    assertThatThrownBy(() -> fleet("hgx-h200", PathKind.IBRC, ""))
        .hasMessageContaining("the path ibrc keeps order on one card: it has no 'cards'");
  }
}
