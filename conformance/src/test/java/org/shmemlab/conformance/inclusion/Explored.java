package org.shmemlab.conformance.inclusion;

import java.nio.file.Path;

/** Explores the matrix of this repository, once for all tests. */
final class Explored {
  static final Matrix MATRIX = matrix();
  static final Chain CHAIN = Chain.of(MATRIX);

  private Explored() {}

  private static Matrix matrix() {
    try {
      return Matrix.of(
          LitmusCatalogue.in(Path.of("..", "litmus")),
          HardwareResults.in(Path.of("..", "results")));
    } catch (Exception problem) {
      throw new IllegalStateException(problem);
    }
  }
}
