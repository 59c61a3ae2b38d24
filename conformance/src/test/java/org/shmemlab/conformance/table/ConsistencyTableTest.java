package org.shmemlab.conformance.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.shmemlab.conformance.agreement.Call;
import org.shmemlab.conformance.agreement.Explored;
import org.shmemlab.conformance.agreement.SmallProgram;
import org.shmemlab.conformance.agreement.Verb;
import org.shmemlab.model.spec.Profile;

/** Checks every cell: order where the table promises it, and the weak outcome where it does not. */
class ConsistencyTableTest {
  @Test
  void everyCellIsAsTheTableSaysUnderEveryProfile() {
    List<String> different = new ArrayList<>();
    for (ConsistencyCell cell : ConsistencyCell.all()) {
      SmallProgram program = cell.program(List.of(), List.of());
      for (Profile profile : Profile.all().toList()) {
        if (ConsistencyCell.weak(Explored.of(program.build(), profile)) == cell.promised(profile)) {
          different.add(cell + " under " + profile.name() + "\n" + program);
        }
      }
    }
    assertThat(different).isEmpty();
  }

  /** However far the two accesses are apart: what is between them orders nothing else. */
  @Property(tries = 300)
  void distanceChangesNothing(
      @ForAll("cells") ConsistencyCell cell,
      @ForAll("profiles") Profile profile,
      @ForAll("fillers") List<Call> before,
      @ForAll("fillers") List<Call> after) {
    SmallProgram program = cell.program(before, after);
    assertThat(ConsistencyCell.weak(Explored.of(program.build(), profile)))
        .as(cell + " under " + profile.name() + "\n" + program)
        .isNotEqualTo(cell.promised(profile));
  }

  @Provide
  Arbitrary<ConsistencyCell> cells() {
    return Arbitraries.of(ConsistencyCell.all());
  }

  @Provide
  Arbitrary<Profile> profiles() {
    return Arbitraries.of(Profile.all().toList());
  }

  /** Calls on words that no other call uses, or that are only read. */
  @Provide
  Arbitrary<List<Call>> fillers() {
    Arbitrary<Call> call =
        Combinators.combine(
                Arbitraries.of(Verb.ADD, Verb.FETCH, Verb.FETCH_ADD, Verb.G),
                Arbitraries.integers().between(0, 1))
            .as((verb, target) -> new Call(verb, verb == Verb.G ? "v" : "y", target, 1));
    return call.list().ofMaxSize(1);
  }
}
