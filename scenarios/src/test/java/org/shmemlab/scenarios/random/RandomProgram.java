package org.shmemlab.scenarios.random;

import java.util.List;
import java.util.stream.Collectors;
import org.shmemlab.model.choices.Choices;

/**
 * A program whose output the language defines, given the data model of 64-bit Linux, integers that
 * wrap and IEEE 754 arithmetic without excess precision ({@code gcc -O0 -fwrapv
 * -ffp-contract=off}).
 *
 * <p>Its output ends in a checksum over all its variables.
 *
 * @param text the text of the file after {@link #SHARED}
 * @param entry the function to call
 */
record RandomProgram(String text, String entry) {
  /** The beginning of all files. */
  private static final String SHARED =
      """
      #include <ctype.h>
      #include <math.h>
      #include <stdbool.h>
      #include <stddef.h>
      #include <stdint.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>

      static unsigned long checksum;

      static void mix(unsigned long word) {
        checksum = (checksum ^ word) * 1099511628211ul;
        checksum ^= checksum >> 29;
      }

      // A NaN has a sign that differs from one implementation to the next.
      static double num(double x) { return x == x ? x : 12345.0; }

      static unsigned long bits(double x) {
        unsigned long word = 1;
        if (x == x) memcpy(&word, &x, sizeof word);
        return word;
      }

      """;

  /** A program made from the choices alone. */
  static RandomProgram generate(Choices choices, Dialect dialect, String prefix) {
    World world = new World(choices, dialect, prefix);
    new Globals(world).declarations();
    Functions functions = new Functions(world);
    for (int i = 0; i < 6 && choices.yes(3, 4); i++) {
      functions.function();
    }
    String entry = prefix + "program";
    Body body = new Body(world, new Scope(world.globals()), false, null, Body.PROGRAM_LIMIT);
    world.out().open("static void " + entry + "(" + (world.cpp() ? "" : "void") + ")");
    new Statements(body).content(3);
    Declarations declarations = new Declarations(body, new Expressions(body));
    for (Variable variable : world.globals().own()) {
      declarations.count(Place.of(variable));
    }
    world.out().close();
    return new RandomProgram(world.out().toString(), entry);
  }

  /** One file with these programs, whose {@code main} runs them in order. */
  static String file(List<RandomProgram> programs) {
    return SHARED
        + programs.stream().map(RandomProgram::text).collect(Collectors.joining("\n"))
        + programs.stream()
            .map(RandomProgram::call)
            .collect(Collectors.joining("", "\nint main(void) {\n", "  return 0;\n}\n"));
  }

  /** The line of output that starts the output of this program. */
  String title() {
    return "-- " + entry;
  }

  private String call() {
    return """
      puts("%s");
      checksum = 14695981039346656037ul;
      %s();
      printf("checksum %%lx\\n", checksum);
    """
        .formatted(title(), entry);
  }
}
