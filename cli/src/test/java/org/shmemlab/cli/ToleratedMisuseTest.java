package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that {@code run} reports a misuse that real machines tolerate once and goes on, and ends
 * there with {@code --strict}.
 */
@Tag("compiler")
class ToleratedMisuseTest {
  private static final String START =
      """
      #include <cstdio>
      #include <cstdlib>
      #include <nvshmem.h>
      #include <nvshmemx.h>
      """;

  @TempDir private Path folder;

  private String program(String text) throws IOException {
    return Files.writeString(folder.resolve("program.cu"), START + text).toString();
  }

  private static void goesOn(String file, String output, String misuse) {
    Session session = Session.of("run", file, "-n", "2");
    assertThat(session.out()).as(session.err()).isEqualTo(output);
    assertThat(session.err()).containsOnlyOnce(misuse).contains("warning: ");
    assertThat(session.err()).doesNotContain("error: ");
    assertThat(session.exitCode()).isZero();
    Session strict = Session.of("run", file, "-n", "2", "--strict");
    assertThat(strict.err()).contains("error: ").contains(misuse);
    assertThat(strict.exitCode()).isEqualTo(1);
    Session check = Session.of("check", file, "-n", "2", "--no-repair");
    assertThat(check.out() + check.err()).contains(misuse);
    assertThat(check.exitCode()).isEqualTo(1);
  }

  @Test
  void afterAVariableInSharedMemoryAreOthers() throws IOException {
    String file =
        program(
            """
            template <int N> __global__ void read(int *n) {
              __shared__ volatile int last[N], others[64];
              if (threadIdx.x < N) last[threadIdx.x] = 5;
              others[threadIdx.x] = 0;
              __syncthreads();
              bool may = last[threadIdx.x] > 4;
              if (__any_sync(~0u, may && threadIdx.x < N) && threadIdx.x == 0) *n = N;
            }
            int main() {
              int *n, here;
              cudaMalloc(&n, 4);
              read<2><<<1, 32>>>(n);
              cudaMemcpy(&here, n, 4, cudaMemcpyDeviceToHost);
              printf("%d\\n", here);
            }
            """);
    goesOn(file, "2\n2\n", "of 'last' (shared memory), which has 8 bytes");
  }

  @Test
  void aTransferOfTheOwnPeMayOverlap() throws IOException {
    String file =
        program(
            """
            __global__ void copy(int *p, int me) {
              nvshmem_int_put(p + 1, p, 2, me);
            }
            int main() {
              nvshmem_init();
              int *p = (int *)nvshmem_malloc(12), here[3] = {1, 2, 3};
              cudaMemcpy(p, here, 12, cudaMemcpyHostToDevice);
              copy<<<1, 1>>>(p, nvshmem_my_pe());
              cudaMemcpy(here, p, 12, cudaMemcpyDeviceToHost);
              printf("%d %d\\n", here[0], here[2]);
              nvshmem_free(p);
              nvshmem_finalize();
            }
            """);
    goesOn(file, "1 2\n1 2\n", "source and destination of a transfer to the own PE overlap");
  }

  @Test
  void disjointTeamsAreMadeAtOnce() throws IOException {
    String file =
        program(
            """
            int main() {
              nvshmem_init();
              int me = nvshmem_my_pe();
              nvshmem_team_config_t config;
              nvshmem_team_t own;
              nvshmem_team_split_strided(NVSHMEM_TEAM_WORLD, me, 2, 1, &config, 0, &own);
              printf("%d\\n", nvshmem_team_translate_pe(own, 0, NVSHMEM_TEAM_WORLD) == me);
              nvshmem_finalize();
            }
            """);
    goesOn(file, "1\n1\n", "strided team split with argument 2 = 1, while PE 0 passes 0 at ");
  }

  @Test
  void memoryThatWasNeverWrittenCountsAsZeros() throws IOException {
    String file =
        program(
            """
            __global__ void count(int *there, int *n) {
              for (int i = 0; i < 4; i++)
                if (there[i] == 0) ++*n;
            }
            int main() {
              int *there, *n, here = 0;
              cudaMalloc(&there, 16);
              cudaMalloc(&n, 4);
              cudaMemset(n, 0, 4);
              count<<<1, 1>>>(there, n);
              cudaMemcpy(&here, n, 4, cudaMemcpyDeviceToHost);
              printf("%d\\n", here);
            }
            """);
    goesOn(file, "4\n4\n", "a condition depends on a value that was never written");
  }

