package org.shmemlab.scenarios.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedSet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmemlab.scenarios.source.CompilerOptions;
import org.shmemlab.scenarios.source.SourceFile;

class EmissionSettingsTest {
  private static final Path ROOT = Path.of("..");

  private static NativeFolder emit(Backend backend, List<SourceFile> sources) {
    return new EmissionSettings(
            backend, 100, 1, ImmutableSortedSet.of(2), backend == Backend.NVSHMEM)
        .of(sources);
  }

  private static ImmutableList<SourceFile> sources(String folder, String ending)
      throws IOException {
    try (Stream<Path> paths = Files.walk(ROOT.resolve(folder))) {
      ImmutableList.Builder<SourceFile> files = ImmutableList.builder();
      for (Path path : paths.filter(it -> it.toString().endsWith(ending)).sorted().toList()) {
        files.add(SourceFile.read(path));
      }
      return files.build();
    }
  }

  private static String allText(NativeFolder folder) {
    return folder.files().entrySet().stream()
        .filter(file -> file.getKey().startsWith("litmus/part"))
        .map(Map.Entry::getValue)
        .collect(Collectors.joining());
  }

  @ParameterizedTest
  @EnumSource
  void everyTestOfTheCatalogueIsInTheFolderOrLeftOutWithAReason(Backend backend)
      throws IOException {
    ImmutableList<SourceFile> catalogue = sources("litmus", ".litmus");
    NativeFolder folder = emit(backend, catalogue);
    String text = allText(folder);
    int found = 0;
    for (SourceFile test : catalogue) {
      boolean in = text.contains("\"" + test.sha256() + "\"");
      boolean out = folder.leftOut().stream().anyMatch(left -> left.file().equals(test.path()));
      assertTrue(in != out, test.path());
      found += in ? 1 : 0;
    }
    assertEquals(folder.tests(), found);
    assertTrue(found > catalogue.size() / 2);
    boolean foreign =
        text.lines()
            .filter(line -> !line.startsWith("  \"")) // the sources, as text
            .anyMatch(line -> line.contains("nvshmem") || line.contains("NVSHMEM"));
    assertEquals(backend == Backend.NVSHMEM, foreign);
  }

  @Test
  void programsGoInUnchangedWithWhatTheModelPredicts() throws IOException {
    ImmutableList<SourceFile> examples = sources("examples", "ring_shift.cu");
    NativeFolder folder = emit(Backend.NVSHMEM, examples);
    assertEquals(examples.get(0).text(), folder.files().get("programs/examples-ring_shift.cu"));
    String expected =
        Files.readString(ROOT.resolve("examples/ring_shift.expected"))
            .lines()
            .sorted()
            .map(line -> line + "\n")
            .collect(Collectors.joining());
    assertEquals(expected, folder.files().get("programs/examples-ring_shift.n8.predicted"));
    assertEquals(
        "examples-ring_shift 2 -\nexamples-ring_shift 8 -\n",
        folder.files().get("programs/programs.txt"));
  }

  @Test
  void theLinkOfOneMachineDecidesWhatAProgramAnnounces() throws IOException {
    NativeFolder folder =
        emit(Backend.NVSHMEM, sources("gallery/38_signal_wait_keeps_cache", "before.cu"));
    assertEquals(
        "38_signal_wait_keeps_cache-before 2 stale\n", folder.files().get("programs/programs.txt"));
  }

  @ParameterizedTest
  @EnumSource
  void theScriptsAreScripts(Backend backend, @TempDir Path folder)
      throws IOException, InterruptedException, NativeFolder.NotOurs {
    NativeFolder made = emit(backend, sources("litmus/mp", "MP+put+fence+same.litmus"));
    made.write(folder);
    for (String file : made.files().keySet()) {
      if (file.endsWith(".sh")) {
        Process bash =
            new ProcessBuilder("bash", "-n", folder.resolve(file).toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, bash.waitFor(), said);
      }
    }
    assertTrue(Files.isExecutable(folder.resolve("build.sh")));
  }

