package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Requests and options of GIN (NCCL 2.30 user guide, "Device API – GIN", flushAsync and wait), and
 * a signal that a kernel loads where GDAKI has it, as DeepEP's kernels do.
 */
@Tag("compiler")
class NcclRequestsTest {
  private static final String PROGRAM =
      """
      #include <mpi.h>
      #include <nccl.h>
      #include <nccl_device.h>
      __global__ void k(ncclDevComm comm, ncclWindow_t w) {
        ncclGin gin(comm, 0, NCCL_GIN_RESOURCE_SHARING_CTA);
        ncclTeam world = ncclTeamWorld(comm);
        int *mine = (int *)ncclGetLocalPointer(w, 0);
        ncclGinRequest_t request;
        int other = 1 - comm.rank;
        BODY
      }
      int main(int argc, char **argv) {
        int rank, n;
        MPI_Init(&argc, &argv);
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Comm_size(MPI_COMM_WORLD, &n);
        cudaSetDevice(rank);
        ncclUniqueId id;
        if (rank == 0) ncclGetUniqueId(&id);
        MPI_Bcast(&id, sizeof id, MPI_BYTE, 0, MPI_COMM_WORLD);
        ncclComm_t comm;
        ncclCommInitRank(&comm, n, id, rank);
        int *memory, zeros[8] = {};
        ncclMemAlloc((void **)&memory, 32);
        cudaMemcpy(memory, zeros, 32, cudaMemcpyHostToDevice);
        ncclWindow_t w;
        ncclCommWindowRegister(comm, memory, 32, &w, NCCL_WIN_COLL_SYMMETRIC);
        ncclDevComm dev;
        ncclDevCommRequirements needs = NCCL_DEV_COMM_REQUIREMENTS_INITIALIZER;
        needs.ginContextCount = 1;
        needs.ginSignalCount = 1;
        needs.ginConnectionType = NCCL_GIN_CONNECTION_FULL;
        ncclDevCommCreate(comm, &needs, &dev);
        k<<<1, 1>>>(dev, w);
        cudaDeviceSynchronize();
        MPI_Barrier(MPI_COMM_WORLD);
        ncclDevCommDestroy(comm, &dev);
        ncclCommWindowDeregister(comm, w);
        ncclMemFree(memory);
        ncclCommDestroy(comm);
        MPI_Finalize();
      }
      """;

  private static ImmutableSet<FindingKind> kinds(Engine engine, String body) {
    SourceFile file = new SourceFile("nccl.cu", PROGRAM.replace("BODY", body));
    return Checked.kinds(engine, Profile.NCCL_DEVICE, 2, file);
  }

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void aRequestIsWaitedFor(Engine engine) {
    String get =
        """
        gin.get(world, other, w, 0, w, 4, 4, ncclCoopThread(), ncclGin_None(),
                ncclGinOptFlagsAggregateRequests, ncclGin_SegmentMixed());
        gin.flushAsync(world, other, &request);
        WAIT
        mine[2] = mine[1];
        """;
    assertThat(kinds(engine, get.replace("WAIT", "gin.wait(request);"))).isEmpty();
    assertThat(kinds(engine, get.replace("WAIT", ""))).containsExactly(FindingKind.CONFLICT);
    String put =
        """
        gin.put(world, other, w, 0, w, 4, 4, ncclGin_WeakSignalInc{0}, ncclGin_None(), ncclCoopThread(),
                ncclGin_None(), cuda::thread_scope_thread, cuda::thread_scope_device,
                ncclGinOptFlagsDefault, ncclGin_SegmentDevice());
        gin.flushAsync(world, other, &request);
        WAIT
        mine[1] = 1;
        gin.waitSignal(ncclCoopThread(), 0, 1);
        """;
    assertThat(kinds(engine, put.replace("WAIT", "gin.wait(request);"))).isEmpty();
    assertThat(kinds(engine, put.replace("WAIT", ""))).containsExactly(FindingKind.CONFLICT);
  }

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void aRequestIsForOnePeer(Engine engine) {
    String put =
        """
        gin.put(world, other, w, 0, w, 4, 4, ncclGin_WeakSignalInc{0});
        gin.flushAsync(world, PEER, &request);
        gin.wait(request);
        mine[1] = 5;
        gin.waitSignal(ncclCoopThread(), 0, 1);
        """;
    assertThat(kinds(engine, put.replace("PEER", "other"))).isEmpty();
    assertThat(kinds(engine, put.replace("PEER", "comm.rank")))
        .containsExactly(FindingKind.CONFLICT);
  }

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void aSignalIsLoadedWhereGdakiHasIt(Engine engine) {
    String body =
        """
        gin.put(world, other, w, 0, w, 4, 4, ncclGin_WeakSignalInc{0});
        auto context = (ncclGinGdakiGPUContext *)gin._ginHandle + gin.contextId;
        uint64_t *signal = __ldg(&context->signals_table.buffer), seen;
        do {
          asm volatile("ld.ORDER.sys.global.u64 %0, [%1];" : "=l"(seen) : "l"(signal) : "memory");
        } while (seen < 1);
        mine[2] = mine[0];
        gin.flush(ncclCoopThread());
        """;
    assertThat(kinds(engine, body.replace("ORDER", "acquire"))).isEmpty();
    assertThat(kinds(engine, body.replace("ORDER", "relaxed")))
        .containsExactly(FindingKind.CONFLICT);
  }

