package org.shmemlab.conformance.agreement;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;

/** Draws small programs from a seed. */
public final class RandomPrograms {
  private static final ImmutableList<Verb> ALL = ImmutableList.copyOf(Verb.values());

  // Without plain accesses to data, which nearly always conflict: these have many outcomes.
  private static final ImmutableList<Verb> ATOMIC =
      ImmutableList.of(
          Verb.SET,
          Verb.SET,
          Verb.ADD,
          Verb.FETCH,
          Verb.FETCH,
          Verb.FETCH_ADD,
          Verb.TEST,
          Verb.WAIT,
          Verb.WAIT_EQUAL,
          Verb.SIGNAL,
          Verb.SIGNAL_FETCH,
          Verb.SIGNAL_WAIT,
          Verb.FENCE,
          Verb.QUIET);

  private static final ImmutableList<Verb> WRITES =
      ImmutableList.of(
          Verb.P, Verb.PUT, Verb.PUT_NBI, Verb.PUT_SIGNAL, Verb.PUT_SIGNAL_NBI, Verb.GET_NBI);
  private static final ImmutableList<Verb> ORDERS =
      ImmutableList.of(Verb.FENCE, Verb.QUIET, Verb.FLUSH, Verb.BARRIER, Verb.SYNC, Verb.ADD);
  private static final ImmutableList<Verb> FLAGS =
      ImmutableList.of(
          Verb.SET, Verb.ADD, Verb.SIGNAL, Verb.P, Verb.PUT_SIGNAL_NBI, Verb.FETCH_ADD);
  private static final ImmutableList<Verb> WAITS =
      ImmutableList.of(
          Verb.WAIT, Verb.WAIT_EQUAL, Verb.SIGNAL_WAIT, Verb.TEST, Verb.SIGNAL_FETCH, Verb.FETCH);
  private static final ImmutableList<Verb> READS =
      ImmutableList.of(Verb.LOAD, Verb.G, Verb.STORE, Verb.GET, Verb.FETCH, Verb.P);

  private final SplittableRandom random;

  /**
   * Programs of a seed.
   *
   * @param seed the same seed gives the same programs
   */
  public RandomPrograms(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /** The next program: two or three PEs with up to four calls each. */
  public SmallProgram next() {
    SmallProgram program = any();
    return program.mixesMeetings() ? next() : program;
  }

  private SmallProgram any() {
    int pes = random.nextInt(3) == 0 ? 3 : 2;
    int most = pes == 2 ? 4 : 3;
    int shape = random.nextInt(3);
    List<ImmutableList<Call>> bodies = new ArrayList<>();
    for (int pe = 0; pe < pes; pe++) {
      bodies.add(
          switch (shape) {
            case 0 -> body(ALL, pes, pe, most);
            case 1 -> body(ATOMIC, pes, pe, most);
            default -> message(pes, pe);
          });
    }
    return new SmallProgram(ImmutableList.copyOf(bodies));
  }

  private ImmutableList<Call> body(ImmutableList<Verb> verbs, int pes, int pe, int most) {
    ImmutableList.Builder<Call> calls = ImmutableList.builder();
    int count = random.nextInt(most + 1);
    for (int i = 0; i < count; i++) {
      calls.add(call(verbs, pes, pe));
    }
    return calls.build();
  }

  // Writes, orders, flags on PE 0; waits and reads on the others.
  private ImmutableList<Call> message(int pes, int pe) {
    List<ImmutableList<Verb>> parts =
        pe == 0 ? List.of(WRITES, ORDERS, FLAGS) : List.of(ORDERS, WAITS, READS);
    ImmutableList.Builder<Call> calls = ImmutableList.builder();
    for (ImmutableList<Verb> part : parts) {
      if (random.nextInt(5) > 0) {
        calls.add(call(part, pes, pe));
      }
    }
    return calls.build();
  }

  private Call call(ImmutableList<Verb> verbs, int pes, int pe) {
    Verb verb = verbs.get(random.nextInt(verbs.size()));
    boolean second = random.nextInt(4) == 0;
    String word =
        switch (verb.words()) {
          case DATA -> verb == Verb.P && random.nextInt(3) == 0 ? "f" : second ? "y" : "x";
          case FLAG -> second ? "h" : "f";
          case SIGNAL -> second ? "t" : "s";
          case NONE -> "";
        };
    int target = verb.remote() ? random.nextInt(pes) : pe;
    return new Call(verb, word, target, 1 + random.nextInt(2));
  }

  /** A smaller program that still fulfils a condition: calls are taken out while it does. */
  public static SmallProgram shrink(SmallProgram program, Predicate<SmallProgram> condition) {
    for (int pe = 0; pe < program.bodies().size(); pe++) {
      for (int i = 0; i < program.bodies().get(pe).size(); i++) {
        SmallProgram smaller = without(program, pe, i);
        if (condition.test(smaller)) {
          return shrink(smaller, condition);
        }
      }
    }
    return program;
  }

  private static SmallProgram without(SmallProgram program, int pe, int call) {
    List<ImmutableList<Call>> bodies = new ArrayList<>(program.bodies());
    List<Call> body = new ArrayList<>(bodies.get(pe));
    body.remove(call);
    bodies.set(pe, ImmutableList.copyOf(body));
    return new SmallProgram(ImmutableList.copyOf(bodies));
  }
}
