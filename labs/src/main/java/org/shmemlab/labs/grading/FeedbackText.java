package org.shmemlab.labs.grading;

import com.google.common.collect.ImmutableList;
import org.shmemlab.labs.grading.Grade.Result;
import org.shmemlab.labs.grading.Grade.State;

/** Writes a grade for its student. */
public final class FeedbackText {
  private static final int WIDTH = 96;

  /** Most troubles of a criterion that are reported; the others follow when these are repaired. */
  public static final int MOST_TROUBLES = 3;

  private static final String LEGEND =
      "  (yes: met; no: not met; half: right by one reading of the documents only;"
          + " ...: looked at once those above are met)";

  private FeedbackText() {}

  /** Line by line. */
  public static ImmutableList<String> lines(Grade grade) {
    ImmutableList.Builder<String> lines = ImmutableList.builder();
    lines.add(
        "Lab %d, %s: %d of %d points"
            .formatted(
                Integer.parseInt(grade.lab().substring(0, 2)),
                grade.title(),
                grade.points(),
                grade.of()));
    for (Result result : grade.results()) {
      String mark =
          switch (result.state()) {
            case MET -> "yes  ";
            case ONE_DOCUMENT -> "half ";
            case MISSED -> "no   ";
            case OPEN -> "...  ";
          };
      lines.add("  %s%d/%d  %s".formatted(mark, result.points(), result.of(), result.says()));
      if (!result.seen().isEmpty()) {
        lines.add("             " + result.seen());
      }
      result.troubles().stream().limit(MOST_TROUBLES).forEach(trouble -> trouble(trouble, lines));
      int more = result.troubles().size() - MOST_TROUBLES;
      if (more > 0) {
        lines.add("      ... and " + more + " more; repair these first.");
      }
    }
    if (!grade.full()) {
      lines.add(LEGEND);
    }
    return lines.build();
  }

  private static void trouble(Trouble trouble, ImmutableList.Builder<String> lines) {
    if (!trouble.say().isEmpty()) {
      wrapped(trouble.say(), lines);
    }
    wrapped(intro(trouble) + trouble.text() + ".", lines);
    trouble.picture().forEach(line -> lines.add("      " + line));
  }

  /** The meaning of a kind of trouble, for a student who meets it for the first time. */
  public static String intro(Trouble trouble) {
    return switch (trouble.kind()) {
      case "conflict" -> "Conflict, in an order that is allowed: ";
      case "deadlock" -> "Deadlock, no PE can proceed: ";
      case "livelock" -> "Livelock, some PE can always proceed, but nothing ends: ";
      case "assertion" -> "An assertion of the program fails: ";
      case "misuse" -> "A call or an access breaks a rule: ";
      case "stale" -> "An old value comes from a cache: ";
      case "prints" -> "The output is not what it should be: ";
      case "not all orders" -> "Some orders lead to what cannot be judged: ";
      default -> "";
    };
  }

  private static void wrapped(String text, ImmutableList.Builder<String> lines) {
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ", -1)) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > WIDTH) {
        lines.add("      " + line);
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add("      " + line);
  }

  /** The most important thing to report, on one line; empty where all points are given. */
  public static String first(Grade grade) {
    ImmutableList<Trouble> all =
        grade.results().stream()
            .filter(
                result -> result.state() == State.MISSED || result.state() == State.ONE_DOCUMENT)
            .flatMap(result -> result.troubles().stream())
            .collect(ImmutableList.toImmutableList());
    return all.stream()
        .filter(trouble -> !trouble.say().isEmpty())
        .findFirst()
        .map(Trouble::say)
        .or(() -> all.stream().findFirst().map(trouble -> intro(trouble) + trouble.text()))
        .orElse("");
  }
}
