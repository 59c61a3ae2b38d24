package org.shmemlab.cli.check;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import com.google.common.primitives.Ints;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.shmemlab.cli.shell.Capacity;
import org.shmemlab.cli.shell.ExitCodes;
import org.shmemlab.cli.source.SourceFiles;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.reports.ReportedFinding;
import org.shmemlab.reports.check.CheckTotals;
import org.shmemlab.reports.check.CheckView;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.judge.HeaderComment;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.replay.ReplayFile;
import org.shmemlab.scenarios.replay.Replayed;
import org.shmemlab.scenarios.replay.Semantics;
import org.shmemlab.scenarios.source.Diagnostic;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.scenarios.spacetime.Diagrams;

/** Runs a schedule again, and reports it. */
final class ReplayRun {
  private static final Splitter COMMA = Splitter.on(',').trimResults().omitEmptyStrings();

  private final CheckView view;

  ReplayRun(CheckView view) {
    this.view = view;
  }

  /** A program or litmus test with the number of PEs that it wants; null where it is neither. */
  private record Compiled(
      @Nullable Program program, int pes, ImmutableList<Diagnostic> diagnostics) {
    static Compiled of(SourceFile source) {
      if (SourceFiles.isLitmus(source.path())) {
        Litmus.Compiled compiled = Litmus.compile(source);
        LitmusProgram litmus = compiled.program();
        return litmus == null
            ? new Compiled(null, 0, compiled.diagnostics())
            : new Compiled(litmus.program(), litmus.test().pes(), compiled.diagnostics());
      }
      CudaC.Compiled compiled = CudaC.compile(source);
      int pes = HeaderComment.of(source).pes().orElse(CheckedSource.DEFAULT_PES);
      return new Compiled(compiled.program(), pes, compiled.diagnostics());
    }
  }

  /**
   * Runs the schedule of a file; gives the exit code.
   *
   * @param program the program that it is of; null for the one that it names, at that path or else
   *     next to the file
   * @throws SourceFiles.Unreadable if there is no such file, or none of the name that it gives
   */
  int file(Path path, @Nullable Path program) throws SourceFiles.Unreadable {
    if (!Files.isRegularFile(path)) {
      throw new SourceFiles.Unreadable("no such file: " + path);
    }
    ReplayFile.Parsed parsed = ReplayFile.parse(SourceFiles.read(path));
    ReplayFile replay = parsed.file();
    if (replay == null) {
      return reject(path.toString(), parsed.diagnostics());
    }
    List<SourceFile> files = new ArrayList<>();
    for (ReplayFile.Compiled one : replay.files()) {
      Path file = program != null && files.isEmpty() ? program : placed(path, Path.of(one.path()));
      files.add(SourceFiles.read(file).compiledWith(one.options()));
    }
    SourceFile source = files.get(0).with(files.subList(1, files.size()));
    Compiled compiled = Compiled.of(source);
    int pes = replay.job().pes();
    if (compiled.program != null && SourceFiles.isLitmus(source.path()) && compiled.pes != pes) {
      throw new SourceFiles.Unreadable(
          "%s is a schedule of %d PEs, but %s has %d: save it again"
              .formatted(path, pes, source.path(), compiled.pes));
    }
    return compiled.program == null
        ? reject(source.path(), compiled.diagnostics)
        : again(
            source,
            compiled.program,
            replay.moved(files.stream().map(SourceFile::path).toList()),
            path);
  }

  private static Path placed(Path replay, Path named) throws SourceFiles.Unreadable {
    Path beside = replay.resolveSibling(named.getFileName());
    if (Files.isRegularFile(named)) {
      return named;
    }
    if (Files.isRegularFile(beside)) {
      return beside;
    }
    throw new SourceFiles.Unreadable(
        "%s is a schedule of %s, which is neither there nor next to it; --source FILE names it"
            .formatted(replay, named));
  }

  private int again(SourceFile source, Program program, ReplayFile replay, Path path) {
    return Capacity.use(
        program,
        replay.job(),
        () -> print(source, program, Replayed.of(source, program, replay, path.toString())));
  }

  /**
   * Runs the schedule that the command line gives; gives the exit code.
   *
   * @param semantics by the number of PEs
   */
  int choices(
      SourceFile file,
      IntFunction<Semantics> semantics,
      CheckSettings settings,
      ImmutableIntArray choices) {
    SourceFile source = settings.source(file);
    Compiled compiled = Compiled.of(source);
    if (compiled.program == null) {
      return reject(source.path(), compiled.diagnostics);
    }
    Job job =
        SourceFiles.isLitmus(source.path()) ? Job.ofPes(compiled.pes) : settings.job(compiled.pes);
    Program program = compiled.program;
    return Capacity.use(
        program,
        job,
        () ->
            print(
                source,
                program,
                Replayed.of(source, program, job, semantics.apply(job.pes()), choices)));
  }

  /** Reads {@code 0,2,1}; null where it is something else. */
  static @Nullable ImmutableIntArray choices(String text) {
    ImmutableIntArray.Builder choices = ImmutableIntArray.builder();
    for (String word : COMMA.split(text)) {
      Integer choice = Ints.tryParse(word);
      if (choice == null || choice < 0) {
        return null;
      }
      choices.add(choice);
    }
    return choices.build();
  }

  private int print(SourceFile source, Program program, Replayed.Result result) {
    Replayed replayed = result.replayed();
    if (replayed == null) {
      return reject(
          source.path(), result.diagnostic().stream().collect(ImmutableList.toImmutableList()));
    }
    view.diagrams(Diagrams.of(source, program, replayed.job(), Long.MAX_VALUE, () -> false));
    view.replayed(replayed);
    return replayed.findings().isEmpty() ? ExitCodes.OK : ExitCodes.PROGRAM_FAILED;
  }

  private int reject(String file, ImmutableList<Diagnostic> diagnostics) {
    view.rejected(file, diagnostics.stream().map(ReportedFinding::of).toList());
    view.end(CheckTotals.NONE);
    return ExitCodes.USAGE;
  }
}
