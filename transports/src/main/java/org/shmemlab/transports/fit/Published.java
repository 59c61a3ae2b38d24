package org.shmemlab.transports.fit;

import com.google.common.collect.ImmutableList;
import com.google.common.io.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Reads the measurements that come with this project: {@code published.csv}, collected from
 * documents and repositories, and {@code supplement.csv}, rows of the same documents that it leaves
 * out. Each row names its source; "second-hand" says that a transcription was read, not the paper.
 */
public final class Published {
  private static final int COLUMNS = 12;

  /**
   * The source's table under this heading holds the output of osu_bw, not times: 64 bytes in 59.72,
   * 1024 in 963.6, and above 1 MiB 23,990, which is the rate of one NIC in MB/s and that of the
   * same pair between hosts (PD0152 to PD0165).
   */
  private static final String MISPRINTED = "osu_alltoall GPU-to-GPU intra-node";

  private Published() {}

  /** All rows, in the order of the files; what a file has under a wrong heading is put right. */
  public static ImmutableList<Measurement> rows() {
    return ImmutableList.<Measurement>builder()
        .addAll(read("published.csv"))
        .addAll(read("supplement.csv"))
        .build();
  }

  private static List<Measurement> read(String file) {
    try {
      String text =
          Resources.toString(Resources.getResource(Published.class, file), StandardCharsets.UTF_8);
      return text.lines().skip(1).map(Published::row).toList();
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }

  private static Measurement row(String line) {
    List<String> f = fields(line);
    if (f.size() != COLUMNS) {
      throw new IllegalStateException(f.size() + " columns, not " + COLUMNS + ": " + line);
    }
    boolean bandwidth = f.get(3).equals(MISPRINTED);
    return new Measurement(
        f.get(0),
        f.get(1),
        f.get(2),
        bandwidth ? "osu_bw GPU-to-GPU intra-node" : f.get(3),
        whole(f.get(4)),
        bandwidth ? OptionalLong.of(2) : whole(f.get(5)),
        bandwidth ? OptionalLong.of(1) : whole(f.get(6)),
        bandwidth ? "bandwidth" : f.get(7),
        Double.parseDouble(f.get(8)),
        bandwidth ? "MB/s" : f.get(9),
        f.get(10),
        f.get(11));
  }

  private static OptionalLong whole(String text) {
    return text.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text));
  }

  /** The fields of a line: commas between them, or a text in quotes where a quote stands twice. */
  static List<String> fields(String line) {
    List<String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '"' && quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
        field.append(c);
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        fields.add(field.toString());
        field.setLength(0);
      } else {
        field.append(c);
      }
    }
    fields.add(field.toString());
    return fields;
  }
}
