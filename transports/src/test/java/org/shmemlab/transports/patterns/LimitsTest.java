package org.shmemlab.transports.patterns;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.fleet.Fleets;
import org.shmemlab.transports.platform.Node;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.platform.Platform;
import org.shmemlab.transports.platform.Platforms;

/** No test moves data faster than a link, a NIC or a PCIe slot on its way allows. */
@Tag("random")
class LimitsTest {
  private static final double GIGA = 1e9;
  private static final double ROUNDING = 1.001;

  /** A machine and the path between its nodes, or within one. */
  record Way(Platform machine, PathKind path) {
    Fleet fleet(int pes) {
      return Fleets.on(machine, pes, path.isRemote() ? 1 : pes, path);
    }

    /** The most that leaves or enters a GPU, bytes per second. */
    double limit(Fleet fleet) {
      Node node = machine.node();
      if (!fleet.near(0, 1)) {
        double nic = node.nic().bandwidth().bytesPerSecond();
        double slot = node.bus().nic().bytesPerSecond();
        return fleet.cards().each() * Math.min(nic, slot);
      }
      if (path == PathKind.PCIE || node.nvlink() == null) {
        return node.bus().bandwidth().bytesPerSecond();
      }
      return switch (node.nvlink()) {
        case Node.NvLink.Switched all -> all.port().bytesPerSecond();
        case Node.NvLink.Mesh mesh -> mesh.pair().bytesPerSecond();
      };
    }
  }

  @Provide
  Arbitrary<Way> ways() {
    ImmutableList.Builder<Way> all = ImmutableList.builder();
    for (String name : Platforms.NAMES) {
      Platform machine = Platforms.named(name);
      for (PathKind path : PathKind.values()) {
        if (machine.paths().containsKey(path)
            && (path.isRemote() || machine.node().gpus().count() > 1)
            && (path != PathKind.NVLINK || machine.node().nvlink() != null)
            && path != PathKind.PCIE) {
          all.add(new Way(machine, path));
        }
      }
    }
    return Arbitraries.of(all.build());
  }

  @Provide
  Arbitrary<Perftest> streams() {
    return Arbitraries.of(Arrays.stream(Perftest.values()).filter(Perftest::isStream).toList());
  }

  @Provide
  Arbitrary<Perftest.Options> options() {
    return Combinators.combine(
            Arbitraries.of(1, 2, 3, 10),
            Arbitraries.of(1, 2, 32, 64),
            Arbitraries.of(1, 32, 100, 256),
            Arbitraries.of(CallScope.class),
            Arbitraries.of(4, 8),
            Arbitraries.of(TimedLoop.class))
        .as((rounds, ctas, threads, scope, word, loop) ->
            new Perftest.Options(rounds, ctas, threads, scope, word, false, false, loop));
  }

  @Property(tries = 60)
  void noStreamIsFasterThanItsLinks(
      @ForAll("ways") Way way,
      @ForAll("streams") Perftest test,
      @ForAll("options") Perftest.Options options) {
    Fleet fleet = way.fleet(2);
    for (long bytes = 64; bytes <= 32 << 20; bytes *= 512) {
      assertThat(test.run(fleet, bytes, options) * GIGA)
          .as("%s of %d bytes", test, bytes)
          .isLessThanOrEqualTo(ROUNDING * way.limit(fleet));
    }
  }

  @Property(tries = 30)
  void noCollectiveIsFasterThanTheLinksOfAPe(
      @ForAll("ways") Way way, @ForAll("options") Perftest.Options options) {
    int pes = way.path().isRemote() ? 4 : 2;
    Fleet fleet = way.fleet(pes);
    for (long bytes = 4096; bytes <= 8 << 20; bytes *= 2048) {
      double seconds = Perftest.ALLTOALL.run(fleet, bytes, options) / 1e6;
      assertThat((pes - 1) * bytes / seconds)
          .as("alltoall of %d bytes", bytes)
          .isLessThanOrEqualTo(ROUNDING * way.limit(fleet));
    }
  }

  /** The quiet of one block completes the puts of all: 32 MiB through a port of 50 GB/s. */
  @Example
  void oneBlocksQuietWaitsForAllBlocks() {
    for (PathKind path : new PathKind[] {PathKind.IBGDA, PathKind.IBRC}) {
      Fleet fleet = Fleets.on(Platforms.named("hgx-h200"), 2, 1, path);
      Perftest.Options one =
          new Perftest.Options(1, 32, 256, CallScope.BLOCK, 4, false, false, TimedLoop.PERFTEST);
      assertThat(Perftest.PUT_BW.run(fleet, 32 << 20, one)).as(path.key()).isBetween(40.0, 50.0);
    }
  }
}
