package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the messages of a run that fails, spins or is stopped. */
class UnfinishedRunsTest {
  private static final Pattern SHARE = Pattern.compile("(?m)^ +([0-9.]+) % ");

  @TempDir Path folder;

  private String write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  @Test
  void oneThatGoesWrongSaysWhatLooksAtAllOrders() throws IOException {
    String file =
        write(
            "wrong.cu",
            """
            #include <nvshmem.h>
            int main(void) {
              nvshmem_init();
              if (nvshmem_my_pe() == 0) nvshmem_barrier_all();
              nvshmem_finalize();
            }
            """);
    String advice =
        "shmemlab: that was one order of many; 'shmemlab check " + file + " -n 2' looks at all";
    assertThat(Session.of("run", file, "-n", "2").err().lines().toList().getLast())
        .startsWith(advice);
    assertThat(Session.of("run", "../examples/ring_shift.cu", "-n", "2").err())
        .doesNotContain("one order of many");
  }

  @Test
  void aTestThatSpinsInSimulatedTimeIsStopped() throws IOException {
    String file =
        write(
            "spin.litmus",
            """
            C spin
            "A loop that looks for a flag that nobody sets."
            { long f; }
            P0 { long r0 = 0; while (r0 == 0) { r0 = nvshmem_long_atomic_fetch(&f, 1); } }
            P1 { long r1 = f; }
            exists (1:r1 = 1)
            expect nvshmem: forbidden
            """);
    Session session =
        Session.of("run", file, "--platform", "hgx-h200", "--max-instructions", "3000");
    assertThat(session.exitCode()).as(session.err()).isEqualTo(4);
    assertThat(session.out()).contains("[stopped]");
  }

  /** Threads that have ended count, too, although others have their numbers by then. */
  @Test
  void aGridOfAnyNumberOfBlocksIsStopped() throws IOException {
    String file =
        write(
            "blocks.cu",
            """
            #include <nvshmem.h>
            __global__ void k(long *x) { atomicAdd((unsigned long long *)x, 1ull); }
            int main(void) {
              nvshmem_init();
              long *x = (long *)nvshmem_calloc(1, 8);
              k<<<2147483647, 1>>>(x);
              cudaDeviceSynchronize();
              nvshmem_finalize();
            }
            """);
    assertThat(Session.of("run", file, "--no-races", "--max-instructions", "200000").exitCode())
        .isEqualTo(4);
  }

  @Test
  void noStationIsBusyForLongerThanTheRunAndNoLaunchTakesLonger() throws IOException {
    String file =
        write(
            "stopped.cu",
            """
            #include <nvshmem.h>
            __global__ void k(long *x) { for (;;) nvshmem_putmem_nbi(x, x + 512, 4096, 1); }
            int main(void) {
              nvshmem_init();
              long *x = (long *)nvshmem_calloc(1024, 8);
              for (int i = 0; i < 5; i++) k<<<1, 1>>>(x);
              cudaDeviceSynchronize();
              nvshmem_finalize();
            }
            """);
    Session session =
        Session.of("run", file, "-n", "2", "--platform", "hgx-h200", "--max-instructions", "20000");
    assertThat(session.exitCode()).as(session.err()).isEqualTo(4);
    List<MatchResult> shares = SHARE.matcher(session.out()).results().toList();
    assertThat(shares).isNotEmpty();
    for (MatchResult share : shares) {
      assertThat(Double.parseDouble(share.group(1))).isBetween(0.0, 100.0);
    }
    String[] times = RunCommandTest.timesOfFirstPe(session);
    assertThat(Double.parseDouble(times[8]))
        .as("launch, us")
        .isLessThanOrEqualTo(Double.parseDouble(times[9]));
  }

  @Test
  void aGridThatNoGpuTakesIsRefusedAndNotCutDown() throws IOException {
    String file =
        write(
            "grids.cu",
            """
            #include <nvshmem.h>
            #include <nvshmemx.h>
            #include <stdio.h>
            __global__ void k() {}
            int main(void) {
              nvshmem_init();
              void *none[] = {NULL};
              dim3 one(1), deep(1, 1, 70000), cube(65536, 65535, 65535);
              printf("%d ", nvshmemx_collective_launch((void *)k, deep, one, none, 0, 0) != 0);
              printf("%d ", nvshmemx_collective_launch((void *)k, cube, one, none, 0, 0) != 0);
              printf("%d\\n", nvshmemx_collective_launch((void *)k, one, one, none, 0, 0) != 0);
              nvshmem_finalize();
            }
            """);
    Session session = Session.of("run", file);
    assertThat(session.out()).as(session.err()).endsWith("1 1 0\n");
  }
}
