package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shmemlab.testing.Draws;

/**
 * Checks that a program has the same answers with the headers of this machine and with those of the
 * project. One of {@link #SHARE} programs of the examples and the gallery is compiled both ways, or
 * every one with {@code -Dshmemlab.headers.share=1}.
 */
@Tag("compiler")
class MachineHeadersTest {
  private static final int SHARE = Integer.getInteger("shmemlab.headers.share", 9);
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  @TempDir private Path folder;

  @BeforeEach
  void onlyWithAToolkit() throws IOException {
    Path file = folder.resolve("empty.cu");
    Files.writeString(file, "int main() {}\n");
    String said =
        Session.of("run", file.toString(), "-n", "1", "--headers", "machine", "--verbose").err();
    assumeTrue(said.contains("; CUDA /"), said);
  }

  @Test
  void examplesPrintTheSame() throws IOException {
    for (Path file : Draws.of(share(files(ROOT.resolve("examples"), 1)), 1)) {
      same("run", file.toString(), "-n", "4");
    }
  }

  @Test
  void programsOfTheGalleryGetTheSameVerdict() throws IOException {
    for (Path file : Draws.of(share(files(ROOT.resolve("gallery"), 2)), 1)) {
      same("check", file.toString(), "--no-repair", "--budget", "100000");
    }
  }

  @Test
  void calculationsOfDevicesAreTheSame() throws IOException {
    Path file = folder.resolve("numbers.cu");
    Files.writeString(
        file,
        """
        #include <cooperative_groups.h>
        #include <cuda_bf16.h>
        #include <cuda_fp16.h>
        #include <stdio.h>
        namespace cg = cooperative_groups;
        __global__ void numbers(int *n, float *f, unsigned long long *u) {
          atomicAdd(n, 1);
          atomicAdd(f, 1.5f);
          atomicMax(u, 7ull);
          atomicCAS(n + 1, 0, 9);
          atomicAdd_system(n, 1);
          atomicExch(f + 1, 3.0f);
          atomicInc((unsigned *)n + 2, 5u);
          auto warp = cg::tiled_partition<32>(cg::this_thread_block());
          int sum = __reduce_add_sync(~0u, threadIdx.x);
          if (warp.thread_rank() == 0) {
            n[3] = sum + __popc(0xF0) + __clz(1) + __ffs(8);
            f[2] = fmaxf(rsqrtf(4.0f), 0.25f) + __expf(0.0f) + sinf(0.0f);
            f[3] = __half2float(__float2half(1.0f / 3)) + __bfloat162float(__float2bfloat16(2.7f));
          }
          n[4] = __shfl_sync(~0u, threadIdx.x, 5);
          if (__any_sync(~0u, threadIdx.x == 3)) n[5] = __ballot_sync(~0u, threadIdx.x & 1);
          warp.sync();
        }
        int main() {
          char *p;
          cudaMallocManaged(&p, 96);
          cudaMemset(p, 0, 96);
          numbers<<<1, 32>>>((int *)p, (float *)(p + 32), (unsigned long long *)(p + 64));
          cudaDeviceSynchronize();
          int *n = (int *)p;
          float *f = (float *)(p + 32);
          printf("%d %d %d %d %d %x\\n", n[0], n[1], n[2], n[3], n[4], n[5]);
          printf("%g %g %g %g %llu\\n", f[0], f[1], f[2], f[3], *(unsigned long long *)(p + 64));
          cudaDeviceProp device;
          cudaGetDeviceProperties(&device, 0);
          printf("%s %d.%d %d\\n", device.name, device.major, device.minor, device.warpSize);
        }
        """);
    same("run", file.toString(), "-n", "1");
  }

  /** With Open MPI's header, or one with handles as it has them where there is none. */
  @Test
  void handlesOfOpenMpiAreThoseOfTheRunTimeSystem() throws IOException {
    Files.writeString(
        folder.resolve("mpi.h"),
        """
        #pragma once
        #define OPEN_MPI 1
        typedef struct communicator *MPI_Comm;
        typedef struct type *MPI_Datatype;
        typedef struct op *MPI_Op;
        typedef struct info *MPI_Info;
        typedef struct { int MPI_SOURCE, MPI_TAG, MPI_ERROR, cancelled; long count; } MPI_Status;
        enum { MPI_COMM_TYPE_SHARED };
        extern struct communicator world, none;
        #define MPI_COMM_WORLD (&world)
        #define MPI_COMM_NULL (&none)
        int MPI_Init(int *, char ***), MPI_Finalize(void), MPI_Comm_rank(MPI_Comm, int *);
        int MPI_Comm_split_type(MPI_Comm, int, int, MPI_Info, MPI_Comm *), MPI_Comm_free(MPI_Comm *);
        int MPI_Allreduce(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm);
        int MPI_Send(const void *, int, MPI_Datatype, int, int, MPI_Comm);
        int MPI_Recv(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Status *);
        """);
    Path file = folder.resolve("handles.c");
    Files.writeString(
        file,
        """
        #include <mpi.h>
        #include <mpi-ext.h>
        #include <stdio.h>
        #if !MPIX_CUDA_AWARE_SUPPORT
        #error memory
        #endif
        int main(int argc, char **argv) {
          MPI_Comm node;
          MPI_Status status;
          int rank, sum, got = -1;
          MPI_Init(&argc, &argv);
          MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
          MPI_Comm_rank(node, &rank);
          sum = rank + 1;
          MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, node);
          if (rank == 0) MPI_Send(&sum, 1, MPI_INT, 1, 7, node);
          if (rank == 1) MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 7, node, &status);
          if (rank == 1) printf("%d %d from %d\\n", sum, got, status.MPI_SOURCE);
          MPI_Comm_free(&node);
          if (node == MPI_COMM_NULL && MPIX_Query_cuda_support()) MPI_Finalize();
        }
        """);
    same("run", file.toString(), "-n", "2");
    String include = folder.toString();
    Session made =
        Session.of("run", file.toString(), "-n", "2", "-I", include, "--headers", "machine");
    assertThat(made.out()).as(made.err()).isEqualTo("3 3 from 0\n");
  }