  @Test
  void textOfWhichSomeWasNeverWrittenIsPrinted() throws IOException {
    String file =
        program(
            """
            int main() {
              char *text = (char *)malloc(4);
              text[0] = 'a';
              printf("%s|\\n", text);
              int number[2];
              number[0] = 1;
              printf("%d\\n", number[0] + number[1]);
            }
            """);
    goesOn(file, "a|\n1\na|\n1\n", ": this call depends on a value that was never written");
  }

  @Test
  void aCopyToTheDeviceMayLeadToTheHost() throws IOException {
    String file =
        program(
            """
            __global__ void twice(int *n) { *n *= 2; }
            int main() {
              int *host = (int *)malloc(4), three = 3;
              cudaMemcpy(host, &three, 4, cudaMemcpyHostToDevice);
              twice<<<1, 1>>>(host);
              cudaDeviceSynchronize();
              printf("%d\\n", *host);
            }
            """);
    goesOn(file, "6\n6\n", "cudaMemcpyHostToDevice, but destination");
    assertThat(Session.of("run", file, "-n", "1").err()).contains("device code accesses 'malloc");
  }

  @Test
  void aCallForTheOwnPeMayNameMemoryOfItsOwn() throws IOException {
    String file =
        program(
            """
            __global__ void reach(int *own, int *out, int me) {
              nvshmem_int_p(own, 3, me);
              nvshmem_quiet();
              out[0] = nvshmem_int_g(own, me);
              out[1] = nvshmem_int_atomic_fetch_add(own, 4, me);
              nvshmem_int_put(own + 1, own, 1, me);
              nvshmem_int_get(out + 2, own + 1, 1, me);
            }
            int main() {
              int *own, *out, here[3];
              nvshmem_init();
              cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
              cudaMalloc(&own, 8);
              cudaMalloc(&out, 12);
              reach<<<1, 1>>>(own, out, nvshmem_my_pe());
              cudaMemcpy(here, out, 12, cudaMemcpyDeviceToHost);
              printf("%d %d %d\\n", here[0], here[1], here[2]);
              nvshmem_finalize();
            }
            """);
    Session session = Session.of("run", file, "-n", "2");
    assertThat(session.out()).as(session.err()).isEqualTo("3 3 7\n3 3 7\n");
    assertThat(session.err()).contains("warning: 'cudaMalloc").contains("is not symmetric");
    assertThat(session.exitCode()).isZero();
    assertThat(Session.of("run", file, "-n", "2", "--strict").exitCode()).isEqualTo(1);
    assertThat(Session.of("check", file, "-n", "1", "--no-repair").exitCode()).isEqualTo(1);
  }

  @Test
  void aBarrierMayBeInAKernelThatWasNotLaunchedCollectively() throws IOException {
    String file =
        program(
            """
            __global__ void meet() { nvshmem_barrier_all(); }
            int main() {
              nvshmem_init();
              cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
              meet<<<1, 1>>>();
              cudaDeviceSynchronize();
              printf("met\\n");
              nvshmem_finalize();
            }
            """);
    goesOn(file, "met\nmet\n", "in a kernel that was not launched collectively");
  }

