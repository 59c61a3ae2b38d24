package org.shmemlab.cli.shell;

import com.google.common.collect.ImmutableList;
import org.shmemlab.labs.lesson.BadLab;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.plan.trace.TraceException;
import org.shmemlab.scenarios.observed.Results;
import org.shmemlab.transports.platform.PlatformException;
import org.shmemlab.transports.rules.BadTransport;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * Reports a mistake in a file that the command line names, as compilers do: {@code file:line:
 * error: text}, without a prefix that editors would stumble over.
 */
public final class FileMistake extends ParameterException {
  private static final long serialVersionUID = 1L;

  private final transient ImmutableList<String> lines;

  private FileMistake(CommandSpec command, ImmutableList<String> lines) {
    super(command.commandLine(), String.join("\n", lines));
    this.lines = lines;
  }

  /** One line for each mistake. */
  public ImmutableList<String> lines() {
    return lines;
  }

  /** The exception of a reader of files or options, as a mistake of the command line. */
  public static ParameterException of(CommandSpec command, Exception problem) {
    return switch (problem) {
      case PlatformException platform -> {
        SourceLine at = platform.mistakes().get(0).at();
        String text = platform.mistakes().get(0).text();
        yield at.line() == 0
            ? unplaced(command, at, text)
            : new FileMistake(
                command,
                platform.mistakes().stream()
                    .map(PlatformException.Mistake::toString)
                    .collect(ImmutableList.toImmutableList()));
      }
      case TraceException trace ->
          trace.at().line() == 0
              ? unplaced(command, trace.at(), trace.text())
              : new FileMistake(command, ImmutableList.of(String.valueOf(trace.getMessage())));
      case BadLab _, Results.Malformed _ ->
          new FileMistake(command, ImmutableList.of(String.valueOf(problem.getMessage())));
      case BadTransport transport ->
          new ParameterException(command.commandLine(), transport.text());
      default ->
          new ParameterException(command.commandLine(), String.valueOf(problem.getMessage()));
    };
  }

  // A file that is not there, or a name that is none.
  private static ParameterException unplaced(CommandSpec command, SourceLine at, String text) {
    return new ParameterException(command.commandLine(), at.file() + ": " + text);
  }
}
