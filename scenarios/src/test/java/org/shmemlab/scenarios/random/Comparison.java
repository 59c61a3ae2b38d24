package org.shmemlab.scenarios.random;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.shmemlab.model.choices.Choices;
import org.shmemlab.model.choices.Recording;
import org.shmemlab.model.choices.Replay;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.model.choices.Shrinking;

/** Compares the results of random programs by the real compiler and by our machine. */
final class Comparison {
  private static final int TRIES = 600;

  private final Gcc gcc;
  private final Dialect dialect;

  Comparison(Gcc gcc, Dialect dialect) {
    this.gcc = gcc;
    this.dialect = dialect;
  }

  /**
   * Compares many programs in one file.
   *
   * @return nothing if they print the same; else one that differs, made small, with both outputs
   */
  Optional<String> difference(long seed, int programs) {
    List<RandomProgram> all = new ArrayList<>();
    for (int i = 0; i < programs; i++) {
      all.add(RandomProgram.generate(choices(seed, i), dialect, "p" + i + "_"));
    }
    String source = RandomProgram.file(all);
    Gcc.Result expected = gcc.run(source);
    if (!expected.accepted()) {
      return Optional.of("the compiler rejects what seed " + seed + " gives: " + expected.text());
    }
    String actual = OnePe.output(source, dialect);
    if (expected.text().equals(actual)) {
      return Optional.empty();
    }
    for (int i = 0; i < programs; i++) {
      Recording recording = new Recording(choices(seed, i));
      String title = all.get(i).title() + "\n";
      if (!section(expected.text(), title).equals(section(actual, title)) && differs(recording)) {
        return Optional.of(
            "program " + i + " of seed " + seed + ", made small:\n" + smallest(recording));
      }
    }
    return Optional.of("seed " + seed + ": the programs differ together, but each alone does not");
  }

  /** The output of the program of this title; empty if it did not get so far. */
  private static String section(String output, String title) {
    int from = output.indexOf(title);
    int to = output.indexOf("-- p", from + 1);
    return from < 0 ? "" : output.substring(from, to < 0 ? output.length() : to);
  }

  private static Choices choices(long seed, int program) {
    return new SeededChoices(seed + program);
  }

  private boolean differs(Choices choices) {
    String source = source(choices);
    Gcc.Result expected = gcc.run(source);
    return expected.accepted() && !expected.text().equals(OnePe.output(source, dialect));
  }

  private String source(Choices choices) {
    return RandomProgram.file(List.of(RandomProgram.generate(choices, dialect, "")));
  }

  private String smallest(Recording recording) {
    Choices smallest = new Replay(Shrinking.smallest(recording.answers(), this::differs, TRIES));
    String source = source(smallest);
    return source
        + "\n--- expected:\n"
        + gcc.run(source).text()
        + "--- but was:\n"
        + OnePe.output(source, dialect);
  }
}
