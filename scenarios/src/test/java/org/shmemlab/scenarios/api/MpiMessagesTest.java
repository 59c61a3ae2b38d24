package org.shmemlab.scenarios.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.spec.Profile;

/** MPI's messages between processes, and what is built on them (MPI 4.1, chapters 3, 5, 6, 7). */
@Tag("compiler")
class MpiMessagesTest {
  @Test
  void messagesOfOneSenderDoNotOvertakeAndTagsSelect() {
    CProgram program =
        CProgram.mpi(
            """
              int sent[3] = {10, 20, 30}, got[3];
              MPI_Status status;
              if (me == 0) {
                for (int i = 0; i < 3; i++)
                  MPI_Send(&sent[i], 1, MPI_INT, 1, i == 1 ? 5 : 4, MPI_COMM_WORLD);
              } else {
                MPI_Recv(&got[0], 1, MPI_INT, 0, 5, MPI_COMM_WORLD, &status);
                MPI_Recv(&got[1], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
                printf("%d with tag %d of %d\\n", got[1], status.MPI_TAG, status.MPI_SOURCE);
                MPI_Recv(&got[2], 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                printf("%d %d %d\\n", got[0], got[1], got[2]);
              }
            """);
    assertThat(program.run(2).lines()).containsExactly("10 with tag 4 of 0", "20 10 30");
  }

  @Test
  void receivesPostedFirstMatchFirst() {
    CProgram program =
        CProgram.mpi(
            """
              int a = 0, b = 0, index, flag;
              MPI_Request all[2];
              MPI_Status status;
              if (me == 1) {
                MPI_Irecv(&a, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &all[0]);
                MPI_Irecv(&b, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, &all[1]);
                MPI_Test(&all[0], &flag, &status);
                printf("complete %d\\n", flag);
              }
              MPI_Barrier(MPI_COMM_WORLD);
              if (me == 0) {
                int first = 1, second = 2;
                MPI_Send(&first, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
                MPI_Send(&second, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
              } else {
                MPI_Waitall(2, all, MPI_STATUSES_IGNORE);
                printf("%d %d %d\\n", a, b, all[0] == MPI_REQUEST_NULL);
                MPI_Waitany(2, all, &index, &status);
                printf("none %d\\n", index == MPI_UNDEFINED);
              }
            """);
    assertThat(program.run(2).lines()).containsExactly("1 2 1", "complete 0", "none 1");
  }

  @Test
  void aProbeSaysWhatAReceiveWouldGet() {
    CProgram program =
        CProgram.mpi(
            """
              MPI_Status status;
              int count, flag;
              double data[5] = {1, 2, 3, 4, 5};
              if (me == 0) MPI_Send(data, 5, MPI_DOUBLE, 1, 9, MPI_COMM_WORLD);
              if (me == 1) {
                MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
                MPI_Get_count(&status, MPI_DOUBLE, &count);
                printf("%d doubles of %d with tag %d\\n", count, status.MPI_SOURCE, status.MPI_TAG);
                MPI_Iprobe(0, 8, MPI_COMM_WORLD, &flag, &status);
                printf("tag 8: %d\\n", flag);
                MPI_Recv(data, 5, MPI_DOUBLE, 0, 9, MPI_COMM_WORLD, &status);
                MPI_Recv(data, 5, MPI_DOUBLE, MPI_PROC_NULL, 9, MPI_COMM_WORLD, &status);
                MPI_Get_count(&status, MPI_DOUBLE, &count);
                printf("no sender: %d\\n", count);
              }
            """);
    assertThat(program.run(2).lines())
        .containsExactly("5 doubles of 0 with tag 9", "no sender: 0", "tag 8: 0");
  }

