package org.shmemlab.scenarios.api;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** All the names that the lines of a library's catalogue stand for, read independently of it. */
final class CatalogueNames {
  private static final Pattern NAME = Pattern.compile("([\\w{}]+)\\(");
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{(\\w+)}");

  private final Map<String, List<String>> sets = new LinkedHashMap<>();

  CatalogueNames() {
    for (String line : lines("types.txt")) {
      List<String> words = List.of(line.split(" "));
      if (!words.get(0).equals("type")) {
        sets.put(words.get(1), words.subList(2, words.size()));
      }
    }
  }

  /** The lines of a catalogue that declare calls. */
  static List<String> declarations(String file) {
    return lines(file).stream().filter(line -> !line.startsWith("header ")).toList();
  }

  /** The names of one line. */
  List<String> of(String declaration) {
    Matcher matcher = NAME.matcher(declaration);
    if (!matcher.find()) {
      throw new IllegalArgumentException(declaration);
    }
    return expand(matcher.group(1));
  }

  private List<String> expand(String pattern) {
    Matcher placeholder = PLACEHOLDER.matcher(pattern);
    if (!placeholder.find()) {
      return List.of(pattern);
    }
    List<String> names = new ArrayList<>();
    for (String word : sets.getOrDefault(placeholder.group(1), List.of())) {
      names.addAll(
          expand(
              pattern.substring(0, placeholder.start())
                  + word
                  + pattern.substring(placeholder.end())));
    }
    return names;
  }

  private static List<String> lines(String file) {
    try (InputStream in =
        CatalogueNames.class.getResourceAsStream("/org/shmemlab/scenarios/api/" + file)) {
      if (in == null) {
        throw new IllegalArgumentException(file);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(String::strip)
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .toList();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
