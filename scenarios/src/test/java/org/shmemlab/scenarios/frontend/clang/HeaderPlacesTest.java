package org.shmemlab.scenarios.frontend.clang;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shmemlab.scenarios.source.CompilerOptions;
import org.shmemlab.scenarios.source.SourceFile;

/** Headers are the machine's where it has them and a source may see them, and ours elsewhere. */
@Tag("compiler")
class HeaderPlacesTest {
  private static final String SECRET = "only_this_machine_knows";

  @TempDir private Path folder;
  private Toolchain toolchain;
  private Map<String, String> environment;

  @BeforeEach
  void find() throws Exception {
    environment = new HashMap<>(System.getenv());
    environment.remove(HeaderPlaces.VARIABLE);
    environment.put("PATH", "");
    toolchain = Toolchain.find(environment);
  }

  @Test
  void aToolkitIsTheOneThatTheOptionNamesThenTheVariableThenNvcc() throws IOException {
    Path named = toolkit("named", 12040);
    Path variable = toolkit("variable", 13000);
    Path found = toolkit("found", 12080);
    Path programs = Files.createDirectories(found.resolve("bin"));
    Path nvcc = Files.writeString(programs.resolve("nvcc"), "");
    assertThat(nvcc.toFile().setExecutable(true)).isTrue();
    environment.put("PATH", programs.toString());
    assertThat(places().toolkit()).isEqualTo(found.toRealPath());
    environment.put("CUDA_HOME", variable.toString());
    assertThat(places().toolkit()).isEqualTo(variable);
    assertThat(places().line()).contains("CUDA " + variable.resolve("include") + " (13.0)");
    CompilerOptions option = CompilerOptions.NONE.with(CompilerOptions.CUDA_PATH, named.toString());
    assertThat(places(option).toolkit()).isEqualTo(named);
  }

  @Test
  void aToolkitOfAnotherAgeGivesNoHeaders() throws IOException {
    CompilerOptions old =
        CompilerOptions.NONE.with(CompilerOptions.CUDA_PATH, toolkit("old", 11080).toString());
    assertThat(places(old).toolkit()).isNull();
  }

  @Test
  void headersOfNvshmemNeedThoseOfAToolkit() throws IOException {
    Path home = folder.resolve("nvshmem");
    write(home.resolve("include/nvshmem.h"), "");
    environment.put("CUDA_HOME", toolkit("toolkit", 13000).toString());
    environment.put("NVSHMEM_HOME", home.toString());
    assertThat(places().nvshmem()).isEqualTo(home.resolve("include"));
    CompilerOptions old =
        CompilerOptions.NONE.with(CompilerOptions.CUDA_PATH, toolkit("old", 11080).toString());
    assertThat(places(old).nvshmem()).isNull();
  }

  @Test
  void headersOfOpenMpiAreThoseThatAnOptionNamesThenTheVariableThenMpicc() throws IOException {
    Path named = openMpi("named").resolve("include");
    Path variable = openMpi("variable");
    Path found = openMpi("found");
    Path mpicc = found.resolve("bin/mpicc");
    write(mpicc, "");
    assertThat(mpicc.toFile().setExecutable(true)).isTrue();
    environment.remove("MPI_HOME");
    environment.remove("OMPI_HOME");
    environment.put("PATH", found.resolve("bin").toString());
    assertThat(places().mpi()).isEqualTo(found.resolve("include"));
    environment.put("MPI_HOME", variable.toString());
    assertThat(places().mpi()).isEqualTo(variable.resolve("include"));
    CompilerOptions option = CompilerOptions.NONE.with("-I", named.toString());
    assertThat(places(option).mpi()).isEqualTo(named);
    assertThat(places(option).line()).contains("; MPI " + named + "; OpenSHMEM ours");
  }

  @Test
  void openShmemIsOursWhereOpenMpiHasOne() throws IOException {
    Path home = openMpi("shmem");
    environment.put("MPI_HOME", home.toString());
    List<String> words = places().arguments();
    String ours = places().ours().resolve("shmem").toString();
    assertThat(words.indexOf(ours))
        .isPositive()
        .isLessThan(words.indexOf(home.resolve("include").toString()));
  }

  @Test
  void headersOfMpichAreLeftAlone() throws IOException {
    Path home = folder.resolve("mpich");
    write(home.resolve("include/mpi.h"), "#define MPICH_NAME 4\ntypedef int MPI_Comm;\n");
    environment.put("MPI_HOME", home.toString());
    assertThat(places().mpi()).isNotEqualTo(home.resolve("include"));
  }

