package org.shmemlab.labs.classroom;

import java.util.List;
import org.shmemlab.labs.grading.Grade;
import org.shmemlab.labs.grading.Trouble;
import org.shmemlab.reports.json.Document;
import org.shmemlab.reports.json.Schema;

/** Writes grades as a document for other tools: {@code docs/schemas/lab-grade-1.json}. */
public final class GradesJson {
  private GradesJson() {}

  private record Answer(
      String student,
      String identifier,
      String file,
      String lab,
      int points,
      int of,
      List<Result> criteria) {}

  private record Result(
      String name,
      String says,
      int points,
      int of,
      Grade.State state,
      String seen,
      List<Wrong> troubles) {}

  private record Wrong(String kind, String say, String text) {}

  /**
   * The whole document.
   *
   * @param exitCode of the command
   */
  public static String text(int exitCode, List<Graded> grades) {
    return Document.text(
        Schema.LAB_GRADE, exitCode, grades.stream().map(GradesJson::answer).toList());
  }

  private static Answer answer(Graded graded) {
    Grade grade = graded.grade();
    return new Answer(
        GradesTable.name(graded.submission()),
        GradesTable.identifier(graded),
        graded.submission().source().path(),
        grade.lab(),
        grade.points(),
        grade.of(),
        grade.results().stream().map(GradesJson::result).toList());
  }

  private static Result result(Grade.Result result) {
    return new Result(
        result.name(),
        result.says(),
        result.points(),
        result.of(),
        result.state(),
        result.seen(),
        result.troubles().stream().map(GradesJson::wrong).toList());
  }

  private static Wrong wrong(Trouble trouble) {
    return new Wrong(trouble.kind(), trouble.say(), trouble.text());
  }
}
