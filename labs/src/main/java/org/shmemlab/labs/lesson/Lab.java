package org.shmemlab.labs.lesson;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;

/**
 * Holds one lab.
 *
 * @param name of its folder: a number of two digits, an underscore and a word or some
 * @param title for people
 * @param minutes that a student needs, about
 * @param criteria in the order in which they are looked at
 * @param mistakes in the order in which they are recognised
 * @param files its other files by their names: texts and programs
 */
public record Lab(
    String name,
    String title,
    int minutes,
    ImmutableList<Criterion> criteria,
    ImmutableList<Mistake> mistakes,
    ImmutableMap<String, String> files) {
  /** The text that a student reads. */
  public static final String README = "README.md";

  /** The program that a student starts from. */
  public static final String START = "start.cu";

  /** An answer with full points. */
  public static final String SOLUTION = "solution.cu";

  /** The rules by which answers are graded. */
  public static final String FORMAT = "lab.yaml";

  /** The number that its name begins with. */
  public int number() {
    return Integer.parseInt(name.substring(0, 2));
  }

  /** The points of an answer that does all that is asked. */
  public int points() {
    return criteria.stream().mapToInt(Criterion::points).sum();
  }

  /** With how many PEs its program is looked at: those of all orders, or else of the first test. */
  public int pes() {
    return orders().get(0).start().pes();
  }

  /**
   * The orders that an answer is graded by, never none: a lab that grades by no orders has those of
   * its first test.
   */
  public ImmutableList<Criterion.Orders> orders() {
    ImmutableList<Criterion.Orders> asked =
        criteria.stream()
            .map(Criterion::test)
            .filter(Criterion.Orders.class::isInstance)
            .map(Criterion.Orders.class::cast)
            .collect(ImmutableList.toImmutableList());
    return asked.isEmpty()
        ? ImmutableList.of(new Criterion.Orders(criteria.get(0).start(), null, null, 0))
        : asked;
  }

  /** One of its files. */
  public String file(String file) {
    String text = files.get(file);
    if (text == null) {
      throw new IllegalArgumentException(name + " has no " + file);
    }
    return text;
  }

  /** The hints of its page, in order: what is folded away there. */
  public ImmutableList<String> hints() {
    return Hints.of(file(README));
  }
}
