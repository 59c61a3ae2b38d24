package org.shmemlab.scenarios.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Calls of POSIX, the CUDA driver and others that programs make apart from their main work. */
class SmallCallsTest {
  private static void prints(CProgram program, String... lines) {
    assertThat(program.run(1).lines()).containsExactlyInAnyOrder(lines);
  }

  /** ISO C 17, 7.21.6.2. */
  @Test
  void scanning() {
    prints(
        CProgram.shmem(
            "",
            """
              int a, at; float f; double d; char w[20], s[20], c; long l; unsigned x;
              int taken = sscanf("12 -3.5 2e3 word abc123 Z 99999999999 ff end",
                                 "%d %f %lf %s %[a-z]%*d %c %ld %x%n",
                                 &a, &f, &d, w, s, &c, &l, &x, &at);
              printf("%d: %d %.1f %.1f %s %s %c %ld %x %d\\n", taken, a, f, d, w, s, c, l, x, at);
              printf("%d %d\\n", sscanf("", "%d", &a), sscanf("x", "%d", &a));
              printf("%d %d\\n", sscanf("0x1f:07", "%i:%2d", &a, &at), a + at);
              printf("%d %s\\n", sscanf("a]b", "%[]a]", s), s);
            """),
        "8: 12 -3.5 2000.0 word abc Z 99999999999 ff 40",
        "-1 0",
        "2 38",
        "1 a]");
  }

  /** The numbers are glibc's. */
  @Test
  void theMachine() {
    prints(
        CProgram.shmem(
            "#include <sys/utsname.h>\n#include <unistd.h>\nextern int rand_r(unsigned *);\n",
            """
              struct utsname names;
              unsigned seed = 1;
              uname(&names);
              printf("%s %s %d\\n", names.sysname, names.nodename, getpagesize());
              printf("%d %d\\n", (int)getuid(), getgid() == getegid());
              printf("%d ", rand_r(&seed));
              printf("%d\\n", rand_r(&seed));
            """),
        "Linux node0 4096",
        "1000 1",
        "476707713 1186278907");
  }

  @Test
  void memoryOfTheDriver() {
    prints(
        CProgram.cuda(
            "#include <cuda.h>\n__global__ void one(int *x) { *x = 1; }\n",
            """
              CUmemAllocationProp p = {};
              CUmemGenericAllocationHandle handle;
              CUdeviceptr memory;
              CUmemAccessDesc access = {};
              size_t bytes;
              int got;
              cuMemGetAllocationGranularity(&bytes, &p, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED);
              printf("%d ", (int)cuMemCreate(&handle, bytes, &p, 0));
              cuMemAddressReserve(&memory, bytes, 0, 0, 0);
              printf("%d ", (int)cuMemMap(memory, bytes, 0, handle, 0));
              printf("%d ", (int)cuMemMap(memory, 2 * bytes, 0, handle, 0));
              cuMemSetAccess(memory, bytes, &access, 1);
              one<<<1, 1>>>((int *)memory);
              cuMemcpyDtoH(&got, memory, 4);
              printf("%d\\n", got);
              cuMemUnmap(memory, bytes);
              cuMemAddressFree(memory, bytes);
              cuMemRelease(handle);
            """),
        "0 0 1 1");
  }

  /** A registered object is reached by kernels until it is taken back. */
  @Test
  void memoryOfTheHostThatIsRegistered() {
    String body =
        """
          int *x = (int *)malloc(4), *there;
          cudaHostRegister(x, 4, cudaHostRegisterMapped);
          cudaHostGetDevicePointer((void **)&there, x, 0);
          one<<<1, 1>>>(there);
          cudaDeviceSynchronize();
          printf("%d\\n", *x);
          cudaHostUnregister(x);
        """;
    String kernel = "__global__ void one(int *x) { *x = 1; }\n";
    prints(CProgram.cuda(kernel, body + "free(x);\n"), "1");
    assertThat(
            CProgram.cuda(kernel, body + "one<<<1, 1>>>(x);\ncudaDeviceSynchronize();\n")
                .run(1)
                .failure())
        .contains("device code accesses 'malloc at");
  }

