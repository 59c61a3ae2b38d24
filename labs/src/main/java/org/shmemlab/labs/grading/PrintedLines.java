package org.shmemlab.labs.grading;

import com.google.common.base.Splitter;
import com.google.common.collect.HashMultiset;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.Multiset;
import java.util.List;
import java.util.Optional;

/** Compares a program's output with the expected output, in whatever order the lines are. */
final class PrintedLines {
  private static final int LONGEST = 100;

  private PrintedLines() {}

  /**
   * A difference of a program's output.
   *
   * @param unexpected the first line of the output that is too much; empty where none is
   * @param text the difference, in words
   */
  record Difference(String unexpected, String text) {}

  /** The difference; empty where there is none. */
  static Optional<Difference> difference(String printed, List<String> expected) {
    ImmutableList<String> actual =
        Splitter.on('\n')
            .splitToStream(
                printed.endsWith("\n") ? printed.substring(0, printed.length() - 1) : printed)
            .filter(line -> !(line.isEmpty() && printed.isEmpty()))
            .collect(ImmutableList.toImmutableList());
    Multiset<String> missing = HashMultiset.create(expected);
    Multiset<String> more = HashMultiset.create(actual);
    actual.forEach(missing::remove);
    expected.forEach(more::remove);
    List<String> left = expected.stream().filter(missing::contains).distinct().toList();
    List<String> over = actual.stream().filter(more::contains).distinct().toList();
    if (left.isEmpty() && over.isEmpty()) {
      return Optional.empty();
    }
    String found =
        actual.isEmpty()
            ? "it prints nothing"
            : over.isEmpty() ? "all that it prints is right" : "it prints " + shown(over);
    String lacks =
        left.isEmpty()
            ? "that line is too much"
            : shown(left) + (left.size() == 1 ? " is missing" : " are missing");
    String text = found + (over.isEmpty() && !actual.isEmpty() ? ", but " : "; ") + lacks;
    return Optional.of(new Difference(over.isEmpty() ? "" : over.get(0), text));
  }

  private static String shown(List<String> lines) {
    String first = lines.get(0);
    String line = first.length() <= LONGEST ? first : first.substring(0, LONGEST) + "...";
    int more = lines.size() - 1;
    return "'"
        + line
        + "'"
        + (more == 0 ? "" : more == 1 ? " and another line" : " and " + more + " other lines");
  }
}
