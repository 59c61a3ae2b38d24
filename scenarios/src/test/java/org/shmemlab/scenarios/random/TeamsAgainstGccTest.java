package org.shmemlab.scenarios.random;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Programs with teams, with iterations that wait for each other and with regions for devices, of
 * which there are none, print the same as gcc's.
 */
class TeamsAgainstGccTest {
  private static final String TEAMS =
      """
      #include <omp.h>
      #include <stdio.h>
      #define N 24
      int v[N], x[N];
      int main(void) {
        int seen = 0, sum = 0, total = 0;
      #pragma omp teams num_teams(3) thread_limit(2) reduction(+ : seen, total)
        {
          seen += 1 + 10 * omp_get_team_num() + 100 * omp_get_num_teams();
      #pragma omp parallel reduction(+ : total)
          total += omp_get_team_num() + (omp_get_num_threads() <= 2);
        }
        printf("%d %d %d\\n", seen, total > 3, omp_get_num_teams());
      #pragma omp teams distribute parallel for num_teams(2) num_threads(2) reduction(+ : sum)
        for (int i = 0; i < N; i++) { v[i] = i * i; sum += i; }
        printf("%d %d\\n", v[N - 1], sum);
      #pragma omp teams distribute dist_schedule(static, 4) num_teams(3)
        for (int i = 0; i < N; i++) x[i] = omp_get_team_num();
        for (int i = 0; i < N; i++) printf(" %d", x[i]);
        printf("\\n");
      }
      """;

  private static final String ITERATIONS_THAT_WAIT =
      """
      #include <omp.h>
      #include <stdio.h>
      #define N 24
      int v[N], w[6][5];
      int main(void) {
        for (int i = 0; i < N; i++) v[i] = i * i;
      #pragma omp parallel for ordered(1) num_threads(3)
        for (int i = 1; i < N; i++) {
      #pragma omp ordered depend(sink : i - 1)
          v[i] += v[i - 1];
      #pragma omp ordered depend(source)
        }
        printf("%d\\n", v[N - 1]);
        for (int i = 0; i < 6; i++) for (int j = 0; j < 5; j++) w[i][j] = i + j;
      #pragma omp parallel for ordered(2) num_threads(3) schedule(dynamic)
        for (int i = 0; i < 6; i++)
          for (int j = 0; j < 5; j++) {
      #pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
            w[i][j] += (i ? w[i - 1][j] : 1) + (j ? w[i][j - 1] : 1);
      #pragma omp ordered depend(source)
          }
        printf("%d\\n", w[5][4]);
      }
      """;

  private static final String TARGET =
      """
      #include <omp.h>
      #include <stdio.h>
      #define N 24
      int main(void) {
        int a[4] = {1, 2, 3, 4}, on = 1;
      #pragma omp target map(tofrom : a[0 : 4]) map(from : on)
        {
          for (int i = 0; i < 4; i++) a[i] *= 2;
          on = omp_is_initial_device();
        }
        printf("%d %d\\n", a[3], on);
      #pragma omp target data map(tofrom : a)
        {
      #pragma omp target teams distribute parallel for num_teams(2) num_threads(2)
          for (int i = 0; i < 4; i++) a[i] += i;
      #pragma omp target update from(a)
        }
      #pragma omp target nowait map(tofrom : a) depend(out : a)
        a[0] = 100;
      #pragma omp taskwait
        printf("%d %d %d\\n", a[0], a[3], omp_get_num_devices());
      }
      """;

  @ParameterizedTest
  @ValueSource(strings = {TEAMS, ITERATIONS_THAT_WAIT, TARGET})
  void printTheSame(String program) {
    OnePe.printsTheSameAsGcc(program, Dialect.C);
  }
}
