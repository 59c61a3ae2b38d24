package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Switch;

/**
 * Litmus tests in inline PTX on memory that PEs map from each other, against the PTX ISA ("Memory
 * Consistency Model", sections "Scope", "Morally strong operations", "Release and Acquire
 * Patterns", "Causality Order", "Axioms"). The shapes are in {@code ptx-litmus.cu}; those of bulk
 * copies in {@code ptx-copies.cu}.
 *
 * <p>PTX says that the outcome asked about is {@code forbidden}, that it is {@code allowed}, or
 * that the program has a {@code race}: weak accesses, or strong ones whose scopes leave the other
 * out. {@code weak} is allowed too, and shown where atomics have no order for all; {@code buffered}
 * is allowed and never shown: a load that returns what is stored later.
 */
class PtxLitmusTest {
  private static final PtxShapes LITMUS = new PtxShapes("ptx-litmus.cu");
  private static final PtxShapes COPIES = new PtxShapes("ptx-copies.cu");

  @ParameterizedTest
  @CsvSource({
    "2, forbidden, MP+release.sys+acquire.sys",
    "2, race, MP+release.gpu+acquire.gpu",
    "2, race, MP+release.cta+acquire.cta",
    "2, race, MP+release.sys+acquire.gpu",
    "2, race, MP+release.sys+relaxed",
    "2, race, MP+relaxed+acquire.sys",
    "2, forbidden, MP+red.release.sys+acquire.sys",
    "2, forbidden, MP+atom.acq_rel.sys+atom.acq_rel.sys",
    "2, forbidden, MP+fence.acq_rel.sys",
    "2, race, MP+fence.acq_rel.gpu",
    "2, forbidden, MP+fence.sc.sys",
    "2, race, MP+fence.sc.gpu",
    "2, race, MP+weak",
    "2, forbidden, MP+volatile+membar.sys",
    "1, forbidden, MP+blocks+release.gpu+acquire.gpu",
    "1, race, MP+blocks+release.cta+acquire.cta",
    "1, forbidden, MP+threads+release.cta+acquire.cta",
    "1, race, MP+threads+relaxed",
    "3, forbidden, WRC+release.sys+acquire.sys",
    "3, race, WRC+relaxed",
    "3, race, WRC+release.gpu",
    "3, forbidden, WRC+coherence",
    "2, weak, MP+relaxed+relaxed",
    "2, weak, SB+relaxed",
    "2, weak, SB+fence.acq_rel.sys",
    "2, forbidden, SB+fence.sc.sys",
    "2, buffered, LB+relaxed",
    "2, forbidden, LB+release.sys+acquire.sys",
    "4, weak, IRIW+release.sys+acquire.sys",
    "4, forbidden, IRIW+fence.sc.sys",
    "2, forbidden, CoRR+relaxed",
    "2, race, CoRR+weak",
    "2, race, CoRR+relaxed.gpu",
    "2, forbidden, CoWR",
    "2, forbidden, CoWR+weak",
    "1, forbidden, MP+fence.release.gpu+fence.acquire.gpu",
    "1, forbidden, MP+release.gpu+own.relaxed+acquire.gpu",
    "1, forbidden, MP+fence.release.gpu+bar",
    "1, forbidden, MP+bar"
  })
  void isJudgedAsPtxSays(int pes, String verdict, String shape) {
    check(LITMUS, pes, verdict, shape);
  }

  @ParameterizedTest
  @CsvSource({
    "race, shared",
    "forbidden, shared+fence.proxy.async",
    "forbidden, shared+fence.proxy.async.shared",
    "forbidden, shared+fence.proxy.async::generic.release",
    "race, shared+fence.proxy.async.global",
    "race, global+fence.proxy.async.shared",
    "forbidden, global+fence.proxy.async.shared+fence.proxy.async.global",
    "forbidden, global+fence.proxy.async",
    "forbidden, launch",
    "race, shared+fence.proxy.alias+fence.acq_rel"
  })
  void copiesNeedTheFenceOfTheirProxy(String verdict, String shape) {
    check(COPIES, 1, verdict, shape);
  }

  private static void check(PtxShapes shapes, int pes, String verdict, String shape) {
    Profile weak = Profile.NVSHMEM.with(Switch.ATOMICS_IN_ONE_ORDER, false);
    for (Engine engine : List.of(Engine.STATES, Engine.DPOR)) {
      for (Profile profile : List.of(Profile.NVSHMEM, weak)) {
        Exploration exploration = shapes.exploration(engine, profile, pes, ImmutableList.of(shape));
        assertThat(PtxShapes.kinds(exploration))
            .as("%s by %s under %s", shape, engine, profile.name())
            .isEqualTo(verdict.equals("race") ? Set.of(FindingKind.CONFLICT) : Set.of());
        assertThat(exploration.outcomes().keySet().stream().anyMatch(text -> text.contains("seen")))
            .as("the outcome of %s by %s under %s", shape, engine, profile.name())
            .isEqualTo(verdict.equals("weak") && profile.equals(weak));
      }
    }
  }
}
