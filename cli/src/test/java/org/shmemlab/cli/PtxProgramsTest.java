package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.cli.shell.ExitCodes;

/** Runs and checks programs whose kernels are PTX, as nvcc 13 and Triton 3.6 write it. */
@Tag("compiler")
class PtxProgramsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path MODULES =
      Path.of("src/test/resources/org/shmemlab/cli/ptx").toAbsolutePath();

  private static final String HOST =
      """
      #include <cuda.h>
      #include <cuda_runtime.h>
      #include <nvshmem.h>
      #include <nvshmemx.h>
      #include <stdio.h>
      extern "C" __global__ void k(int *data, int to);
      int main() {
        nvshmem_init();
        cudaSetDevice(nvshmem_my_pe());
        int *data = (int *)nvshmem_calloc(32, 4);
        int to = 1 - nvshmem_my_pe(), seven;
        LAUNCH
        cudaDeviceSynchronize();
        nvshmem_barrier_all();
        cudaMemcpy(&seven, data + 7, 4, cudaMemcpyDeviceToHost);
        printf("%d\\n", seven);
        nvshmem_free(data);
        nvshmem_finalize();
      }
      """;

  private static final String BY_NAME =
      """
      CUmodule module;
      CUfunction function;
      void *arguments[] = {&data, &to};
      if (cuModuleLoad(&module, "kernel.ptx")) return 1;
      if (nvshmemx_cumodule_init(module)) return 2;
      if (cuModuleGetFunction(&function, module, "k")) return 3;
      cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, 0, arguments, NULL);
      nvshmemx_cumodule_finalize(module);
      """;

  private static final String BY_A_COMPUTED_NAME =
      BY_NAME
          .replace("CUmodule module;", "CUmodule module; char name[2] = {'j'}; name[0]++;")
          .replace("\"k\"", "name");

  private static final String OF_A_LIBRARY =
      """
      CUlibrary library;
      CUkernel kernel;
      void *arguments[] = {&data, &to};
      if (cuLibraryLoadFromFile(&library, "kernel.ptx", 0, 0, 0, 0, 0, 0)) return 1;
      if (nvshmemx_culibrary_init(library)) return 2;
      if (cuLibraryGetKernel(&kernel, library, "k")) return 3;
      CUlaunchConfig config = {};
      config.gridDimX = config.gridDimY = config.gridDimZ = 1;
      config.blockDimX = 32;
      config.blockDimY = config.blockDimZ = 1;
      cuLaunchKernelEx(&config, (CUfunction)kernel, arguments, NULL);
      nvshmemx_culibrary_finalize(library);
      """;

  @TempDir private Path folder;

  private String host(String launch) throws IOException {
    Path file = folder.resolve("host.cu");
    Files.writeString(file, HOST.replace("LAUNCH", launch));
    return file.toString();
  }

  private static String module(String name) {
    return MODULES.resolve(name).toString();
  }

  private static String withoutColumns(String said) {
    return said.replaceAll("(\\.cu:\\d+):\\d+", "$1").replaceAll(" --with \\S+", "");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ring_shift", "put_block"})
  void anExamplePrintsTheSame(String name) {
    String source = ROOT.resolve("examples/" + name + ".cu").toString();
    Session plain = Session.of("run", source, "-n", "4");
    Session session = Session.of("run", source, "--with", module(name + ".ptx"), "-n", "4");
    assertThat(session.out()).as(session.err()).isEqualTo(plain.out());
    assertThat(session.exitCode()).isEqualTo(plain.exitCode());
  }

  @Test
  void aFindingNamesTheLinesOfTheSourceAndIsTheSame() {
    String source = ROOT.resolve("gallery/01_flag_overtakes_data/before.cu").toString();
    Session plain = Session.of("check", source);
    Session session = Session.of("check", source, "--with", module("before.ptx"));
    assertThat(withoutColumns(session.out())).isEqualTo(withoutColumns(plain.out()));
    assertThat(session.exitCode()).isEqualTo(plain.exitCode());
  }

  private static Session triton(String command, String kernel) {
    String folder = ROOT.resolve("examples/triton").toString();
    return Session.of(
        command,
        folder + "/main.cu",
        "--with",
        folder + "/" + kernel + ".ptx",
        "-DKERNEL=" + kernel,
        "-n",
        "2");
  }

  @Test
  void aKernelOfTritonPutsAroundTheRing() {
    Session session = triton("run", "ring_put");
    assertThat(session.out().lines())
        .as(session.err())
        .containsExactlyInAnyOrder("PE 0: 2000 to 2254", "PE 1: 0 to 254");
  }

  @ParameterizedTest
  @CsvSource({
    "no_wait, the put of PE 0 at kernels.py:67:72 and the load of PE 1 at kernels.py:114:37",
    "reuses_source, the put (reading its source) of PE 1 at kernels.py:72:81 and the store of PE 1"
        + " at kernels.py:124:29",
  })
  void aFindingNamesTheLineOfPython(String kernel, String sides) {
    Session session = triton("check", kernel);
    assertThat(session.out()).as(session.err()).contains("error: conflict: " + sides);
    assertThat(session.exitCode()).isEqualTo(1);
  }

  static Stream<String> launches() {
    return Stream.of("k<<<1, 32>>>(data, to);", BY_NAME, BY_A_COMPUTED_NAME, OF_A_LIBRARY);
  }

  @ParameterizedTest
  @MethodSource("launches")
  void aKernelIsLaunchedByItsDeclarationAndByItsName(String launch) throws IOException {
    Session session = Session.of("run", host(launch), module("kernel.ptx"), "-n", "2");
    assertThat(session.out()).as(session.err()).isEqualTo("7\n7\n");
  }

  @Test
  void aDeclarationWithOtherParametersIsAnError() throws IOException {
    Path file = folder.resolve("host.cu");
    Files.writeString(
        file, HOST.replace("int to)", "long to)").replace("LAUNCH", "k<<<1, 32>>>(data, to);"));
    assertThat(Session.of("run", file.toString(), module("kernel.ptx"), "-n", "2").err())
        .contains(
            "host.cu:6: error: parameter 2 of the kernel 'k' has 4 bytes, in its declaration 8");
    Files.writeString(
        file, HOST.replace(", int to)", ")").replace("LAUNCH", "k<<<1, 32>>>(data);"));
    assertThat(Session.of("run", file.toString(), module("kernel.ptx"), "-n", "2").err())
        .contains("error: the kernel 'k' has 2 parameters or more, its declaration 1");
  }

  @Test
  void aKernelThatNoFileDefinesIsNamed() throws IOException {
    assertThat(Session.of("run", host("k<<<1, 32>>>(data, to);"), "-n", "2").err())
        .contains("host.cu:12:", "no file named defines 'k'");
    Session byName =
        Session.of(
            "run", host(BY_NAME.replace("\"k\"", "\"gone\"")), module("kernel.ptx"), "-n", "2");
    assertThat(byName.err()).contains("no file named defines the kernel 'gone'", "(.ptx)");
  }

  @Test
  void aKernelThatNoTextNamesIsNotLowered() throws IOException {
    Path module = folder.resolve("k.ptx");
    Files.writeString(
        module,
        Files.readString(Path.of(module("kernel.ptx")))
            + """
            .visible .entry other() {
              .reg .b32 %r<3>;
              twist.b32 %r2, %r1;
              ret;
            }
            """);
    String warning = "asm: twist.b32";
    String through =
        BY_NAME.replace(
            "cuModuleGetFunction(&function, module, \"k\")", "found(&function, module, \"k\")");
    Path host = Path.of(host(through));
    Files.writeString(
        host,
        Files.readString(host)
            .replace(
                "int main()",
                """
                static CUresult found(CUfunction *function, CUmodule module, const char *name) {
                  return cuModuleGetFunction(function, module, name);
                }
                int main()\
                """));
    Session named = Session.of("run", host.toString(), module.toString(), "-n", "2");
    assertThat(named.out()).as(named.err()).isEqualTo("7\n7\n");
    assertThat(named.err()).doesNotContain(warning);
    Session computed = Session.of("run", host(BY_A_COMPUTED_NAME), module.toString(), "-n", "2");
    assertThat(computed.out()).as(computed.err()).isEqualTo("7\n7\n");
    assertThat(computed.err()).contains(warning);
  }

  @Test
  void anUnknownInstructionIsNamedWhereItIsReached() throws IOException {
    Path module = folder.resolve("k.ptx");
    Files.writeString(
        module,
        """
        .version 8.7
        .target sm_90
        .address_size 64
        .visible .entry k(.param .u64 data, .param .u32 to) {
          .reg .b32 %r<3>; .reg .pred %p<2>;
          ld.param.u32 %r1, [to];
          setp.gt.s32 %p1, %r1, 5;
          @%p1 twist.b32 %r2, %r1;
          mul24.lo.u32 %r2, %r1, 3;
          ret;
        }
        """);
    Session session =
        Session.of("run", host("k<<<1, 32>>>(data, to);"), module.toString(), "-n", "2");
    assertThat(session.err()).contains("k.ptx:9:3: error: not supported yet: asm: mul24.lo.u32");
    assertThat(session.err()).doesNotContain("k.ptx:8:8: error");
  }

  @Test
  void aMistakeIsOneLine() throws IOException {
    Path module = folder.resolve("k.ptx");
    Files.writeString(module, Files.readString(Path.of(module("kernel.ptx"))).substring(0, 700));
    Session session =
        Session.of("run", host("k<<<1, 32>>>(data, to);"), module.toString(), "-n", "2");
    assertThat(session.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(session.err().lines())
        .singleElement()
        .asString()
        .matches(".*k.ptx:\\d+:\\d+: error: .*");
  }
}
