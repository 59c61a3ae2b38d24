package org.shmemlab.scenarios.judge;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * A litmus test of two or three PEs with a few calls each, drawn at random: data words that are put
 * and read, a flag that atomics update, a signal word, waits, tests, and calls that order.
 *
 * @param bodies statements per PE; {@code $} stands for a fresh variable
 */
record RandomLitmus(ImmutableList<ImmutableList<String>> bodies) {
  /** Programs of two or three PEs with at most this many calls each. */
  static Arbitrary<RandomLitmus> upTo(int calls) {
    return Arbitraries.integers()
        .between(2, 3)
        .flatMap(pes -> body(pes, calls).list().ofSize(pes))
        .map(bodies ->
            new RandomLitmus(
                bodies.stream()
                    .map(ImmutableList::copyOf)
                    .collect(ImmutableList.toImmutableList())));
  }

  /**
   * Three PEs and a flag: two of them change it, and the third does something else first and then
   * waits for a value that may pass by.
   */
  static Arbitrary<RandomLitmus> ofOneFlag() {
    Arbitrary<List<String>> changes =
        Arbitraries.of(
                "nvshmem_long_atomic_set(&f, 1, 1);",
                "nvshmem_long_atomic_set(&f, 2, 1);",
                "nvshmem_long_atomic_add(&f, 1, 1);",
                "nvshmem_long_atomic_add(&f, 1, 1);",
                "nvshmem_fence();",
                "nvshmem_quiet();")
            .list()
            .ofMaxSize(3);
    Arbitrary<List<String>> waits =
        Arbitraries.of(
                "nvshmem_long_wait_until(&f, NVSHMEM_CMP_EQ, 1);",
                "nvshmem_long_wait_until(&f, NVSHMEM_CMP_EQ, 1);",
                "nvshmem_long_wait_until(&f, NVSHMEM_CMP_GE, 1);",
                "long $ = nvshmem_long_atomic_fetch(&f, 0);",
                "long $ = nvshmem_long_g(&x, 0);",
                "nvshmem_long_atomic_add(&f, 1, 1);",
                "nvshmem_quiet();")
            .list()
            .ofMaxSize(4);
    return Combinators.combine(changes, waits, changes)
        .as((first, second, third) ->
            new RandomLitmus(
                ImmutableList.of(
                    ImmutableList.copyOf(first),
                    ImmutableList.copyOf(second),
                    ImmutableList.copyOf(third))));
  }

  private static Arbitrary<List<String>> body(int pes, int calls) {
    return statement(pes).list().ofMaxSize(calls);
  }

  private static Arbitrary<String> statement(int pes) {
    Arbitrary<String> call =
        Arbitraries.of(
            "nvshmem_long_p(&x, 1, T);",
            "nvshmem_long_put(&x, &v, 1, T);",
            "nvshmem_long_put_nbi(&x, &v, 1, T);",
            "nvshmem_long_put_nbi(&y, &v, 1, T);",
            "nvshmem_long_put_signal(&x, &v, 1, &s, 1, NVSHMEM_SIGNAL_SET, T);",
            "nvshmem_long_put_signal_nbi(&y, &v, 1, &s, 1, NVSHMEM_SIGNAL_SET, T);",
            "nvshmem_long_atomic_set(&f, 1, T);",
            "nvshmem_long_atomic_set(&f, 2, T);",
            "nvshmem_long_atomic_add(&f, 1, T);",
            "long $ = nvshmem_long_atomic_fetch(&f, T);",
            "long $ = nvshmem_long_atomic_fetch_add(&f, 1, T);",
            "nvshmemx_signal_op(&s, 1, NVSHMEM_SIGNAL_SET, T);",
            "nvshmemx_signal_op(&s, 2, NVSHMEM_SIGNAL_SET, T);",
            "long $ = nvshmem_long_g(&x, T);",
            "nvshmem_long_get_nbi(&u, &y, 1, T);",
            "long $ = x;",
            "long $ = y;",
            "long $ = u;",
            "long $ = nvshmem_signal_fetch(&s);",
            "long $ = nvshmem_long_test(&f, NVSHMEM_CMP_GE, 1);",
            "nvshmem_long_wait_until(&f, NVSHMEM_CMP_GE, 1);",
            "nvshmem_long_wait_until(&f, NVSHMEM_CMP_EQ, 1);",
            "nvshmem_signal_wait_until(&s, NVSHMEM_CMP_GE, 1);",
            "nvshmem_fence();",
            "nvshmem_quiet();");
    return Combinators.combine(call, Arbitraries.integers().between(0, pes - 1))
        .as((text, target) -> text.replace("T)", target + ")"));
  }

  /** The same program with a statement put into a PE's body. */
  RandomLitmus with(int pe, int at, String statement) {
    List<String> body = new ArrayList<>(bodies.get(pe));
    body.add(at, statement);
    return with(pe, body);
  }

  /** The same program with every non-blocking put of a PE made blocking. */
  RandomLitmus blocking(int pe) {
    return with(pe, bodies.get(pe).stream().map(call -> call.replace("_nbi(", "(")).toList());
  }

  private RandomLitmus with(int pe, List<String> body) {
    List<ImmutableList<String>> changed = new ArrayList<>(bodies);
    changed.set(pe, ImmutableList.copyOf(body));
    return new RandomLitmus(ImmutableList.copyOf(changed));
  }

  /** Compiled; the final values of all variables and words are its outcomes. */
  LitmusProgram compile() {
    var compiled = Litmus.compile(new SourceFile("random.litmus", text()));
    LitmusProgram program = compiled.program();
    if (program == null) {
      throw new IllegalStateException(compiled + "\n" + text());
    }
    return program;
  }

  /** The test as a file holds it. */
  String text() {
    StringBuilder text =
        new StringBuilder(
            """
            C random
            "Drawn at random."
            { long x; long y; long u; long v = 1; long f; uint64_t s; }
            """);
    List<String> observed = new ArrayList<>();
    for (int pe = 0; pe < bodies.size(); pe++) {
      text.append("P").append(pe).append(" {\n");
      int variables = 0;
      for (String statement : bodies.get(pe)) {
        if (statement.contains("$")) {
          observed.add(pe + ":r" + variables);
          text.append("  ").append(statement.replace("$", "r" + variables++)).append('\n');
        } else {
          text.append("  ").append(statement).append('\n');
        }
      }
      text.append("}\n");
      observed.add("x@" + pe);
      observed.add("y@" + pe);
      observed.add("f@" + pe);
      observed.add("s@" + pe);
    }
    text.append("exists (");
    for (int i = 0; i < observed.size(); i++) {
      text.append(i == 0 ? "" : " /\\ ").append(observed.get(i)).append(" = 7");
    }
    return text.append(")\n\nexpect nvshmem: allowed\n").toString();
  }

  @Override
  public String toString() {
    return text();
  }
}