  /** With stubs for programs that only a machine with GPUs has, and for the output of build.sh. */
  @Test
  void theRunOfAProgramRecordsWhichTextPrintedWhichOutput(@TempDir Path folder) throws Exception {
    SourceFile ring = sources("examples", "ring_shift.cu").get(0);
    emit(Backend.NVSHMEM, ImmutableList.of(ring)).write(folder);
    Path home = folder.resolve("stubs");
    Files.createFile(Files.createDirectories(home.resolve("include")).resolve("nvshmem.h"));
    stub(home.resolve("nvidia-smi"), "printf 'GPU 0\\nGPU 1\\n'");
    stub(home.resolve("nvcc"), "exit 1");
    Path build = folder.resolve("build");
    Files.createDirectories(build.resolve("programs"));
    stub(build.resolve("launch"), "shift 6; exec \"$@\"");
    String predicted = folder.resolve("programs/examples-ring_shift.n2.predicted").toString();
    stub(build.resolve("programs/examples-ring_shift"), "cat '" + predicted + "'");
    ProcessBuilder run =
        new ProcessBuilder("bash", folder.resolve("run.sh").toString(), "results", "programs")
            .directory(folder.toFile())
            .redirectErrorStream(true);
    run.environment().put("NVSHMEM_HOME", home.toString());
    run.environment().merge("PATH", home + ":", (path, first) -> first + path);
    Process process = run.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), said);
    assertEquals("1 of 1 programs print what the model predicts\n", said);
    assertThat(Files.readString(folder.resolve("results/programs.jsonl")))
        .contains("\"hash\":\"" + ring.sha256() + "\",\"pes\":2,\"exit\":0,\"as_predicted\":true");
  }

  private static void stub(Path script, String text) throws IOException {
    Files.writeString(script, "#!/bin/sh\n" + text + "\n");
    assertTrue(script.toFile().setExecutable(true));
  }

  @Test
  void aFileOfAnotherOriginIsNeverOverwritten(@TempDir Path folder) throws Exception {
    NativeFolder made = emit(Backend.NVSHMEM, sources("litmus/mp", "MP+put+fence+same.litmus"));
    Files.writeString(folder.resolve("notes.txt"), "mine");
    Files.writeString(folder.resolve("build.sh"), "mine");
    NativeFolder.NotOurs refused =
        assertThrows(NativeFolder.NotOurs.class, () -> made.write(folder));
    assertTrue(
        String.valueOf(refused.getMessage())
            .startsWith(folder.resolve("build.sh") + " is there already"));
    try (var all = Files.list(folder)) {
      assertEquals(2, all.count());
    }
    Files.delete(folder.resolve("build.sh"));
    made.write(folder);
    assertEquals("mine", Files.readString(folder.resolve("notes.txt")));
  }

  @Test
  void whatAnEarlierCallWroteGoes(@TempDir Path folder) throws Exception {
    NativeFolder first = emit(Backend.NVSHMEM, sources("litmus/mp", "MP+put+fence+same.litmus"));
    NativeFolder next = emit(Backend.NVSHMEM, sources("litmus/mp", "MP+put+quiet+same.litmus"));
    first.write(folder);
    Files.writeString(folder.resolve("results.txt"), "mine");
    next.write(folder);
    for (String file : first.files().keySet()) {
      assertEquals(next.files().containsKey(file), Files.exists(folder.resolve(file)), file);
    }
    assertTrue(Files.exists(folder.resolve("results.txt")));
  }

  private static SourceFile write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    return SourceFile.read(file);
  }

  @Test
  void aProgramOfSeveralFilesComesWithItsHeadersAndOptions(@TempDir Path folder)
      throws IOException {
    write(folder.resolve("inc/deep/size.h"), "#define DEEP 7\n");
    write(folder.resolve("inc/deep/unused.h"), "#error nobody includes this\n");
    write(folder.resolve("src/part.h"), "#include <deep/size.h>\nint twice(int x);\n");
    SourceFile part =
        write(
            folder.resolve("src/part.c"),
            "#include \"part.h\"\nint twice(int x) { return 2 * x; }\n");
    SourceFile main =
        write(
            folder.resolve("src/main.c"),
            """
            #include <shmem.h>
            #include <stdio.h>
            #include "part.h"
            int main(void) {
              shmem_init();
              printf("PE %d: %d %s\\n", shmem_my_pe(), twice(DEEP), NAME);
              shmem_finalize();
            }
            """);
    CompilerOptions options =
        CompilerOptions.NONE
            .define(Map.of("NAME", "\"a b\""))
            .with("-I", folder.resolve("inc").toString())
            .with("-std=gnu17");
    NativeFolder made =
        emit(Backend.OPENSHMEM, List.of(main.with(List.of(part)).compiledWith(options)));
    assertThat(made.diagnostics()).isEmpty();
    assertThat(made.files())
        .containsEntry("programs/src-main.c", "#include \"src-main/src/main.c\"\n")
        .containsEntry("programs/src-main.sources", "programs/src-main/src/part.c\n")
        .containsEntry(
            "programs/src-main.flags", "-DNAME=\"a b\"\n-I\nprograms/src-main/inc\n-std=gnu17\n")
        .containsEntry("programs/src-main/inc/deep/size.h", "#define DEEP 7\n")
        .containsEntry("programs/src-main.n2.predicted", "PE 0: 14 a b\nPE 1: 14 a b\n")
        .containsKeys("programs/src-main/src/main.c", "programs/src-main/src/part.h")
        .doesNotContainKey("programs/src-main/inc/deep/unused.h");
  }

  @Test
  void aProgramOfOneFileKeepsItsFileAndHasItsOptions(@TempDir Path folder) throws IOException {
    SourceFile one =
        write(folder.resolve("one.c"), "#include <shmem.h>\nint main(void) { return X; }\n");
    NativeFolder made =
        emit(
            Backend.OPENSHMEM,
            List.of(one.define(Map.of("X", "0")).compiledWith(CompilerOptions.NONE.undefine("Y"))));
    String name = folder.getFileName() + "-one";
    assertThat(made.files())
        .containsEntry("programs/" + name + ".c", one.text())
        .containsEntry("programs/" + name + ".flags", "-DX=0\n-UY\n");
  }

  @Test
  void filesWithOptionsOfTheirOwnAreLeftOut(@TempDir Path folder) throws IOException {
    SourceFile main = write(folder.resolve("a.c"), "int main(void) { return 0; }\n");
    SourceFile other = write(folder.resolve("b.c"), "int x;\n").define(Map.of("X", "1"));
    assertThat(emit(Backend.OPENSHMEM, List.of(main.with(List.of(other)))).leftOut())
        .extracting(LeftOut::reason)
        .containsExactly("its files have options of their own, and the harness has one set");
  }
}