  /** As in a source for nvcc, which includes math.h and names its version. */
  @Test
  void namesThatNvccGivesWithoutAHeaderAreThere() throws IOException {
    Path file = folder.resolve("names.cu");
    Files.writeString(
        file,
        """
        #include <stdio.h>
        #if __CUDACC_VER_MAJOR__ * 1000 + __CUDACC_VER_MINOR__ * 10 != CUDART_VERSION
        #error version
        #endif
        __global__ void k() { printf("%d %d\\n", isnan(nanf("")), isnan(nan("1"))); }
        int main() {
          k<<<1, 1>>>();
          cudaDeviceSynchronize();
          float f = 1;
          double d = INFINITY;
          printf("%d %d %d %d\\n", isnan(f), isinf(d), isfinite(f), isnan(nanf("")));
        }
        """);
    same("run", file.toString(), "-n", "1");
  }

  @Test
  void theBarrierOfAGridIsOneOfTheModel() throws IOException {
    Path file = folder.resolve("grid.cu");
    Files.writeString(
        file,
        """
        #include <cooperative_groups.h>
        #include <stdio.h>
        __global__ void both(int *p) {
          if (blockIdx.x == 0) p[0] = 5;
          cooperative_groups::this_grid().sync();
          if (blockIdx.x == 1) p[1] = p[0];
        }
        int main() {
          int *p;
          cudaMallocManaged(&p, 8);
          void *arguments[] = {&p};
          cudaLaunchCooperativeKernel((void *)both, dim3(2), dim3(1), arguments, 0, 0);
          cudaDeviceSynchronize();
          printf("%d\\n", p[1]);
        }
        """);
    same("check", file.toString(), "-n", "1");
  }

  private static void same(String... words) {
    List<String> own = new ArrayList<>(List.of(words));
    List<String> machine = new ArrayList<>(List.of(words));
    own.addAll(List.of("--headers", "own"));
    machine.addAll(List.of("--headers", "machine"));
    Session one = Session.of(own.toArray(String[]::new));
    Session other = Session.of(machine.toArray(String[]::new));
    assertThat(plain(other.err())).as(words[1]).isEqualTo(plain(one.err()));
    assertThat(plain(other.out())).as(words[1]).isEqualTo(plain(one.out()));
    assertThat(other.exitCode()).as(words[1]).isEqualTo(one.exitCode());
  }

  private static String plain(String said) {
    return said.replaceAll("--headers=\\w+", "");
  }

  private static ImmutableList<Path> share(List<Path> all) {
    ImmutableList.Builder<Path> some = ImmutableList.builder();
    for (int i = 0; i < all.size(); i += SHARE) {
      some.add(all.get(i));
    }
    return some.build();
  }

  @Test
  void aHostsFileHasTheTypesOfNvshmemsNames() throws IOException {
    Path file = folder.resolve("types.cpp");
    Files.writeString(
        file,
        """
        #include <nvshmem.h>
        #include <stdio.h>
        int main() { printf("%d %d\\n", (int)sizeof(half), (int)sizeof(__nv_bfloat16)); }
        """);
    assertThat(Session.of("run", file.toString(), "-n", "1", "--headers", "machine").out())
        .isEqualTo("2 2\n");
    Path inC = folder.resolve("types.c");
    Files.writeString(inC, "#include <nvshmem.h>\nint main() { return 0; }\n");
    Session session = Session.of("run", inC.toString(), "-n", "1", "--headers", "machine");
    assertThat(session.exitCode()).as(session.err()).isZero();
  }

  /** NVSHMEM's headers make them functions of the host where its calls are the host's alone. */
  @Test
  void templatesForTilesAreOnDevicesToo() throws IOException {
    header("host/nvshmem_macros.h", "#define NVSHMEMI_HOSTDEVICE_PREFIX __host__\n");
    header("device_host/nvshmem_common.cuh", "typedef int nvshmem_team_t;\n");
    header("device_host/nvshmem_tensor.h", "");
    header(
        "non_abi/device/common/nvshmemi_tile_utils.cuh",
        """
        template <class T>
        NVSHMEMI_HOSTDEVICE_PREFIX constexpr T twice(T x) { return 2 * x; }
        """);
    Path file = folder.resolve("tile.cu");
    Files.writeString(
        file,
        """
        #include "non_abi/device/common/nvshmemi_tile_utils.cuh"
        #include <stdio.h>
        __global__ void show(int n) { printf("%d\\n", twice(n)); }
        int main() {
          show<<<1, 1>>>(twice(2));
          cudaDeviceSynchronize();
        }
        """);
    Session session =
        Session.of("run", file.toString(), "-isystem", folder + "/nvshmem", "--headers", "machine");
    assertThat(session.out()).as(session.err()).isEqualTo("8\n");
  }

  private void header(String name, String text) throws IOException {
    Path file = folder.resolve("nvshmem").resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#pragma once\n" + text);
  }

  private static List<Path> files(Path folder, int depth) throws IOException {
    try (Stream<Path> all = Files.walk(folder, depth)) {
      return all.filter(path -> path.toString().matches(".*\\.(cu|c|cpp)")).sorted().toList();
    }
  }
}
