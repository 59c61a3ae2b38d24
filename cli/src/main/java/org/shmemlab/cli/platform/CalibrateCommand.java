package org.shmemlab.cli.platform;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.shmemlab.cli.export.Exports;
import org.shmemlab.cli.export.Forms;
import org.shmemlab.cli.shell.ExitCodes;
import org.shmemlab.reports.platform.CalibrationReport;
import org.shmemlab.scenarios.written.WholeFile;
import org.shmemlab.transports.fit.Calibration;
import org.shmemlab.transports.fit.MeasuredPlatform;
import org.shmemlab.transports.fit.ResultsException;
import org.shmemlab.transports.fit.TimedRow;
import org.shmemlab.transports.fit.TimedRows;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs {@code shmemlab calibrate}. */
@Command(
    name = "calibrate",
    description = {
      "Fits laws to one half of the runs of a real machine and prints how far they are from the"
          + " other half.",
      "With several folders every second one is held out, with one every second repetition."
    },
    mixinStandardHelpOptions = true)
public final class CalibrateCommand implements Callable<Integer> {
  private final PrintStream out;
  private final PrintStream err;

  @Parameters(
      arity = "1..*",
      paramLabel = "RESULTS",
      description = "folders with a measure.csv, as run.sh of 'native emit' writes them")
  private List<Path> folders = new ArrayList<>();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE.yaml",
      description = "write a platform with the numbers that were measured")
  private @Nullable Path output;

  @Option(names = "--json", description = "print JSON")
  private boolean json;

  @Mixin private Exports exports = new Exports();

  public CalibrateCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() {
    try {
      ImmutableList.Builder<TimedRow> rows = ImmutableList.builder();
      Set<String> names = new HashSet<>();
      for (Path folder : folders) {
        Path file = folder.resolve("measure.csv");
        String text;
        try {
          text = Files.readString(file);
        } catch (IOException problem) {
          err.println(file + ": error: cannot read it: give a folder that run.sh wrote");
          return ExitCodes.USAGE;
        }
        String name = String.valueOf(folder.toAbsolutePath().normalize().getFileName());
        if (!names.add(name)) {
          err.println(folder + ": error: a second folder of this name; name runs differently");
          return ExitCodes.USAGE;
        }
        rows.addAll(TimedRows.parse(name, file.toString(), text));
      }
      Calibration calibration = Calibration.of(rows.build());
      Forms forms =
          new Forms()
              .with(".json", _ -> CalibrationReport.json(calibration))
              .table("parameters", () -> CalibrationReport.table(calibration));
      exports.check(forms);
      if (output != null) {
        String name = String.valueOf(output.getFileName()).replaceFirst("\\.ya?ml$", "");
        WholeFile.write(output, MeasuredPlatform.yaml(name, calibration));
      }
      out.print(json ? CalibrationReport.json(calibration) : CalibrationReport.text(calibration));
      exports.write(forms, ExitCodes.OK);
      return ExitCodes.OK;
    } catch (ResultsException problem) {
      problem.mistakes().forEach(err::println);
      return ExitCodes.USAGE;
    }
  }
}
