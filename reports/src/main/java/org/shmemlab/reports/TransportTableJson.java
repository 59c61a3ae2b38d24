package org.shmemlab.reports;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.List;
import org.shmemlab.reports.json.Document;
import org.shmemlab.reports.json.Schema;

/**
 * Writes the answers of the specification and each transport about litmus tests, as JSON: a result
 * for each.
 */
public final class TransportTableJson implements TransportTableView {
  private final List<Object> tests = new ArrayList<>();

  /**
   * The whole document, once the check has ended.
   *
   * @param exitCode of the command
   */
  public String text(int exitCode) {
    return Document.text(Schema.CHECK_TABLE, exitCode, tests);
  }

  @Override
  public void rejected(String file, List<ReportedFinding> findings) {
    tests.add(new Rejected(file, "rejected", ImmutableList.copyOf(findings)));
  }

  @Override
  public void row(String test, ImmutableMap<String, String> cells) {
    tests.add(new Row(test, cells));
  }

  @Override
  public void end() {
    // the document is asked for by text()
  }

  private record Rejected(
      String file, String verdict, ImmutableList<ReportedFinding> diagnostics) {}

  private record Row(String test, ImmutableMap<String, String> cells) {}
}
