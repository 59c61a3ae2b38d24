package org.shmemlab.reports.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Checks tables, and that the written values are found in files of Parquet. */
final class TableTest {
  /** One row of every type, with and without a value that may be missing. */
  record Row(
      int pe,
      long firstByte,
      double share,
      boolean heldOut,
      @Nullable String what,
      @Nullable Long bytes,
      @Nullable Double error,
      @Nullable Boolean seen) {}

  private static Table table(List<Row> rows) {
    return Table.of("rows", MethodHandles.lookup(), Row.class, rows);
  }

  @Test
  void csvQuotesWhatItHasTo() {
    assertThat(
            Csv.text(
                table(
                    List.of(
                        new Row(0, 1L << 40, 0.5, true, "a, \"b\"\nc", 7L, -0.25, false),
                        new Row(1, -1, 1e-9, false, null, null, null, null),
                        new Row(2, 0, 0, false, "", null, null, true)))))
        .isEqualTo(
            """
            pe,first_byte,share,held_out,what,bytes,error,seen
            0,1099511627776,0.5,true,"a, ""b\""
            c",7,-0.25,false
            1,-1,1.0E-9,false,,,,
            2,0,0.0,false,"",,,true
            """);
  }

  @Test
  void aColumnHasOneOfFourTypes() {
    record Odd(List<String> many) {}
    assertThatThrownBy(() ->
            Table.of("odd", MethodHandles.lookup(), Odd.class, List.of(new Odd(List.of("x")))))
        .hasMessageContaining("no column holds a interface java.util.List");
  }

  @Property(tries = 10) // each opens the database twice
  void parquetHoldsEveryValue(
      @ForAll long[] numbers, @ForAll List<@Nullable String> texts, @ForAll boolean all)
      throws IOException, SQLException {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < numbers.length; i++) {
      String text = texts.isEmpty() ? null : texts.get(i % texts.size());
      boolean there = all || (numbers[i] & 3) != 0;
      rows.add(
          new Row(
              i,
              numbers[i],
              Double.longBitsToDouble(numbers[i]),
              numbers[i] < 0,
              text == null ? null : new String(text.getBytes(UTF), UTF), // no half of a character
              there ? numbers[i] : null,
              there ? (double) numbers[i] : null,
              there ? numbers[i] > 0 : null));
    }
    assertThat(query("SELECT * FROM '%s'", rows, TableTest::row)).isEqualTo(rows);
  }

  @Test
  void parquetHasTheTypesOfTheColumns() throws IOException, SQLException {
    assertThat(
            query(
                "SELECT column_name || ' ' || column_type FROM (DESCRIBE SELECT * FROM '%s')",
                List.of(), result -> result.getString(1)))
        .containsExactly(
            "pe BIGINT",
            "first_byte BIGINT",
            "share DOUBLE",
            "held_out BOOLEAN",
            "what VARCHAR",
            "bytes BIGINT",
            "error DOUBLE",
            "seen BOOLEAN");
  }

  private static Row row(ResultSet row) throws SQLException {
    return new Row(
        row.getInt("pe"),
        row.getLong("first_byte"),
        row.getDouble("share"),
        row.getBoolean("held_out"),
        row.getString("what"),
        (Long) row.getObject("bytes"),
        (Double) row.getObject("error"),
        (Boolean) row.getObject("seen"));
  }

  private interface Read<T> {
    T of(ResultSet row) throws SQLException;
  }

  /** The answers to a query of the file that holds the rows. */
  private static <T> List<T> query(String sql, List<Row> rows, Read<T> read)
      throws IOException, SQLException {
    Path file = Files.createTempFile("table", ".parquet");
    try (OutputStream out = Files.newOutputStream(file)) {
      Parquet.write(table(rows), out);
    }
    List<T> all = new ArrayList<>();
    try (Connection database = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = database.createStatement();
        ResultSet result = statement.executeQuery(sql.formatted(file))) {
      while (result.next()) {
        all.add(read.of(result));
      }
    } finally {
      Files.delete(file);
    }
    return all;
  }

  private static final java.nio.charset.Charset UTF = java.nio.charset.StandardCharsets.UTF_8;
}
