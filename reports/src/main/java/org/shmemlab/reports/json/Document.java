package org.shmemlab.reports.json;

import com.google.common.collect.ImmutableList;
import java.util.List;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes the results of a command, for other tools. Keys are in snake case and in the order of the
 * records' components; enums are in lower case. {@code results} is always an array, of one thing,
 * too.
 *
 * @param schema what it is, as {@link Schema#id} says it
 * @param exitCode what the command answers to its caller
 * @param results one for each file, platform or test that the command was asked for
 */
public record Document(String schema, int exitCode, ImmutableList<?> results) {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  /** The text of a document of a command that ends well, as all do that only report. */
  public static String text(Schema schema, List<?> results) {
    return text(schema, 0, results);
  }

  /** The text of a document, with the end of its last line. */
  public static String text(Schema schema, int exitCode, List<?> results) {
    return MAPPER.writeValueAsString(
            new Document(schema.id(), exitCode, ImmutableList.copyOf(results)))
        + "\n";
  }
}