  /** NVSHMEM API, nvshmemx_buffer_register_symmetric. */
  @Test
  void memoryOfTheProgramThatBecomesSymmetric() {
    String body =
        """
          int *x, got, *s, seven = 7;
          cudaMalloc(&x, 8);
          cudaMemcpy(x + 1, &seven, 4, cudaMemcpyHostToDevice);
          s = (int *)nvshmemx_buffer_register_symmetric(x, 8, 0);
          nvshmem_int_p(s, 40 + me, (me + 1) % n);
          nvshmem_barrier_all();
          int both[2];
          cudaMemcpy(both, s, 8, cudaMemcpyDeviceToHost);
          printf("%d %d\\n", both[0], both[1]);
        """;
    assertThat(
            CProgram.nvshmem(
                    "", body + "nvshmemx_buffer_unregister_symmetric(s, 8);\ncudaFree(x);\n")
                .run(2)
                .lines())
        .containsExactly("40 7", "41 7");
    assertThat(
            CProgram.nvshmem("", body + "cudaMemset(x, 0, 8);\ncudaDeviceSynchronize();\n")
                .run(2)
                .failure())
        .contains("freed");
  }

  @Test
  void theLargestBlockAndItsGrid() {
    prints(
        CProgram.cuda(
            "__global__ void k(int *x) { *x = 1; }\n",
            """
              int grid, block;
              char bus[16];
              cudaOccupancyMaxPotentialBlockSize(&grid, &block, k, 0, 0);
              cudaDeviceGetPCIBusId(bus, sizeof bus, 0);
              printf("%d %d %s\\n", grid, block, bus);
            """),
        "264 1024 0000:00:00.0");
  }

  @Test
  void textsOfMpi() {
    prints(
        CProgram.whole(
            """
            #include <mpi.h>
            #include <stdio.h>
            int main(int argc, char **argv) {
              char text[MPI_MAX_ERROR_STRING];
              int length;
              MPI_Init(&argc, &argv);
              MPI_Error_string(MPI_SUCCESS, text, &length);
              printf("%s %d\\n", text, length);
              MPI_Finalize();
            }
            """),
        "no error 8");
  }

  /** OpenSHMEM 1.6, section 10: a program may define a routine itself and call the other name. */
  @Test
  void theProfilingInterfaceAndExtensionsThatBecameStandard() {
    assertThat(
            CProgram.whole(
                    """
                    #include <pshmem.h>
                    #include <shmem.h>
                    #include <shmemx.h>
                    #include <stdio.h>
                    static int x, y[4], z[4] = {1, 2, 3, 4};
                    void shmem_int_p(int *dest, int value, int pe) {
                      pshmem_int_p(dest, 10 * value, pe);
                    }
                    int main(void) {
                      shmem_init();
                      if (shmem_my_pe() == 0) shmem_int_p(&x, 7, 1);
                      if (shmem_my_pe() == 0) shmemx_int_ibput(y, z, 1, 1, 1, 2, 1);
                      shmem_barrier_all();
                      if (shmem_my_pe() == 1) printf("%d %d %d\\n", x, y[0], y[1]);
                      shmem_finalize();
                    }
                    """)
                .run(2)
                .lines())
        .containsExactly("70 1 2");
  }

  /** OpenSHMEM 1.6, shmem_team_split_strided. */
  @Test
  void aSplitBeyondItsParentMakesNoTeam() {
    assertThat(
            CProgram.shmem(
                    "",
                    """
                      shmem_team_t t = SHMEM_TEAM_WORLD;
                      int r = shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, n + 1, NULL, 0, &t);
                      printf("%d %d\\n", r != 0, t == SHMEM_TEAM_INVALID);
                    """)
                .run(2)
                .lines())
        .containsExactly("1 1", "1 1");
  }
}
