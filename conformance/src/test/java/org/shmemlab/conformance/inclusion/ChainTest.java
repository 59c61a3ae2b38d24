package org.shmemlab.conformance.inclusion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Checks that outcomes of hardware are within its transport, a transport within the specification,
 * and so on (memory model, section 8, points 1 and 2); where one is not, the reason is known.
 */
@Tag("catalogue")
@Tag("whole")
class ChainTest {
  /** The proxy of 3.5 loses a fence; it does harm where the network does not keep order anyway. */
  private static final Set<String> LOSE_THE_FENCE =
      Set.of("ucx@3.5", "cxi@3.5", "verbs@3.5", "efa@3.5");

  private static final List<String> NEED_THE_FENCE =
      List.of(
          "2+2W+amo+fence+same",
          "CoWW+amo+fence",
          "CoWW+p+fence",
          "FLAG+signal+fence",
          "MP+amo+fence+same",
          "MP+p+fence+same",
          "MP+signal+fence+same",
          "R+amo+fence",
          "S+fence",
          "Z6+amo+fence");

  private final Chain chain = Explored.CHAIN;

  @Test
  void everyLinkIsTested() {
    assertThat(chain.of(InclusionRelation.TRANSPORT_IN_SPECIFICATION).count()).isGreaterThan(3000);
    assertThat(chain.of(InclusionRelation.SEQUENTIAL_IN_SPECIFICATION).count()).isGreaterThan(600);
    assertThat(chain.of(InclusionRelation.LENIENT_IN_STRICT).count()).isGreaterThan(200);
    assertThat(chain.of(InclusionRelation.MORE_ORDER).count()).isGreaterThan(2000);
    assertThat(chain.of(InclusionRelation.HARDWARE_IN_TRANSPORT).count()).isGreaterThan(200);
    assertThat(chain.links()).noneMatch(link -> link.inclusion() == Inclusion.UNKNOWN);
  }

  @Test
  void isBrokenOnlyWhereTheReasonIsKnown() {
    assertThat(chain.links().stream().filter(ChainLink::fails).map(ChainLink::toString)).isEmpty();
  }

  @Test
  void onlyKnownBugsShowWhatTheSpecificationForbids() {
    Map<String, Set<String>> bugs = new TreeMap<>();
    chain
        .of(InclusionRelation.TRANSPORT_IN_SPECIFICATION)
        .filter(link -> link.inclusion() == Inclusion.BROKEN)
        .filter(link -> !link.inner().equals(Column.OF_GPUS.key()))
        .forEach(link -> bugs.computeIfAbsent(link.test(), _ -> new TreeSet<>()).add(link.inner()));
    Map<String, Set<String>> known = new TreeMap<>();
    NEED_THE_FENCE.forEach(test -> known.put(test, LOSE_THE_FENCE));
    known.put("SYNC+store", Set.of("nvlink", "pcie"));
    known.put("PIPE-SLOT", Set.of("nvlink"));
    assertThat(bugs).isEqualTo(known);
  }

  @Test
  void everyKnownReasonIsNeeded() {
    assertThat(chain.links().stream().flatMap(link -> link.known().stream()).distinct())
        .containsExactlyInAnyOrder(KnownViolation.values());
  }
}
