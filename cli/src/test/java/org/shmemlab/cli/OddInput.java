package org.shmemlab.cli;

import com.google.common.collect.ImmutableList;
import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.shmemlab.cli.shell.ExitCodes;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Holds a file and a command line about it.
 *
 * @param name of the file
 * @param bytes of the file, as characters of ISO-8859-1
 * @param words the command line, in which {@link #FILE} stands for the file's path, {@link #IN} for
 *     the folder that it is in, next to copies of {@link #GIVEN}, and {@link #OUT} for that of a
 *     folder that is empty before
 */
record OddInput(String name, String bytes, ImmutableList<String> words) {
  static final String FILE = "@FILE@";
  static final String IN = "@IN@";
  static final String OUT = "@OUT@";

  /** The folder, where inputs are tried, of what every input finds as it was. */
  static final String GIVEN = "given";

  private static final Set<Integer> CODES =
      Set.of(
          ExitCodes.OK,
          ExitCodes.PROGRAM_FAILED,
          ExitCodes.USAGE,
          ExitCodes.DEADLOCK,
          ExitCodes.BUDGET,
          ExitCodes.RESOURCES, // a grid of a million threads on each PE is a right program, too
          ExitCodes.UNWRITTEN);
  private static final Pattern STACK = Pattern.compile("(?m)^\\s+at [\\w.$]+\\(|Exception in thr");

  OddInput(String name, byte[] content, ImmutableList<String> words) {
    this(name, new String(content, StandardCharsets.ISO_8859_1), words);
  }

  byte[] content() {
    return bytes.getBytes(StandardCharsets.ISO_8859_1);
  }

  OddInput with(byte[] other) {
    return new OddInput(name, other, words);
  }

  /** Runs the command line in a folder; says what is wrong about its end, empty if nothing. */
  String wrong(Path folder) throws IOException {
    Path out = folder.resolve("out");
    Path in = folder.resolve("in");
    empty(out);
    empty(in);
    Copies.of(folder.resolve(GIVEN), in);
    Path file = in.resolve(name);
    MoreFiles.createParentDirectories(file);
    Files.write(file, content());
    List<String> before = surroundings();
    Session session =
        Session.of(
            words.stream()
                .map(word ->
                    word.replace(FILE, file.toString())
                        .replace(IN, in.toString())
                        .replace(OUT, out.toString()))
                .toArray(String[]::new));
    List<String> beside = surroundings();
    beside.removeAll(before);
    if (!beside.isEmpty()) {
      return "something is written where nobody asked for it: " + String.join(", ", beside);
    }
    String said = session.err();
    if (!CODES.contains(session.exitCode())) {
      return "exit code " + session.exitCode() + ": " + firstLine(said, folder);
    }
    if (STACK.matcher(said).find()) {
      return "a stack trace: " + firstLine(said, folder);
    }
    if (session.exitCode() == ExitCodes.USAGE && said.isBlank() && session.out().isBlank()) {
      return "a mistake that nobody is told about";
    }
    if (asksForJson() && !session.out().isEmpty() && !isJson(session.out())) {
      return "standard output is no JSON document";
    }
    return broken(out);
  }

  private static void empty(Path folder) throws IOException {
    if (Files.exists(folder)) {
      MoreFiles.deleteRecursively(folder, RecursiveDeleteOption.ALLOW_INSECURE);
    }
    Files.createDirectories(folder);
  }

  // The files of the folder where the command runs, and of the one around it.
  private static List<String> surroundings() throws IOException {
    List<String> names = new ArrayList<>();
    for (Path folder : List.of(Path.of("."), Path.of(".."))) {
      try (Stream<Path> files = Files.list(folder)) {
        files.map(Path::toString).sorted().forEach(names::add);
      }
    }
    return names;
  }

  private boolean asksForJson() {
    return words.contains("--json")
        && words.stream().noneMatch(word -> word.matches("-[hV].*|--help|--version"));
  }

  private static String firstLine(String said, Path folder) {
    List<String> lines = said.lines().filter(line -> line.startsWith("shmemlab: ")).toList();
    String line = lines.isEmpty() ? said.lines().findFirst().orElse("") : lines.getLast();
    return line.replace(folder.toString(), "");
  }

  private static String broken(Path out) throws IOException {
    List<String> broken = new ArrayList<>();
    try (Stream<Path> files = Files.walk(out)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        if (!isWhole(file)) {
          broken.add("in part: " + file.getFileName());
        }
      }
    }
    return String.join("; ", broken);
  }

  private static boolean isWhole(Path file) throws IOException {
    String name = file.getFileName().toString();
    String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    return switch (name.substring(name.lastIndexOf('.') + 1)) {
      case "part" -> false;
      case "json", "sarif" -> isJson(text);
      case "xml" -> text.endsWith("</testsuites>\n");
      case "html" -> text.stripTrailing().endsWith("</html>") && dataIsWhole(text);
      case "replay" -> text.contains("\nsteps\n");
      default -> true;
    };
  }

  // The data for scripts of a page stands in elements of its own.
  private static final Pattern DATA =
      Pattern.compile("<script[^>]*type=\"application/json\"[^>]*>(.*?)</script>", Pattern.DOTALL);

  private static boolean dataIsWhole(String page) {
    return DATA.matcher(page).results().allMatch(data -> isJson(data.group(1)));
  }

  private static boolean isJson(String text) {
    try {
      JsonMapper.shared().readTree(text);
      return true;
    } catch (JacksonException broken) {
      return false;
    }
  }
}
