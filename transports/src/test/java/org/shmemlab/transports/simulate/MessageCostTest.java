package org.shmemlab.transports.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.fleet.Fleets;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.platform.Platform;
import org.shmemlab.transports.platform.Platforms;

class MessageCostTest {
  static Iterable<String> platforms() {
    return Platforms.NAMES;
  }

  @ParameterizedTest
  @MethodSource("platforms")
  void thePartsAddUpOverEveryPath(String name) {
    Platform platform = Platforms.named(name);
    for (PathKind remote : platform.paths().keySet()) {
      if (remote.isRemote()) {
        int near = Math.min(2, platform.node().gpus().count());
        Fleet fleet = Fleets.on(platform, 4, near, remote);
        for (MessageCost cost : MessageCost.of(fleet)) {
          long sum = cost.stages().values().stream().mapToLong(Long::longValue).sum();
          assertEquals(cost.totalPs(), sum, () -> name + " " + remote + " " + cost);
          assertTrue(cost.totalPs() > 0);
        }
      }
    }
  }
}
