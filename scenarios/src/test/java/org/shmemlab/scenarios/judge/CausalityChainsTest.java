package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Lists;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.program.ThreadScope;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.testing.Draws;

/**
 * Checks that causality is transitive across scopes (PTX ISA, "Causality Order"): in a chain of two
 * hand-overs, the last thread may load what the first one stored, wherever that is, if each scope
 * holds the two threads of its own hand-over, and the program has a race otherwise.
 */
@Tag("catalogue")
class CausalityChainsTest {
  private static final PtxShapes CHAINS = new PtxShapes("ptx-chains.cu");
  private static final ImmutableList<Integer> HOW = ImmutableList.of(0, 1, 2, 3);
  private static final ImmutableList<Integer> SCOPES = ImmutableList.of(0, 1, 2);
  private static final ImmutableList<Integer> EITHER = ImmutableList.of(0, 1);

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void eachScopeHasToHoldTheThreadsOfItsOwnHandOver(Engine engine) {
    List<List<Integer>> chains = Lists.cartesianProduct(EITHER, EITHER, HOW, SCOPES, HOW, SCOPES);
    for (List<Integer> chain : Draws.of(chains)) {
      ThreadScope least = chain.get(0) == 1 ? ThreadScope.BLOCK : ThreadScope.DEVICE;
      boolean right =
          chain.get(3) >= least.ordinal() && chain.get(5) == ThreadScope.SYSTEM.ordinal();
      assertThat(
              CHAINS.findings(engine, Profile.NVSHMEM, 2, Lists.transform(chain, String::valueOf)))
          .as("together, PE of x, how and scope, how and scope: %s", chain)
          .isEqualTo(right ? Set.of() : Set.of(FindingKind.CONFLICT));
    }
  }
}
