package org.shmemlab.conformance;

import com.google.common.collect.ImmutableList;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.shmemlab.conformance.agreement.Agreement;
import org.shmemlab.conformance.agreement.Explored;
import org.shmemlab.conformance.agreement.RandomPrograms;
import org.shmemlab.conformance.agreement.SmallProgram;
import org.shmemlab.conformance.axiomatic.AxiomaticChecker;
import org.shmemlab.conformance.axiomatic.AxiomaticVerdict;
import org.shmemlab.conformance.axiomatic.Subject;
import org.shmemlab.conformance.inclusion.Chain;
import org.shmemlab.conformance.inclusion.ChainLink;
import org.shmemlab.conformance.inclusion.HardwareResults;
import org.shmemlab.conformance.inclusion.InclusionRelation;
import org.shmemlab.conformance.inclusion.KnownViolation;
import org.shmemlab.conformance.inclusion.Sums;
import org.shmemlab.conformance.mutants.KillSearch;
import org.shmemlab.conformance.mutants.Mutant;
import org.shmemlab.conformance.mutants.Mutants;
import org.shmemlab.conformance.mutants.TransportKillSearch;
import org.shmemlab.conformance.mutants.TransportMutant;
import org.shmemlab.conformance.mutants.TransportMutants;
import org.shmemlab.conformance.table.ConsistencyCell;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.judge.ExplorationLimits;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.observed.Compared;
import org.shmemlab.scenarios.observed.ResultComparison;

/** Looks for evidence against the rules, and reports a line for each kind. */
final class Evidence {
  private static final ExplorationLimits LIMITS = new ExplorationLimits(100_000, () -> false);

  private final PrintStream out;
  private final List<Result> results = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();

  /**
   * One kind of evidence.
   *
   * @param what such as "catalogue"
   * @param text the line that people read
   * @param wrong how much speaks against the rules, and nothing known explains it
   * @param details lines on single tests
   */
  record Result(String what, String text, int wrong, ImmutableList<String> details) {}

  Evidence(PrintStream out) {
    this.out = out;
  }

  /** Whether nothing was found so far. */
  boolean isGood() {
    return results.stream().allMatch(result -> result.wrong() == 0);
  }

  /** All results reported so far. */
  ImmutableList<Result> results() {
    return ImmutableList.copyOf(results);
  }

  /** Compares the two semantics on every test. */
  void catalogue(ImmutableList<LitmusProgram> tests) {
    int compared = 0;
    int different = 0;
    int notDone = 0;
    for (Profile profile : Profile.all().toList()) {
      AxiomaticChecker checker = new AxiomaticChecker(profile);
      for (LitmusProgram test : tests) {
        switch (checker.check(Subject.of(test))) {
          case AxiomaticVerdict.NotDone(String reason) -> {
            notDone++;
            if (profile.equals(Profile.NVSHMEM)) {
              say("  " + test.test().name() + ": not compared, " + reason);
            }
          }
          case AxiomaticVerdict.Judged judged -> {
            compared++;
            if (!judged.equals(Explored.of(test, profile))) {
              different++;
              say("  " + test.test().name() + " under " + profile.name() + ": differs");
            }
          }
        }
      }
    }
    add(
        "catalogue",
        "catalogue: %d answers compared with the axioms, %d not, %d different"
            .formatted(compared, notDone, different),
        different);
  }

  /** Compares the two semantics on programs drawn at random. */
  void random(int programs, long seed) {
    Agreement agreement = new Agreement();
    RandomPrograms random = new RandomPrograms(seed);
    int different = 0;
    for (int i = 0; i < programs; i++) {
      SmallProgram program = random.next();
      Optional<String> difference = agreement.difference(program);
      if (difference.isPresent()) {
        different++;
        say(difference.get());
      }
    }
    add(
        "random-programs",
        "random programs: %d compared under every profile, %d different"
            .formatted(programs, different),
        different);
  }

  /** Compares the consistency table with the rules, cell by cell. */
  void table() {
    int cells = 0;
    int different = 0;
    for (ConsistencyCell cell : ConsistencyCell.all()) {
      LitmusProgram program = cell.program(ImmutableList.of(), ImmutableList.of()).build();
      for (Profile profile : Profile.all().toList()) {
        cells++;
        if (ConsistencyCell.weak(Explored.of(program, profile)) == cell.promised(profile)) {
          different++;
          say("  " + cell + " under " + profile.name() + ": not as the table says");
        }
      }
    }
    add(
        "consistency-table",
        "consistency table: %d cells tested, %d different".formatted(cells, different),
        different);
  }

  /** Counts the rules that no test of the catalogue needs. */
  void mutants(ImmutableList<LitmusProgram> tests) {
    int survivors = 0;
    for (Mutant mutant : Mutants.all()) {
      if (KillSearch.first(mutant, tests).isEmpty()) {
        survivors++;
        say("  no test notices: " + mutant.name());
      }
    }
    TransportKillSearch hunt = new TransportKillSearch(tests);
    for (TransportMutant mutant : TransportMutants.all()) {
      if (hunt.first(mutant).isEmpty()) {
        survivors++;
        say("  no program notices: " + mutant.name());
      }
    }
    int all = Mutants.all().size() + TransportMutants.all().size();
    add(
        "mutants",
        "mutants: %d of %d rules and properties of transports noticed"
            .formatted(all - survivors, all),
        survivors);
  }

  /** Compares what machines showed with what is allowed, as {@code native compare} does. */
  void hardware(HardwareResults results) {
    int outside = 0;
    int forbidden = 0;
    ResultComparison comparison = ResultComparison.of(results.files(), LIMITS);
    for (Compared test : comparison.tests()) {
      forbidden += test.forbidden().isEmpty() ? 0 : 1;
      if (!test.unexplained().isEmpty()) {
        outside++;
        say(
            "  "
                + test.name()
                + ": seen, and nothing accounts for it: "
                + String.join(" | ", test.unexplained()));
      }
    }
    int cells = comparison.tests().size();
    add(
        "hardware",
        "hardware: %d of %d cells inside the rules of their transport, %d outside the specification"
            .formatted(cells - outside, cells, forbidden),
        outside);
  }

  /** Reports how much of the inclusion chain holds. */
  void chain(Chain chain) {
    chain.links().stream().filter(ChainLink::fails).forEach(link -> say("  " + link));
    for (KnownViolation known : KnownViolation.values()) {
      if (!chain.tests(known).isEmpty()) {
        say("  known: " + known.words() + ": " + String.join(", ", chain.tests(known)));
      }
    }
    for (InclusionRelation relation : InclusionRelation.values()) {
      add(
          relation.name().toLowerCase(Locale.ROOT).replace('_', '-'),
          relation.words() + ": " + Sums.of(chain, relation),
          (int) chain.of(relation).filter(ChainLink::fails).count());
    }
  }

  private void say(String line) {
    out.println(line);
    lines.add(line.strip());
  }

  private void add(String what, String text, int wrong) {
    out.println(text);
    out.flush();
    results.add(new Result(what, text, wrong, ImmutableList.copyOf(lines)));
    lines.clear();
  }
}
