package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.shmemlab.model.explore.Effort;
import org.shmemlab.model.explore.Engine;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.machine.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.repair.RepairSearch;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.judge.ProgramJudgement.Found;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * The examples without one of their synchronisation calls: how many of the conflicts that this
 * makes get a verified repair.
 */
class DeletedCallsTest {
  private static final Path EXAMPLES = Path.of("..", "examples");

  /** Statements of their own that order or complete, wait or meet. */
  private static final Pattern CALL =
      Pattern.compile(
          "(?m)^(?!\\s*//)([^\\n=]*?)((?:CHECK\\()?"
              + "(?:n?v?shmemx?_\\w*(?:fence|quiet|barrier|sync|wait)\\w*|__sync\\w+"
              + "|cudaStreamSynchronize|cudaDeviceSynchronize|pthread_join)"
              + "\\((?:[^()]|\\([^()]*\\))*\\)\\)?);");

  /** A program, and the line that lost its call. */
  private record Deleted(SourceFile file, int line) {
    @Override
    public String toString() {
      return file.path() + " without the call of line " + line;
    }
  }

  /** Some of them, one for each kind of call. */
  @Test
  void aCallThatWasDeletedIsFoundAgain() throws IOException {
    for (String name :
        List.of(
            "osh_ring.c:21", "collective_launch.cu:21", "ring_allreduce.cu:27", "uid_init.cu:39")) {
      Deleted deleted =
          deleted().stream()
              .filter(one -> (one.file().path() + ":" + one.line()).endsWith(name))
              .findFirst()
              .orElseThrow(() -> new AssertionError(name));
      List<Boolean> repaired = repaired(deleted);
      assertThat(repaired).as(name).isNotEmpty().doesNotContain(false);
    }
  }

  /** All of them; takes minutes. */
  @Test
  @EnabledIfSystemProperty(named = "shmemlab.thorough", matches = "true")
  void fourOfFiveConflictsAreMended() throws IOException {
    int conflicts = 0;
    List<Deleted> without = new ArrayList<>();
    for (Deleted deleted : deleted()) {
      List<Boolean> repaired = repaired(deleted);
      conflicts += repaired.isEmpty() ? 0 : 1;
      if (repaired.contains(false)) {
        without.add(deleted);
      }
    }
    assertThat(conflicts).isGreaterThanOrEqualTo(30);
    assertThat(without).hasSizeLessThanOrEqualTo(conflicts / 5);
  }

  /** For each conflict whether it has a repair. */
  private static List<Boolean> repaired(Deleted deleted) {
    SourceFile file = deleted.file().compiledWith(HeaderComment.of(deleted.file()).options());
    CudaC.Compiled compiled = CudaC.compile(file);
    Program program = compiled.program();
    if (program == null) {
      throw new AssertionError(deleted + ": " + compiled.diagnostics());
    }
    Limits limits =
        new Limits(Engine.AUTO, new Effort(Engine.AUTO.defaultBudget(), 0, () -> false));
    List<Boolean> repaired = new ArrayList<>();
    ProgramJudgement judgement =
        ProgramJudgement.of(file, program, Job.ofPes(2), ProgramJudgement.profiles(file), limits)
            .mended(program, limits);
    for (Found found : judgement.findings()) {
      if (found.finding() instanceof Finding.Undefined) {
        repaired.add(found.mending().flatMap(RepairSearch.Result::repair).isPresent());
      }
    }
    return repaired;
  }

  private static ImmutableList<Deleted> deleted() throws IOException {
    ImmutableList.Builder<Deleted> deleted = ImmutableList.builder();
    try (var paths = Files.list(EXAMPLES)) {
      for (Path path : paths.sorted().toList()) {
        if (path.toString().endsWith(".cu") || path.toString().endsWith(".c")) {
          String text = Files.readString(path);
          Matcher call = CALL.matcher(text);
          while (call.find()) {
            String without = text.substring(0, call.start(2)) + text.substring(call.end(2));
            int line =
                1 + (int) text.substring(0, call.start(2)).chars().filter(c -> c == '\n').count();
            deleted.add(new Deleted(new SourceFile(path.toString(), without), line));
          }
        }
      }
    }
    return deleted.build();
  }
}
