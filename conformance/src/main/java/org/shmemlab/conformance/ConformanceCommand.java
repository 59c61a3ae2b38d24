package org.shmemlab.conformance;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.shmemlab.conformance.agreement.Agreement;
import org.shmemlab.conformance.agreement.Explored;
import org.shmemlab.conformance.agreement.ProfilesPage;
import org.shmemlab.conformance.agreement.RandomPrograms;
import org.shmemlab.conformance.agreement.SmallProgram;
import org.shmemlab.conformance.axiomatic.Answer;
import org.shmemlab.conformance.axiomatic.AxiomaticChecker;
import org.shmemlab.conformance.axiomatic.Subject;
import org.shmemlab.conformance.mutants.Catalogue;
import org.shmemlab.conformance.mutants.Hunt;
import org.shmemlab.conformance.mutants.Mutant;
import org.shmemlab.conformance.mutants.Mutants;
import org.shmemlab.conformance.mutants.MutantsPage;
import org.shmemlab.conformance.table.Cell;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code shmemlab conformance}: how far the checker itself can be trusted. */
@Command(
    name = "conformance",
    description = "Checks the checker: a second semantics, the consistency table, mutants.",
    mixinStandardHelpOptions = true)
final class ConformanceCommand implements Callable<Integer> {
  private static final int OK = 0;
  private static final int FAILED = 1;
  private static final int USAGE = 2;

  private final PrintStream out;
  private final PrintStream err;
  private boolean good = true;

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
    ImmutableList<LitmusProgram> catalogue;
    try {
      catalogue = Catalogue.in(litmus);
      if (write.isPresent()) {
        write(write.get(), catalogue);
        return OK;
      }
    } catch (IOException | IllegalArgumentException problem) {
      err.println(
          "shmemlab: error: "
              + problem.getMessage()
              + ": not there or not usable; name the folder of the litmus tests by --litmus, and"
              + " an existing one by --write");
      return USAGE;
    }
    catalogue(catalogue);
    random();
    table();
    mutants(catalogue);
    return good ? OK : FAILED;
  }

  private static void write(Path folder, ImmutableList<LitmusProgram> catalogue)
      throws IOException {
    Files.writeString(folder.resolve("mutants.md"), MutantsPage.text(catalogue));
    Files.writeString(folder.resolve("profiles-differ.md"), ProfilesPage.text());
  }

  private void catalogue(ImmutableList<LitmusProgram> tests) {
    int compared = 0;
    int different = 0;
    int notDone = 0;
    for (Profile profile : Profile.all().toList()) {
      AxiomaticChecker checker = new AxiomaticChecker(profile);
      for (LitmusProgram test : tests) {
        switch (checker.check(Subject.of(test))) {
          case Answer.NotDone(String reason) -> {
            notDone++;
            if (profile.equals(Profile.NVSHMEM)) {
              out.println("  " + test.test().name() + ": not compared, " + reason);
            }
          }
          case Answer.Judged judged -> {
            compared++;
            if (!judged.equals(Explored.of(test, profile))) {
              different++;
              out.println("  " + test.test().name() + " under " + profile.name() + ": differs");
            }
          }
        }
      }
    }
    tell(
        "catalogue: %d answers compared with the axioms, %d not, %d different"
            .formatted(compared, notDone, different),
        different);
  }

  private void random() {
    Agreement agreement = new Agreement();
    RandomPrograms random = new RandomPrograms(seed);
    int different = 0;
    for (int i = 0; i < programs; i++) {
      SmallProgram program = random.next();
      if (agreement.difference(program.build()).isPresent()) {
        different++;
        SmallProgram smaller =
            RandomPrograms.shrink(
                program, candidate -> agreement.difference(candidate.build()).isPresent());
        out.println(smaller.text());
        out.println(agreement.difference(smaller.build()).orElse(""));
      }
    }
    tell(
        "random programs: %d compared under every profile, %d different"
            .formatted(programs, different),
        different);
  }

  private void table() {
    int cells = 0;
    int different = 0;
    for (Cell cell : Cell.all()) {
      LitmusProgram program = cell.program(ImmutableList.of(), ImmutableList.of()).build();
      for (Profile profile : Profile.all().toList()) {
        cells++;
        if (Cell.weak(Explored.of(program, profile)) == cell.promised(profile)) {
          different++;
          out.println("  " + cell + " under " + profile.name() + ": not as the table says");
        }
      }
    }
    tell("consistency table: %d cells tested, %d different".formatted(cells, different), different);
  }

  private void mutants(ImmutableList<LitmusProgram> tests) {
    int survivors = 0;
    for (Mutant mutant : Mutants.all()) {
      if (Hunt.first(mutant, tests).isEmpty()) {
        survivors++;
        out.println("  no test notices: " + mutant.name());
      }
    }
    int all = Mutants.all().size();
    tell("mutants: %d of %d noticed by the catalogue".formatted(all - survivors, all), survivors);
  }

  private void tell(String result, int wrong) {
    good &= wrong == 0;
    out.println(result);
    out.flush();
  }
}
