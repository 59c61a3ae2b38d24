package org.shmemlab.model.step;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.Sets;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.program.Space;
import org.shmemlab.model.step.Access.Use;

class AccessTest {
  @Test
  void theFamiliesOfAccesses() {
    Set<Use> atomics = EnumSet.of(Use.ATOMIC_LOAD, Use.ATOMIC_STORE, Use.ATOMIC_UPDATE);
    assertThat(those(Use::isAtomicOfThread)).isEqualTo(atomics);
    assertThat(those(Use::isOfThread))
        .isEqualTo(
            Sets.union(
                atomics, EnumSet.of(Use.LOAD, Use.STORE, Use.BULK_SOURCE, Use.BULK_DESTINATION)));
    assertThat(those(Use::stores)).isEqualTo(EnumSet.of(Use.STORE, Use.BULK_DESTINATION));
    assertThat(those(Use::ofTarget))
        .isEqualTo(
            EnumSet.of(
                Use.PUT,
                Use.PUT_VALUE,
                Use.STORE,
                Use.BULK_DESTINATION,
                Use.AMO,
                Use.AMO_FETCH,
                Use.SIGNAL));
  }

  @Property
  void accessesOverlapThatShareAByte(
      @ForAll @IntRange(max = 8) int a,
      @ForAll @IntRange(min = 1, max = 4) int bytes,
      @ForAll @IntRange(max = 8) int b,
      @ForAll @IntRange(min = 1, max = 4) int others,
      @ForAll boolean elsewhere) {
    boolean share = false;
    for (int at = a; at < a + bytes; at++) {
      share |= at >= b && at < b + others;
    }
    assertThat(at(0, a, a + bytes).overlaps(at(elsewhere ? 1 : 0, b, b + others)))
        .isEqualTo(share && !elsewhere);
  }

  @Test
  void arrivalsShareAPhaseUnlessBothAreTheLastOrOneLooks() {
    assertThat(arrival(4).sharesPhase(arrival(4))).isTrue();
    assertThat(arrival(4).sharesPhase(arrival(5))).isTrue();
    assertThat(arrival(5).sharesPhase(arrival(4))).isTrue();
    assertThat(arrival(5).sharesPhase(arrival(5))).isFalse();
    assertThat(arrival(4).sharesPhase(arrival(6))).isFalse();
    assertThat(arrival(-1).sharesPhase(arrival(4))).isFalse();
    assertThat(arrival(-1).sharesPhase(arrival(-1))).isFalse();
  }

  private static Access arrival(long phase) {
    Access.Place place = new Access.Place(Space.NONE, 0, 0, 0, "a barrier");
    SourceLine line = new SourceLine("a.c", 1);
    return new Access(place, 0, 1, Use.COUNT, null, null, null, null, phase, -1, 0, 0, line);
  }

  private static Access at(int object, int from, int to) {
    Access.Place place = new Access.Place(Space.SYMMETRIC, 0, 0, object, "x");
    SourceLine line = new SourceLine("sketch.c", 1);
    return new Access(place, from, to, Use.LOAD, null, null, null, null, 0, -1, 0, 0, line);
  }

  private static Set<Use> those(Predicate<Use> which) {
    return Set.of(Use.values()).stream().filter(which).collect(Collectors.toSet());
  }
}
