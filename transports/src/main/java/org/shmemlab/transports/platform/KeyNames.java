package org.shmemlab.transports.platform;

import com.google.common.base.CaseFormat;
import java.util.Collection;
import java.util.Comparator;
import java.util.stream.Collectors;

/** Spells the keys of a file, and finds the known name that was probably meant. */
public final class KeyNames {
  private static final int NEAR = 2;
  private static final int MOST_NEAR = 4;

  private KeyNames() {}

  /** The key of a record's component: {@code messageRate} is {@code message-rate}. */
  static String key(String component) {
    return CaseFormat.LOWER_CAMEL.to(CaseFormat.LOWER_HYPHEN, component);
  }

  /**
   * The key of a class or a constant: {@code FatTree} and {@code FAT_TREE} are {@code fat-tree}.
   */
  static String key(Class<?> type) {
    return CaseFormat.UPPER_CAMEL.to(CaseFormat.LOWER_HYPHEN, type.getSimpleName());
  }

  static String key(Enum<?> constant) {
    return CaseFormat.UPPER_UNDERSCORE.to(CaseFormat.LOWER_HYPHEN, constant.name());
  }

  /** "; did you mean 'x'?" where a known name is near, else all of them. */
  static String suggestion(String name, Collection<String> known) {
    return known.stream()
        .filter(k -> distance(name, k) <= NEAR || k.startsWith(name) || name.startsWith(k))
        .min(Comparator.comparingInt(k -> distance(name, k)))
        .map(KeyNames::question)
        .orElseGet(() -> "; known: " + known.stream().collect(Collectors.joining(", ")));
  }

  /**
   * "; near ones: x, y, z": the known names that differ least, by few letters or by the last word.
   */
  public static String nearest(String name, Collection<String> known) {
    String last = name.substring(name.lastIndexOf('.') + 1);
    return known.stream()
        .sorted(
            Comparator.comparingInt((String k) ->
                    (k.endsWith("." + last) ? 0 : k.contains(last) ? MOST_NEAR : 2 * MOST_NEAR)
                        + distance(name, k))
                .thenComparing(Comparator.naturalOrder()))
        .limit(MOST_NEAR)
        .collect(Collectors.joining(", ", "; near ones: ", ""));
  }

  /** "; did you mean 'x'?" where a known name is near, else nothing. */
  public static String question(String name, Collection<String> known) {
    return known.stream()
        .filter(k -> !k.equals(name) && distance(name, k) <= NEAR)
        .min(Comparator.comparingInt(k -> distance(name, k)))
        .map(KeyNames::question)
        .orElse("");
  }

  /** "; did you mean 'x'?" where a known name is near, else "; there are" and all of them. */
  public static String questionOrAll(String name, Collection<String> known) {
    String question = question(name, known);
    return question.isEmpty() ? "; there are " + String.join(", ", known) : question;
  }

  private static String question(String meant) {
    return "; did you mean '" + meant + "'?";
  }

  /** Levenshtein's distance. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