  private Path openMpi(String name) throws IOException {
    Path home = folder.resolve(name);
    write(home.resolve("include/mpi.h"), "#define OPEN_MPI 1\n");
    return home;
  }

  @Test
  void ourOwnAreAskedForByAnOptionAndByAVariable() {
    HeaderPlaces own = HeaderPlaces.own(toolchain.headers(), toolchain.clang());
    CompilerOptions option = CompilerOptions.NONE.with(CompilerOptions.OWN_HEADERS);
    assertThat(places(option)).isEqualTo(own);
    environment.put(HeaderPlaces.VARIABLE, "own");
    assertThat(places()).isEqualTo(own);
    CompilerOptions machine = CompilerOptions.NONE.with(CompilerOptions.MACHINE_HEADERS);
    assertThat(places(machine)).isNotEqualTo(own);
  }

  @Test
  void aClosedSourceFindsNoHeaderOfTheMachine() throws Exception {
    Path toolkit = toolkit("toolkit", 13000);
    Path nvshmem = folder.resolve("nvshmem");
    write(toolkit.resolve("include/secret.h"), "#define SECRET \"" + SECRET + "\"\n");
    write(nvshmem.resolve("include/nvshmem.h"), "#error " + SECRET + "\n");
    environment.put("CUDA_HOME", toolkit.toString());
    environment.put("NVSHMEM_HOME", nvshmem.toString());
    List<String> attempts =
        List.of(
            "#include <secret.h>",
            "#include \"" + toolkit.resolve("include/secret.h") + "\"",
            "#include \"../../../../../../../../.." + toolkit.resolve("include/secret.h") + "\"",
            "#include_next <secret.h>",
            "#include <features.h>",
            "#include \"/etc/hostname\"",
            "char text[] = {\n#embed \"/etc/hostname\"\n};",
            "asm(\".incbin \\\"/etc/hostname\\\"\");\n#include \"/etc/hostname\"",
            "#if __has_include(<secret.h>) || __has_include(<features.h>)\n#else\n#error none\n"
                + "#endif");
    for (String attempt : attempts) {
      for (String name : List.of("answer.cu", "answer.c", "answer.cpp")) {
        Bitcode made = compile(name, attempt + "\nint main() { return 0; }\n", true);
        assertThat(made.host()).as(name + ": " + attempt).isNull();
        assertThat(String.join("\n", made.messages()))
            .doesNotContain(SECRET)
            .doesNotContain(folder.resolve("toolkit").toString() + "/include/crt");
      }
    }
  }

  @Test
  void aClosedSourceIsCompiledWithOurHeadersWhateverTheMachineHas() throws Exception {
    environment.put("CUDA_HOME", toolkit("toolkit", 13000).toString());
    String text = "#include <nvshmem.h>\n#include <stdio.h>\nint main() { puts(\"x\"); }\n";
    assertThat(compile("answer.cu", text, true).host()).isNotNull();
  }

  @Test
  void whatWasMadeWithOneToolkitIsNotTakenForAnother() throws Exception {
    Clang clang = new Clang(toolchain, environment);
    SourceFile source = new SourceFile(folder.resolve("a.cu").toString(), "int main() {}\n");
    environment.put("CUDA_HOME", toolkit("one", 13000).toString());
    List<String> one = clang.arguments(source, true);
    environment.put("CUDA_HOME", toolkit("other", 13000).toString());
    assertThat(clang.arguments(source, true)).isNotEqualTo(one);
    environment.put(HeaderPlaces.VARIABLE, "own");
    assertThat(clang.arguments(source, true)).doesNotContain("-D__SHMEMLAB_TOOLKIT");
  }

  private Bitcode compile(String name, String text, boolean closed) throws Exception {
    SourceFile source = new SourceFile(name, text);
    SourceFile asked =
        closed ? source.compiledWith(CompilerOptions.NONE.with(CompilerOptions.CLOSED)) : source;
    return new Clang(toolchain, ImmutableMap.copyOf(environment)).compile(List.of(asked)).get(0);
  }

  private HeaderPlaces places(CompilerOptions options) {
    return HeaderPlaces.own(toolchain.headers(), toolchain.clang()).on(environment, options);
  }

  private HeaderPlaces places() {
    return places(CompilerOptions.NONE);
  }

  private Path toolkit(String name, int version) throws IOException {
    Path toolkit = folder.resolve(name);
    write(toolkit.resolve("include/cuda.h"), "#define CUDA_VERSION " + version + "\n");
    write(toolkit.resolve("include/cuda_runtime.h"), "");
    write(toolkit.resolve("include/crt/host_config.h"), "");
    return toolkit;
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text, StandardCharsets.UTF_8);
  }
}
