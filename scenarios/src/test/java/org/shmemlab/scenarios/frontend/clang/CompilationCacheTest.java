package org.shmemlab.scenarios.frontend.clang;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shmemlab.model.program.Program;
import org.shmemlab.scenarios.api.CallLowerings;
import org.shmemlab.scenarios.api.catalogue.Catalogue;
import org.shmemlab.scenarios.source.CompilerOptions;
import org.shmemlab.scenarios.source.Diagnostics;
import org.shmemlab.scenarios.source.SourceFile;

/** A source is compiled again only if one of the files that it was made of has changed. */
class CompilationCacheTest {
  private static final String MAIN =
      "#include <stdio.h>\n#include \"size.h\"\nint main() { printf(\"%d\\n\", SIZE); }\n";

  @TempDir private static Path shared;
  private static Path log;
  private static ImmutableMap<String, String> environment;

  @TempDir private Path folder;

  /**
   * A compiler that notes each of its runs, and a cache of our own: other tests keep files in the
   * user's meanwhile. Once it has compiled the parts that every program needs, all runs are those
   * of the tests.
   */
  @BeforeAll
  static void countRuns() throws IOException, Toolchain.Missing {
    Toolchain real = Toolchain.find(System.getenv());
    log = shared.resolve("log");
    Path compiler = shared.resolve("clang");
    Files.writeString(log, "");
    Files.writeString(
        compiler, "#!/bin/sh\necho >>" + log + "\nexec " + real.clang() + " \"$@\"\n");
    assertThat(compiler.toFile().setExecutable(true)).isTrue();
    Files.createSymbolicLink(shared.resolve("resources"), real.clang().resolveSibling("resources"));
    Path cache = Files.createDirectories(shared.resolve("cache/shmemlab"));
    Path unpacked = real.library().resolveSibling("");
    Files.createSymbolicLink(cache.resolve(unpacked.getFileName()), unpacked);
    environment =
        ImmutableMap.<String, String>builder()
            .putAll(System.getenv())
            .put("XDG_CACHE_HOME", shared.resolve("cache").toString())
            .put(Toolchain.VARIABLE, compiler.toString())
            .buildKeepingLast();
    assertThat(runs(new SourceFile("first.cu", "int main() {}\n"))).isPositive();
  }

  @BeforeEach
  void header() throws IOException {
    header("size.h", "#define SIZE 1\n");
  }

  /** A header that was written some time ago. */
  private void header(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.resolveSibling(""));
    Files.writeString(file, text);
    long seconds = Files.getLastModifiedTime(file).toMillis() / 1000 - 60;
    Files.setLastModifiedTime(file, FileTime.fromMillis(seconds * 1000));
  }

  /** How often the compiler ran for this. */
  private static int runs(SourceFile file) throws IOException {
    long before = Files.size(log);
    Diagnostics diagnostics = new Diagnostics();
    Program program =
        ClangFrontEnd.compile(file, environment, new Catalogue(), new CallLowerings(), diagnostics);
    assertThat(program).as(diagnostics.all().toString()).isNotNull();
    return (int) (Files.size(log) - before);
  }

  private SourceFile main() {
    return new SourceFile(folder.resolve("main.c").toString(), MAIN);
  }

  @Test
  void theSameIsCompiledOnce() throws IOException {
    assertThat(runs(main())).isEqualTo(1);
    assertThat(runs(main())).isZero();
    assertThat(runs(main().define(ImmutableMap.of("A", "1")))).isEqualTo(1);
    assertThat(runs(main().compiledWith(CompilerOptions.NONE.with("-std=c11")))).isEqualTo(1);
    assertThat(runs(new SourceFile(main().path(), MAIN + "\n"))).isEqualTo(1);
    assertThat(runs(main())).isZero();
  }

  @Test
  void cudaIsCompiledForHostAndDevicesAtOnce() throws IOException {
    SourceFile file =
        new SourceFile(
            folder.resolve("k.cu").toString(),
            "__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n");
    assertThat(runs(file)).isEqualTo(2);
    assertThat(runs(file)).isZero();
  }

  @Test
  void ofSeveralFilesTheOneThatChangedIsCompiled() throws IOException {
    SourceFile other = new SourceFile(folder.resolve("b.c").toString(), "int b;\n");
    assertThat(runs(main().with(List.of(other)))).isEqualTo(2);
    SourceFile changed = new SourceFile(other.path(), "int b = 1;\n");
    assertThat(runs(main().with(List.of(changed)))).isEqualTo(1);
  }

  @Test
  void aHeaderWithOtherContentCounts() throws IOException {
    assertThat(runs(main())).isEqualTo(1);
    header("size.h", "#define SIZE 22\n");
    assertThat(runs(main())).isEqualTo(1);
    Files.writeString(folder.resolve("size.h"), "#define SIZE 22\n");
    assertThat(runs(main())).as("another date alone").isZero();
  }

  @Test
  void aHeaderThatIsFoundFirstNowCounts() throws IOException {
    header("later/other.h", "#define OTHER 1\n");
    Files.createDirectories(folder.resolve("first"));
    SourceFile file =
        new SourceFile(folder.resolve("main.c").toString(), "#include <other.h>\n" + MAIN)
            .compiledWith(
                CompilerOptions.NONE
                    .with("-I", folder.resolve("first").toString())
                    .with("-I", folder.resolve("later").toString()));
    assertThat(runs(file)).isEqualTo(1);
    assertThat(runs(file)).isZero();
    header("first/other.h", "#define OTHER 2\n");
    assertThat(runs(file)).isEqualTo(1);
  }

  @Test
  void whatIsBrokenIsMadeAgain() throws IOException, Toolchain.Missing {
    assertThat(runs(main())).isEqualTo(1);
    Path kept = Toolchain.find(environment).cache().resolve("compiled");
    for (int cut : new int[] {0, 3, 40, 1000}) {
      Path newest = newest(kept);
      byte[] content = Files.readAllBytes(newest);
      byte[] broken = java.util.Arrays.copyOf(content, Math.min(cut, content.length - 1));
      Files.write(newest, broken);
      assertThat(runs(main())).as("the first %s bytes", cut).isEqualTo(1);
      content[content.length / 2] ^= 1;
      Files.write(newest, content);
      assertThat(runs(main())).as("another bit").isEqualTo(1);
    }
    assertThat(runs(main())).isZero();
  }

  private static Path newest(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      List<Path> files = new ArrayList<>(all.toList());
      files.sort((a, b) -> Long.compare(b.toFile().lastModified(), a.toFile().lastModified()));
      return files.get(0);
    }
  }

  @Test
  void warningsAreReportedAgain() throws IOException {
    SourceFile file =
        new SourceFile(folder.resolve("w.c").toString(), "int main() { return 'ab' - 'ab'; }\n");
    for (int i = 0; i < 2; i++) {
      Diagnostics diagnostics = new Diagnostics();
      ClangFrontEnd.compile(file, environment, new Catalogue(), new CallLowerings(), diagnostics);
      assertThat(diagnostics.all().toString()).contains("1:21: warning: multi-character");
    }
  }
}
