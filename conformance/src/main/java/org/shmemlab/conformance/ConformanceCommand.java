package org.shmemlab.conformance;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.shmemlab.cli.export.Report;
import org.shmemlab.conformance.agreement.ProfilesPage;
import org.shmemlab.conformance.calls.ApiPage;
import org.shmemlab.conformance.inclusion.Chain;
import org.shmemlab.conformance.inclusion.HardwareResults;
import org.shmemlab.conformance.inclusion.InclusionPage;
import org.shmemlab.conformance.inclusion.LitmusCatalogue;
import org.shmemlab.conformance.inclusion.Matrix;
import org.shmemlab.conformance.inclusion.MatrixPage;
import org.shmemlab.conformance.mutants.MutantsPage;
import org.shmemlab.reports.json.Document;
import org.shmemlab.reports.json.Schema;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.observed.Results;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs {@code shmemlab conformance}: shows how far the checker itself can be trusted. */
@Command(
    name = "conformance",
    description = {
      "Checks the checker: a second semantics, the consistency table, mutants, what machines"
          + " showed,",
      "and whether transports and interleavings are within the specification.",
      "With --report only this last part, as a page of all tests, profiles, transports and"
          + " machines."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:nothing speaks against the rules",
      "1:something does, and nothing known explains it",
      "2:a mistake in the command line, or a file that is not usable"
    })
final class ConformanceCommand implements Callable<Integer> {
  private static final int OK = 0;
  private static final int FAILED = 1;
  private static final int USAGE = 2;

  private final PrintStream out;
  private final PrintStream err;

  @Option(
      names = "--litmus",
      paramLabel = "FOLDER",
      defaultValue = "litmus",
      description = "the catalogue of litmus tests (default: ${DEFAULT-VALUE})")
  private Path litmus = Path.of("litmus");

  @Option(
      names = "--programs",
      paramLabel = "N",
      defaultValue = "2000",
      description = "how many random programs to compare (default: ${DEFAULT-VALUE})")
  private int programs = 2000;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "seed of the random programs (default: ${DEFAULT-VALUE})")
  private long seed = 1;

  @Option(
      names = "--results",
      paramLabel = "FOLDER",
      defaultValue = "results",
      description = {
        "what real machines showed: FOLDER/*/litmus.jsonl of native runs",
        "(default: ${DEFAULT-VALUE}; without it that part is left out)"
      })
  private Path results = Path.of("results");

  @Option(names = "--json", description = "print one JSON document, nothing else")
  private boolean json;

  @Mixin private Report report = new Report();

  @Option(
      names = "--write",
      paramLabel = "FOLDER",
      description = "write the generated pages of the documentation to a folder, and check nothing")
  private Optional<Path> write = Optional.empty();

  ConformanceCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() {
    try {
      report.check();
      if (write.isPresent()) {
        checkFolder("--write " + write.get(), write.get());
      }
      if (programs < 0) {
        throw new Unusable("--programs " + programs + ": a number from 0");
      }
      ImmutableList<LitmusProgram> catalogue = catalogue();
      Optional<HardwareResults> seen = seen();
      if (write.isPresent()) {
        write(write.get(), catalogue, seen);
        return OK;
      }
      Evidence evidence =
          new Evidence(json ? new PrintStream(OutputStream.nullOutputStream()) : out);
      if (!report.wanted()) {
        evidence.table();
        evidence.catalogue(catalogue);
        evidence.random(programs, seed);
        evidence.mutants(catalogue);
        seen.ifPresent(evidence::hardware);
      }
      Matrix matrix = Matrix.of(catalogue, seen.orElse(HardwareResults.NONE));
      Chain chain = Chain.of(matrix);
      if (report.wanted()) {
        report.write(MatrixPage.html(matrix, chain, report.origin(facts(seen))));
      }
      evidence.chain(chain);
      int exitCode = evidence.isGood() ? OK : FAILED;
      if (json) {
        out.print(Document.text(Schema.CONFORMANCE, exitCode, evidence.results()));
      }
      return exitCode;
    } catch (Unusable problem) {
      err.println("shmemlab: error: " + problem.getMessage());
      return USAGE;
    }
  }

  private ImmutableMap<String, String> facts(Optional<HardwareResults> seen) {
    return ImmutableMap.of(
        "Catalogue",
        litmus.toString(),
        "Real GPUs",
        seen.isPresent() ? results.toString() : "none");
  }

  /** Reports a mistake of a file or folder that an option names, in one line. */
  private static final class Unusable extends Exception {
    private static final long serialVersionUID = 1L;

    Unusable(String message) {
      super(message);
    }
  }

  // Known before the work, which takes minutes.
  private static void checkFolder(String option, @Nullable Path folder) throws Unusable {
    if (folder == null || !Files.isDirectory(folder) || !Files.isWritable(folder)) {
      throw new Unusable(option + ": the folder to write to is not there, or not writable");
    }
  }

  private ImmutableList<LitmusProgram> catalogue() throws Unusable {
    try {
      ImmutableList<LitmusProgram> tests = LitmusCatalogue.in(litmus);
      if (tests.isEmpty()) {
        throw new Unusable("--litmus " + litmus + ": no litmus tests there, *.litmus");
      }
      return tests;
    } catch (IOException | IllegalArgumentException problem) {
      throw new Unusable(
          problem.getMessage()
              + ": not there or not usable; name the folder of the litmus tests by --litmus");
    }
  }

  private Optional<HardwareResults> seen() throws Unusable {
    if (!Files.isDirectory(results)) {
      (json ? err : out)
          .println(
              "hardware: no folder " + results + ", so not compared; name one by --results FOLDER");
      return Optional.empty();
    }
    try {
      return Optional.of(HardwareResults.in(results));
    } catch (IOException problem) {
      throw new Unusable("--results " + results + ": cannot read " + problem.getMessage());
    } catch (Results.Malformed problem) {
      throw new Unusable(String.valueOf(problem.getMessage()));
    }
  }

  private static void write(
      Path folder, ImmutableList<LitmusProgram> catalogue, Optional<HardwareResults> seen)
      throws Unusable {
    write(folder.resolve("api.md"), ApiPage.text());
    Matrix matrix = Matrix.of(catalogue, seen.orElse(HardwareResults.NONE));
    write(folder.resolve("mutants.md"), MutantsPage.text(catalogue));
    write(folder.resolve("profiles-differ.md"), ProfilesPage.text());
    write(folder.resolve("inclusion.md"), InclusionPage.text(matrix, Chain.of(matrix)));
  }

  private static void write(Path file, String text) throws Unusable {
    try {
      Files.writeString(file, text);
    } catch (IOException problem) {
      throw new Unusable("cannot write " + file + "; it has to be a file that may be replaced");
    }
  }
}
