package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.Tuple;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.spec.Profile;

/**
 * Three threads, of one kernel or of several PEs, with up to three statements each, drawn from one
 * list: both engines have to give the same meaning to each, and the outcome of one run, in turns
 * that no engine has a part in, has to be among its outcomes. One program has all statements and
 * runs those that its arguments name, so that a pair of answers takes some milliseconds and many
 * corners are seen that larger programs seldom reach.
 */
@Tag("random")
class StatementsAtRandomTest {
  private static final int ACTORS = 3;
  private static final int MOST = 3;
  private static final int RUNS = 5;
  private static final int FEW = 4;

  /** The statements of one list that each actor runs, and which shape the program has. */
  record Drawn(int shape, ImmutableList<ImmutableList<Integer>> statements) {
    private int[] arguments() {
      return IntStream.concat(
              IntStream.of(shape),
              statements.stream()
                  .flatMapToInt(
                      of -> IntStream.range(0, MOST).map(i -> i < of.size() ? of.get(i) : -1)))
          .toArray();
    }
  }

  private static final StatementsProgram THREADS = StatementsProgram.read("threads.cu");
  private static final StatementsProgram BLOCKS = StatementsProgram.read("blocks.cu");
  private static final StatementsProgram COPIES = StatementsProgram.read("copies.cu");
  private static final StatementsProgram PEERS = StatementsProgram.read("peers.cu");
  private static final StatementsProgram OPENMP = StatementsProgram.read("openmp.c");
  private static final StatementsProgram PTHREADS = StatementsProgram.read("pthreads.c");
  private static final StatementsProgram PES = StatementsProgram.read("pes.c");

  @Property(tries = 500)
  void threadsOfAKernel(@ForAll("threads") Drawn drawn, @ForAll("profiles") Profile profile) {
    theEnginesAgree(THREADS, 1, drawn, profile);
  }

  @Property(tries = 500)
  void blocksThatMayBeInterchangeable(
      @ForAll("blocks") Drawn drawn, @ForAll("profiles") Profile profile) {
    theEnginesAgree(BLOCKS, 1, drawn, profile);
  }

  @Property(tries = 500)
  void threadsThatCopyAsynchronously(@ForAll("copies") Drawn drawn) {
    theEnginesAgree(COPIES, 1, drawn, Profile.NVSHMEM);
  }

  @Property(tries = 200)
  void threadsThatReachIntoPeers(
      @ForAll("peers") Drawn drawn, @ForAll("profiles") Profile profile) {
    theEnginesAgree(PEERS, 2, drawn, profile);
  }

  @Property(tries = 50)
  void threadsOfOpenMp(@ForAll("openMp") Drawn drawn) {
    theEnginesAgree(OPENMP, 1, drawn, Profile.OPENSHMEM);
  }

  @Property(tries = 40)
  void threadsOfPosix(@ForAll("posix") Drawn drawn) {
    theEnginesAgree(PTHREADS, 1, drawn, Profile.OPENSHMEM);
  }

  @Property(tries = 200)
  void severalPes(@ForAll("pes") Drawn drawn, @ForAll("profiles") Profile profile) {
    theEnginesAgree(PES, ACTORS, drawn, profile);
  }

  private static void theEnginesAgree(
      StatementsProgram program, int pes, Drawn drawn, Profile profile) {
    Meaning all = meaning(program, pes, Engine.STATES, drawn, profile);
    String text =
        drawn.statements().stream()
            .map(of -> of.stream().map(program.statements()::get).toList())
            .toList()
            .toString();
    assertThat(meaning(program, pes, Engine.DPOR, drawn, profile)).as("%s", text).isEqualTo(all);
    if (all.defined()) {
      Set<String> once =
          LongStream.range(0, RUNS)
              .mapToObj(seed -> program.run(pes, profile, seed, drawn.arguments()))
              .flatMap(Optional::stream)
              .collect(Collectors.toCollection(TreeSet::new));
      assertThat(all.seen()).as("plain runs: %s", text).containsAll(once);
    }
  }

  private static Meaning meaning(
      StatementsProgram program, int pes, Engine engine, Drawn drawn, Profile profile) {
    Exploration exploration = program.explore(pes, engine, profile, drawn.arguments());
    Assume.that(exploration.complete()); // a few have more than the budget of one of the engines
    return Meaning.of(exploration);
  }

  @Provide
  Arbitrary<Drawn> threads() {
    return drawn(THREADS);
  }

  @Provide
  Arbitrary<Drawn> blocks() {
    return drawn(BLOCKS);
  }

  @Provide
  Arbitrary<Drawn> copies() {
    return drawn(COPIES);
  }

  @Provide
  Arbitrary<Drawn> peers() {
    return drawn(PEERS);
  }

  @Provide
  Arbitrary<Drawn> openMp() {
    return drawn(OPENMP);
  }

  @Provide
  Arbitrary<Drawn> posix() {
    return drawn(PTHREADS);
  }

  @Provide
  Arbitrary<Drawn> pes() {
    return drawn(PES);
  }

  @Provide
  Arbitrary<Profile> profiles() {
    return Arbitraries.of(Profile.all().toList());
  }

  // Mostly from a few statements of the list: those that meet only each other seldom would among
  // all (Groce et al. 2012, "Swarm Testing").
  private static Arbitrary<Drawn> drawn(StatementsProgram program) {
    Arbitrary<Integer> any = Arbitraries.integers().between(0, program.statements().size() - 1);
    return any.list()
        .ofMinSize(1)
        .ofMaxSize(FEW)
        .flatMap(few ->
            Combinators.combine(
                    Arbitraries.integers().between(0, 1),
                    Arbitraries.frequencyOf(Tuple.of(4, Arbitraries.of(few)), Tuple.of(1, any))
                        .list()
                        .ofMaxSize(MOST)
                        .map(ImmutableList::copyOf)
                        .list()
                        .ofSize(ACTORS))
                .as((shape, all) -> new Drawn(shape, ImmutableList.copyOf(all))));
  }
}
