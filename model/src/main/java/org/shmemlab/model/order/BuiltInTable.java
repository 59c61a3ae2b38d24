package org.shmemlab.model.order;

import com.google.common.collect.ImmutableList;
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

  /** The text of a table with its comments, for a user to change. */
  public static String text(Class<?> neighbour, String name) {
    try (InputStream stream = neighbour.getResourceAsStream(name + ENDING)) {
      if (stream == null) {
        throw new IllegalStateException(name + ENDING + " is not next to " + neighbour.getName());
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }

  /**
   * The table of a resource.
   *
   * @param neighbour a class of the package that the resource is in
   * @param vocabulary the words that may stand in it; its name is that of the resource
   */
  public static OrderTable read(Class<?> neighbour, TableVocabulary vocabulary) {
    try {
      String resource = vocabulary.name() + ENDING;
      return TableText.parse(
          resource, text(neighbour, vocabulary.name()), ImmutableList.of(vocabulary));
    } catch (BadTable problem) {
      throw new IllegalStateException(problem.text(), problem);
    }
  }
}
