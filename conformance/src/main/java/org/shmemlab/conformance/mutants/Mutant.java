package org.shmemlab.conformance.mutants;

import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.shmemlab.model.operation.OrderingRules;
import org.shmemlab.model.spec.Exemptions;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;

/**
 * The model with one thing changed.
 *
 * @param name what is not so any more, or newly so
 * @param touches the profiles that it changes
 * @param profile the profile that is judged instead of one
 * @param rules the ordering rules instead of a profile's
 * @param exemptions what keeps accesses from conflicting, instead of a profile's exemptions
 */
public record Mutant(
    String name,
    Predicate<Profile> touches,
    UnaryOperator<Profile> profile,
    Function<Specification, OrderingRules> rules,
    UnaryOperator<Exemptions> exemptions) {

  static Mutant ofRules(String name, Function<Specification, OrderingRules> rules) {
    return new Mutant(name, _ -> true, profile -> profile, rules, exemptions -> exemptions);
  }

  static Mutant ofExemptions(String name, UnaryOperator<Exemptions> exemptions) {
    return new Mutant(name, _ -> true, profile -> profile, rules -> rules, exemptions);
  }

  static Mutant ofProfile(String name, Profile of, UnaryOperator<Profile> profile) {
    return new Mutant(name, of::equals, profile, rules -> rules, exemptions -> exemptions);
  }
}
