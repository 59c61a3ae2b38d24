package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shmemlab.cli.shell.ExitCodes;

/** Checks the command line of a compiler: several files, folders of headers, macros, arguments. */
class CompileOptionsTest {
  @TempDir private Path folder;

  private String write(String name, String... lines) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.resolveSibling(""));
    return Files.write(file, List.of(lines)).toString();
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  /** A program of two files of CUDA and a header in another folder; each has a static kernel. */
  @BeforeEach
  void writeProgram() throws IOException {
    write(
        "include/kernels.h",
        "extern __device__ int shared;",
        "__device__ int twice(int x);",
        "void addTo(int *p);");
    write(
        "main.cu",
        "#include <nvshmem.h>",
        "#include <stdio.h>",
        "#include \"kernels.h\"",
        "static __device__ int hidden = 1;",
        "static __global__ void kernel(int *p) { *p = hidden + shared + twice(4); }",
        "int main() {",
        "  nvshmem_init();",
        "  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));",
        "  int *p = (int *)nvshmem_malloc(4), result;",
        "  kernel<<<1, 1>>>(p);",
        "  addTo(p);",
        "  cudaMemcpy(&result, p, 4, cudaMemcpyDeviceToHost);",
        "  printf(\"%d\\n\", result);",
        "  nvshmem_free(p);",
        "  nvshmem_finalize();",
        "}");
    write(
        "kernels.cu",
        "#include <nvshmem.h>",
        "#include \"kernels.h\"",
        "__device__ int shared = 7;",
        "static __device__ int hidden = 2;",
        "__device__ int twice(int x) { return 2 * x; }",
        "static __global__ void kernel(int *p) { *p += 100 * hidden; }",
        "void addTo(int *p) {",
        "  int five = 5;",
        "  kernel<<<1, 1>>>(p);",
        "  cudaMemcpyToSymbol(hidden, &five, sizeof five);",
        "  kernel<<<1, 1>>>(p);",
        "}");
  }

  @Test
  void severalFilesAreOneProgram() {
    Session session =
        Session.of("run", path("main.cu"), path("kernels.cu"), "-I", path("include"), "-n", "2");
    assertThat(session.err()).isEmpty();
    assertThat(session.out()).isEqualTo("716\n716\n");
  }

  @Test
  void theCommandOfABuildSaysTheSame() {
    Session session =
        Session.of(
            "run",
            "--like",
            "nvcc -O3 -I"
                + path("include")
                + " "
                + path("main.cu")
                + " "
                + path("kernels.cu")
                + " -o main -lnvshmem_host");
    assertThat(session.out()).isEqualTo("716\n");
    assertThat(session.err())
        .isEqualTo("shmemlab: --like: of no meaning here: -O3 -o main -lnvshmem_host\n");
  }

  @Test
  void eachCommandOfABuildHasOptionsOfItsOwn() throws IOException {
    String one = write("one.c", "int other(void);", "int main() { return other() - N; }");
    String two = write("two.c", "int other(void) { return N - 1; }");
    Session session =
        Session.of("run", "--like", "gcc -DN=4 -c " + one, "--like", "gcc -DN=5 -c " + two);
    assertThat(session.exitCode()).isZero();
  }

  @Test
  void anUnknownOptionOfABuildIsAnError() {
    Session session = Session.of("run", "--like", "nvcc -fweird main.cu");
    assertThat(session.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(session.err())
        .contains("--like: the option -fweird is not known here; leave it out");
  }

  @Test
  void aCheckJoinsSourcesOfWhichOneHasAMain() throws IOException {
    Session together =
        Session.of("check", path("main.cu"), path("kernels.cu"), "-I", path("include"));
    assertThat(together.out()).contains("Program " + path("main.cu") + " on 2 PEs");
    Session inFolder = Session.of("check", folder.toString(), "-I", path("include"));
    assertThat(inFolder.out()).contains("main.cu").doesNotContain("not understood");
    String second = write("second.c", "/* no main( */ int main(void) { return 0; }");
    Session apart = Session.of("check", path("main.cu"), second, "-I", path("include"));
    assertThat(apart.out()).contains("second.c");
  }

  @Test
  void aCheckTakesOtherFilesAndPrintedCommandsRunTheScheduleAgain() throws IOException {
    String one =
        write(
            "one.c",
            "#include <shmem.h>",
            "extern int target;",
            "int other(void);",
            "int main() {",
            "  shmem_init();",
            "  static int flag;",
            "  int v = 0;",
            "  if (shmem_my_pe() == 0) { shmem_int_p(&target, 1, 1); shmem_int_atomic_set(&flag, 1,"
                + " 1); }",
            "  else { shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1); v = other(); }",
            "  shmem_finalize();",
            "}");
    String two = write("two.c", "int target; int other(void) { return target; } /* main() */");
    Session session = Session.of("check", one, "--with", two, "-n", "2", "--no-repair", "-DX=1");
    assertThat(session.exitCode()).isEqualTo(ExitCodes.PROGRAM_FAILED);
    String command =
        session.out().lines().filter(line -> line.contains("Replay: ")).findFirst().orElseThrow();
    assertThat(command).contains("-DX=1").contains("--with " + two);
    List<String> words = List.of(command.replace("Replay: shmemlab", "").strip().split(" +"));
    Session again = Session.of(words.toArray(String[]::new));
    assertThat(again.out()).contains("conflict");

    Path replays = folder.resolve("replays");
    Session.of("check", one, "--with", two, "-n", "2", "--save-replays", replays.toString());
    try (var files = Files.list(replays)) {
      Path file = files.findFirst().orElseThrow();
      assertThat(Files.readString(file)).contains("with " + two);
      assertThat(Session.of("check", "--replay", file.toString()).out()).contains("conflict");
    }
  }

  @Test
  void theProgramGetsWhatFollowsTwoDashes() throws IOException {
    String file =
        write(
            "args.c",
            "#include <stdio.h>",
            "int main(int argc, char **argv) {",
            "  for (int i = 1; i < argc; i++) printf(\"[%s]\", argv[i]);",
            "}");
    assertThat(Session.of("run", file, "--", "-n", "3", "a b", "--json").out())
        .isEqualTo("[-n][3][a b][--json]");
    assertThat(Session.of("run", file, "--arg=-n", "--arg", "--json", "--arg=").out())
        .isEqualTo("[-n][--json][]");
    assertThat(Session.of("run", file, "--arg").err())
        .contains("Missing required parameter for option '--arg'");
  }

  @Test
  void aHeaderLiesNextToAFileThatIsNamedWithoutItsFolder() throws Exception {
    write("beside.h", "#define BESIDE 7");
    write(
        "a.c",
        "#include \"beside.h\"",
        "#include <stdio.h>",
        "int main(void) { printf(\"%d\\n\", BESIDE); }");
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Process process = OwnProcess.startIn(folder, out.toFile(), err.toFile(), "run", "a.c");
    assertThat(process.waitFor()).as(Files.readString(err)).isZero();
    assertThat(Files.readString(out)).isEqualTo("7\n");
  }

  @Test
  void headersMacrosAndStandards() throws IOException {
    write("sub/beside.h", "#define BESIDE 1");
    write("system/sys.h", "#define SYS 2");
    write("before.h", "#define BEFORE 4");
    String file =
        write(
            "sub/all.c",
            "#include \"beside.h\"",
            "#include <sys.h>",
            "int main() {",
            "#ifdef __STDC_VERSION__",
            "  return BESIDE + SYS + BEFORE + GIVEN + (__STDC_VERSION__ == 201112L) - 16;",
            "#endif",
            "}");
    Session session =
        Session.of(
            "run",
            file,
            "-isystem",
            path("system"),
            "-include",
            path("before.h"),
            "-DGIVEN=8",
            "-std=c11",
            "-U",
            "unix");
    assertThat(session.err()).isEmpty();
    assertThat(session.exitCode()).isZero();
  }

  @Test
  void theLanguageMayBeAnother() throws IOException {
    String file =
        write(
            "kernel.cpp",
            "__global__ void k() {}",
            "int main() { k<<<1, 1>>>(); cudaDeviceSynchronize(); return 0; }");
    assertThat(Session.of("run", file).exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(Session.of("run", file, "-x", "cu").exitCode()).isZero();
  }

  @Test
  void bothMainsAreNamed() throws IOException {
    String one = write("one.c", "int main() { return 0; }");
    String two = write("two.c", "int main() { return 0; }");
    assertThat(Session.of("run", one, two).err())
        .contains("two.c:1: error: 'main' is defined in " + one + ":1, too");
  }

  @Test
  void intermediateCodeIsAProgramToo() throws IOException {
    String text =
        write(
            "main.ll",
            "target triple = \"x86_64-unknown-linux-gnu\"",
            "declare i32 @other()",
            "define i32 @main() {",
            "  %v = call i32 @other()",
            "  ret i32 %v",
            "}");
    String other = write("other.c", "int other(void) { return 3; }");
    assertThat(Session.of("run", text, other).err()).contains("exited with status 3");
    String broken = write("broken.bc", "BC no bitcode");
    Session session = Session.of("run", broken);
    assertThat(session.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(session.err()).startsWith(broken + ": error: ");
  }
}
