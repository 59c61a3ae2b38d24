package org.shmemlab.conformance.shape;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Counts the words that comments and pages do without ({@code words.txt}, docs/glossary.md), for
 * each module and for the pages. No count may rise above the committed one ({@code
 * word-counts.txt}); {@code -Dshmemlab.words=write} writes the counts that have fallen.
 *
 * <p>Litmus tests that ran on real machines keep their text: results name a test by its hash.
 */
class WordsTest {
  private static final Path FOLDER =
      Path.of("conformance/src/test/resources/org/shmemlab/conformance/shape");
  private static final Path WORDS = FOLDER.resolve("words.txt");
  private static final Path COUNTS = FOLDER.resolve("word-counts.txt");

  /** The files that have to name the words. */
  private static final Set<Path> ABOUT_WORDS = Set.of(WORDS, COUNTS, Path.of("docs/glossary.md"));

  private static final Pattern HUNK = Pattern.compile("@@ -\\S+ \\+(\\d+)(?:,(\\d+))? @@");
  private static final int SHOWN = 12;

  private final SourceTree tree = SourceTree.here();
  private final List<Word> words = words();

  @Test
  void noModuleGainsOneOfTheWords() throws IOException {
    Map<Key, List<Place>> found = found();
    Map<Key, Integer> committed = committed();
    if ("write".equals(System.getProperty("shmemlab.words"))) {
      committed.replaceAll(
          (key, count) -> Math.min(count, found.getOrDefault(key, List.of()).size()));
      Files.writeString(tree.root().resolve(COUNTS), text(committed));
    }
    var risen = new ArrayList<String>();
    for (var entry : found.entrySet()) {
      int allowed = committed.getOrDefault(entry.getKey(), 0);
      if (entry.getValue().size() > allowed) {
        risen.add(message(entry.getKey(), entry.getValue(), allowed));
      }
    }
    assertThat(risen).isEmpty();
  }

  @Test
  void literalsAndCodeAreNoProse() {
    var java =
        """
        /** Behind {@code behind}. */
        String s = "behind // behind"; // comes
        // behind
        char c = '"'; /* nobody */
        """;
    assertThat(counts(Path.of("X.java"), java))
        .isEqualTo(Map.of("somebody", 1, "behind", 2, "comes before", 1));
    var page = "# What\n`behind` behind\n```\nbehind\n```\nWhat is told\n";
    assertThat(counts(Path.of("x.md"), page))
        .isEqualTo(Map.of("behind", 1, "What", 1, "is told", 1));
    assertThat(counts(Path.of("x.rules"), "a | b # beside\n")).isEqualTo(Map.of("beside", 1));
  }

  private Map<String, Integer> counts(Path file, String text) {
    var counts = new TreeMap<String, Integer>();
    for (var word : words) {
      int count = word.lines(Prose.of(file, text)).size();
      if (count > 0) {
        counts.put(word.name, count);
      }
    }
    return counts;
  }

  private Map<Key, List<Place>> found() {
    var found = new TreeMap<Key, List<Place>>();
    for (var file : tree.files()) {
      if (!ABOUT_WORDS.contains(file) && Prose.isIn(file)) {
        String prose = Prose.of(file, tree.text(file));
        for (var word : words) {
          for (int line : word.lines(prose)) {
            found
                .computeIfAbsent(new Key(part(file), word.name), key -> new ArrayList<>())
                .add(new Place(file, line));
          }
        }
      }
    }
    return found;
  }

  /** The module of a file, or "pages" of one that readers open by itself. */
  private static String part(Path file) {
    if (file.toString().endsWith(".md") && !file.toString().contains("/src/")) {
      return "pages";
    }
    return file.getNameCount() == 1 ? "root" : file.getName(0).toString();
  }

