package org.shmemlab.conformance.mutants;

import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.shmemlab.model.operation.OrderingRules;
import org.shmemlab.model.order.OrderTable;
import org.shmemlab.model.spec.Exemptions;
import org.shmemlab.model.spec.Profile;

/**
 * Changes one thing of the model.
 *
 * @param name what is not so any more, or newly so
 * @param touches the profiles that it changes
 * @param profile the profile that is judged instead of one
 * @param rules other ordering rules around the specification's
 * @param exemptions what keeps accesses from conflicting, instead of a profile's exemptions
 */
public record Mutant(
    String name,
    Predicate<Profile> touches,
    UnaryOperator<Profile> profile,
    UnaryOperator<OrderingRules> rules,
    UnaryOperator<Exemptions> exemptions) {
  private static final Mutant NONE =
      new Mutant("", _ -> true, profile -> profile, rules -> rules, its -> its);

  static Mutant ofTable(String name, UnaryOperator<OrderTable> table) {
    UnaryOperator<Profile> changed = profile -> profile.with(table.apply(profile.table()));
    return new Mutant(name, NONE.touches, changed, NONE.rules, NONE.exemptions);
  }

  static Mutant ofRules(String name, UnaryOperator<OrderingRules> rules) {
    return new Mutant(name, NONE.touches, NONE.profile, rules, NONE.exemptions);
  }

  static Mutant ofExemptions(String name, UnaryOperator<Exemptions> exemptions) {
    return new Mutant(name, NONE.touches, NONE.profile, NONE.rules, exemptions);
  }

  static Mutant ofProfile(String name, Profile of, UnaryOperator<Profile> profile) {
    return new Mutant(name, of::equals, profile, NONE.rules, NONE.exemptions);
  }
}
