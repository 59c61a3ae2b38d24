package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.schedule.OutputRecorder;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.model.schedule.Runner;
import org.shmemlab.model.schedule.SeededRandom;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.runtime.RuntimeSystem;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * The happens-before edges of a collective or a message: a return is local, so only the PEs whose
 * data a PE gets are ordered before it. A run finds them: one PE contributes another value, and
 * another PE gets another value.
 */
@Tag("compiler")
class CollectivesOrderTest {
  private static final int PES = 3;
  private static final ImmutableSet<FindingKind> CONFLICT = ImmutableSet.of(FindingKind.CONFLICT);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "shmem_long_broadcast(SHMEM_TEAM_WORLD, to, from, 2, 1)",
        "shmem_broadcast64(to, from, 2, 1, 0, 0, n, sync)",
        "shmem_long_fcollect(SHMEM_TEAM_WORLD, to, from, 1)",
        "shmem_long_collect(SHMEM_TEAM_WORLD, to, from, 1 + me)",
        "shmem_long_alltoall(SHMEM_TEAM_WORLD, to, from, 1)",
        "shmem_long_alltoalls(SHMEM_TEAM_WORLD, to, from, 1, 2, 1)",
        "shmem_long_sum_reduce(SHMEM_TEAM_WORLD, to, from, 1)",
        "shmem_long_sum_to_all(to, from, 1, 0, 0, n, work, sync)",
        "shmem_long_sum_inscan(SHMEM_TEAM_WORLD, to, from, 1)",
        "shmem_long_sum_exscan(SHMEM_TEAM_WORLD, to, from, 1)",
        "MPI_Bcast(me == 2 ? from : to, 1, MPI_LONG, 2, MPI_COMM_WORLD)",
        "MPI_Gather(from, 1, MPI_LONG, to, 1, MPI_LONG, 1, MPI_COMM_WORLD)",
        "MPI_Scatter(from, 1, MPI_LONG, to, 1, MPI_LONG, 1, MPI_COMM_WORLD)",
        "MPI_Reduce(from, to, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD)",
        "MPI_Allreduce(from, to, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD)",
        "MPI_Gatherv(from, 1, MPI_LONG, to, (int[]) {1, 1, 1}, (int[]) {0, 1, 2}, MPI_LONG, 1, MPI_COMM_WORLD)",
        "if (me == 2) MPI_Send(from, 1, MPI_LONG, 0, 0, MPI_COMM_WORLD);"
            + " if (me == 0) MPI_Recv(to, 1, MPI_LONG, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)",
      })
  void aPeComesAfterThoseWhoseDataItGets(String call) {
    SourceFile source = source(call + ";");
    Program program = program(source);
    List<String> wrong = new ArrayList<>();
    for (int reader = 0; reader < PES; reader++) {
      for (int writer = 0; writer < PES; writer++) {
        boolean gets = !got(program, reader, writer, 0).equals(got(program, reader, writer, 1));
        for (Engine engine : Engine.values()) {
          boolean ordered = kinds(engine, source, program, reader, writer).isEmpty();
          if (reader != writer && gets != ordered) {
            wrong.add(writer + " after " + reader + " by " + engine + ": " + ordered);
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  /**
   * A root, which waits for no PE, may be ahead by more than one call, and each PE gets the data of
   * its own call.
   */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void aRootIsAheadByAnyNumberOfCalls(Engine engine) {
    String broadcasts =
        "for (int k = 0; k < 3; k++) { from[0] = 7 + k;"
            + " shmem_long_broadcast(SHMEM_TEAM_WORLD, to + k, from, 1, 1); }";
    SourceFile source = source(broadcasts);
    Program program = program(source);
    assertThat(kinds(engine, source, program, 0, 1)).isEqualTo(CONFLICT);
    assertThat(kinds(engine, source, program, 1, 0)).isEmpty();
    assertThat(got(program, 0, 2, 0)).startsWith("2: 7 8 9 ");
    SourceFile closed = source(broadcasts + "shmem_sync_all();");
    assertThat(kinds(engine, closed, program(closed), 0, 1)).isEmpty();
  }

  private static ImmutableSet<FindingKind> kinds(
      Engine engine, SourceFile source, Program program, int reader, int writer) {
    ExplorationLimits limits =
        new ExplorationLimits(
            engine, new SearchOptions(engine == Engine.RANDOM ? 50 : 300_000, 0, () -> false));
    return ProgramJudgement.of(
            source, program, job(reader, writer, 0), ImmutableList.of(Profile.OPENSHMEM), limits)
        .answers()
        .get(0)
        .exploration()
        .findings()
        .stream()
        .map(Finding::kind)
        .collect(ImmutableSet.toImmutableSet());
  }

  // The writer's result, if the reader's contribution is larger by that much.
  private static String got(Program program, int reader, int writer, int more) {
    OutputRecorder printed = new OutputRecorder(Long.MAX_VALUE);
    Machine machine =
        new Machine(program, job(reader, writer, more), new Immediate(), new RuntimeSystem());
    assertThat(new Runner(machine, new SeededRandom(1), printed).run())
        .isInstanceOf(RunResult.Finished.class);
    return printed
        .text()
        .lines()
        .filter(line -> line.startsWith(writer + ":"))
        .collect(Collectors.joining());
  }

  private static Job job(int reader, int writer, int more) {
    ImmutableList<String> arguments =
        ImmutableList.of(
            Integer.toString(reader), Integer.toString(writer), Integer.toString(more));
    return new Job(PES, PES, arguments, ImmutableMap.of(), Job.Gpu.H200);
  }

  private static Program program(SourceFile source) {
    return Objects.requireNonNull(CudaC.compile(source).program());
  }

  // A PE reads before the call the word that another PE writes after it.
  private static SourceFile source(String calls) {
    return new SourceFile(
        "order.c",
        """
        #include <mpi.h>
        #include <shmem.h>
        #include <stdio.h>
        #include <stdlib.h>
        static long x, from[8], to[8], sync[SHMEM_SYNC_SIZE], work[SHMEM_REDUCE_MIN_WRKDATA_SIZE];
        int main(int argc, char **argv) {
          MPI_Init(&argc, &argv);
          shmem_init();
          int me = shmem_my_pe(), n = shmem_n_pes();
          int reader = atoi(argv[1]), writer = atoi(argv[2]), more = atoi(argv[3]);
          for (int i = 0; i < 8; i++) from[i] = 10 * me + i + (me == reader ? more : 0);
          shmem_barrier_all();
          long seen = me == reader ? x : 0;
          %s
          if (me == writer) shmem_long_p(&x, 1, reader);
          char line[200];
          int length = sprintf(line, "%%d:", me);
          for (int i = 0; i < 8; i++) length += sprintf(line + length, " %%ld", to[i]);
          puts(line);
          shmem_finalize();
          MPI_Finalize();
          return seen > 1;
        }
        """
            .formatted(calls));
  }
}
