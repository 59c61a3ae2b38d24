package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.repair.Change;
import org.shmemlab.model.repair.Repair;
import org.shmemlab.model.repair.RepairSearch;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.judge.ProgramJudgement.Found;
import org.shmemlab.scenarios.source.Programs;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.testing.Draws;

/**
 * The examples, and the repaired programs of the gallery, without one of their synchronisation
 * calls: how many of the conflicts that this makes get repairs after which no finding is left.
 */
@Tag("catalogue")
class DeletedCallsTest {
  private static final Path EXAMPLES = Path.of("..", "examples");
  private static final Path GALLERY = Path.of("..", "gallery");
  private static final SearchOptions EFFORT =
      new SearchOptions(Engine.AUTO.defaultBudget() / 2, 0, () -> false);
  private static final ExplorationLimits LIMITS = new ExplorationLimits(Engine.AUTO, EFFORT);

  /** Statements of their own that order or complete, wait or meet. */
  private static final Pattern CALL =
      Pattern.compile(
          "(?m)^(?!\\s*//)([^\\n=]*?)((?:CHECK\\()?"
              + "(?:n?v?shmemx?_\\w*(?:fence|quiet|barrier|sync|wait)\\w*|__sync\\w+"
              + "|cudaStreamSynchronize|cudaDeviceSynchronize|pthread_join)"
              + "\\((?:[^()]|\\([^()]*\\))*\\)\\)?);");

  /**
   * A program, and the line that lost its call.
   *
   * @param pes with how many PEs it is checked; the next one counts where nothing was found before
   */
  private record Deleted(SourceFile file, int line, ImmutableList<Integer> pes) {
    @Override
    public String toString() {
      return file.path() + ":" + line;
    }
  }

  /** The effect of deleting a call. */
  private enum End {
    /** No conflict: the call was not needed, or its absence leads to another kind of finding. */
    NO_CONFLICT,
    /** With the repairs of all conflicts, nothing is wrong in any order. */
    REPAIRED,
    NOT_REPAIRED
  }

  /** Some of them, one for each kind of repair. */
  @Test
  void aCallThatWasDeletedIsFoundAgain() throws IOException {
    for (String name :
        Draws.of(
            List.of(
                "osh_ring.c:17", // a wait
                "osh_ring.c:21", // a fence
                "osh_threads.c:44", // a join
                "osh_lock.c:31", // a barrier, or less
                "moe_dispatch.cu:38", // a quiet
                "ring_allreduce.cu:27", // a barrier of a block
                "collective_launch.cu:24", // a sync
                "uid_init.cu:39", // a barrier on a stream
                "12_reset_before_launch/after.cu:31"))) { // waiting for the device
      Deleted deleted =
          deleted().stream()
              .filter(one -> one.toString().endsWith(name))
              .findFirst()
              .orElseThrow(() -> new AssertionError(name));
      assertThat(end(deleted)).as(name).isEqualTo(End.REPAIRED);
    }
  }

  /** All of them; takes minutes. */
  @Test
  @EnabledIfSystemProperty(named = "shmemlab.thorough", matches = "true")
  void thirtyOfThirtySevenMistakesAreRepaired() throws IOException {
    for (Path folder : List.of(EXAMPLES, GALLERY)) {
      int repaired = 0;
      int mistakes = 0;
      for (Deleted deleted : deleted(folder)) {
        End end = end(deleted);
        System.out.println(deleted + " " + end);
        mistakes += end == End.NO_CONFLICT ? 0 : 1;
        repaired += end == End.REPAIRED ? 1 : 0;
      }
      System.out.println(folder + ": " + repaired + " of " + mistakes + " mistakes repaired");
      assertThat(mistakes).as(folder.toString()).isGreaterThan(25);
      assertThat(37 * repaired).as(folder.toString()).isGreaterThanOrEqualTo(30 * mistakes);
    }
  }

  // ---------------------------------------------------------------- one of them

  private static End end(Deleted deleted) {
    SourceFile file = deleted.file().compiledWith(HeaderComment.of(deleted.file()).options());
    CudaC.Compiled compiled = CudaC.compile(file);
    Program program = compiled.program();
    if (program == null) {
      throw new AssertionError(deleted + ": " + compiled.diagnostics());
    }
    for (int pes : deleted.pes()) {
      ProgramJudgement judgement = judged(file, program, pes);
      if (judgement.findings().stream().anyMatch(DeletedCallsTest::isConflict)) {
        return repaired(judgement.withRepairs(program, LIMITS), file, program, pes);
      }
    }
    return End.NO_CONFLICT;
  }

  private static End repaired(
      ProgramJudgement judgement, SourceFile file, Program program, int pes) {
    Set<Change> changes = new LinkedHashSet<>();
    for (Found found : judgement.findings()) {
      if (isConflict(found)) {
        Optional<Repair> repair = found.repairs().flatMap(RepairSearch.Result::repair);
        if (repair.isEmpty()) {
          return End.NOT_REPAIRED;
        }
        changes.addAll(repair.get().changes());
      }
    }
    Repair all = new Repair(ImmutableList.copyOf(changes));
    ProgramJudgement after = judged(file, all.applyTo(program), pes);
    return after.findings().isEmpty() && after.complete() ? End.REPAIRED : End.NOT_REPAIRED;
  }

  private static ProgramJudgement judged(SourceFile file, Program program, int pes) {
    return ProgramJudgement.of(
        file, program, Job.ofPes(pes), ProgramJudgement.profiles(program), LIMITS);
  }

  private static boolean isConflict(Found found) {
    return found.finding() instanceof Finding.DataRace;
  }

  // ---------------------------------------------------------------- all of them

  private static ImmutableList<Deleted> deleted() throws IOException {
    return ImmutableList.<Deleted>builder()
        .addAll(deleted(EXAMPLES))
        .addAll(deleted(GALLERY))
        .build();
  }

  private static ImmutableList<Deleted> deleted(Path folder) throws IOException {
    List<SourceFile> files = new ArrayList<>();
    try (var paths = Files.walk(folder)) {
      for (Path path : paths.sorted().toList()) {
        boolean wrong = path.getFileName().toString().startsWith("before.");
        if (!wrong && (path.toString().endsWith(".cu") || path.toString().endsWith(".c"))) {
          files.add(SourceFile.read(path));
        }
      }
    }
    ImmutableList.Builder<Deleted> deleted = ImmutableList.builder();
    for (SourceFile file : Programs.ofFolders(files)) {
      deleted.addAll(deleted(file, folder.equals(EXAMPLES)));
    }
    return deleted.build();
  }

  private static ImmutableList<Deleted> deleted(SourceFile file, boolean anyPes) {
    ImmutableList<Integer> pes =
        anyPes ? ImmutableList.of(2, 3) : ImmutableList.of(HeaderComment.of(file).pes().orElse(2));
    ImmutableList.Builder<Deleted> deleted = ImmutableList.builder();
    String text = file.text();
    Matcher call = CALL.matcher(text);
    while (call.find()) {
      String before = text.substring(0, call.start(2));
      SourceFile without =
          new SourceFile(file.path(), before + text.substring(call.end(2))).with(file.others());
      int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
      deleted.add(new Deleted(without, line, pes));
    }
    return deleted.build();
  }
}
