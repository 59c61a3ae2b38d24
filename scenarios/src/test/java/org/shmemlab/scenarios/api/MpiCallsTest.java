package org.shmemlab.scenarios.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.source.SourceFile;

/** The part of MPI that NVSHMEM programs start with (MPI 4.1, chapters 6, 7, 9 and 11). */
class MpiCallsTest {
  @Test
  void collectivesMoveWhatTheySay() {
    CProgram program =
        CProgram.mpi(
            """
              int mine = 10 * me, all[3], part = -1;
              MPI_Allgather(&mine, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
              if (me == 1) printf("allgather %d %d %d\\n", all[0], all[1], all[2]);
              MPI_Gather(&mine, 1, MPI_INT, all, 1, MPI_INT, 2, MPI_COMM_WORLD);
              if (me == 2) printf("gather %d %d %d\\n", all[0], all[1], all[2]);
              for (int i = 0; i < n; i++) all[i] = 100 * me + i;
              MPI_Scatter(all, 1, MPI_INT, &part, 1, MPI_INT, 1, MPI_COMM_WORLD);
              printf("scatter to %d: %d\\n", me, part);
              int from[3];
              MPI_Alltoall(all, 1, MPI_INT, from, 1, MPI_INT, MPI_COMM_WORLD);
              if (me == 2) printf("alltoall %d %d %d\\n", from[0], from[1], from[2]);
              MPI_Bcast(&mine, 1, MPI_INT, 2, MPI_COMM_WORLD);
              if (me == 0) printf("bcast %d\\n", mine);
            """);
    assertThat(program.run(3).lines())
        .containsExactly(
            "allgather 0 10 20",
            "alltoall 2 102 202",
            "bcast 20",
            "gather 0 10 20",
            "scatter to 0: 100",
            "scatter to 1: 101",
            "scatter to 2: 102");
  }

  @Test
  void inPlaceStandsForTheCallersPart() {
    CProgram program =
        CProgram.mpi(
            """
              int all[3] = {-1, -1, -1};
              all[me] = me;
              MPI_Allgather(MPI_IN_PLACE, 0, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
              if (me == 2) printf("allgather %d %d %d\\n", all[0], all[1], all[2]);
              int own = 7 + me;
              if (me == 1) all[1] = own;
              MPI_Gather(me == 1 ? MPI_IN_PLACE : &own, 1, MPI_INT, all, 1, MPI_INT, 1,
                         MPI_COMM_WORLD);
              if (me == 1) printf("gather %d %d %d\\n", all[0], all[1], all[2]);
              int part = -1;
              MPI_Scatter(all, 1, MPI_INT, me == 1 ? MPI_IN_PLACE : &part, 1, MPI_INT, 1,
                          MPI_COMM_WORLD);
              if (me != 1) printf("scatter to %d: %d\\n", me, part);
              for (int i = 0; i < n; i++) all[i] = 10 * me + i;
              MPI_Alltoall(MPI_IN_PLACE, 0, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
              if (me == 0) printf("alltoall %d %d %d\\n", all[0], all[1], all[2]);
              double sum = me + 0.5;
              MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
              if (me == 0) printf("allreduce %g\\n", sum);
            """);
    assertThat(program.run(3).lines())
        .containsExactly(
            "allgather 0 1 2",
            "allreduce 4.5",
            "alltoall 0 10 20",
            "gather 7 8 9",
            "scatter to 0: 7",
            "scatter to 2: 9");
  }

  @Test
  void reductionsHaveTypesAndOperators() {
    CProgram program =
        CProgram.mpi(
            """
              unsigned char bits = 1 << me, or_;
              float f = me - 1, max;
              long l = me + 1, product;
              MPI_Allreduce(&bits, &or_, 1, MPI_UNSIGNED_CHAR, MPI_BOR, MPI_COMM_WORLD);
              MPI_Reduce(&f, &max, 1, MPI_FLOAT, MPI_MAX, 0, MPI_COMM_WORLD);
              MPI_Reduce(&l, &product, 1, MPI_LONG, MPI_PROD, 0, MPI_COMM_WORLD);
              if (me == 0) printf("%d %g %ld\\n", or_, max, product);
            """);
    assertThat(program.run(4).lines()).containsExactly("15 2 24");
  }

