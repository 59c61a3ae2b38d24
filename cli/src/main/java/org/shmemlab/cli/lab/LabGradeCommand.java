package org.shmemlab.cli.lab;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.shmemlab.cli.shell.ExitCodes;
import org.shmemlab.cli.shell.Interruption;
import org.shmemlab.cli.shell.Progress;
import org.shmemlab.cli.shell.VersionProvider;
import org.shmemlab.labs.classroom.Graded;
import org.shmemlab.labs.classroom.GradesJson;
import org.shmemlab.labs.classroom.GradesJunit;
import org.shmemlab.labs.classroom.GradesTable;
import org.shmemlab.labs.classroom.Submission;
import org.shmemlab.labs.classroom.Submissions;
import org.shmemlab.labs.grading.Grade;
import org.shmemlab.labs.lesson.Lab;
import org.shmemlab.labs.lesson.Labs;
import org.shmemlab.labs.workers.RequestLimits;
import org.shmemlab.labs.workers.WorkerPool;
import org.shmemlab.scenarios.written.WholeFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs {@code shmemlab lab grade}: grades many answers at once. */
@Command(
    name = "grade",
    description = "Grades the answers in folders, each within limits of time and memory.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:every answer has full points",
      "1:some have not",
      "2:a mistake in the command line",
      "130:stopped by Ctrl-C"
    })
final class LabGradeCommand implements Callable<Integer> {
  private final PrintStream out;
  private final PrintStream err;

  @Parameters(
      paramLabel = "DIR",
      arity = "1..*",
      description = "folders of students, folders of those, or files")
  private List<Path> paths = ImmutableList.of();

  @Option(
      names = "--lab",
      paramLabel = "N",
      description = "the lab of all of them (default: what each answer's first lines say)")
  private @Nullable String lab;

  @Option(names = "--csv", paramLabel = "FILE", description = "write a table, as Moodle reads it")
  private @Nullable Path csv;

  @Option(names = "--junit", paramLabel = "FILE", description = "write the XML of JUnit")
  private @Nullable Path junit;

  @Option(names = "--json", description = "print the grades as JSON (docs/schemas)")
  private boolean json;

  @Option(
      names = "--jobs",
      paramLabel = "J",
      description = "answers at once (default: as many as there are cores)")
  private int jobs = Runtime.getRuntime().availableProcessors();

  @Mixin private LabSource source = new LabSource();

  LabGradeCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (jobs < 1) {
      throw source.usage("--jobs " + jobs + ": at least 1");
    }
    source.requireCompiler();
    List<Submission> answers = new ArrayList<>();
    List<WorkerPool.Task> tasks = new ArrayList<>();
    boolean all = find(answers, tasks);
    ImmutableList<Grade> grades = grade(tasks);
    ImmutableList.Builder<Graded> pairs = ImmutableList.builder();
    for (int i = 0; i < grades.size(); i++) {
      pairs.add(new Graded(answers.get(i), grades.get(i)));
    }
    ImmutableList<Graded> graded = pairs.build();
    boolean whole = graded.size() == tasks.size();
    int exitCode =
        !whole
            ? ExitCodes.INTERRUPTED
            : all && grades.stream().allMatch(Grade::full)
                ? ExitCodes.OK
                : ExitCodes.PROGRAM_FAILED;
    if (json) {
      out.print(GradesJson.text(exitCode, graded));
    } else {
      GradesTable.lines(graded).forEach(line -> out.print(line + "\n"));
    }
    out.flush();
    write(csv, GradesTable.csv(graded));
    write(junit, GradesJunit.text(graded));
    if (!whole) {
      err.print(
          "shmemlab: stopped after %d of %d answers\n".formatted(graded.size(), tasks.size()));
      err.flush();
    }
    return exitCode;
  }

  /** Whether each answer says which lab it is for. */
  private boolean find(List<Submission> answers, List<WorkerPool.Task> tasks) {
    Labs labs = source.labs();
    boolean all = true;
    try {
      for (Submission answer : Submissions.in(paths)) {
        Lab asked = lab == null ? answer.lab(labs).orElse(null) : source.lab(lab);
        if (asked == null) {
          all = false;
          err.print(
              "shmemlab: warning: %s of '%s' does not say which lab it is for, and gets no grade;"
                      .formatted(answer.source().path(), answer.student())
                  + " add '// lab: N' as its first line, or use --lab N\n");
        } else {
          answers.add(answer);
          tasks.add(new WorkerPool.Task(asked, answer.source()));
        }
      }
    } catch (Submissions.Unreadable problem) {
      throw source.usage(String.valueOf(problem.getMessage()));
    }
    err.flush();
    return all;
  }

  private ImmutableList<Grade> grade(List<WorkerPool.Task> tasks) throws InterruptedException {
    Progress progress = new Progress(err, System.nanoTime());
    try (Interruption interruption = Interruption.watch(out);
        WorkerPool workers =
            new WorkerPool(jobs, RequestLimits.USUAL, source.folder(), VersionProvider.number())) {
      ImmutableList<Grade> grades =
          workers.grade(
              tasks,
              done ->
                  progress.update(System.nanoTime(), _ -> done + " of " + tasks.size() + " graded"),
              interruption::requested);
      progress.clear();
      return grades;
    } catch (IOException problem) {
      throw source.usage("cannot start the processes that grade: " + problem.getMessage());
    }
  }

  private static void write(@Nullable Path file, String text) {
    if (file != null) {
      WholeFile.write(file, text);
    }
  }
}
