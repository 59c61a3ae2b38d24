package org.shmemlab.labs.workbench;

import java.util.List;

/**
 * Describes the result of a program.
 *
 * @param good whether nothing is wrong with it, as far as was checked
 * @param summary one sentence: how it ended
 * @param details more lines about that
 * @param marks places of the source that something is said about
 * @param printed what the PEs printed, in whole lines
 * @param page an HTML page that shows it; empty for none
 */
public record Shown(
    boolean good,
    String summary,
    List<String> details,
    List<Mark> marks,
    List<Printed> printed,
    String page) {
  public Shown {
    details = List.copyOf(details);
    marks = List.copyOf(marks);
    printed = List.copyOf(printed);
  }

  /**
   * Lines of one PE.
   *
   * @param error whether they went to standard error
   */
  public record Printed(int pe, boolean error, String text) {}

  /** Nothing was looked at, and why. */
  public static Shown refused(String why) {
    return rejected(why, List.of());
  }

  static Shown rejected(String why, List<Mark> marks) {
    return new Shown(false, why, List.of(), marks, List.of(), "");
  }
}
