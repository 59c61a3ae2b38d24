package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads a folder of exported pages, and checks that they need nothing but each other. */
final class ExportedPages {
  /** Characters of the largest page that a browser still opens at once. */
  private static final int LARGEST = 3_000_000;

  private static final Pattern LINK = Pattern.compile("href=\"([^\"#]+)[\"#]");
  private static final Pattern LOADED =
      Pattern.compile(
          "<(?:script|img|link|iframe|object|embed|source)\\b[^>]*"
              + "\\b(?:src|srcset|href|data)=\"(?!data:)[^\"]*\"");

  private static final Pattern SCRIPT = Pattern.compile("(?s)(<(script|style)\\b[^>]*>).*?</\\2>");

  private ExportedPages() {}

  /** The pages by their names; every link leads to one of them, and none loads a file. */
  static Map<String, String> in(Path site) throws IOException {
    Map<String, String> pages = new TreeMap<>();
    try (Stream<Path> all = Files.list(site)) {
      for (Path page : all.toList()) {
        pages.put(String.valueOf(page.getFileName()), Files.readString(page));
      }
    }
    pages.forEach((name, html) -> {
      assertThat(html.length()).as(name).isLessThan(LARGEST);
      String elements = SCRIPT.matcher(html).replaceAll("$1");
      assertThat(LOADED.matcher(elements).results().map(MatchResult::group)).as(name).isEmpty();
      for (Matcher link = LINK.matcher(elements); link.find(); ) {
        assertThat(pages).as("what %s leads to", name).containsKey(link.group(1));
      }
    });
    return pages;
  }
}
