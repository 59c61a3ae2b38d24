package org.shmemlab.conformance.programs;

import java.util.List;
import org.shmemlab.model.choices.Choices;

/**
 * Draws set-ups that the first thread of a host makes if a race lets it, and queries later: a place
 * in a row of random numbers, a variable of the environment, the size of an object, a variable of
 * its own, the context {@code k}, an event. Memory may be the same in the end in either order, and
 * still the program continues in another way. Also draws set-ups and queries of two concurrent
 * threads of a host.
 */
final class SetUps {
  private final Choices choices;
  private final Language language;

  SetUps(Choices choices, Language language) {
    this.choices = choices;
    this.language = language;
  }

  /** Pairs a set-up with its query. */
  record SetUp(Line perhaps, Line use) {}

  /**
   * Draws one.
   *
   * @param flag the word that decides, where the host can read it
   * @param pe whose
   */
  SetUp draw(int flag, int pe) {
    String first =
        language == Language.CUDA
            ? "cudaStreamQuery(" + choices.pick("a", "b") + ") == cudaSuccess"
            : "shmem_long_atomic_fetch(f + " + flag + ", " + pe + ") == 0";
    String condition = "if (" + first + ") ";
    SetUp random =
        new SetUp(Line.of(condition + "srand(3);"), Line.of("printf(\"%d\\n\", rand() % 1000);"));
    SetUp variable =
        new SetUp(
            Line.of(condition + "setenv(\"SET\", \"1\", 1);"),
            Line.of("printf(\"%d\\n\", getenv(\"SET\") != NULL);"));
    SetUp object = object(first);
    SetUp own = new SetUp(Line.of(condition + "o = 1;"), Line.of("printf(\"%ld\\n\", o);"));
    return choices.pick(
        random,
        variable,
        object,
        own,
        language == Language.CUDA
            ? new SetUp(
                Line.of(condition + "cudaEventRecord(e, b);"),
                Line.of(
                    choices.pick(
                        "printf(\"%d\\n\", cudaEventQuery(e) == cudaSuccess);",
                        "{ float v; printf(\"%d\\n\", cudaEventElapsedTime(&v, e, e)); }")))
            : new SetUp(
                Line.of(condition + "shmem_ctx_create(0, &k);"),
                Line.of("if (k != SHMEM_CTX_INVALID) shmem_ctx_long_p(k, y + 3, 1, 0);")));
  }

  // Memory of one of two sizes, of which the smaller one is too small for its use.
  private SetUp object(String first) {
    return language == Language.CUDA
        ? new SetUp(
            Line.of("cudaMalloc((void **)&d, " + first + " ? 8 : 32);"),
            Line.of("cudaMemset(d, 1, 32);"))
        : new SetUp(
            Line.of("z = (long *)calloc(" + first + " ? 1 : 2, sizeof(long));"),
            Line.of("z[1] = 5;"));
  }

  /**
   * The first statements of every PE for {@link #call}: the context {@code k}, and {@code u} of PE
   * 0.
   */
  static List<Line> start() {
    return List.of(
        Line.of("shmem_ctx_create(0, &k);"),
        Line.of("shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, 1, NULL, 0, &u);"));
  }

  /** A call of a thread of PE 0's host, concurrent with another thread. */
  Line call() {
    return Line.of(
        choices.pick(
            "srand(3);",
            "printf(\"%d\\n\", rand() % 1000);",
            "setenv(\"SET\", \"1\", 1);",
            "setenv(\"SET\", \"2\", 0);",
            "{ char *v = getenv(\"SET\"); printf(\"%s\\n\", v ? v : \"-\"); }",
            "shmem_ctx_destroy(k);",
            "shmem_ctx_quiet(k);",
            "shmem_ctx_long_p(k, y + 3, 1, 0);",
            "shmem_team_destroy(u);",
            "printf(\"%d\\n\", shmem_team_n_pes(u));",
            "shmem_team_sync(u);"));
  }
}
