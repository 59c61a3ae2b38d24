package org.shmemlab.conformance.calls;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.shmemlab.scenarios.api.catalogue.Catalogue;

/**
 * Lists calls that documents name and the catalogue lacks, from {@code missing.txt}.
 *
 * @param library whose calls, as {@link Catalogue#library} calls it
 * @param family of operations they would belong to
 * @param patterns their names; {@code {SET}} stands for each of a set
 * @param why they are missing
 */
record Missing(String library, String family, ImmutableList<String> patterns, String why) {

  /** All that is written down, in order. */
  static ImmutableList<Missing> all() {
    ImmutableList.Builder<Missing> all = ImmutableList.builder();
    String library = "";
    for (String line : lines()) {
      if (line.startsWith("library ")) {
        library = line.substring("library ".length());
      } else if (!line.isBlank() && !line.startsWith("#")) {
        int colon = line.indexOf(": ");
        int equals = line.indexOf(" = ");
        List<String> names = Splitter.on(' ').splitToList(line.substring(colon + 2, equals));
        all.add(
            new Missing(
                library,
                line.substring(0, colon),
                names.stream().flatMap(Missing::choices).collect(ImmutableList.toImmutableList()),
                line.substring(equals + " = ".length())));
      }
    }
    return all.build();
  }

  /** Every name that the patterns stand for. */
  ImmutableList<String> names(Catalogue catalogue) {
    return patterns.stream()
        .flatMap(pattern -> names(pattern, catalogue))
        .collect(ImmutableList.toImmutableList());
  }

  /** A name that is written with {@code (a|b)}, with a and with b. */
  private static Stream<String> choices(String written) {
    int open = written.indexOf('(');
    if (open < 0) {
      return Stream.of(written);
    }
    int close = written.indexOf(')', open);
    return Splitter.on('|')
        .splitToStream(written.substring(open + 1, close))
        .flatMap(
            choice -> choices(written.substring(0, open) + choice + written.substring(close + 1)));
  }

  /** Every name that a pattern of the catalogue stands for. */
  static Stream<String> names(String pattern, Catalogue catalogue) {
    int open = pattern.indexOf('{');
    if (open < 0) {
      return Stream.of(pattern);
    }
    int close = pattern.indexOf('}', open);
    return catalogue.choices(pattern.substring(open + 1, close)).stream()
        .flatMap(choice ->
            names(pattern.substring(0, open) + choice + pattern.substring(close + 1), catalogue));
  }

  private static List<String> lines() {
    try (InputStream in = Missing.class.getResourceAsStream("missing.txt")) {
      if (in == null) {
        throw new IllegalStateException("no resource missing.txt");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