  @Test
  void communicatorsSplit() {
    CProgram program =
        CProgram.mpi(
            """
              MPI_Comm half, none, copy;
              int rank, size, sum, length;
              char name[MPI_MAX_PROCESSOR_NAME];
              MPI_Comm_split(MPI_COMM_WORLD, me % 2, -me, &half);
              MPI_Comm_rank(half, &rank);
              MPI_Comm_size(half, &size);
              MPI_Comm_dup(half, &copy);
              MPI_Allreduce(&me, &sum, 1, MPI_INT, MPI_SUM, copy);
              MPI_Comm_free(&copy);
              MPI_Comm_split(MPI_COMM_WORLD, me ? MPI_UNDEFINED : 0, 0, &none);
              MPI_Get_processor_name(name, &length);
              printf("%d: %d of %d, sum %d, %d %d, %s %d\\n", me, rank, size, sum,
                     copy == MPI_COMM_NULL, none == MPI_COMM_NULL, name,
                     length == (int)strlen(name));
            """);
    assertThat(program.run(3).lines())
        .containsExactly(
            "0: 1 of 2, sum 2, 1 0, node0 1",
            "1: 0 of 1, sum 1, 1 1, node0 1",
            "2: 0 of 2, sum 2, 1 1, node0 1");
  }

  @Test
  void theLifeOfMpiIsKnown() {
    CProgram program =
        CProgram.mpi(
            """
              int initialised, finalised, provided = 7;
              MPI_Initialized(&initialised);
              MPI_Finalized(&finalised);
              double start = MPI_Wtime();
              printf("%d %d %d\\n", initialised, finalised, MPI_Wtime() >= start);
            """);
    assertThat(program.run(1).lines()).containsExactly("1 0 1");
    assertThat(CProgram.mpi("MPI_Init(&argc, &argv);").run(1).failure())
        .isEqualTo("MPI is initialised already");
    assertThat(CProgram.mpi("MPI_Finalize(); MPI_Comm_rank(MPI_COMM_WORLD, &me);").run(1).failure())
        .isEqualTo("MPI is used after MPI_Finalize");
    assertThat(
            CProgram.mpi("MPI_Comm world = MPI_COMM_WORLD; MPI_Comm_free(&world);")
                .run(1)
                .failure())
        .isEqualTo("a team that exists from the start cannot be destroyed");
  }

  @Test
  void ranksThatCallDifferentCollectivesAreReported() {
    CProgram program =
        CProgram.mpi(
            """
              int x = 0;
              if (me == 0) MPI_Barrier(MPI_COMM_WORLD);
              else MPI_Bcast(&x, 1, MPI_INT, 0, MPI_COMM_WORLD);
            """);
    assertThat(program.run(2).failure()).startsWith("collectives do not match: ");
  }

  @Test
  void anUnknownOperatorIsNamed() {
    String source =
        """
        #include <mpi.h>
        int sum(int x) {
          int y;
          MPI_Allreduce(&x, &y, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
          MPI_Allreduce(&x, &y, 1, MPI_FLOAT, MPI_BAND, MPI_COMM_WORLD);
          return y;
        }
        int main(void) { return sum(1); }
        """;
    assertThat(CudaC.compile(new SourceFile("test.c", source)).diagnostics())
        .extracting(said -> said.line().line() + ": " + said.message())
        .containsExactly(
            "4: not supported yet: MPI_Allreduce with this operator",
            "5: MPI_Allreduce: a bitwise operator needs an integer datatype");
  }
}
