package org.shmemlab.plan.workload;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.Doubles;
import com.google.common.primitives.Longs;

/**
 * A parameter of a workload.
 *
 * @param usual its default
 * @param about one line, with the unit
 */
public record WorkloadParameter(String name, String usual, String about, Domain domain) {
  /** The values that a parameter may have. */
  public sealed interface Domain {}

  /** Whole numbers of an interval. */
  public record Whole(long least, long most) implements Domain {}

  /** Any number of an interval. */
  public record Real(double least, double most) implements Domain {}

  /** One of some words. */
  public record Word(ImmutableList<String> words) implements Domain {}

  static WorkloadParameter whole(String name, long usual, long least, long most, String about) {
    return new WorkloadParameter(name, String.valueOf(usual), about, new Whole(least, most));
  }

  static WorkloadParameter number(
      String name, String usual, double least, double most, String about) {
    return new WorkloadParameter(name, usual, about, new Real(least, most));
  }

  static WorkloadParameter word(String name, String about, String... words) {
    return new WorkloadParameter(name, words[0], about, new Word(ImmutableList.copyOf(words)));
  }

  /**
   * Makes sure that a value is one of this parameter.
   *
   * @throws IllegalArgumentException saying what there is
   */
  void check(String value) {
    boolean fits =
        switch (domain) {
          case Whole whole -> {
            Long number = Longs.tryParse(value);
            yield number != null && number >= whole.least && number <= whole.most;
          }
          case Real of -> {
            Double number = Doubles.tryParse(value);
            yield number != null && number >= of.least && number <= of.most;
          }
          case Word of -> of.words.contains(value);
        };
    if (!fits) {
      throw new IllegalArgumentException(name + "=" + value + ": " + name + " is " + range());
    }
  }

  /** Its values, in words. */
  public String range() {
    return switch (domain) {
      case Whole whole -> "a whole number from " + whole.least + " to " + whole.most;
      case Real of -> "a number from " + of.least + " to " + of.most;
      case Word of -> "one of " + String.join(", ", of.words);
    };
  }
}
