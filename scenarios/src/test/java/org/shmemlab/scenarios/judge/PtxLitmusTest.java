package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.io.Resources;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.model.explore.Engine;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Litmus tests in inline PTX on memory that PEs map from each other, against the PTX ISA ("Memory
 * Consistency Model", sections "Scope", "Morally strong operations", "Release and Acquire
 * Patterns", "Causality Order", "Axioms"). The shapes are in {@code ptx-litmus.cu}.
 *
 * <p>PTX says that the outcome asked about is {@code forbidden}, that it is {@code allowed}, or
 * that the program has a {@code race}: weak accesses, or strong ones whose scopes leave the other
 * out. {@code hidden} is allowed too, and not shown here: relaxed accesses of one thread keep their
 * order.
 */
class PtxLitmusTest {
  private static Program program;

  @BeforeAll
  static void compile() throws IOException {
    String text =
        Resources.toString(Resources.getResource("ptx-litmus.cu"), StandardCharsets.UTF_8);
    program =
        Objects.requireNonNull(CudaC.compile(new SourceFile("ptx-litmus.cu", text)).program());
  }

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
    "2, hidden, MP+relaxed+relaxed",
    "2, hidden, SB+relaxed",
    "2, hidden, SB+fence.acq_rel.sys",
    "2, forbidden, SB+fence.sc.sys",
    "2, hidden, LB+relaxed",
    "2, forbidden, LB+release.sys+acquire.sys",
    "4, hidden, IRIW+release.sys+acquire.sys",
    "4, forbidden, IRIW+fence.sc.sys",
    "2, forbidden, CoRR+relaxed",
    "2, race, CoRR+weak",
    "2, race, CoRR+relaxed.gpu",
    "2, forbidden, CoWR",
    "2, forbidden, CoWR+weak"
  })
  void isJudgedAsPtxSays(int pes, String verdict, String shape) {
    Set<FindingKind> expected = verdict.equals("race") ? Set.of(FindingKind.CONFLICT) : Set.of();
    assertThat(kinds(Engine.STATES, pes, shape)).isEqualTo(expected);
    assertThat(kinds(Engine.DPOR, pes, shape)).isEqualTo(expected);
  }

  private static Set<FindingKind> kinds(Engine engine, int pes, String shape) {
    Job job = new Job(pes, pes, ImmutableList.of(shape), ImmutableMap.of(), Job.Gpu.H200);
    var exploration =
        ProgramJudgement.of(
                new SourceFile("ptx-litmus.cu", ""),
                program,
                job,
                ImmutableList.of(Profile.NVSHMEM),
                new ExplorationLimits(engine, new SearchOptions(100_000, 0, () -> false)))
            .answers()
            .get(0)
            .exploration();
    assertThat(exploration.complete()).isTrue();
    return exploration.findings().stream().map(Finding::kind).collect(Collectors.toSet());
  }
}
