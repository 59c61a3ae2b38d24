package org.shmemlab.scenarios.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The results of getopt and getopt_long for command lines drawn at random, here and in glibc. */
class CommandLinesAgainstGccTest {
  private static final int CASES = 400;
  private static final List<String> WORDS =
      List.of(
          "-a",
          "-b",
          "-b7",
          "-ab",
          "-abq",
          "-c",
          "-cx",
          "-z",
          "-",
          "--",
          "x",
          "yy",
          "--end",
          "--end=5",
          "--fast",
          "--level",
          "--level=2",
          "--unknown",
          "-fa");

  @Test
  void wordsThatAreNoOptionsFollowThem() {
    assumeTrue(Gcc.exists(Dialect.C), "no gcc");
    Random random = new Random(7);
    String cases =
        IntStream.range(0, CASES)
            .mapToObj(i -> {
              String words =
                  IntStream.range(0, random.nextInt(7))
                      .mapToObj(_ -> '"' + WORDS.get(random.nextInt(WORDS.size())) + '"')
                      .map(word -> word + ", ")
                      .collect(Collectors.joining());
              return "  { const char *words[] = {\"p\", "
                  + words
                  + "0}; try(words, "
                  + i % 4
                  + "); }";
            })
            .collect(Collectors.joining("\n"));
    String source =
        """
        #define _GNU_SOURCE
        #include <getopt.h>
        #include <stdio.h>
        static void try(const char **words, int how) {
          static const struct option all[] = {
            {"end", required_argument, 0, 'e'}, {"fast", no_argument, 0, 'f'},
            {"level", optional_argument, 0, 'l'}, {0, 0, 0, 0}};
          char **argv = (char **)words;
          const char *options = how & 1 ? "ab:c::f" : "+ab:c::f";
          int argc = 0, c;
          while (argv[argc]) printf("%s ", argv[argc++]);
          printf("|");
          optind = 0;
          opterr = 0;
          while ((c = how & 2 ? getopt(argc, argv, options)
                              : getopt_long(argc, argv, options, all, NULL)) != -1)
            printf(" %c=%s", c, optarg ? optarg : "");
          printf(" |");
          for (int i = optind; i < argc; i++) printf(" %s", argv[i]);
          printf("\\n");
        }
        int main(void) {
        CASES
          return 0;
        }
        """
            .replace("CASES", cases);
    try (Gcc gcc = new Gcc(Dialect.C)) {
      Gcc.Result expected = gcc.run(source);
      assertThat(expected.accepted()).as(expected.text()).isTrue();
      assertThat(OnePe.output(source, Dialect.C)).isEqualTo(expected.text());
    }
  }
}
