package org.shmemlab.model.table;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Reads a table that is part of the program: a resource of a class's package. It is as constant as
 * the code; no other class of the model reads anything.
 */
public final class BuiltInTable {
  private static final String ENDING = ".rules";

  private BuiltInTable() {}

  private static String text(Class<?> neighbour, String name) {
    try (InputStream stream = neighbour.getResourceAsStream(name + ENDING)) {
      if (stream == null) {
        throw new IllegalStateException(name + ENDING + " is not next to " + neighbour.getName());
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }

  /** The text of a file as a table. */
  @FunctionalInterface
  public interface Parser<T> {
    /** Parses it. */
    T parse(String file, String text) throws BadTable;
  }

  /**
   * The table of a resource.
   *
   * @param neighbour a class of the package that the resource is in
   */
  public static <T> T read(Class<?> neighbour, String name, Parser<T> parser) {
    try {
      return parser.parse(name + ENDING, text(neighbour, name));
    } catch (BadTable problem) {
      throw new IllegalStateException(problem.text(), problem);
    }
  }
}
