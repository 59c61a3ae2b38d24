package org.shmemlab.cli.check;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shmemlab.cli.shell.ExitCodes;
import org.shmemlab.scenarios.accepted.AcceptedFindings;
import org.shmemlab.scenarios.accepted.Baseline;
import org.shmemlab.scenarios.written.WholeFile;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Reads the options about known findings: a file of them, to compare with or to write. */
final class BaselineOptions {
  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(
      names = "--baseline",
      paramLabel = "FILE",
      description = "findings in this file are known: they are noted and do not count as errors")
  private @Nullable Path known;

  @Option(
      names = "--write-baseline",
      paramLabel = "FILE",
      description = "write what is found to such a file; all of it is known then")
  private @Nullable Path written;

  /** Whether one of them is given. */
  boolean given() {
    return known != null || written != null;
  }

  /** The findings that are accepted. */
  AcceptedFindings accepted() {
    if (known != null && written != null) {
      throw usage("--baseline and --write-baseline: leave one");
    }
    if (written != null) {
      return AcceptedFindings.all(folder(written));
    }
    return known == null ? AcceptedFindings.allowed() : read(known);
  }

  private AcceptedFindings read(Path file) {
    try {
      return AcceptedFindings.of(Baseline.of(Files.readString(file)), folder(file));
    } catch (NoSuchFileException missing) {
      throw usage("--baseline: no such file: " + file + "; --write-baseline makes one");
    } catch (CharacterCodingException notUtf8) {
      throw usage("--baseline: " + file + " is no text in UTF-8");
    } catch (IOException unreadable) {
      throw usage("--baseline: " + file + " cannot be read");
    } catch (Baseline.Malformed wrong) {
      throw usage("--baseline: " + file + " is no baseline: " + wrong.getMessage());
    }
  }

  private static Path folder(Path file) {
    return Objects.requireNonNull(file.toAbsolutePath().normalize().getParent(), "a file");
  }

  /**
   * Writes the new baseline, or says how much of the old one is gone; gives the exit code again.
   *
   * @throws org.shmemlab.scenarios.written.Unwritten if the file cannot be written
   */
  int end(AcceptedFindings accepted, int exitCode, PrintStream err) {
    if (written != null) {
      boolean whole = exitCode != ExitCodes.USAGE && exitCode != ExitCodes.INTERRUPTED;
      if (whole) {
        WholeFile.write(written, accepted.gathered().text());
      }
      int count = accepted.gathered().findings().size();
      err.print(
          whole
              ? "shmemlab: %s has %d finding%s\n".formatted(written, count, count == 1 ? "" : "s")
              : "shmemlab: %s was not written, because not all files were checked\n"
                  .formatted(written));
    } else if (known != null && exitCode != ExitCodes.INTERRUPTED && accepted.gone() > 0) {
      int gone = accepted.gone();
      err.print(
          "shmemlab: %d finding%s of %s %s not found any more; --write-baseline makes it anew\n"
              .formatted(gone, gone == 1 ? "" : "s", known, gone == 1 ? "was" : "were"));
    }
    err.flush();
    return exitCode;
  }

  private ParameterException usage(String message) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
  }
}
