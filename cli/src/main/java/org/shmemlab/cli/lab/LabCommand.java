package org.shmemlab.cli.lab;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.Ints;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.shmemlab.cli.shell.DiagramOption;
import org.shmemlab.cli.shell.ExitCodes;
import org.shmemlab.cli.shell.Interruption;
import org.shmemlab.cli.shell.OneLine;
import org.shmemlab.cli.shell.VersionProvider;
import org.shmemlab.labs.classroom.Submission;
import org.shmemlab.labs.grading.FeedbackText;
import org.shmemlab.labs.grading.Grade;
import org.shmemlab.labs.grading.Grading;
import org.shmemlab.labs.grading.GradingLimits;
import org.shmemlab.labs.lesson.Lab;
import org.shmemlab.scenarios.written.WholeFile;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs {@code shmemlab lab}: teaching labs, to work on and to grade. */
@Command(
    name = "lab",
    description =
        "Teaching labs: lists them, starts one, checks and grades answers, serves or writes pages.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    synopsisSubcommandLabel = "COMMAND")
public final class LabCommand implements Callable<Integer> {
  /** The file of a student; the folder of the same name is theirs. */
  private static final String ANSWER = "lab.cu";

  private static final String OPENED = ".hints";

  @Spec private @Nullable CommandSpec spec;

  private LabCommand() {}

  /** The command with all of its subcommands. */
  public static CommandLine of(PrintStream out, PrintStream err) {
    return new CommandLine(new LabCommand())
        .addSubcommand(new All(out))
        .addSubcommand(new Start(out))
        .addSubcommand(new Check(out))
        .addSubcommand(new Hint(out))
        .addSubcommand(new LabGradeCommand(out, err))
        .addSubcommand(LabServeCommand.labs(out, err))
        .addSubcommand(LabExportCommand.labs(out, err));
  }

  /** The command of the playground. */
  public static CommandLine playground(PrintStream out, PrintStream err) {
    return LabServeCommand.playground(out, err);
  }

  @Override
  public Integer call() {
    throw new ParameterException(
        Objects.requireNonNull(spec).commandLine(),
        "name a command: list, start, check, hint, grade, serve, export");
  }

  /** Lists the labs. */
  @Command(
      name = "list",
      description = "Lists the labs.",
      mixinStandardHelpOptions = true,
      versionProvider = VersionProvider.class)
  static final class All implements Callable<Integer> {
    private final PrintStream out;

    @Mixin private LabSource source = new LabSource();

    All(PrintStream out) {
      this.out = out;
    }

    @Override
    public Integer call() {
      for (Lab lab : source.labs().all()) {
        out.print(
            "%2d  %s (%d minutes, %d points)\n"
                .formatted(lab.number(), lab.title(), lab.minutes(), lab.points()));
      }
      out.print("Start one with: shmemlab lab start N\n");
      out.flush();
      return ExitCodes.OK;
    }
  }

  /** Gives a student what they need. */
  @Command(
      name = "start",
      description = "Makes a folder with a lab's page and the program to work on.",
      mixinStandardHelpOptions = true,
      versionProvider = VersionProvider.class)
  static final class Start implements Callable<Integer> {
    private final PrintStream out;

    @Parameters(index = "0", paramLabel = "N", description = "the number of the lab, or its name")
    private String name = "";

    @Parameters(
        index = "1",
        arity = "0..1",
        paramLabel = "DIR",
        description = "where (default: a folder of the lab's name)")
    private @Nullable Path folder;

    @Mixin private LabSource source = new LabSource();

    Start(PrintStream out) {
      this.out = out;
    }

    @Override
    public Integer call() {
      Lab lab = source.lab(name);
      Path place = folder == null ? Path.of(lab.name()) : folder;
      try {
        Files.createDirectories(place);
        for (String file : ImmutableList.of(Lab.README, ANSWER)) {
          if (Files.exists(place.resolve(file))) {
            throw source.usage(
                place.resolve(file) + " is there already; name another folder, or remove it");
          }
        }
        WholeFile.write(place.resolve(Lab.README), lab.file(Lab.README));
        WholeFile.write(place.resolve(ANSWER), lab.file(Lab.START));
      } catch (IOException problem) {
        throw source.usage("cannot write into " + place + ": " + problem.getMessage());
      }
      out.print(
          """
          Lab %d, %s: read %s, change %s.
          Look at it:   shmemlab lab check %s
          A hint:       shmemlab lab hint %s
          """
              .formatted(
                  lab.number(),
                  lab.title(),
                  place.resolve(Lab.README),
                  place.resolve(ANSWER),
                  place,
                  place));
      out.flush();
      return ExitCodes.OK;
    }
  }

  /** Reports to a student which criteria are met and missed. */
  @Command(
      name = "check",
      description = "Grades an answer and says what is wrong, with a picture of it.",
      mixinStandardHelpOptions = true,
      versionProvider = VersionProvider.class,
      exitCodeListHeading = "Exit codes:%n",
      exitCodeList = {
        "0:full points",
        "1:something is missing or wrong",
        "2:a mistake in the command line",
        "130:stopped by Ctrl-C or another signal"
      })
  static final class Check implements Callable<Integer> {
    private static final int LOOK_MILLIS = 200;

    private final PrintStream out;

    @Parameters(
        arity = "0..1",
        paramLabel = "DIR",
        description = "the folder of the answer, or its file (default: this folder)")
    private Path folder = Path.of(".");

    @Option(
        names = "--lab",
        paramLabel = "N",
        description = "the lab (default: what the answer's first lines say)")
    private @Nullable String lab;

    @Option(names = "--watch", description = "look again each time the file is saved")
    private boolean watch;

    @Mixin private LabSource source = new LabSource();

    @Mixin private DiagramOption drawn = new DiagramOption();

    Check(PrintStream out) {
      this.out = out;
    }

    @Override
    public Integer call() throws InterruptedException {
      Submission last = source.answer(folder);
      source.requireCompiler();
      int exitCode = look(last);
      try (Interruption interruption = Interruption.watch(out)) {
        while (watch && interruption.goesOn()) {
          Thread.sleep(LOOK_MILLIS);
          Submission now = saved(last);
          if (!now.equals(last)) {
            last = now;
            out.print("\n");
            exitCode = lookAgain(now);
          }
        }
        return interruption.requested() ? ExitCodes.INTERRUPTED : exitCode;
      }
    }

    // Some editors remove a file before they write it anew.
    private Submission saved(Submission before) {
      try {
        return source.answer(folder);
      } catch (ParameterException notThere) {
        return before;
      }
    }

    // A mistake in the file now may be repaired when it is saved again.
    private int lookAgain(Submission answer) {
      try {
        return look(answer);
      } catch (ParameterException unclear) {
        out.print(OneLine.of(String.valueOf(unclear.getMessage())) + "\n");
        out.flush();
        return ExitCodes.USAGE;
      }
    }

    private int look(Submission answer) {
      Lab asked = source.lab(answer, lab);
      Grade grade = new Grading(GradingLimits.USUAL, drawn.always()).grade(asked, answer.source());
      FeedbackText.lines(grade).forEach(line -> out.print(line + "\n"));
      out.flush();
      return grade.full() ? ExitCodes.OK : ExitCodes.PROGRAM_FAILED;
    }
  }

  /** Opens one hint after the other. */
  @Command(
      name = "hint",
      description = "Shows the next hint of a lab.",
      mixinStandardHelpOptions = true,
      versionProvider = VersionProvider.class)
  static final class Hint implements Callable<Integer> {
    private final PrintStream out;

    @Parameters(
        arity = "0..1",
        paramLabel = "DIR",
        description = "the folder of the answer (default: this folder)")
    private Path folder = Path.of(".");

    @Option(
        names = "--lab",
        paramLabel = "N",
        description = "the lab (default: what the answer's first lines say)")
    private @Nullable String lab;

    @Mixin private LabSource source = new LabSource();

    Hint(PrintStream out) {
      this.out = out;
    }

    @Override
    public Integer call() {
      Lab asked = source.lab(source.answer(folder), lab);
      ImmutableList<String> hints = asked.hints();
      Path home = Files.isDirectory(folder) ? folder : folder.toAbsolutePath().resolveSibling("");
      Path opened = home.resolve(OPENED);
      try {
        Integer before =
            Ints.tryParse(Files.exists(opened) ? Files.readString(opened).strip() : "0");
        int next = Math.max(0, before == null ? 0 : before);
        if (next >= hints.size()) {
          out.print(
              "Those were all %d hints; without %s they begin anew.\n"
                  .formatted(hints.size(), opened));
          out.flush();
          return ExitCodes.OK;
        }
        String hint = hints.get(next).replaceAll("</?code>", "`"); // its page has tags
        out.print("Hint %d of %d\n%s\n".formatted(next + 1, hints.size(), hint));
        out.flush();
        WholeFile.write(opened, (next + 1) + "\n");
        return ExitCodes.OK;
      } catch (IOException problem) {
        throw source.usage("cannot write " + opened + ": " + problem.getMessage());
      }
    }
  }
}