  private String message(Key key, List<Place> places, int allowed) {
    Word word = words.stream().filter(w -> w.name.equals(key.word)).findFirst().orElseThrow();
    Set<Place> added = addedSinceCounted();
    List<Place> shown = places.stream().filter(added::contains).toList();
    if (shown.isEmpty()) {
      shown = places;
    }
    var text =
        new StringBuilder(
            "%s: \"%s\" occurs %d times, %d are allowed (%s)."
                .formatted(key.part, key.word, places.size(), allowed, COUNTS));
    text.append("\n  Write instead: ").append(word.instead);
    for (var place : shown.subList(0, Math.min(SHOWN, shown.size()))) {
      text.append("\n  ").append(place.file).append(':').append(place.line);
    }
    if (shown.size() > SHOWN) {
      text.append("\n  and ").append(shown.size() - SHOWN).append(" more");
    }
    return text.toString();
  }

  /** Lines that are not yet in the commit that last changed the counts; empty without git. */
  private Set<Place> addedSinceCounted() {
    var counted = git("log", "-1", "--format=%H", "--", COUNTS.toString());
    if (counted.isEmpty()) {
      return Set.of();
    }
    var added = new HashSet<Place>();
    var file = Path.of("");
    for (String line : git("diff", "-U0", "--no-color", "--no-ext-diff", counted.getFirst())) {
      if (line.startsWith("+++ b/")) {
        file = Path.of(line.substring("+++ b/".length()));
      }
      var hunk = HUNK.matcher(line);
      if (hunk.lookingAt()) {
        int first = Integer.parseInt(hunk.group(1));
        int count = hunk.group(2) == null ? 1 : Integer.parseInt(hunk.group(2));
        for (int number = first; number < first + count; number++) {
          added.add(new Place(file, number));
        }
      }
    }
    return added;
  }

  private List<String> git(String... arguments) {
    var command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    try {
      var git =
          new ProcessBuilder(command)
              .directory(tree.root().toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      try (var output = git.inputReader(StandardCharsets.UTF_8)) {
        return output.lines().toList();
      }
    } catch (IOException noGit) {
      return List.of();
    }
  }

  private List<Word> words() {
    return rows(WORDS).stream()
        .map(row -> new Word(row[0], Word.pattern(row[0], row[1]), row[2]))
        .toList();
  }

  private Map<Key, Integer> committed() {
    var counts = new TreeMap<Key, Integer>();
    for (var row : rows(COUNTS)) {
      counts.put(new Key(row[0], row[1]), Integer.parseInt(row[2]));
    }
    return counts;
  }

  private static String text(Map<Key, Integer> counts) {
    var text = new StringBuilder("# module | word | how often it may occur\n");
    counts.forEach((key, count) -> {
      if (count > 0) {
        text.append("%s | %s | %d%n".formatted(key.part, key.word, count));
      }
    });
    return text.toString();
  }

  /** The rows of a table of three columns, without its comments. */
  private List<String[]> rows(Path table) {
    return tree.text(table)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.strip().split("\\s+\\|\\s+", 3))
        .toList();
  }

  private record Word(String name, Pattern pattern, String instead) {
    /** A space also matches the marks of a comment that goes on in the next line. */
    static Pattern pattern(String name, String expressions) {
      String any = String.join("|", expressions.split(", ")).replace(" ", "[\\s*/#]+");
      return Pattern.compile(any, name.equals("What") ? 0 : Pattern.CASE_INSENSITIVE);
    }

    /** The line of each occurrence. */
    List<Integer> lines(String prose) {
      var lines = new ArrayList<Integer>();
      int line = 1;
      int at = 0;
      for (var found = pattern.matcher(prose); found.find(); ) {
        for (; at < found.start(); at++) {
          if (prose.charAt(at) == '\n') {
            line++;
          }
        }
        lines.add(line);
      }
      return lines;
    }
  }

  private record Place(Path file, int line) {}

  private record Key(String part, String word) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int byPart = part.compareTo(other.part);
      return byPart != 0 ? byPart : word.compareTo(other.word);
    }
  }
}
