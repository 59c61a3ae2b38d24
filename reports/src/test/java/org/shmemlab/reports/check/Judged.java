package org.shmemlab.reports.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.judge.ExplorationLimits;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.replay.ReplayFile;
import org.shmemlab.scenarios.replay.Replayed;
import org.shmemlab.scenarios.replay.Semantics;
import org.shmemlab.scenarios.source.SourceFile;

/** Judges programs and tests, and renders them by a view. */
public final class Judged {
  /** A conflict on x, as its only expectation says. */
  public static final SourceFile MP =
      new SourceFile(
          "dir/mp.litmus",
          """
          C mp
          "The flag may overtake the data."

          { long x; long f; }

          P0 {
            nvshmem_long_p(&x, 1, 1);
            nvshmem_long_atomic_set(&f, 1, 1);
          }

          P1 {
            nvshmem_long_wait_until(&f, NVSHMEM_CMP_EQ, 1);
            long r0 = x;
          }

          exists (1:r0 = 0)

          expect nvshmem: undefined
          """);

  /** Waits on what p writes, which only some documents allow. */
  public static final SourceFile WAITS_ON_P =
      kernel(
          "waits.cu", "pe == 0", "nvshmem_long_p(f, 1, 1);", "nvshmem_long_wait_until(f, 0, 1);");

  /** Stores to a peer what that reads, with no order. */
  public static final SourceFile STORES_TO_A_PEER =
      kernel("peer.cu", "pe == 0", "((long *)nvshmem_ptr(f, 1))[0] = 1;", "assert(f[0] < 9);");

  /** PE 1 waits for a value that no PE sends. */
  public static final SourceFile HANGS =
      kernel("hangs.cu", "pe == 1", "nvshmem_long_wait_until(f, 0, 1);", "");

  /** An assertion fails in one of two orders. */
  public static final SourceFile ASSERTS =
      kernel(
          "asserts.cu",
          "pe == 0",
          "nvshmem_long_atomic_set(f, 1, 1);",
          "assert(nvshmem_long_atomic_fetch(f, 1) == 0);");

  private Judged() {}

  private static SourceFile kernel(String name, String condition, String then, String otherwise) {
    return new SourceFile(
        name,
        """
        #include <assert.h>
        #include <nvshmem.h>
        __global__ void kernel(long *f) {
          int pe = nvshmem_my_pe();
          if (%s) {
            %s
          } else {
            %s
          }
        }
        int main() {
          nvshmem_init();
          long *f = (long *)nvshmem_calloc(1, sizeof(long));
          kernel<<<1, 1>>>(f);
          cudaDeviceSynchronize();
          return 0;
        }
        """
            .formatted(condition, then, otherwise));
  }

  public static LitmusJudgement litmus(SourceFile source, Engine engine) {
    LitmusProgram program = Objects.requireNonNull(Litmus.compile(source).program());
    return LitmusJudgement.of(
        program, LitmusJudgement.profiles(program.test()), limits(engine, 100));
  }

  public static ProgramJudgement program(SourceFile source, long states) {
    return ProgramJudgement.of(
        source,
        compiled(source),
        Job.ofPes(2),
        ProgramJudgement.profiles(compiled(source)),
        limits(Engine.STATES, states));
  }

  /** With the repairs of each conflict. */
  public static ProgramJudgement withRepairs(SourceFile source) {
    ExplorationLimits limits = limits(Engine.STATES, 10_000);
    return program(source, 10_000).withRepairs(compiled(source), limits);
  }

  /** The first finding of a program, run again from the file that is written for it. */
  public static Replayed replayed(SourceFile source) {
    ProgramJudgement judgement = program(source, 10_000);
    ProgramJudgement.Found found = judgement.findings().get(0);
    String text =
        ReplayFile.of(
                source,
                new Semantics.Promised(found.profiles().asList().get(0)),
                judgement.job(),
                found.finding())
            .text();
    ReplayFile file = ReplayFile.parse(new SourceFile("it.replay", text)).file();
    Replayed.Result result =
        Replayed.of(source, compiled(source), Objects.requireNonNull(file), "it.replay");
    assertThat(result.diagnostic()).isEmpty();
    return Objects.requireNonNull(result.replayed());
  }

  /** The output of a view about its events. */
  public static String rendered(Function<PrintStream, CheckView> view, Consumer<CheckView> write) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    write.accept(view.apply(new PrintStream(bytes, true, StandardCharsets.UTF_8)));
    return bytes.toString(StandardCharsets.UTF_8);
  }

  public static ImmutableList<SourceFile> programs() {
    return ImmutableList.of(WAITS_ON_P, HANGS, ASSERTS);
  }

  public static Program compiled(SourceFile source) {
    CudaC.Compiled compiled = CudaC.compile(source);
    return Objects.requireNonNull(compiled.program(), () -> compiled.diagnostics().toString());
  }

  private static ExplorationLimits limits(Engine engine, long budget) {
    return new ExplorationLimits(engine, new SearchOptions(budget, 1, () -> false));
  }
}