  @Test
  void typesOfTheProgramPickTheirElements() {
    CProgram program =
        CProgram.mpi(
            """
              typedef struct { char c; double d; } pair;
              MPI_Datatype column, record, row;
              MPI_Aint low, extent, places[2] = {offsetof(pair, c), offsetof(pair, d)};
              MPI_Datatype kinds[2] = {MPI_CHAR, MPI_DOUBLE};
              int lengths[2] = {1, 1}, size, a[12], b[12] = {0}, c[3];
              MPI_Type_vector(3, 1, 4, MPI_INT, &column);
              MPI_Type_create_struct(2, lengths, places, kinds, &record);
              MPI_Type_contiguous(4, MPI_INT, &row);
              MPI_Type_commit(&column);
              MPI_Type_commit(&record);
              MPI_Type_size(record, &size);
              MPI_Type_get_extent(record, &low, &extent);
              for (int i = 0; i < 12; i++) a[i] = 100 * me + i;
              int rows[8];
              MPI_Allgather(a + 4 * me, 1, row, rows, 1, row, MPI_COMM_WORLD);
              if (me == 1) printf("rows %d %d %d\\n", rows[3], rows[4], rows[7]);
              MPI_Sendrecv(a + 1, 1, column, 1 - me, 0, c, 3, MPI_INT, 1 - me, 0, MPI_COMM_WORLD,
                           MPI_STATUS_IGNORE);
              MPI_Sendrecv(a, 3, MPI_INT, 1 - me, 1, b + 2, 1, column, 1 - me, 1, MPI_COMM_WORLD,
                           MPI_STATUS_IGNORE);
              pair mine[2] = {{'a' + me, 1.5}, {'x', 2.5 + me}}, theirs[2];
              MPI_Sendrecv(mine, 2, record, 1 - me, 2, theirs, 2, record, 1 - me, 2, MPI_COMM_WORLD,
                           MPI_STATUS_IGNORE);
              if (me == 0) {
                printf("record %d of %ld\\n", size, extent);
                printf("column %d %d %d\\n", c[0], c[1], c[2]);
                printf("into a column %d %d %d, beside %d\\n", b[2], b[6], b[10], b[3]);
                printf("records %c %.1f %c %.1f\\n", theirs[0].c, theirs[0].d, theirs[1].c,
                       theirs[1].d);
              }
            """);
    assertThat(program.run(2).lines())
        .containsExactly(
            "column 101 105 109",
            "into a column 100 101 102, beside 0",
            "record 9 of 16",
            "records b 1.5 x 3.5",
            "rows 3 104 107");
  }

  @Test
  void collectivesOfPartsOfAnySize() {
    CProgram program =
        CProgram.mpi(
            """
              int counts[3] = {1, 2, 3}, places[3] = {0, 1, 3}, mine[3] = {me, me, me}, all[6];
              MPI_Allgatherv(mine, me + 1, MPI_INT, all, counts, places, MPI_INT, MPI_COMM_WORLD);
              if (me == 2)
                printf("allgatherv %d%d%d%d%d%d\\n", all[0], all[1], all[2], all[3], all[4], all[5]);
              for (int i = 0; i < 6; i++) all[i] = -1;
              MPI_Gatherv(mine, me + 1, MPI_INT, all, counts, places, MPI_INT, 1, MPI_COMM_WORLD);
              if (me == 1) printf("gatherv %d %d %d\\n", all[0], all[1], all[5]);
              int parts[6] = {1, 2, 3, 4, 5, 6}, part[3] = {0};
              MPI_Scatterv(parts, counts, places, MPI_INT, part, me + 1, MPI_INT, 0, MPI_COMM_WORLD);
              if (me == 2) printf("scatterv %d %d %d\\n", part[0], part[1], part[2]);
              int ones[3] = {1, 1, 1}, steps[3] = {0, 1, 2}, from[3] = {10 * me, 10 * me + 1, 10 * me + 2};
              MPI_Alltoallv(from, ones, steps, MPI_INT, part, ones, steps, MPI_INT, MPI_COMM_WORLD);
              if (me == 1) printf("alltoallv %d %d %d\\n", part[0], part[1], part[2]);
              int sum = -1;
              MPI_Reduce_scatter(from, &sum, ones, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
              if (me == 2) printf("reduce_scatter %d\\n", sum);
              MPI_Scan(&me, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
              if (me == 2) printf("scan %d\\n", sum);
              MPI_Exscan(&me, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
              if (me == 2) printf("exscan %d\\n", sum);
              MPI_Op operator = n == 3 ? MPI_MAX : MPI_MIN;
              MPI_Allreduce(&me, &sum, 1, n == 3 ? MPI_INT : MPI_LONG, operator, MPI_COMM_WORLD);
              if (me == 0) printf("allreduce %d\\n", sum);
            """);
    assertThat(program.run(3).lines())
        .containsExactly(
            "allgatherv 011222",
            "allreduce 2",
            "alltoallv 1 11 21",
            "exscan 1",
            "gatherv 0 1 2",
            "reduce_scatter 36",
            "scan 3",
            "scatterv 4 5 6");
  }