  @Test
  void aTransferMayLeadBeyondTheEndOfASymmetricObject() throws IOException {
    String file =
        program(
            """
            __global__ void fill(int *data, int me) {
              for (int i = 0; i < 2; i++) data[i] = 10 * me + i;
            }
            int main() {
              int here[2];
              nvshmem_init();
              cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
              int *data = (int *)nvshmem_calloc(2, sizeof(int));
              fill<<<1, 1>>>(data, nvshmem_my_pe());
              nvshmemx_int_alltoall_on_stream(NVSHMEM_TEAM_WORLD, data + 2, data, 1, 0);
              nvshmemx_int_get_on_stream(data, data + 2, 2, nvshmem_my_pe(), 0);
              cudaMemcpy(here, data, sizeof here, cudaMemcpyDeviceToHost);
              printf("%d %d\\n", here[0], here[1]);
              nvshmem_free(data);
              nvshmem_finalize();
            }
            """);
    Session session = Session.of("run", file, "-n", "2");
    assertThat(session.out().lines()).containsExactlyInAnyOrder("0 10", "1 11");
    assertThat(session.err()).contains("warning: access to 8 bytes at offset 8 of 'data'");
    assertThat(Session.of("run", file, "-n", "2", "--strict").exitCode()).isEqualTo(1);
    assertThat(Session.of("check", file, "-n", "2", "--no-repair").exitCode()).isEqualTo(1);
  }

  @Test
  void aHostMayReachBeyondTheEndOfPinnedMemory() throws IOException {
    String file =
        program(
            """
            int main() {
              int *table;
              cudaMallocHost(&table, 4 * sizeof(int));
              for (int i = 0; i < 6; i++) table[i] = i;
              printf("%d %d\\n", table[3], table[5]);
              cudaFreeHost(table);
            }
            """);
    goesOn(file, "3 5\n3 5\n", "access to 4 bytes at offset 16 of 'cudaMallocHost");
  }

  @Test
  void anOperandOfMpiMayBeOfASmallerType() throws IOException {
    String file =
        program(
            """
            #include <mpi.h>
            int main(int argc, char **argv) {
              MPI_Init(&argc, &argv);
              bool isRight = true;
              int all = 0;
              MPI_Allreduce(&isRight, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
              printf("%d\\n", all);
              MPI_Finalize();
            }
            """);
    goesOn(file, "1\n1\n", "access to 4 bytes at offset 0 of 'isRight'");
  }

  @Test
  void aLaunchMayHaveTooFewArguments() throws IOException {
    String file =
        program(
            """
            __global__ void show(int first, int second) { printf("%d %d\\n", first, second); }
            int main() {
              int one = 1;
              void *arguments[] = {&one};
              cudaLaunchKernel((const void *)show, dim3(1), dim3(1), arguments, 0, 0);
              cudaDeviceSynchronize();
            }
            """);
    goesOn(file, "1 0\n1 0\n", "has 1 arguments, and the kernel has 2 parameters");
  }

  @Test
  void aCallForAnotherPeMayNot() throws IOException {
    String file =
        program(
            """
            int main() {
              int *own;
              nvshmem_init();
              cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
              cudaMalloc(&own, 8);
              nvshmem_int_p(own, 3, 1 - nvshmem_my_pe());
              nvshmem_finalize();
            }
            """);
    Session session = Session.of("run", file, "-n", "2");
    assertThat(session.err()).contains("error: 'cudaMalloc").contains("is not symmetric");
    assertThat(session.exitCode()).isEqualTo(1);
  }

  @Test
  void theHeapOfAHostComesInSteps() throws IOException {
    String text =
        """
        #include <stdio.h>
        #include <shmem.h>
        int main(void) {
          shmem_init();
          char *four = shmem_malloc(4);
          for (int i = 0; i < %d; i++) four[i] = i;
          printf("%%d\\n", four[6]);
          shmem_free(four);
          shmem_finalize();
        }
        """;
    String file = Files.writeString(folder.resolve("heap.c"), text.formatted(7)).toString();
    goesOn(file, "6\n6\n", "access to 1 bytes at offset 4 of 'four'");
    String far = Files.writeString(folder.resolve("far.c"), text.formatted(17)).toString();
    assertThat(Session.of("run", far, "-n", "2").err()).contains("at offset 16 of");
  }

  @Test
  void moreArgumentsThanParameters() throws IOException {
    String file =
        Files.writeString(
                folder.resolve("old.c"),
                """
                #include <stdio.h>
                static int twice(int x) { return 2 * x; }
                int main(void) {
                  int (*call)(int, int) = (int (*)(int, int))twice;
                  printf("%d\\n", call(4, 5));
                }
                """)
            .toString();
    goesOn(file, "8\n8\n", "function 'twice' takes 1 arguments and is called with 2");
  }
}
