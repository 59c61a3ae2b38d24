package org.shmemlab.scenarios.runtime.libc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdditiveRandomTest {
  private static final List<Integer> SEEDS =
      List.of(0, 1, 2, 42, 12345, -1, -42, 2147483647, -2147483647, 127773, 2836);

  @TempDir Path folder;

  @Test
  void firstNumbersOfTheDefaultSeed() {
    AdditiveRandom random = new AdditiveRandom(1);
    assertThat(List.of(random.next(), random.next(), random.next()))
        .containsExactly(1804289383, 846930886, 1681692777);
  }

  @Test
  void aCopyGoesItsOwnWay() {
    AdditiveRandom random = new AdditiveRandom(7);
    AdditiveRandom copy = random.copy();
    int first = random.next();
    random.next();
    assertThat(copy.next()).isEqualTo(first);
  }

  @Test
  void everySeedGivesGlibcsNumbers() {
    String expected =
        Gcc.run(
            folder,
            """
            #include <stdio.h>
            #include <stdlib.h>
            int main(void) {
              int seeds[] = {%s};
              for (int s = 0; s < sizeof seeds / sizeof *seeds; s++) {
                srand(seeds[s]);
                for (int i = 0; i < 100; i++) printf("%%d\\n", rand());
              }
              return 0;
            }
            """
                .formatted(SEEDS.stream().map(String::valueOf).collect(Collectors.joining(", "))));
    StringBuilder ours = new StringBuilder();
    for (int seed : SEEDS) {
      AdditiveRandom random = new AdditiveRandom(seed);
      for (int i = 0; i < 100; i++) {
        ours.append(random.next()).append('\n');
      }
    }
    assertThat(ours.toString()).isEqualTo(expected);
  }
}
