package org.shmemlab.model.order;

import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * A table that is part of the program: a resource beside a class. It is as constant as the code; no
 * other class of the model reads anything.
 */
public final class ShippedTable {
  private ShippedTable() {}

  /**
   * The table of a resource.
   *
   * @param beside a class of the package that the resource is in
   * @param settings what may stand behind {@code if} and {@code unless}
   */
  public static OrderTable read(Class<?> beside, String resource, ImmutableSet<String> settings) {
    try (InputStream stream = beside.getResourceAsStream(resource)) {
      if (stream == null) {
        throw new IllegalStateException(resource + " is not beside " + beside.getName());
      }
      String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      return TableText.parse(resource, text, settings);
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    } catch (BadTable problem) {
      throw new IllegalStateException(problem.text(), problem);
    }
  }
}
