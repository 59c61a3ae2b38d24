package org.shmemlab.labs.workbench;

import java.nio.charset.StandardCharsets;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.source.Diagnostic;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Holds a message at a place of a source.
 *
 * @param line from 1; 0 for the whole source
 * @param column from 1, in UTF-16 units as browsers count; 0 for the whole line
 * @param error whether it is wrong, or else only worth a look
 * @param text what there is to say
 */
public record Mark(int line, int column, boolean error, String text) {
  static Mark of(SourceFile source, Diagnostic said) {
    return at(source, said.line(), said.severity() == Diagnostic.Severity.ERROR, said.message());
  }

  static Mark at(SourceFile source, SourceLine place, boolean error, String text) {
    return place.file().equals(source.path())
        ? new Mark(place.line(), column(source.text(), place), error, text)
        : new Mark(0, 0, error, place + ": " + text);
  }

  // Compilers count the bytes of UTF-8.
  private static int column(String text, SourceLine place) {
    if (place.line() == 0 || place.column() == 0) {
      return 0;
    }
    byte[] line =
        text.lines()
            .skip(place.line() - 1L)
            .findFirst()
            .orElse("")
            .getBytes(StandardCharsets.UTF_8);
    int bytes = Math.min(place.column() - 1, line.length);
    return new String(line, 0, bytes, StandardCharsets.UTF_8).length() + 1;
  }
}
