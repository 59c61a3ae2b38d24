package org.shmemlab.cli.export;

import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shmemlab.reports.table.Csv;
import org.shmemlab.reports.table.Parquet;
import org.shmemlab.reports.table.Table;

/**
 * Writes the forms in which a command can give its results to other tools, by the ending of a
 * file's name. They are named before the command runs, so that a wrong ending costs no run, and
 * made after it.
 */
public final class Forms {
  /** Puts results into a file. */
  @FunctionalInterface
  interface Form {
    void write(OutputStream out, int exitCode) throws IOException;
  }

  /** The file name endings of tables. */
  static final ImmutableSet<String> OF_TABLES = ImmutableSet.of(".csv", ".parquet");

  private final Map<String, Form> whole = new LinkedHashMap<>();
  private final Map<String, Supplier<Table>> tables = new LinkedHashMap<>();

  /**
   * A form that holds everything.
   *
   * @param text is given the exit code
   */
  public Forms with(String ending, IntFunction<String> text) {
    whole.put(
        ending,
        (out, exitCode) -> out.write(text.apply(exitCode).getBytes(StandardCharsets.UTF_8)));
    return this;
  }

  /** A table; the first one is what a file without the name of a table gets. */
  public Forms table(String name, Supplier<Table> table) {
    tables.put(name, table);
    return this;
  }

  /** All endings, in the order in which they were given. */
  ImmutableSet<String> endings() {
    ImmutableSet.Builder<String> endings = ImmutableSet.<String>builder().addAll(whole.keySet());
    if (!tables.isEmpty()) {
      endings.addAll(OF_TABLES);
    }
    return endings.build();
  }

  /** The names of the tables, the first one first. */
  ImmutableSet<String> tables() {
    return ImmutableSet.copyOf(tables.keySet());
  }

  /**
   * The form that makes the content of a file.
   *
   * @param table which one, for an ending of tables; null for the first
   */
  Form of(String ending, @Nullable String table) {
    Form form = whole.get(ending);
    if (form != null) {
      return form;
    }
    Supplier<Table> rows =
        table == null ? tables.values().iterator().next() : tables.getOrDefault(table, null);
    if (rows == null) {
      throw new IllegalArgumentException(ending + ", " + table);
    }
    return ending.equals(".csv")
        ? (out, _) -> out.write(Csv.text(rows.get()).getBytes(StandardCharsets.UTF_8))
        : (out, _) -> Parquet.write(rows.get(), out);
  }
}
