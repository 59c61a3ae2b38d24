package org.shmemlab.conformance.programs;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedSet;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.shmemlab.conformance.axiomatic.AxiomaticVerdict.Judged;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.model.explore.FindingIdentity;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.spec.Profile;

/** Checks that programs of straight-line code have the same meaning to the axioms. */
class AxiomsTest {
  private static final Line READ =
      Line.of("{ r = *((me < 9 ? x : x + 1) + 0); printf(\"3: %ld\\n\", r); }");
  private static final Line WAIT = Line.of("while (!shmem_long_test(f + 0, SHMEM_CMP_EQ, 1));");
  private static final Line WRITE = Line.of("shmem_long_p(x + 0, 1, 1);");
  private static final Line FENCE = Line.of("shmem_fence();");
  private static final SourceLine LINE = new SourceLine("p.c", 3);
  private static final Line QUIET = Line.of("shmem_quiet();");
  private static final Line RAISE = Line.of("shmem_long_atomic_set(f + 0, 1, 1);");

  @Test
  void aMessageIsJudged() {
    Judged sent = judged(ImmutableList.of(WRITE, FENCE, RAISE), ImmutableList.of(WAIT, READ));
    assertThat(sent.undefined()).isFalse();
    assertThat(sent.deadlock()).isFalse();
    assertThat(judged(ImmutableList.of(WRITE, RAISE), ImmutableList.of(WAIT, READ)).undefined())
        .isTrue();
    assertThat(judged(ImmutableList.of(WRITE), ImmutableList.of(WAIT)).deadlock()).isTrue();
  }

  @Test
  void anotherVerdictOrOutcomeIsADifference() {
    Judged sent = judged(ImmutableList.of(WRITE, FENCE, RAISE), ImmutableList.of(WAIT, READ));
    assertThat(Axioms.difference(sent, engine("1.3: 1"))).isEmpty();
    assertThat(Axioms.difference(sent, engine("1.3: 0"))).isPresent();
    assertThat(Axioms.difference(sent, engine("1.3: 1").hanging())).isPresent();
    assertThat(Axioms.difference(sent, races())).isPresent();
    assertThat(Axioms.difference(sent, fails())).isEmpty();
  }

  /** A pointer to the memory of one's own PE is no pointer to a peer's. */
  @Test
  void storesToOneselfAreInOrder() {
    Line store = Line.of("((long *)shmem_ptr(x + 0, 0))[0] = 1;");
    Judged stored = judged(ImmutableList.of(store, READ), ImmutableList.of());
    assertThat(Axioms.difference(stored, engine("0.3: 1"))).isEmpty();
    assertThat(Axioms.difference(stored, engine("0.3: 0"))).isPresent();
  }

  /** So are those of one thread to a word of a peer, but no other updates of it. */
  @Test
  void storesOfAThreadToOneAddressAreInOrder() {
    Line store = Line.of("((long *)shmem_ptr(x + 0, 1))[0] = 1;");
    Line again = Line.of("((long *)shmem_ptr(x + 0, 1))[0] = 2;");
    Line raise = Line.of("shmem_long_p(x + 0, 3, 1);");
    assertThat(judged(ImmutableList.of(store, again), ImmutableList.of()).undefined()).isFalse();
    assertThat(judged(ImmutableList.of(store, raise), ImmutableList.of()).undefined()).isTrue();
    Judged shown =
        judged(ImmutableList.of(store, again, QUIET, RAISE), ImmutableList.of(WAIT, READ));
    assertThat(Axioms.difference(shown, engine("1.3: 2"))).isEmpty();
    Line own = Line.of("*(x + 0) = 5;");
    assertThat(judged(ImmutableList.of(store), ImmutableList.of(own)).undefined()).isTrue();
  }

  /** A printed value is used: the old value is there, and the new one with it, before the wait. */
  @Test
  void aPrintOfAnOldValueWaitsForIt() {
    String add = "r = shmem_long_atomic_fetch_add(f + 0, 1, 0);";
    Line wait = Line.of("shmem_long_wait_until(f + 0, SHMEM_CMP_EQ, 0);");
    Line printed = Line.of("{ " + add + " printf(\"3: %ld\\n\", r); }");
    assertThat(alone(Line.of(add), wait).outcomes()).hasSize(1);
    assertThat(alone(printed, wait).outcomes()).isEmpty();
  }

  @Test
  void whatIsNoStraightLineIsLeftOut() {
    assertThat(
            Axioms.of(
                program(
                    ImmutableList.of(Line.of("while (shmem_long_g(f + 0, 0) != 1);")),
                    ImmutableList.of())))
        .isEmpty();
  }

  /** Kernels of one stream do not run together. */
  @Test
  void kernelsAreOnStreamsOfTheirOwn() {
    assertThat(Axioms.of(kernels(2))).isPresent();
    assertThat(Axioms.of(kernels(3))).isEmpty();
  }

  private static WholeProgram kernels(int count) {
    Draft draft = new Draft(new SeededChoices(0), Language.CUDA, 1);
    for (int i = 0; i < count; i++) {
      draft.team(1, 1);
      draft.add(draft.agents(0).get(i), 0, Line.of("nvshmem_long_p(x + " + i + ", 1, 0);"));
    }
    return draft.program(Profile.NVSHMEM);
  }

  private static Judged alone(Line... lines) {
    ImmutableList<Line> all = ImmutableList.copyOf(lines);
    return Axioms.of(program(Profile.NVSHMEM, all, ImmutableList.of())).orElseThrow();
  }

  private static Judged judged(ImmutableList<Line> sender, ImmutableList<Line> receiver) {
    Optional<Judged> judged = Axioms.of(program(sender, receiver));
    return judged.orElseThrow();
  }

  private static WholeProgram program(ImmutableList<Line> one, ImmutableList<Line> other) {
    return program(Profile.OPENSHMEM, one, other);
  }

  private static WholeProgram program(
      Profile profile, ImmutableList<Line> one, ImmutableList<Line> other) {
    return new WholeProgram(
        Language.OPENSHMEM,
        2,
        profile,
        ImmutableList.of(),
        ImmutableList.of(),
        ImmutableList.of(one, other));
  }

  private static EngineAnswer engine(String outcome) {
    return answer(ImmutableSet.of(), ImmutableSet.of(), outcome);
  }

  private static EngineAnswer races() {
    var identity =
        new FindingIdentity(
            FindingKind.CONFLICT, ImmutableList.of(LINE), "STORE LOAD", ImmutableList.of());
    var race = new EngineAnswer.Race(identity, false);
    return answer(ImmutableSet.of(race), ImmutableSet.of(), "1.3: 1");
  }

  private static EngineAnswer fails() {
    return answer(ImmutableSet.of(), ImmutableSet.of(ImmutableSortedSet.of(LINE)), "1.3: 0");
  }

  private static EngineAnswer answer(
      ImmutableSet<EngineAnswer.Race> races,
      ImmutableSet<ImmutableSortedSet<SourceLine>> failures,
      String outcome) {
    return new EngineAnswer(true, races, failures, false, ImmutableSortedSet.of(outcome));
  }
}
