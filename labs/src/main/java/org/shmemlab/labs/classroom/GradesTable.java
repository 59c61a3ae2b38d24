package org.shmemlab.labs.classroom;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shmemlab.labs.grading.FeedbackText;
import org.shmemlab.reports.table.Csv;
import org.shmemlab.reports.table.Table;
import org.shmemlab.reports.table.Table.Column;

/**
 * Writes grades as a table for a teacher. The CSV has the columns of a Moodle grading worksheet
 * (Moodle documentation, "Assignment settings", "Offline grading worksheet"), and two more for the
 * lab; folders that Moodle names {@code Ann Example_4711_assignsubmission_file} become names and
 * identifiers.
 */
public final class GradesTable {
  private static final Pattern MOODLE = Pattern.compile("(.+)_(\\d+)_assignsubmission_.*");

  private GradesTable() {}

  /** The CSV. */
  public static String csv(List<Graded> grades) {
    return Csv.text(
        new Table(
            "grades",
            ImmutableList.of(
                text("Identifier", grades, GradesTable::identifier),
                text("Full name", grades, graded -> name(graded.submission())),
                text("Lab", grades, graded -> graded.grade().lab()),
                text("File", grades, graded -> graded.submission().source().path()),
                number("Grade", grades, graded -> graded.grade().points()),
                number("Maximum grade", grades, graded -> graded.grade().of()),
                text("Feedback comments", grades, graded -> FeedbackText.first(graded.grade()))),
            grades.size()));
  }

  /** One line for each answer, for a terminal. */
  public static ImmutableList<String> lines(List<Graded> grades) {
    int width =
        grades.stream().mapToInt(graded -> name(graded.submission()).length()).max().orElse(0);
    return grades.stream()
        .map(graded ->
            "%s  %s  %2d/%d  %s"
                .formatted(
                    padded(name(graded.submission()), width),
                    graded.grade().lab(),
                    graded.grade().points(),
                    graded.grade().of(),
                    FeedbackText.first(graded.grade()))
                .stripTrailing())
        .collect(ImmutableList.toImmutableList());
  }

  /** The name of the student, as far as the folder names it. */
  static String name(Submission submission) {
    Matcher moodle = MOODLE.matcher(submission.student());
    String name = moodle.matches() ? moodle.group(1) : submission.student();
    return name.replaceAll("\\p{Cntrl}", " ");
  }

  /** Moodle's identifier of the student; empty where the folder does not come from there. */
  static String identifier(Graded graded) {
    Matcher moodle = MOODLE.matcher(graded.submission().student());
    return moodle.matches() ? "Participant " + moodle.group(2) : "";
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }

  private static Column text(String name, List<Graded> grades, Function<Graded, String> value) {
    return new Column(
        name,
        Table.Type.TEXT,
        false,
        grades.stream().map(value).map(GradesTable::harmless).toList());
  }

  private static Column number(String name, List<Graded> grades, Function<Graded, Integer> value) {
    return new Column(
        name,
        Table.Type.INTEGER,
        false,
        grades.stream().map(value).map(points -> (Object) (long) points).toList());
  }

  /** A spreadsheet takes what begins so for a formula, and a student names folders and prints. */
  private static String harmless(String text) {
    return !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
  }
}
