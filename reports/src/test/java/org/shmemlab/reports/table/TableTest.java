package org.shmemlab.reports.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import dev.hardwood.InputFile;
import dev.hardwood.reader.ParquetFileReader;
import dev.hardwood.reader.RowReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Checks tables, and that another reader of Parquet finds the written values in them. */
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

  @Property(tries = 50)
  void parquetHoldsEveryValue(
      @ForAll long[] numbers, @ForAll List<@Nullable String> texts, @ForAll boolean all)
      throws IOException {
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
    assertThat(read(table(rows))).isEqualTo(rows);
  }

  @Test
  void parquetHasItsTypes() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Parquet.write(table(List.of()), "ShmemLab test", bytes);
    try (ParquetFileReader file = open(bytes.toByteArray())) {
      assertThat(file.getFileMetaData().createdBy()).isEqualTo("ShmemLab test");
      assertThat(file.getFileMetaData().numRows()).isZero();
      assertThat(file.getFileSchema().toString()).contains("first_byte", "held_out");
    }
  }

  private static final java.nio.charset.Charset UTF = java.nio.charset.StandardCharsets.UTF_8;

  private static ParquetFileReader open(byte[] bytes) throws IOException {
    return ParquetFileReader.open(InputFile.of(ByteBuffer.wrap(bytes)));
  }

  private static ImmutableList<Row> read(Table table) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Parquet.write(table, "ShmemLab test", bytes);
    ImmutableList.Builder<Row> rows = ImmutableList.builder();
    try (ParquetFileReader file = open(bytes.toByteArray());
        RowReader reader = file.rowReader()) {
      while (reader.hasNext()) {
        reader.next();
        rows.add(
            new Row(
                (int) reader.getLong("pe"),
                reader.getLong("first_byte"),
                reader.getDouble("share"),
                reader.getBoolean("held_out"),
                reader.isNull("what") ? null : reader.getString("what"),
                reader.isNull("bytes") ? null : (Long) reader.getLong("bytes"),
                reader.isNull("error") ? null : (Double) reader.getDouble("error"),
                reader.isNull("seen") ? null : (Boolean) reader.getBoolean("seen")));
      }
    }
    return rows.build();
  }
}
