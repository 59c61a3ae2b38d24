package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks that jacobi_halo.cu prints the numbers of a plain sequential computation, on any number of
 * PEs.
 */
class JacobiTest {
  private static final int ROWS = 24;
  private static final int COLUMNS = 16;
  private static final int ITERATIONS = 20;

  @ParameterizedTest
  @CsvSource({"4, 7", "4, 8", "1, 7", "3, 1", "7, 2"})
  void equalsTheSequentialComputation(int pes, int seed) {
    String file = Example.named("jacobi_halo.cu").source().toString();
    Session session = Session.of("run", file, "-n", "" + pes, "--seed", "" + seed, "--no-races");
    assertThat(session.err()).isEmpty();
    assertThat(session.out().lines()).isEqualTo(sequential());
  }

  private static List<String> sequential() {
    float[][] from = plate();
    float[][] to = plate();
    float change = 0;
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
      change = 0;
      for (int row = 1; row <= ROWS; row++) {
        for (int column = 1; column <= COLUMNS; column++) {
          to[row][column] =
              0.25f
                  * (from[row - 1][column]
                      + from[row + 1][column]
                      + from[row][column - 1]
                      + from[row][column + 1]);
          change = Math.max(change, Math.abs(to[row][column] - from[row][column]));
        }
      }
      float[][] swap = from;
      from = to;
      to = swap;
    }
    double sum = 0;
    for (int row = 1; row <= ROWS; row++) {
      for (float value : from[row]) {
        sum += value;
      }
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "after %d iterations: largest change %.6f, sum %.6f",
            ITERATIONS,
            change,
            sum));
    for (int row = 5; row < ROWS; row += 6) {
      float[] of = from[row + 1];
      lines.add(
          String.format(Locale.ROOT, "row %2d: %9.5f %9.5f %9.5f", row, of[1], of[8], of[16]));
    }
    return lines;
  }

  /** Cold inside, hot above, warmer and warmer along the left edge. */
  private static float[][] plate() {
    float[][] plate = new float[ROWS + 2][COLUMNS + 2];
    for (int row = 0; row < plate.length; row++) {
      for (int column = 0; column < plate[row].length; column++) {
        plate[row][column] = row == 0 ? 100 : column == 0 ? row : 0;
      }
    }
    return plate;
  }
}
