package org.shmemlab.reports;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shmemlab.reports.table.Table;

/**
 * Writes the answers of the specification and each transport about litmus tests, as a table with
 * marks.
 */
public final class TransportRows implements TransportTableView {
  private final List<String> tests = new ArrayList<>();
  private final List<ImmutableMap<String, String>> marks = new ArrayList<>();

  /** A row for each test, a column for each profile and transport. */
  public Table table() {
    Set<String> rules = new LinkedHashSet<>();
    marks.forEach(row -> rules.addAll(row.keySet()));
    ImmutableList.Builder<Table.Column> columns = ImmutableList.builder();
    columns.add(new Table.Column("test", Table.Type.TEXT, false, List.copyOf(tests)));
    for (String name : rules) {
      List<@Nullable String> cells = new ArrayList<>();
      marks.forEach(row -> cells.add(row.get(name)));
      columns.add(new Table.Column(name, Table.Type.TEXT, true, cells));
    }
    return new Table("tests", columns.build(), tests.size());
  }

  @Override
  public void rejected(String file, List<ReportedFinding> findings) {
    // it has no row
  }

  @Override
  public void row(String test, ImmutableMap<String, String> cells) {
    tests.add(test);
    marks.add(cells);
  }

  @Override
  public void end() {
    // the table is asked for
  }
}
