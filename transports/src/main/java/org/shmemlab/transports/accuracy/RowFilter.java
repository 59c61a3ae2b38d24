package org.shmemlab.transports.accuracy;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.shmemlab.transports.fit.Measurement;

/**
 * Chooses rows by regular expressions for whole columns; a column that is left out may hold
 * anything.
 */
record RowFilter(
    @Nullable String system,
    @Nullable String transport,
    @Nullable String operation,
    @Nullable String metric,
    @Nullable String unit,
    @Nullable String nodes) {

  /** The named groups of the expressions where a row matches, else nothing. */
  Optional<Map<String, String>> match(Measurement row) {
    Map<String, String> groups = new TreeMap<>();
    String count = row.nodes().isPresent() ? "" + row.nodes().getAsLong() : "";
    return matches(system, row.system(), groups)
            && matches(transport, row.transport(), groups)
            && matches(operation, row.operation(), groups)
            && matches(metric, row.metric(), groups)
            && matches(unit, row.unit(), groups)
            && matches(nodes, count, groups)
        ? Optional.of(groups)
        : Optional.empty();
  }

  private static boolean matches(
      @Nullable String expression, String text, Map<String, String> groups) {
    if (expression == null) {
      return true;
    }
    Matcher matcher = Pattern.compile(expression).matcher(text);
    if (!matcher.matches()) {
      return false;
    }
    matcher
        .namedGroups()
        .keySet()
        .forEach(name -> {
          String value = matcher.group(name);
          if (value != null) {
            groups.put(name, value);
          }
        });
    return true;
  }
}
