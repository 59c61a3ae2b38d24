package org.shmemlab.conformance.agreement;

import com.google.common.collect.ImmutableMap;
import java.util.Map;
import java.util.Optional;
import org.shmemlab.conformance.axiomatic.Answer;
import org.shmemlab.conformance.axiomatic.AxiomaticChecker;
import org.shmemlab.conformance.axiomatic.Subject;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.litmus.LitmusProgram;

/** Compares the two semantics on one program. */
public final class Agreement {
  private final ImmutableMap<Profile, AxiomaticChecker> checkers =
      Profile.all().collect(ImmutableMap.toImmutableMap(profile -> profile, AxiomaticChecker::new));

  /**
   * What the two say differently of a program under some profile, as text; empty if nothing.
   *
   * @throws IllegalStateException if the axioms cannot do the program
   */
  public Optional<String> difference(LitmusProgram program) {
    Subject subject = Subject.of(program);
    for (Map.Entry<Profile, AxiomaticChecker> checker : checkers.entrySet()) {
      Answer axioms = checker.getValue().check(subject);
      if (axioms instanceof Answer.NotDone(String reason)) {
        throw new IllegalStateException(reason + ":\n" + program.test().source().text());
      }
      Answer explorer = Explored.of(program, checker.getKey());
      if (!axioms.equals(explorer)) {
        String name = checker.getKey().name();
        return Optional.of("under " + name + " axioms: " + axioms + ", explorer: " + explorer);
      }
    }
    return Optional.empty();
  }
}
