package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles programs with headers of a CUDA toolkit, which are searched after ours. */
class ToolkitTest {
  @TempDir private Path folder;

  private String write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.resolveSibling(""));
    return Files.writeString(file, text).toString();
  }

  @Test
  void headersThatAreNotOursComeFromTheToolkitAndNoOthers() throws IOException {
    write("toolkit/include/cuda_runtime.h", "#error \"not this one\"\n");
    write("toolkit/include/extra/three.cuh", "__device__ inline int three() { return 3; }\n");
    String file =
        write(
            "main.cu",
            """
            #include <cuda_runtime.h>
            #include <cstdio>
            #include <extra/three.cuh>
            __global__ void k() { printf("%d\\n", three()); }
            int main() {
              k<<<1, 1>>>();
              cudaDeviceSynchronize();
            }
            """);
    Session session = Session.of("run", file, "--cuda-path", folder.resolve("toolkit").toString());
    assertThat(session.out()).isEqualTo("3\n");
    assertThat(Session.of("run", file).err()).contains("'extra/three.cuh' file not found");
    assertThat(Session.of("run", file, "--cuda-path", folder + "/none").err())
        .contains("there is no folder");
  }

  /** NVIDIA's own headers, where the machine has some: Debian's libcub-dev, or a toolkit. */
  @Test
  void cubOfNvidiaRuns() throws IOException {
    Path toolkit =
        Stream.of(System.getenv("CUDA_HOME"), "/usr/local/cuda", "/usr")
            .filter(Objects::nonNull)
            .map(Path::of)
            .filter(path -> Files.exists(path.resolve("include/cub/cub.cuh")))
            .findFirst()
            .orElse(null);
    assumeTrue(toolkit != null);
    String file =
        write(
            "cub.cu",
            """
            #include <cstdio>
            #include <cub/block/block_scan.cuh>
            #include <cub/warp/warp_reduce.cuh>
            __global__ void sum(int *out) {
              using Warp = cub::WarpReduce<int>;
              using Block = cub::BlockScan<int, 64>;
              __shared__ typename Warp::TempStorage warp[2];
              __shared__ typename Block::TempStorage block;
              int all = Warp(warp[threadIdx.x / 32]).Sum((int)threadIdx.x), before;
              if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = all;
              Block(block).ExclusiveSum(1, before);
              if (threadIdx.x == 63) out[2] = before;
            }
            int main() {
              int *there, here[3];
              cudaMalloc(&there, sizeof here);
              sum<<<1, 64>>>(there);
              cudaMemcpy(here, there, sizeof here, cudaMemcpyDeviceToHost);
              printf("%d %d %d\\n", here[0], here[1], here[2]);
            }
            """);
    Session session = Session.of("run", file, "--cuda-path", String.valueOf(toolkit));
    assertThat(session.err()).isEmpty();
    assertThat(session.out()).isEqualTo("496 1520 63\n");
  }
}
