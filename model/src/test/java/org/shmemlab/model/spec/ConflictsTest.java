package org.shmemlab.model.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.operation.SignalOperator;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.AtomicScope;
import org.shmemlab.model.program.MemoryOrder;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.program.Space;
import org.shmemlab.model.program.ThreadBlock;
import org.shmemlab.model.program.ThreadScope;
import org.shmemlab.model.step.Access;
import org.shmemlab.model.step.Access.Use;

/** Tests which accesses conflict, and which depend on their order (memory model, section 5). */
class ConflictsTest {
  private static final List<Access> ACCESSES = accesses();

  /** Uses without an access to memory. */
  private static final Set<Use> MOMENTS =
      Set.of(
          Use.TURN,
          Use.COUNT,
          Use.ISSUE,
          Use.DRAIN,
          Use.PROGRESS,
          Use.QUERY,
          Use.INQUIRY,
          Use.SETUP,
          Use.EXIT);

  @Property
  void twoAccessesConflictInEitherOrder(
      @ForAll @IntRange(max = 999) int a,
      @ForAll @IntRange(max = 999) int b,
      @ForAll boolean mixing) {
    Profile profile = Profile.NVSHMEM.with(Switch.SIGNAL_OPERATORS_MIX, mixing);
    Conflicts conflicts = of(profile);
    Access first = ACCESSES.get(a % ACCESSES.size());
    Access second = ACCESSES.get(b % ACCESSES.size());
    assertThat(conflicts.conflict(first, second)).isEqualTo(conflicts.conflict(second, first));
    assertThat(conflicts.depend(first, second)).isEqualTo(conflicts.depend(second, first));
  }

  @Property
  void nothingDependsOnWhatIsElsewhereOrOnlyReads(
      @ForAll @IntRange(max = 999) int a, @ForAll @IntRange(max = 999) int b) {
    Access first = ACCESSES.get(a % ACCESSES.size());
    Access second = ACCESSES.get(b % ACCESSES.size());
    Access issuedAfter = at(second, 8);
    for (Profile profile : Profile.all().toList()) {
      assertThat(of(profile).conflict(first, issuedAfter)).isFalse();
      assertThat(of(profile).depend(first, issuedAfter)).isFalse();
      if (!first.use().updates() && !second.use().updates()) {
        assertThat(of(profile).conflict(first, second)).isFalse();
        assertThat(of(profile).depend(first, second)).isFalse();
      }
    }
  }

  /**
   * A plain access conflicts with every update, and an update with every access, but for those that
   * it commutes with; nothing else does.
   */
  @Test
  void plainAccessesAreThoseInNoFamily() {
    for (Profile profile : Profile.all().toList()) {
      Conflicts conflicts = of(profile);
      for (Access access : ACCESSES) {
        boolean always =
            ACCESSES.stream()
                .filter(other -> !MOMENTS.contains(other.use()))
                .filter(other -> access.use().updates() || other.use().updates())
                .allMatch(
                    other -> conflicts.conflict(access, other) || !conflicts.depend(access, other));
        if (!MOMENTS.contains(access.use())) {
          assertThat(conflicts.isPlain(access))
              .as(access.use() + " under " + profile.name())
              .isEqualTo(always);
        }
      }
    }
  }

  @Test
  void atomicsOfOneTypeAreAtomicToEachOtherAndToWaits() {
    Conflicts conflicts = of(Profile.NVSHMEM);
    Access add = access(Use.AMO, ScalarType.I64, null, AtomicOp.ADD);
    for (Use use : List.of(Use.AMO, Use.AMO_FETCH, Use.WAIT)) {
      assertThat(conflicts.conflict(add, access(use, ScalarType.I64, null, null))).isFalse();
      assertThat(conflicts.conflict(add, access(use, ScalarType.U64, null, null))).isTrue();
    }
    assertThat(conflicts.conflict(add, access(Use.LOAD, ScalarType.I64, null, null))).isTrue();
    assertThat(conflicts.conflict(add, access(Use.SIGNAL_WAIT, ScalarType.I64, null, null)))
        .isTrue();
  }

  @Test
  void signalsOfOneOperatorAreAtomicToEachOther() {
    Access set = access(Use.SIGNAL, ScalarType.U64, SignalOperator.SET, null);
    Access add = access(Use.SIGNAL, ScalarType.U64, SignalOperator.ADD, null);
    assertThat(of(Profile.NVSHMEM).conflict(set, set)).isFalse();
    assertThat(of(Profile.NVSHMEM).conflict(set, add)).isTrue();
    assertThat(of(Profile.ORDERING_PAGE).conflict(set, add)).isFalse();
    for (Use use : List.of(Use.SIGNAL_WAIT, Use.SIGNAL_FETCH)) {
      assertThat(of(Profile.NVSHMEM).conflict(add, access(use, ScalarType.U64, null, null)))
          .isFalse();
    }
  }

  @Test
  void aWaitMayWatchWhatPWritesIfTheProfileSaysSo() {
    Access p = access(Use.PUT_VALUE, ScalarType.I64, null, null);
    Access wait = access(Use.WAIT, ScalarType.I64, null, null);
    assertThat(of(Profile.NVSHMEM).conflict(p, wait)).isTrue();
    assertThat(of(Profile.ORDERING_PAGE).conflict(p, wait)).isFalse();
    assertThat(of(Profile.ORDERING_PAGE).conflict(p, access(Use.LOAD, null, null, null))).isTrue();
  }