  // An access is named by its call.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          gin.put(world, other, w, 0, w, 4, 4); mine[2] = mine[0]; | the put of PE
          gin.putValue(world, other, w, 0, 7); mine[2] = mine[0]; | the putValue of PE
          gin.get(world, other, w, 0, w, 4, 4); mine[1] = 1; | the get (writing its destination) of PE
          gin.signal(world, other, ncclGin_WeakVASignalInc{w, 0}); mine[2] = mine[0]; | the weak signal of PE
          gin.signal(world, other, ncclGin_StrongVASignalInc{w, 0}); mine[2] = mine[0]; | the strong signal of PE
          gin.putValue(world, other, w, 8, 7L); gin.waitSignal(ncclCoopThread(), w, 8, 1); | the waitSignal or waitCounter of PE
          """)
  void anAccessIsNamedByItsCallOfNccl(String body, String words) {
    SourceFile file = new SourceFile("nccl.cu", PROGRAM.replace("BODY", body));
    assertThat(Checked.explore(Engine.STATES, Profile.NCCL_DEVICE, 2, file).findings())
        .anySatisfy(finding -> assertThat(finding.sentence()).contains(words));
  }

  // The missing order names calls that such a program has.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          gin.put(world, other, w, 0, w, 4, 4, ncclGin_WeakSignalInc{0}); mine[1] = 1; | ncclGin::flush of its context, or waitCounter
          gin.get(world, other, w, 0, w, 4, 4); mine[1] = 1; gin.flush(ncclCoopThread()); | ncclGin::flush of its context, or a barrier of it with ncclGinFenceLevel::Get
          gin.put(world, other, w, 0, w, 4, 4); gin.flush(ncclCoopThread()); mine[2] = mine[0]; | a strong one on its context after it
          ((int *)ncclGetLsaPointer(w, 0, other))[0] = 1; mine[2] = mine[0]; | through an LSA pointer
          """)
  void theMissingOrderIsInCallsOfNccl(String body, String words) {
    SourceFile file = new SourceFile("nccl.cu", PROGRAM.replace("BODY", body));
    assertThat(Checked.explore(Engine.STATES, Profile.NCCL_DEVICE, 2, file).findings())
        .isNotEmpty()
        .allSatisfy(finding ->
            assertThat(finding.missingOrder().orElseThrow())
                .doesNotContain("quiet")
                .doesNotContain("nvshmem"))
        .anySatisfy(finding -> assertThat(finding.missingOrder().orElseThrow()).contains(words));
  }
}
