package org.shmemlab.reports.plan;

import com.google.common.collect.ImmutableList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shmemlab.plan.answer.Answer;
import org.shmemlab.plan.answer.Objective;
import org.shmemlab.plan.store.Store;
import org.shmemlab.reports.json.Document;
import org.shmemlab.reports.json.Schema;

/** Writes the results of a plan, or a query of them, as JSON. */
public final class PlanJson {
  private PlanJson() {}

  /**
   * An answer.
   *
   * @param complete whether nothing was left out for want of time
   * @param answer the lines that people read
   * @param best the point that they name; null where none meets the limit
   */
  private record Answered(
      String workload,
      Objective goal,
      boolean complete,
      ImmutableList<String> answer,
      PlanTables.@Nullable PointRow best,
      List<PlanTables.PointRow> points,
      List<PlanTables.SensitivityRow> sensitivity) {}

  /**
   * The document of an answer.
   *
   * @param exitCode of the command
   */
  public static String text(Answer answer, int exitCode) {
    return Document.text(
        Schema.PLAN,
        exitCode,
        ImmutableList.of(
            new Answered(
                answer.question().grid().workload().name(),
                answer.question().goal(),
                answer.complete(),
                PlanText.lines(answer),
                answer.best() == null ? null : PlanTables.row(answer.best()),
                PlanTables.pointRows(answer),
                PlanTables.sensitivityRows(answer))));
  }

  /** The document of a query: an object of texts for each row, null for a value not there. */
  public static String text(Store.Rows rows) {
    return Document.text(
        Schema.PLAN_QUERY, rows.rows().stream().map(row -> named(rows.columns(), row)).toList());
  }

  private static Map<String, @Nullable String> named(
      List<String> columns, List<@Nullable String> row) {
    Map<String, @Nullable String> named = new LinkedHashMap<>();
    for (int i = 0; i < columns.size(); i++) {
      named.put(columns.get(i), row.get(i));
    }
    return named;
  }
}
