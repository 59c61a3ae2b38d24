package org.shmemlab.jmh;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.judge.ExplorationLimits;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Measures the time to judge every test of {@code litmus/} under every profile: warm, from compiled
 * programs and from source. Run it in the repository's root. Goals: 2 s for all of them in one JVM,
 * 5 ms for any of them when warm.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 5)
@Measurement(iterations = 3, time = 5)
public class CatalogueCheck {
  private static final ExplorationLimits LIMITS = new ExplorationLimits(300_000, () -> false);

  private final List<SourceFile> files = new ArrayList<>();
  private final List<LitmusProgram> programs = new ArrayList<>();

  /** Reads and compiles the catalogue. */
  @Setup
  public void read() throws IOException {
    try (var found = Files.walk(Path.of("litmus"))) {
      found
          .filter(path -> path.toString().endsWith(".litmus"))
          .sorted()
          .forEach(path -> files.add(source(path)));
    }
    for (SourceFile file : files) {
      programs.add(compiled(file));
    }
  }

  private static SourceFile source(Path path) {
    try {
      return SourceFile.read(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Benchmark
  public int judge() {
    return programs.stream().mapToInt(CatalogueCheck::asExpected).sum();
  }

  @Benchmark
  public int compileAndJudge() {
    return files.stream().map(CatalogueCheck::compiled).mapToInt(CatalogueCheck::asExpected).sum();
  }

  /** The one test that takes longest, in milliseconds. */
  @Benchmark
  public int judgeTheLongest() {
    return programs.stream()
        .filter(program -> program.test().name().equals("TICKET+fetch+set"))
        .mapToInt(CatalogueCheck::asExpected)
        .sum();
  }

  private static LitmusProgram compiled(SourceFile file) {
    LitmusProgram program = Litmus.compile(file).program();
    if (program == null) {
      throw new IllegalStateException(file.path());
    }
    return program;
  }

  private static int asExpected(LitmusProgram program) {
    var profiles = Profile.all().toList();
    return LitmusJudgement.of(program, profiles, LIMITS).asExpected() ? 1 : 0;
  }
}
