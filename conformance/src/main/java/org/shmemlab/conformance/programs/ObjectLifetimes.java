package org.shmemlab.conformance.programs;

import java.util.ArrayList;
import java.util.List;
import org.shmemlab.model.choices.Choices;

/**
 * Draws an object whose life ends while others may still use it, with statements that use it and
 * that end its life. In OpenSHMEM it is {@code z}, on the heap of a PE or on the symmetric one; in
 * CUDA {@code d}, device memory that ends its life on a stream, or {@code y}.
 */
final class ObjectLifetimes {
  private final Choices choices;
  private final Language language;
  private final boolean symmetric;
  private final String object;

  ObjectLifetimes(Choices choices, Language language) {
    this.choices = choices;
    this.language = language;
    this.symmetric = choices.yes();
    this.object = language == Language.OPENSHMEM ? "z" : symmetric ? "y" : "d";
  }

  /** Whether all PEs end the object's life together, each with its first thread. */
  boolean isSymmetric() {
    return symmetric;
  }

  /** The first statements of every PE. */
  List<Line> start() {
    return language == Language.OPENSHMEM
        ? List.of(Line.of("z = " + (symmetric ? "shmem_calloc" : "calloc") + "(1, sizeof(long));"))
        : List.of();
  }

  /**
   * Uses the object.
   *
   * @param to a PE whose object may be used, if it is symmetric
   */
  Line use(ExecutionSite at, int to) {
    String p = language.prefix();
    List<String> ways = new ArrayList<>();
    if (at.touchesMemory()) {
      ways.add(object + "[0] = 1;");
      ways.add("y[3] = " + object + "[0];");
      ways.add(object + "[0] += 1;");
    } else {
      String stream = choices.pick("0", "a", "b");
      String way =
          choices.pick(
              "cudaMemcpyAsync(%s, x, 8, cudaMemcpyDeviceToDevice, %s);",
              "cudaMemsetAsync(%s, 1, 8, %s);");
      ways.add(way.formatted(object, stream));
    }
    if (symmetric) {
      ways.add(p + "long_p(" + object + ", 1, " + to + ");");
      ways.add(p + "long_put_nbi(" + object + ", x, 1, " + to + ");");
    }
    return Line.of(choices.pick(ways));
  }

  /** Ends the object's life. */
  Line end() {
    if (symmetric) {
      return Line.of(language.prefix() + "free(" + object + ");");
    }
    return Line.of(
        language == Language.OPENSHMEM
            ? "free(z);"
            : "cudaFreeAsync(d, " + choices.pick("0", "a", "b") + ");");
  }
}
