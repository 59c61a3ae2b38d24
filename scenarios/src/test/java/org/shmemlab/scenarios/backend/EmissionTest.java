package org.shmemlab.scenarios.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import org.shmemlab.scenarios.source.SourceFile;

class EmissionTest {
  private static final Path ROOT = Path.of("..");

  private static NativeFolder emit(Backend backend, List<SourceFile> sources) {
    return new Emission(backend, 100, 1, ImmutableSortedSet.of(2), backend == Backend.NVSHMEM)
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

  @ParameterizedTest
  @EnumSource
  void theScriptsAreScripts(Backend backend, @TempDir Path folder)
      throws IOException, InterruptedException {
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
}
