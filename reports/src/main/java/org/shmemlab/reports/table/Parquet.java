package org.shmemlab.reports.table;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPOutputStream;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.StringType;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.Nullable;

/**
 * Writes a table as Parquet (https://parquet.apache.org/docs/file-format/): one row group, one page
 * of plain values for each column, compressed by gzip. Headers and footer are written by Apache
 * Parquet's own classes for them.
 */
public final class Parquet {
  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
  private static final int VERSION = 1;

  private final Table table;
  private final OutputStream out;
  private long written;

  private Parquet(Table table, OutputStream out) {
    this.table = table;
    this.out = out;
  }

  /**
   * Writes a whole file.
   *
   * @param program what its footer names as its author
   */
  public static void write(Table table, String program, OutputStream out) throws IOException {
    new Parquet(table, out).write(program);
  }

  private void write(String program) throws IOException {
    put(MAGIC);
    List<SchemaElement> schema = new ArrayList<>();
    schema.add(new SchemaElement(table.name()).setNum_children(table.columns().size()));
    List<ColumnChunk> chunks = new ArrayList<>();
    long size = 0;
    for (Table.Column column : table.columns()) {
      schema.add(element(column));
      ColumnMetaData chunk = chunk(column);
      size += chunk.getTotal_uncompressed_size();
      chunks.add(new ColumnChunk(chunk.getData_page_offset()).setMeta_data(chunk));
    }
    FileMetaData footer =
        new FileMetaData(
            VERSION, schema, table.rows(), List.of(new RowGroup(chunks, size, table.rows())));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Util.writeFileMetaData(footer.setCreated_by(program), bytes);
    put(bytes.toByteArray());
    put(littleEndian(Integer.BYTES).putInt(bytes.size()).array());
    put(MAGIC);
  }

  private static SchemaElement element(Table.Column column) {
    SchemaElement element =
        new SchemaElement(column.name())
            .setType(physical(column.type()))
            .setRepetition_type(
                column.optional() ? FieldRepetitionType.OPTIONAL : FieldRepetitionType.REQUIRED);
    return column.type() == Table.Type.TEXT
        ? element
            .setConverted_type(ConvertedType.UTF8)
            .setLogicalType(LogicalType.STRING(new StringType()))
        : element;
  }

  private static Type physical(Table.Type type) {
    return switch (type) {
      case TEXT -> Type.BYTE_ARRAY;
      case INTEGER -> Type.INT64;
      case NUMBER -> Type.DOUBLE;
      case TRUTH -> Type.BOOLEAN;
    };
  }

  private ColumnMetaData chunk(Table.Column column) throws IOException {
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    if (column.optional()) {
      presence(column, plain);
    }
    values(column, plain);
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      plain.writeTo(gzip);
    }
    PageHeader header =
        new PageHeader(PageType.DATA_PAGE, plain.size(), packed.size())
            .setData_page_header(
                new DataPageHeader(table.rows(), Encoding.PLAIN, Encoding.RLE, Encoding.RLE));
    long begin = written;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Util.writePageHeader(header, bytes);
    put(bytes.toByteArray());
    put(packed.toByteArray());
    return new ColumnMetaData(
        physical(column.type()),
        List.of(Encoding.PLAIN, Encoding.RLE),
        List.of(column.name()),
        CompressionCodec.GZIP,
        table.rows(),
        bytes.size() + (long) plain.size(),
        written - begin,
        begin);
  }

  // Definition levels: 1 where there is a value, as runs of equal bits after their length in bytes.
  private static void presence(Table.Column column, ByteArrayOutputStream into) {
    ByteArrayOutputStream runs = new ByteArrayOutputStream();
    List<? extends @Nullable Object> values = column.values();
    int begin = 0;
    while (begin < values.size()) {
      boolean there = values.get(begin) != null;
      int end = begin + 1;
      while (end < values.size() && (values.get(end) != null) == there) {
        end++;
      }
      int head = (end - begin) << 1; // a run of one value, not of packed bits
      for (; head > 0x7F; head >>>= 7) {
        runs.write((head & 0x7F) | 0x80);
      }
      runs.write(head);
      runs.write(there ? 1 : 0);
      begin = end;
    }
    into.writeBytes(littleEndian(Integer.BYTES).putInt(runs.size()).array());
    into.writeBytes(runs.toByteArray());
  }

  private static void values(Table.Column column, ByteArrayOutputStream into) {
    if (column.type() == Table.Type.TRUTH) {
      bits(column, into);
      return;
    }
    for (Object value : column.values()) {
      switch (value) {
        case null -> {}
        case Long whole -> into.writeBytes(littleEndian(Long.BYTES).putLong(whole).array());
        case Double number -> into.writeBytes(littleEndian(Double.BYTES).putDouble(number).array());
        default -> {
          byte[] text = value.toString().getBytes(StandardCharsets.UTF_8);
          into.writeBytes(littleEndian(Integer.BYTES).putInt(text.length).array());
          into.writeBytes(text);
        }
      }
    }
  }

  // Booleans are bits, the first one lowest.
  private static void bits(Table.Column column, ByteArrayOutputStream into) {
    List<Object> there = new ArrayList<>();
    column.values().stream().filter(Objects::nonNull).forEach(there::add);
    for (int first = 0; first < there.size(); first += Byte.SIZE) {
      int bits = 0;
      for (int i = first; i < Math.min(there.size(), first + Byte.SIZE); i++) {
        bits |= there.get(i).equals(true) ? 1 << (i - first) : 0;
      }
      into.write(bits);
    }
  }

  private void put(byte[] bytes) throws IOException {
    out.write(bytes);
    written += bytes.length;
  }

  private static ByteBuffer littleEndian(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