  @Test
  void collectivesThatDoNotBlockGiveWhatTheOthersGive() {
    CProgram program =
        CProgram.mpi(
            """
              enum { N = 6 };
              int size, counts[4], places[4], from[24], a[14][24], b[14][24], wrong = 0;
              double d = me + 0.5, sum[2];
              MPI_Comm_size(MPI_COMM_WORLD, &size);
              for (int i = 0; i < size; i++) counts[i] = 2 + i % 2, places[i] = i ? places[i - 1] + counts[i - 1] : 0;
              for (int i = 0; i < 24; i++) from[i] = (i * 7 + me * 13) % 31 - 9;
              for (int k = 0; k < 14; k++) for (int i = 0; i < 24; i++) a[k][i] = b[k][i] = k + i + me;
              MPI_Comm w = MPI_COMM_WORLD;
              MPI_Request all[16];
              MPI_Ibcast(a[0], N, MPI_INT, 1, w, &all[0]);
              MPI_Iallreduce(from, a[1], N, MPI_INT, MPI_MAX, w, &all[1]);
              MPI_Iallreduce(MPI_IN_PLACE, a[2], N, MPI_INT, MPI_BXOR, w, &all[2]);
              MPI_Ireduce(from, a[3], N, MPI_INT, MPI_PROD, 2, w, &all[3]);
              MPI_Iallgather(from, N, MPI_INT, a[4], N, MPI_INT, w, &all[4]);
              MPI_Ialltoall(from, N, MPI_INT, a[5], N, MPI_INT, w, &all[5]);
              MPI_Igather(from, N, MPI_INT, a[6], N, MPI_INT, 1, w, &all[6]);
              MPI_Iscatter(from, N, MPI_INT, a[7], N, MPI_INT, 0, w, &all[7]);
              MPI_Iallgatherv(from, counts[me], MPI_INT, a[8], counts, places, MPI_INT, w, &all[8]);
              MPI_Iscan(from, a[9], N, MPI_INT, MPI_SUM, w, &all[9]);
              MPI_Iexscan(from, a[10], N, MPI_INT, MPI_LOR, w, &all[10]);
              MPI_Ireduce_scatter(from, a[11], counts, MPI_INT, MPI_MIN, w, &all[11]);
              MPI_Igatherv(from, counts[me], MPI_INT, a[12], counts, places, MPI_INT, 0, w, &all[12]);
              MPI_Iscatterv(from, counts, places, MPI_INT, a[13], counts[me], MPI_INT, 1, w, &all[13]);
              MPI_Ibarrier(w, &all[14]);
              MPI_Iallreduce(&d, &sum[0], 1, MPI_DOUBLE, MPI_SUM, w, &all[15]);
              MPI_Bcast(b[0], N, MPI_INT, 1, w);
              MPI_Allreduce(from, b[1], N, MPI_INT, MPI_MAX, w);
              MPI_Allreduce(MPI_IN_PLACE, b[2], N, MPI_INT, MPI_BXOR, w);
              MPI_Reduce(from, b[3], N, MPI_INT, MPI_PROD, 2, w);
              MPI_Allgather(from, N, MPI_INT, b[4], N, MPI_INT, w);
              MPI_Alltoall(from, N, MPI_INT, b[5], N, MPI_INT, w);
              MPI_Gather(from, N, MPI_INT, b[6], N, MPI_INT, 1, w);
              MPI_Scatter(from, N, MPI_INT, b[7], N, MPI_INT, 0, w);
              MPI_Allgatherv(from, counts[me], MPI_INT, b[8], counts, places, MPI_INT, w);
              MPI_Scan(from, b[9], N, MPI_INT, MPI_SUM, w);
              MPI_Exscan(from, b[10], N, MPI_INT, MPI_BOR, w);
              for (int i = 0; i < N; i++) if (me > 1) b[10][i] = b[10][i] != 0;
              MPI_Reduce_scatter(from, b[11], counts, MPI_INT, MPI_MIN, w);
              MPI_Gatherv(from, counts[me], MPI_INT, b[12], counts, places, MPI_INT, 0, w);
              MPI_Scatterv(from, counts, places, MPI_INT, b[13], counts[me], MPI_INT, 1, w);
              MPI_Allreduce(&d, &sum[1], 1, MPI_DOUBLE, MPI_SUM, w);
              int index, flag = 0, ended = 0;
              while (ended < 8) { MPI_Waitany(8, all, &index, MPI_STATUS_IGNORE); ended++; }
              MPI_Waitany(8, all, &index, MPI_STATUS_IGNORE);
              MPI_Waitall(7, all + 8, MPI_STATUSES_IGNORE);
              while (!flag) MPI_Test(&all[15], &flag, MPI_STATUS_IGNORE);
              if (!me) memcpy(b[10], a[10], sizeof b[10]); // MPI leaves it undefined
              for (int k = 0; k < 14; k++) for (int i = 0; i < 24; i++) wrong += a[k][i] != b[k][i];
              printf("%d %d %d %g %g\\n", me, wrong, index == MPI_UNDEFINED, sum[0], sum[1]);
            """);
    assertThat(program.run(4).lines())
        .containsExactlyInAnyOrder("0 0 1 8 8", "1 0 1 8 8", "2 0 1 8 8", "3 0 1 8 8");
  }

