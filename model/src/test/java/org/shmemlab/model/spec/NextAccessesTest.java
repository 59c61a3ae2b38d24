package org.shmemlab.model.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.program.Space;
import org.shmemlab.model.spec.Conflicts.Conflict;
import org.shmemlab.model.step.Access;

class NextAccessesTest {
  private static final Conflicts CONFLICTS = new Conflicts(new Specification(Profile.NVSHMEM));

  @Property(tries = 300)
  void howManyThereAreChangesNoAnswer(
      @ForAll long seed,
      @ForAll @IntRange(max = 90) int count,
      @ForAll @IntRange(max = 3) int few) {
    Random random = new Random(seed);
    List<Access> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Access.Use use = random.nextInt(8) == 0 ? Access.Use.STORE : Access.Use.LOAD;
      int object = random.nextInt(1 + few * 10);
      int from = random.nextInt(64);
      all.add(
          Access.of(
              new Access.Place(Space.SYMMETRIC, 0, 0, object, "x" + object),
              from,
              from + 1 + random.nextInt(4),
              use,
              -1,
              random.nextInt(12),
              0,
              new SourceLine("a.c", i)));
    }
    NextAccesses nextAccesses = new NextAccesses(all);
    assertThat(nextAccesses.conflict(CONFLICTS)).isEqualTo(oneByOne(all));
    for (Access access : all) {
      assertThat(nextAccesses.at(access.place()).stream().filter(access::overlaps))
          .containsExactlyElementsOf(all.stream().filter(access::overlaps).toList());
    }
  }

  private static Optional<Conflict> oneByOne(List<Access> all) {
    for (int i = 0; i < all.size(); i++) {
      for (int j = i + 1; j < all.size(); j++) {
        Access a = all.get(i);
        Access b = all.get(j);
        if (a.agent() != b.agent() && CONFLICTS.conflict(a, b)) {
          return Optional.of(Conflict.of(a, b));
        }
      }
    }
    return Optional.empty();
  }
}
