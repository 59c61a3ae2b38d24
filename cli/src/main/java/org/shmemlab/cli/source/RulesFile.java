package org.shmemlab.cli.source;

import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.shmemlab.model.order.OrderTable;
import org.shmemlab.model.order.TableText;
import org.shmemlab.model.order.TableVocabulary;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.table.BadTable;
import org.shmemlab.model.threads.ThreadOrder;
import org.shmemlab.transports.rules.TransportTables;

/** Reads the file of {@code --rules}: a table of order in the place of the one that it names. */
public final class RulesFile {
  /** All tables: the specification's first, which a file means that names none. */
  public static final ImmutableList<TableVocabulary> TABLES =
      ImmutableList.<TableVocabulary>builder()
          .add(Profile.VOCABULARY)
          .addAll(TransportTables.VOCABULARIES)
          .build();

  private RulesFile() {}

  /**
   * Reads a table.
   *
   * @throws BadTable with its first mistake
   * @throws SourceFiles.Unreadable if there is no such file, or it holds no text
   */
  public static OrderTable read(Path path) throws BadTable, SourceFiles.Unreadable {
    String text;
    try {
      text = Files.readString(path);
    } catch (IOException problem) {
      throw new SourceFiles.Unreadable(
          "--rules: cannot read " + path + ": no such file, or no text in UTF-8");
    }
    if (text.lines().map(String::strip).anyMatch(("table " + ThreadOrder.NAME)::equals)) {
      throw new BadTable(
          path.toString(),
          1,
          "the order of threads holds under every profile and transport; --rules takes a table of "
              + TABLES.stream().map(TableVocabulary::name).collect(joining(", ")));
    }
    return TableText.parse(path.toString(), text, TABLES);
  }

  /** Whether a table is that of the specification, or else of a transport. */
  public static boolean isPromise(OrderTable table) {
    return table.name().equals(Profile.VOCABULARY.name());
  }
}
