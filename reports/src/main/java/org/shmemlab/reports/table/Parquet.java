package org.shmemlab.reports.table;

import com.google.common.base.Joiner;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;

/**
 * Writes a table as Parquet (https://parquet.apache.org/docs/file-format/) by the database that
 * keeps the results of plans: each column is a list that DuckDB turns into rows.
 */
public final class Parquet {
  private Parquet() {}

  /** Writes a whole file. */
  public static void write(Table table, OutputStream out) throws IOException {
    Path file = Files.createTempFile("shmemlab", ".parquet");
    Properties properties = new Properties();
    properties.setProperty("threads", "1");
    try (Connection database = DriverManager.getConnection("jdbc:duckdb:", properties)) {
      fill(database, table.columns());
      try (Statement copy = database.createStatement()) {
        String name = file.toString().replace("'", "''");
        copy.execute("COPY rows TO '" + name + "' (FORMAT parquet, COMPRESSION gzip)");
      }
      Files.copy(file, out);
    } catch (SQLException problem) {
      throw new IOException(
          String.valueOf(problem.getMessage()).contains("No suitable driver")
              ? "the DuckDB library is missing: start this by ./shmemlab"
              : problem.getMessage(),
          problem);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static void fill(Connection database, List<Table.Column> columns) throws SQLException {
    List<String> lists =
        columns.stream()
            .map(column -> "unnest(?::" + type(column) + "[]) AS \"" + column.name() + '"')
            .toList();
    String create = "CREATE TABLE rows AS SELECT " + Joiner.on(", ").join(lists);
    try (PreparedStatement statement = database.prepareStatement(create)) {
      for (int i = 0; i < columns.size(); i++) {
        Table.Column column = columns.get(i);
        statement.setArray(i + 1, database.createArrayOf(type(column), column.values().toArray()));
      }
      statement.execute();
    }
  }

  private static String type(Table.Column column) {
    return switch (column.type()) {
      case TEXT -> "VARCHAR";
      case INTEGER -> "BIGINT";
      case NUMBER -> "DOUBLE";
      case TRUTH -> "BOOLEAN";
    };
  }
}