  @Test
  void aBroadcastThatDoesNotBlockIsOverAtItsWait() {
    CProgram program =
        CProgram.mpi(
            """
              int x = me == 0 ? 7 : 0;
              MPI_Request request;
              MPI_Ibcast(&x, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
              if (me == 0) x = 8;
              int before = x;
              MPI_Wait(&request, MPI_STATUS_IGNORE);
              printf("%d %d %d\\n", me, before, x);
            """);
    assertThat(program.run(2).lines()).containsExactlyInAnyOrder("0 8 8", "1 0 7");
  }

  @Test
  void theExtensionsOfOpenMpiAreThere() {
    CProgram program =
        CProgram.whole(
            """
            #include <mpi.h>
            #include <mpi-ext.h>
            #include <stdio.h>
            int main(void) {
              MPI_Init(0, 0);
              printf("%d %d\\n", MPIX_CUDA_AWARE_SUPPORT, MPIX_Query_cuda_support());
              MPI_Finalize();
              return 0;
            }
            """);
    assertThat(program.run(1).lines()).containsExactly("1 1");
  }

  @Test
  void messagesAndCollectivesTakeMemoryOfADevice() {
    CProgram program =
        CProgram.cuda(
            "#include <mpi.h>\n",
            """
              int me, x, sum, *d;
              MPI_Init(0, 0);
              MPI_Comm_rank(MPI_COMM_WORLD, &me);
              cudaMalloc(&d, 3 * sizeof(int));
              x = me + 5;
              cudaMemcpy(d, &x, sizeof x, cudaMemcpyHostToDevice);
              MPI_Sendrecv(d, 1, MPI_INT, 1 - me, 0, d + 1, 1, MPI_INT, 1 - me, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
              MPI_Allreduce(d, d + 2, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
              cudaMemcpy(&x, d + 1, sizeof x, cudaMemcpyDeviceToHost);
              cudaMemcpy(&sum, d + 2, sizeof sum, cudaMemcpyDeviceToHost);
              printf("%d %d %d\\n", me, x, sum);
              MPI_Finalize();
            """);
    assertThat(program.run(2).lines()).containsExactlyInAnyOrder("0 6 11", "1 5 11");
  }

  @Test
  void aCallThatIsDeclaredAloneEndsTheRunWhereItIsReached() {
    CProgram program =
        CProgram.mpi(
            List.of("test.c:13:16: warning: not supported yet: MPI_Open_port"),
            """
              char port[MPI_MAX_PORT_NAME];
              printf("%d\\n", me);
              if (me == 1) MPI_Open_port(MPI_INFO_NULL, port);
            """);
    assertThat(program.run(1).lines()).containsExactly("0");
  }

