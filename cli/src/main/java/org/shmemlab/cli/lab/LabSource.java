package org.shmemlab.cli.lab;

import com.google.common.collect.ImmutableList;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shmemlab.cli.shell.FileMistake;
import org.shmemlab.labs.classroom.Submission;
import org.shmemlab.labs.classroom.Submissions;
import org.shmemlab.labs.lesson.BadLab;
import org.shmemlab.labs.lesson.Lab;
import org.shmemlab.labs.lesson.Labs;
import org.shmemlab.scenarios.frontend.clang.Toolchain;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Reads the option of all commands about labs that says where the labs are. */
final class LabSource {
  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(
      names = "--labs",
      paramLabel = "DIR",
      description = "labs of your own: a folder with a folder for each (docs/labs.md)")
  private @Nullable Path folder;

  Optional<Path> folder() {
    return Optional.ofNullable(folder);
  }

  Labs labs() {
    try {
      return folder == null ? Labs.known() : Labs.in(folder);
    } catch (BadLab mistake) {
      throw FileMistake.of(Objects.requireNonNull(spec), mistake);
    }
  }

  Lab lab(String name) {
    return labs()
        .find(name)
        .orElseThrow(() -> usage("there is no lab '" + name + "'; 'shmemlab lab list' shows all"));
  }

  /** The one answer in a folder, or the file itself. */
  Submission answer(Path path) {
    try {
      ImmutableList<Submission> found = Submissions.in(ImmutableList.of(path));
      if (found.size() != 1) {
        throw usage("there are " + found.size() + " programs in " + path + "; name one of them");
      }
      return found.get(0);
    } catch (Submissions.Unreadable problem) {
      throw usage(String.valueOf(problem.getMessage()));
    }
  }

  /** The lab that an answer is for. */
  Lab lab(Submission answer, @Nullable String named) {
    return named != null
        ? lab(named)
        : answer
            .lab(labs())
            .orElseThrow(() ->
                usage(
                    answer.source().path()
                        + " does not say which lab it is for: begin it with '// lab: 3', or use"
                        + " --lab 3"));
  }

  /** Refuses to begin without a compiler: every answer would be taken for a wrong one. */
  void requireCompiler() {
    try {
      Toolchain.find(System.getenv());
    } catch (Toolchain.Missing problem) {
      throw usage(String.valueOf(problem.getMessage()));
    }
  }

  ParameterException usage(String message) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
  }
}
