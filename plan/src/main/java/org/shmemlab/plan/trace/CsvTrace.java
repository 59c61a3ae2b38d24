package org.shmemlab.plan.trace;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.SourceLine;

/** Reads traces in CSV, a line for each operation; the page of the workload says what is in it. */
final class CsvTrace {
  static final ImmutableMap<String, MeetingKind> COLLECTIVES =
      ImmutableMap.of(
          "barrier", MeetingKind.BARRIER,
          "broadcast", MeetingKind.BROADCAST,
          "allgather", MeetingKind.FCOLLECT,
          "alltoall", MeetingKind.ALLTOALL,
          "allreduce", MeetingKind.REDUCE,
          "reducescatter", MeetingKind.REDUCE_SCATTER);

  private static final ImmutableList<String> COLUMNS =
      ImmutableList.of(
          "pe", "op", "id", "peer", "bytes", "tag", "ns", "unit", "after", "begun", "at_ns");
  private static final long MOST_UNITS = 255;
  private static final Splitter COMMAS = Splitter.on(',').trimResults();
  private static final Splitter SPACES = Splitter.on(' ').omitEmptyStrings();

  private CsvTrace() {}

  /** A line by the names of its columns; what is empty is not there. */
  private record Row(ImmutableMap<String, String> fields, SourceLine at) {
    @Nullable String get(String column) {
      return fields.get(column);
    }

    String needed(String column, String op) {
      String text = fields.get(column);
      if (text == null) {
        throw new TraceException(at, "a " + op + " needs " + column);
      }
      return text;
    }

    String op() {
      return fields.getOrDefault("op", "send");
    }

    int pe(String column) {
      return (int) TraceNumbers.whole(column, needed(column, op()), TraceBuilder.MOST_PES - 1L, at);
    }

    void only(String... columns) {
      List<String> allowed = new ArrayList<>(List.of("pe", "op", "id", "after", "begun", "at_ns"));
      allowed.addAll(List.of(columns));
      for (String column : fields.keySet()) {
        if (!allowed.contains(column)) {
          throw new TraceException(at, "a " + op() + " has no " + column + "; leave it empty");
        }
      }
    }
  }

  /** Reads all of a text. */
  static Trace read(String file, String text, String hash) {
    List<Row> rows = rows(file, text);
    TraceBuilder builder = new TraceBuilder(file);
    builder.pes(pes(rows), rows.getFirst().at);
    for (Row row : rows) {
      int pe = row.pe("pe");
      String from = row.get("at_ns");
      long begin = from == null ? 0 : TraceNumbers.picoseconds("at_ns", from, row.at);
      int op = builder.add(pe, row.get("id"), act(row), begin, row.at);
      for (boolean begun : new boolean[] {false, true}) {
        String on = row.get(begun ? "begun" : "after");
        for (String label : on == null ? List.<String>of() : SPACES.split(on)) {
          builder.depend(pe, op, label, begun, row.at);
        }
      }
    }
    return builder.build(hash);
  }

  // From 0 to the greatest that is named, and each of them somewhere.
  private static int pes(List<Row> rows) {
    BitSet named = new BitSet();
    Row last = rows.getFirst();
    for (Row row : rows) {
      int most = row.pe("pe");
      named.set(most);
      if (row.get("peer") != null) {
        named.set(row.pe("peer"));
        most = Math.max(most, row.pe("peer"));
      }
      last = most == named.length() - 1 ? row : last;
    }
    int missing = named.nextClearBit(0);
    if (missing < named.length()) {
      throw new TraceException(
          last.at,
          "PE "
              + (named.length() - 1)
              + " is here and PE "
              + missing
              + " nowhere; number them from 0 without a gap");
    }
    return named.length();
  }

  private static List<Row> rows(String file, String text) {
    List<String> header = List.of();
    List<Row> rows = new ArrayList<>();
    int number = 0;
    for (String line : Splitter.on('\n').split(text)) {
      SourceLine at = new SourceLine(file, ++number);
      String code = line.strip();
      if (code.isEmpty() || code.startsWith("#")) {
        continue;
      }
      if (code.indexOf('"') >= 0) {
        throw new TraceException(at, "fields have no quotes; leave them out");
      }
      List<String> fields = COMMAS.splitToList(code);
      if (header.isEmpty()) {
        header = header(fields, at);
        continue;
      }
      if (fields.size() != header.size()) {
        throw new TraceException(
            at, fields.size() + " fields, and the first line names " + header.size());
      }
      Map<String, String> named = new HashMap<>();
      for (int i = 0; i < fields.size(); i++) {
        if (!fields.get(i).isEmpty()) {
          named.put(header.get(i), fields.get(i));
        }
      }
      rows.add(new Row(ImmutableMap.copyOf(named), at));
    }
    if (rows.isEmpty()) {
      throw new TraceException(
          new SourceLine(file, 0),
          "a trace has a line with the columns, and one for each operation");
    }
    return rows;
  }

  private static List<String> header(List<String> fields, SourceLine at) {
    for (int i = 0; i < fields.size(); i++) {
      if (!COLUMNS.contains(fields.get(i))) {
        throw new TraceException(
            at, "no column '" + fields.get(i) + "'; there are " + String.join(", ", COLUMNS));
      }
      if (fields.indexOf(fields.get(i)) < i) {
        throw new TraceException(at, "the column " + fields.get(i) + " is there twice");
      }
    }
    if (!fields.contains("pe")) {
      throw new TraceException(at, "the column pe is missing");
    }
    return fields;
  }

  private static Act act(Row row) {
    return switch (row.op()) {
      case "send" -> {
        row.only("peer", "bytes", "tag");
        yield new Act.Send(row.pe("peer"), bytes(row), tag(row));
      }
      case "receive" -> {
        row.only("peer", "bytes", "tag");
        yield new Act.Receive(row.pe("peer"), bytes(row), tag(row));
      }
      case "compute" -> {
        row.only("ns", "unit");
        String unit = row.get("unit");
        yield new Act.Compute(
            TraceNumbers.picoseconds("ns", row.needed("ns", "compute"), row.at),
            unit == null ? 0 : (int) TraceNumbers.whole("unit", unit, MOST_UNITS, row.at));
      }
      default -> collective(row);
    };
  }

  private static Act collective(Row row) {
    MeetingKind kind = COLLECTIVES.get(row.op());
    if (kind == null) {
      throw new TraceException(
          row.at,
          "no op '"
              + row.op()
              + "'; there are send, receive, compute, "
              + String.join(", ", COLLECTIVES.keySet()));
    }
    if (kind == MeetingKind.BARRIER) {
      row.only();
      return new Act.Collective(kind, 0);
    }
    row.only("bytes");
    return new Act.Collective(kind, bytes(row));
  }

  private static long bytes(Row row) {
    return TraceNumbers.whole(
        "bytes", row.needed("bytes", row.op()), TraceBuilder.MOST_BYTES, row.at);
  }

  private static long tag(Row row) {
    String tag = row.get("tag");
    return tag == null ? 0 : TraceNumbers.whole("tag", tag, Long.MAX_VALUE, row.at);
  }
}
