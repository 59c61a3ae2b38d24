package org.shmemlab.scenarios.replay;

import com.google.common.base.Splitter;
import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;
import org.shmemlab.model.order.OrderTable;

/**
 * Writes a table of order as lines of a replay: the name of its file, a hash that shows whether the
 * rest is complete, and a line for each of its own.
 */
final class RulesLines {
  static final String FILE = "rules";
  static final String DIGEST = "rules-sha256";
  static final String ROW = "row";

  private RulesLines() {}

  /** Writes the lines; each is a key and a value. */
  static void write(OrderTable table, BiConsumer<String, String> line) {
    line.accept(FILE, table.file());
    line.accept(DIGEST, digest(table.text()));
    Splitter.on('\n').splitToStream(table.text()).forEach(row -> line.accept(ROW, row));
  }

  static String digest(String text) {
    return Hashing.sha256().hashString(text, StandardCharsets.UTF_8).toString();
  }
}
