package org.shmemlab.reports.platform;

import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Writes records as JSON, in the order of their components. */
final class JsonLines {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  private JsonLines() {}

  static String of(Object value) {
    return MAPPER.writeValueAsString(value) + "\n";
  }
}