  @Test
  void membersOfOneCallShareItsWorkArraysAndThoseOfTheNextDoNot() {
    Conflicts conflicts = of(Profile.OPENSHMEM);
    Access kept = access(Use.KEPT_WORK_ARRAY, null, null, null);
    Access next = access(Use.WORK_ARRAY, null, null, null);
    Access own =
        new Access(
            next.place(),
            0,
            8,
            next.use(),
            null,
            null,
            null,
            null,
            kept.call(),
            -1,
            1,
            1,
            next.line());
    assertThat(conflicts.conflict(kept, own)).isFalse();
    assertThat(conflicts.depend(kept, own)).isFalse();
    assertThat(conflicts.conflict(kept, next)).isTrue();
    assertThat(conflicts.conflict(own, next)).isFalse();
  }

  @Test
  void additionsToOneWordIssuesProgressAndWorkArraysCommuteAndNothingElseDoes() {
    Conflicts conflicts = of(Profile.NVSHMEM);
    for (Access a : ACCESSES) {
      for (Access b : ACCESSES) {
        boolean add = adds(a) && adds(b);
        boolean merge =
            a.merging() != null
                && a.use() == b.use()
                && a.merging() == b.merging()
                && a.type() == b.type()
                && (a.scope() == null || b.scope() == null || a.scope().meets(b.scope()));
        boolean moments =
            a.use() == b.use()
                && (a.use() == Use.ISSUE || a.use() == Use.PROGRESS || a.use() == Use.WORK_ARRAY);
        boolean updates = a.use().updates() || b.use().updates();
        assertThat(conflicts.depend(a, b))
            .as(a + " " + b)
            .isEqualTo(updates && !add && !merge && !moments);
      }
    }
  }

  /** The record of a thread's accesses may be the last one only if it stands for all. */
  @Test
  void whatStandsForAnAccessIsInConflictAndDependsAsThatDoes() {
    for (Profile profile : List.of(Profile.NVSHMEM, Profile.ORDERING_PAGE, Profile.OPENSHMEM)) {
      Conflicts conflicts = of(profile);
      for (Access earlier : ACCESSES) {
        for (Access later : ACCESSES) {
          if (conflicts.standsFor(later, earlier)) {
            for (Access other : ACCESSES) {
              assertThat(conflicts.conflict(later, other) || !conflicts.conflict(earlier, other))
                  .as("%s, %s: %s", earlier, later, other)
                  .isTrue();
              assertThat(conflicts.depend(later, other) || !conflicts.depend(earlier, other))
                  .as("%s, %s: %s", earlier, later, other)
                  .isTrue();
            }
          }
        }
      }
      assertThat(ACCESSES).allMatch(access -> conflicts.standsFor(access, access));
    }
  }

  private static boolean adds(Access access) {
    return access.operator() != null && access.operator().adds();
  }

  private static Conflicts of(Profile profile) {
    return new Conflicts(new Specification(profile));
  }

  // Of the first eight bytes of one object: each use, with what goes with it.
  private static List<Access> accesses() {
    List<Access> all = new ArrayList<>();
    for (Use use : Use.values()) {
      switch (use) {
        case SIGNAL ->
            Arrays.stream(SignalOperator.values())
                .forEach(operator -> all.add(access(use, ScalarType.U64, operator, null)));
        case AMO, ATOMIC_UPDATE -> {
          for (ScalarType type : List.of(ScalarType.I64, ScalarType.U64)) {
            all.add(access(use, type, null, null));
            all.add(access(use, type, null, AtomicOp.ADD));
            all.add(access(use, type, null, AtomicOp.XOR));
          }
        }
        case AMO_FETCH, WAIT, PUT_VALUE -> {
          all.add(access(use, ScalarType.I64, null, null));
          all.add(access(use, ScalarType.U64, null, null));
        }
        default -> all.add(access(use, ScalarType.U64, null, null));
      }
    }
    all.stream()
        .filter(access -> access.use().isAtomicOfThread())
        .toList()
        .forEach(access ->
            Arrays.stream(ThreadScope.values())
                .forEach(reach ->
                    all.add(
                        within(
                            access,
                            new AtomicScope(
                                reach, MemoryOrder.RELAXED, new ThreadBlock(0, 1, 2))))));
    return all;
  }

  private static Access access(
      Use use,
      @Nullable ScalarType type,
      @Nullable SignalOperator operator,
      @Nullable AtomicOp merging) {
    Access.Place x = new Access.Place(Space.SYMMETRIC, 1, 0, 0, "x");
    SourceLine line = new SourceLine("conflicts.c", 1);
    AtomicScope scope =
        use.isAtomicOfThread()
            ? new AtomicScope(ThreadScope.SYSTEM, MemoryOrder.RELAXED, new ThreadBlock(0, -1, -1))
            : null;
    long call = use == Use.AMO || use == Use.AMO_FETCH ? 0 : use.ordinal(); // one atomicity domain
    return new Access(x, 0, 8, use, type, operator, merging, scope, call, -1, 0, 0, line);
  }

  private static Access at(Access access, long from) {
    return of(access, from, access.scope());
  }

  private static Access within(Access access, AtomicScope scope) {
    return of(access, access.from(), scope);
  }

  private static Access of(Access access, long from, @Nullable AtomicScope scope) {
    return new Access(
        access.place(),
        from,
        from + 8,
        access.use(),
        access.type(),
        access.operator(),
        access.merging(),
        scope,
        access.call(),
        access.operation(),
        access.agent(),
        access.pe(),
        access.line());
  }
}
