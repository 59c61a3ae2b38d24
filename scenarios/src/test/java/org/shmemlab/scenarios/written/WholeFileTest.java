package org.shmemlab.scenarios.written;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file is there as a whole or as it was. */
class WholeFileTest {
  @TempDir Path folder;

  private List<String> names() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    }
  }

  @Test
  void aWriterThatFailsLeavesWhatWasThere() throws IOException {
    Path file = Files.writeString(folder.resolve("x.json"), "old");
    assertThatThrownBy(() ->
            WholeFile.write(
                file,
                out -> {
                  out.write(new byte[100_000]);
                  throw new IOException("No space left on device");
                }))
        .isInstanceOf(Unwritten.class)
        .hasMessage("cannot write " + file + ": No space left on device");
    assertThat(file).hasContent("old");
    assertThat(names()).containsExactly("x.json");
  }

  @Test
  void aFullDiskNamesTheFile() {
    assertThatThrownBy(() -> WholeFile.write(Path.of("/dev/full"), "text"))
        .isInstanceOf(Unwritten.class)
        .hasMessage("cannot write /dev/full: No space left on device");
  }

  @Test
  void aFolderThatIsNotThereIsSaidInWords() {
    Path file = folder.resolve("no/x.json");
    assertThatThrownBy(() -> WholeFile.write(file, "text"))
        .hasMessage("cannot write " + file + ": its folder is not there");
    Path inside = folder.resolve("x/y");
    WholeFile.write(folder.resolve("x"), "a file");
    assertThatThrownBy(() -> WholeFile.folder(inside)).isInstanceOf(Unwritten.class);
  }

  @Test
  void linksAndPipesStayWhatTheyAre() throws IOException {
    Path file = Files.writeString(folder.resolve("x.json"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link"), file);
    WholeFile.write(link, "new");
    assertThat(link).isSymbolicLink();
    assertThat(file).hasContent("new");
    WholeFile.write(Path.of("/dev/null"), "text");
    assertThat(Files.isRegularFile(Path.of("/dev/null"))).isFalse();
  }

  @Test
  void aNameMayBeAsLongAsTheFileSystemHasThem() throws IOException {
    String name = "語".repeat(85);
    WholeFile.write(folder.resolve(name), "text");
    assertThat(names()).containsExactly(name);
  }
}