  @Test
  void aGroupMakesACommunicatorWithMessagesOfItsOwn() {
    CProgram program =
        CProgram.mpi(
            """
              MPI_Group all, some;
              MPI_Comm comm;
              int ranks[2] = {2, 0}, rank, got = -1, result;
              MPI_Comm_group(MPI_COMM_WORLD, &all);
              MPI_Group_incl(all, 2, ranks, &some);
              MPI_Comm_create(MPI_COMM_WORLD, some, &comm);
              if (comm == MPI_COMM_NULL) {
                printf("%d left out\\n", me);
              } else {
                MPI_Comm_rank(comm, &rank);
                MPI_Sendrecv(&me, 1, MPI_INT, 1 - rank, 0, &got, 1, MPI_INT, 1 - rank, 0, comm,
                             MPI_STATUS_IGNORE);
                MPI_Comm_compare(comm, MPI_COMM_WORLD, &result);
                printf("%d is %d and got %d, unequal %d\\n", me, rank, got, result == MPI_UNEQUAL);
              }
            """);
    assertThat(program.run(3).lines())
        .containsExactly(
            "0 is 1 and got 2, unequal 1", "1 left out", "2 is 0 and got 0, unequal 1");
  }

  @Test
  void disjointGroupsMakeCommunicatorsAtOnce() {
    CProgram program =
        CProgram.mpi(
            """
              MPI_Group all, row;
              MPI_Comm comm;
              int ranks[2] = {me / 2 * 2, me / 2 * 2 + 1}, sum, size;
              MPI_Comm_group(MPI_COMM_WORLD, &all);
              MPI_Group_incl(all, 2, ranks, &row);
              MPI_Comm_create(MPI_COMM_WORLD, row, &comm);
              MPI_Comm_size(comm, &size);
              MPI_Allreduce(&me, &sum, 1, MPI_INT, MPI_SUM, comm);
              printf("%d: %d of %d\\n", me, sum, size);
            """);
    assertThat(program.run(4).lines())
        .containsExactly("0: 1 of 2", "1: 1 of 2", "2: 5 of 2", "3: 5 of 2");
  }

  @Test
  void largeSendsWaitForTheirReceives() {
    assertThat(exchange(5_000).run(2).waits())
        .containsExactly(
            "waits for the receive of its message to rank 1 with tag 0",
            "waits for the receive of its message to rank 0 with tag 0");
    assertThat(exchange(4_000).run(2).lines()).containsExactly("0 done", "1 done");
    assertThat(
            CProgram.mpi("if (me == 1) MPI_Recv(&n, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, 0);")
                .run(2)
                .waits())
        .contains("waits for a message of rank 0 with tag 3");
  }

  private static CProgram exchange(int bytes) {
    return CProgram.mpi(
        """
          static char from[5000], to[5000];
          MPI_Send(from, %d, MPI_CHAR, 1 - me, 0, MPI_COMM_WORLD);
          MPI_Recv(to, 5000, MPI_CHAR, 1 - me, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
          printf("%%d done\\n", me);
        """
            .formatted(bytes));
  }

  @Test
  void misuseIsNamed() {
    assertThat(CProgram.mpi("MPI_Send(&n, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);").run(2).failure())
        .contains("a message to rank 2 of a communicator of 2 (MPI_ERR_RANK)");
    assertThat(
            CProgram.mpi(
                    """
                      int two[2] = {1, 2};
                      if (me == 0) MPI_Send(two, 2, MPI_INT, 1, 0, MPI_COMM_WORLD);
                      else MPI_Recv(two, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                    """)
                .run(2)
                .failure())
        .contains("a message of 8 bytes is received into a buffer for 4 (MPI_ERR_TRUNCATE)");
  }

  @Test
  void aReceiveOfAnyRankIsExploredInEachOrder() {
    Exploration found =
        CProgram.mpi(
                """
                  int first, second;
                  if (me > 0) {
                    MPI_Send(&me, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
                  } else {
                    MPI_Recv(&first, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                    MPI_Recv(&second, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                    printf("%d %d", first, second);
                  }
                """)
            .explore(3, Profile.NVSHMEM);
    assertThat(found.findings()).isEmpty();
    assertThat(found.outcomes().keySet()).containsExactlyInAnyOrder("1 2", "2 1");
  }
}
