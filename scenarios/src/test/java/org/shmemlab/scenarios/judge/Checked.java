package org.shmemlab.scenarios.judge;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.source.SourceFile;

/** Explores small programs that tests write down. */
final class Checked {
  private static final long SCHEDULES = 50;

  private Checked() {}

  /** The kinds of an engine's findings. */
  static ImmutableSet<FindingKind> kinds(
      Engine engine, Profile profile, int pes, SourceFile source) {
    return explore(engine, profile, pes, source).findings().stream()
        .map(Finding::kind)
        .collect(ImmutableSet.toImmutableSet());
  }

  /** An engine's exploration. */
  static Exploration explore(Engine engine, Profile profile, int pes, SourceFile source) {
    return explore(engine, profile, pes, source, SCHEDULES);
  }

  /**
   * An engine's exploration.
   *
   * @param schedules how many the random engine tries
   */
  static Exploration explore(
      Engine engine, Profile profile, int pes, SourceFile source, long schedules) {
    return explore(engine, profile, pes, source, compiled(source), schedules);
  }

  /** A program that has to compile. */
  static Program compiled(SourceFile source) {
    CudaC.Compiled compiled = CudaC.compile(source);
    Program program = compiled.program();
    if (program == null) {
      throw new AssertionError(compiled.diagnostics().toString());
    }
    return program;
  }

  /** The findings of an engine in a program that was compiled before. */
  static Exploration explore(
      Engine engine, Profile profile, int pes, SourceFile source, Program program, long schedules) {
    long budget = engine == Engine.RANDOM ? schedules : 300_000;
    ExplorationLimits limits =
        new ExplorationLimits(engine, new SearchOptions(budget, 0, () -> false));
    return ProgramJudgement.of(source, program, Job.ofPes(pes), ImmutableList.of(profile), limits)
        .answers()
        .get(0)
        .exploration();
  }

  /** A kernel's body, run by some threads of each PE, with symmetric words x, y, c and a signal. */
  static SourceFile kernel(int threads, String body) {
    return new SourceFile(
        "kernel.cu",
        """
        #include <cstdio>
        #include <nvshmem.h>
        #include <nvshmemx.h>
        __global__ void k(long *x, long *y, long *c, uint64_t *s) {
          int me = nvshmem_my_pe();
          int t = threadIdx.x;
          %s
        }
        int main() {
          nvshmem_init();
          long *x = (long *)nvshmem_calloc(8, sizeof(long));
          long *y = (long *)nvshmem_calloc(8, sizeof(long));
          long *c = (long *)nvshmem_calloc(8, sizeof(long));
          uint64_t *s = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));
          nvshmem_barrier_all();
          k<<<1, %d>>>(x, y, c, s);
          cudaDeviceSynchronize();
          nvshmem_barrier_all();
          nvshmem_finalize();
        }
        """
            .formatted(body, threads));
  }

  /** The body of an OpenSHMEM program's main, with symmetric words a, b and f. */
  static SourceFile openshmem(String body) {
    return new SourceFile(
        "program.c",
        """
        #include <shmem.h>
        #include <stdio.h>
        #include <stdlib.h>
        static long a, b;
        static uint64_t f;
        static void lock(long *l) {
          while (shmem_long_atomic_compare_swap(l, 0, 1, 0) != 0);
        }
        static void unlock(long *l) {
          shmem_long_atomic_set(l, 0, 0);
        }
        int main(void) {
          shmem_init();
          int me = shmem_my_pe();
          %s
          shmem_finalize();
        }
        """
            .formatted(body));
  }
}
