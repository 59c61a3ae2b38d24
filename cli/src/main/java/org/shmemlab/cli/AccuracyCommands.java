package org.shmemlab.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import org.shmemlab.reports.platform.AccuracyReport;
import org.shmemlab.transports.accuracy.Accuracy;
import org.shmemlab.transports.fit.Fit;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code shmemlab fit} and {@code shmemlab accuracy}. */
final class AccuracyCommands {
  private AccuracyCommands() {}

  /** {@code shmemlab fit}. */
  @Command(
      name = "fit",
      description = "Fits laws to published measurements and prints their parameters.",
      mixinStandardHelpOptions = true)
  static final class Parameters implements Callable<Integer> {
    private final PrintStream out;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    Parameters(PrintStream out) {
      this.out = out;
    }

    @Override
    public Integer call() {
      List<Fit> fits = Fit.ofPublished();
      out.print(json ? AccuracyReport.fitsJson(fits) : AccuracyReport.fits(fits));
      return ExitCodes.OK;
    }
  }

  /** {@code shmemlab accuracy}. */
  @Command(
      name = "accuracy",
      description =
          "Prints predictions of laws and of the simulator beside published measurements, and how"
              + " far they are off.",
      mixinStandardHelpOptions = true)
  static final class Errors implements Callable<Integer> {
    private final PrintStream out;

    @ArgGroup private Format format = new Format();

    /** At most one of them. */
    static final class Format {
      @Option(names = "--json", description = "print JSON")
      private boolean json;

      @Option(names = "--csv", description = "print CSV")
      private boolean csv;
    }

    Errors(PrintStream out) {
      this.out = out;
    }

    @Override
    public Integer call() {
      Accuracy accuracy = Accuracy.ofPublished();
      out.print(
          format.json
              ? AccuracyReport.json(accuracy)
              : format.csv ? AccuracyReport.csv(accuracy) : AccuracyReport.text(accuracy));
      return ExitCodes.OK;
    }
  }
}
