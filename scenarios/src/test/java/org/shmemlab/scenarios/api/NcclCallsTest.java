package org.shmemlab.scenarios.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.spec.Profile;

/** Runs NCCL's collectives and messages in programs of NVSHMEM. */
@Tag("compiler")
class NcclCallsTest {
  private static final String START =
      """
      #include <nccl.h>
      #include <nvshmem.h>
      __global__ void fill(int *to, int value) { to[threadIdx.x] = value + threadIdx.x; }
      static ncclComm_t start(int me, int n) {
        ncclUniqueId id;
        ncclComm_t comm;
        if (ncclGetUniqueId(&id) != ncclSuccess) exit(1);
        if (ncclCommInitRank(&comm, n, id, me) != ncclSuccess) exit(2);
        return comm;
      }
      """;

  private static CProgram program(String body) {
    return CProgram.nvshmem(
        START,
        """
        ncclComm_t comm = start(me, n);
        cudaStream_t s;
        cudaStreamCreate(&s);
        int *from, *to, got[8];
        cudaMalloc(&from, 32);
        cudaMalloc(&to, 32);
        cudaMemset(to, 0, 32);
        fill<<<1, 8, 0, s>>>(from, 10 * (me + 1));
        """
            + body
            + """

            ncclCommDestroy(comm);
            cudaFree(from);
            cudaFree(to);
            """);
  }

  private static String shown(int count) {
    return "cudaStreamSynchronize(s); cudaMemcpy(got, to, 32, cudaMemcpyDeviceToHost); printf(\"%d:\", me);"
        + "for (int i = 0; i < "
        + count
        + "; i++) printf(\" %d\", got[i]); printf(\"\\n\");\n";
  }

  @Test
  void collectivesOfThreeRanks() {
    assertThat(
            program(
                    "ncclAllReduce(from, to, 2, ncclInt, ncclSum, comm, s);"
                        + shown(2)
                        + "ncclAllReduce(from, to, 2, ncclInt, ncclMin, comm, s);"
                        + shown(2)
                        + "ncclAllGather(from, to, 2, ncclInt32, comm, s);"
                        + shown(6)
                        + "ncclReduceScatter(from, to, 1, ncclInt, ncclMax, comm, s);"
                        + shown(1)
                        + "ncclBroadcast(from, to, 1, ncclInt, 2, comm, s);"
                        + shown(1)
                        + "cudaMemsetAsync(to, 0, 32, s); cudaDeviceSynchronize();"
                        + "ncclReduce(from, to, 1, ncclInt, ncclProd, 1, comm, s);"
                        + shown(1)
                        + "ncclAlltoAll(from, to, 1, ncclInt, comm, s);"
                        + shown(3))
                .run(3)
                .output()
                .lines()
                .filter(line -> line.startsWith("1:")))
        .containsExactly(
            "1: 60 63",
            "1: 10 11",
            "1: 10 11 20 21 30 31",
            "1: 31",
            "1: 30",
            "1: 6000",
            "1: 11 21 31");
  }

  @Test
  void aTypeAndAnOperatorMayBeVariables() {
    assertThat(
            program(
                    """
                    for (int op = 0; op < 4; op++) {
                      ncclDataType_t type = me >= 0 ? ncclInt : ncclFloat;
                      ncclAllReduce(from, to, 2, type, (ncclRedOp_t)op, comm, s);
                      %s
                    }
                    float x[2] = {1.5f + me, 8.f * me}, y[2];
                    cudaMemcpy(from, x, 8, cudaMemcpyHostToDevice);
                    ncclAllReduce(from, to, 2, ncclFloat, ncclAvg, comm, s);
                    cudaStreamSynchronize(s);
                    cudaMemcpy(y, to, 8, cudaMemcpyDeviceToHost);
                    printf("%%d: %%g %%g\\n", me, y[0], y[1]);
                    """
                        .formatted(shown(2)))
                .run(2)
                .output()
                .lines()
                .filter(line -> line.startsWith("0:")))
        .containsExactly("0: 30 32", "0: 200 231", "0: 20 21", "0: 10 11", "0: 2 4");
  }

  @Test
  void ranksAreThoseOfTheCall() {
    assertThat(
            CProgram.nvshmem(
                    START,
                    """
                    ncclComm_t all = start(n - 1 - me, n), part;
                    int rank, count, inner;
                    ncclCommUserRank(all, &rank);
                    ncclCommSplit(all, rank % 2, rank, &part, NULL);
                    ncclCommCount(part, &count);
                    ncclCommUserRank(part, &inner);
                    printf("%d: %d, %d of %d\\n", me, rank, inner, count);
                    """)
                .run(3)
                .lines())
        .containsExactly("0: 2, 1 of 2", "1: 1, 0 of 1", "2: 0, 0 of 2");
  }

  private static final String RING =
      """
      %s
      ncclSend(from, 2, ncclInt, (me + 1) %% n, comm, s);
      ncclRecv(to, 2, ncclInt, (me + n - 1) %% n, comm, s);
      %s
      """;

  @Test
  void messagesOfAGroupGoRound() {
    assertThat(
            program(RING.formatted("ncclGroupStart();", "ncclGroupEnd();") + shown(2))
                .run(3)
                .lines())
        .containsExactly("0: 30 31", "1: 10 11", "2: 20 21");
  }

  @Test
  void messagesWithoutAGroupWaitForEachOther() {
    assertThat(program(RING.formatted("", "") + shown(2)).run(3).waits())
        .anySatisfy(wait -> assertThat(wait).contains("broadcast"));
  }

  @Test
  void aRankSendsToItself() {
    assertThat(
            program(
                    "ncclGroupStart(); ncclRecv(to, 1, ncclInt, me, comm, s);"
                        + "ncclSend(from + 1, 1, ncclInt, me, comm, s); ncclGroupEnd();"
                        + shown(1))
                .run(1)
                .lines())
        .containsExactly("0: 11");
  }

  @Test
  void aResultThatTheStreamStillComputesIsAConflict() {
    String sum =
        """
        ncclAllReduce(from, to, 1, ncclInt, ncclSum, comm, s);
        %s
        fill<<<1, 1>>>(to, 5);
        cudaDeviceSynchronize();
        """;
    String other = "cudaStream_t s; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);";
    assertThat(unordered(other, sum.formatted("cudaStreamSynchronize(s);"))).isZero();
    assertThat(unordered(other, sum.formatted(""))).isPositive();
  }

  private static int unordered(String stream, String body) {
    return CProgram.nvshmem(
            START,
            "ncclComm_t comm = start(me, n); int *from, *to; cudaMalloc(&from, 4);"
                + "cudaMalloc(&to, 4); cudaMemset(from, 0, 4); cudaDeviceSynchronize();"
                + stream
                + body)
        .explore(2, Profile.NVSHMEM)
        .findings()
        .size();
  }
}
