package org.shmemlab.conformance.agreement;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.Map;
import java.util.Optional;
import org.shmemlab.conformance.axiomatic.AxiomaticChecker;
import org.shmemlab.conformance.axiomatic.AxiomaticVerdict;
import org.shmemlab.conformance.axiomatic.Subject;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.litmus.LitmusProgram;

/** Compares the two semantics on one program. */
public final class Agreement {
  private final ImmutableMap<Profile, AxiomaticChecker> checkers =
      Profile.all().collect(ImmutableMap.toImmutableMap(profile -> profile, AxiomaticChecker::new));

  /**
   * Holds the comparison of one program.
   *
   * @param answers what the axioms say under each named profile
   * @param difference what the explorer says differently under some profile; empty if nothing
   */
  public record Compared(
      SmallProgram program, ImmutableList<AxiomaticVerdict> answers, Optional<String> difference) {
    /** Whether the documents can be read differently here. */
    public boolean profilesDiffer() {
      return answers.stream().distinct().count() > 1;
    }
  }

  /**
   * Asks both about a program under every named profile.
   *
   * @throws IllegalStateException if the axioms cannot do the program
   */
  public Compared compare(SmallProgram small) {
    LitmusProgram program = small.build();
    ImmutableList<AxiomaticVerdict> answers = answers(program);
    return new Compared(small, answers, difference(program, answers));
  }

  /**
   * The verdicts of the axioms about a program, one for each named profile.
   *
   * @throws IllegalStateException if they cannot do it
   */
  public ImmutableList<AxiomaticVerdict> answers(LitmusProgram program) {
    Subject subject = Subject.of(program);
    ImmutableList.Builder<AxiomaticVerdict> answers = ImmutableList.builder();
    for (AxiomaticChecker checker : checkers.values()) {
      AxiomaticVerdict axioms = checker.check(subject);
      if (axioms instanceof AxiomaticVerdict.NotDone(String reason)) {
        throw new IllegalStateException(reason + ":\n" + program.test().source().text());
      }
      answers.add(axioms);
    }
    return answers.build();
  }

  private Optional<String> difference(
      LitmusProgram program, ImmutableList<AxiomaticVerdict> answers) {
    int next = 0;
    for (Map.Entry<Profile, AxiomaticChecker> checker : checkers.entrySet()) {
      AxiomaticVerdict axioms = answers.get(next++);
      AxiomaticVerdict explorer = Explored.of(program, checker.getKey());
      if (!axioms.equals(explorer)) {
        String name = checker.getKey().name();
        return Optional.of("under " + name + " axioms: " + axioms + ", explorer: " + explorer);
      }
    }
    return Optional.empty();
  }

  /**
   * The difference between the two verdicts about a program, after the smallest program that still
   * shows one; empty if there is none.
   *
   * @throws IllegalStateException if the axioms cannot do the program
   */
  public Optional<String> difference(SmallProgram program) {
    if (compare(program).difference().isEmpty()) {
      return Optional.empty();
    }
    SmallProgram smaller =
        RandomPrograms.shrink(program, candidate -> compare(candidate).difference().isPresent());
    return compare(smaller).difference().map(text -> smaller + text);
  }
}
