import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Makes answers of a class, to measure {@code shmemlab lab grade} with: each is a version of a
 * lab's program, drawn at random from its start, its wrong answers and its solution, and every
 * third one lacks a call.
 *
 * <p>{@code java scripts/LabCopies.java FOLDER COUNT SEED}, from the root of the repository; the
 * folder must not be there yet. The same seed makes the same answers. Java 17 or later and the
 * command {@code patch} run it.
 */
final class LabCopies {
  private static final Path LESSONS = Path.of("labs/src/main/resources/org/shmemlab/labs/lessons");

  /** A line that is one call, without which the program still compiles. */
  private static final Pattern CALL = Pattern.compile("\\s*(nvshmem|cuda|__sync)\\w*\\(.*\\);\\s*");

  private static final Pattern NEEDED = Pattern.compile("init|finalize");

  private static final int EVERY = 3;

  private LabCopies() {}

  public static void main(String[] words) throws IOException, InterruptedException {
    Path folder = Files.createDirectory(Path.of(words[0]));
    int count = Integer.parseInt(words[1]);
    Random random = new Random(Long.parseLong(words[2]));
    List<Path> labs = files(LESSONS).stream().filter(Files::isDirectory).toList();
    for (int i = 0; i < count; i++) {
      List<Path> versions =
          files(labs.get(i % labs.size())).stream()
              .filter(file -> file.toString().matches(".*\\.(cu|patch)"))
              .toList();
      List<String> lines = program(versions.get(random.nextInt(versions.size())));
      int[] calls =
          IntStream.range(0, lines.size())
              .filter(line -> CALL.matcher(lines.get(line)).matches())
              .filter(line -> !NEEDED.matcher(lines.get(line)).find())
              .toArray();
      if (i % EVERY == 0 && calls.length > 0) {
        lines.remove(calls[random.nextInt(calls.length)]);
      }
      Path student = folder.resolve(String.format(Locale.ROOT, "student%03d", i));
      Files.write(Files.createDirectory(student).resolve("lab.cu"), lines);
    }
  }

  /** A program, or the one that a patch makes of the program that its first line names. */
  private static List<String> program(Path file) throws IOException, InterruptedException {
    List<String> lines = Files.readAllLines(file);
    if (!file.toString().endsWith(".patch")) {
      return new ArrayList<>(lines);
    }
    Path base = file.resolveSibling(lines.get(0).substring("--- ".length()));
    boolean whole = Files.exists(base);
    Path text = whole ? base : Files.createTempFile("base", ".cu");
    if (!whole) {
      Files.write(text, program(file.resolveSibling("solution.patch")));
    }
    Process patch =
        new ProcessBuilder("patch", "-s", "-o", "-", text.toString(), file.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<String> patched = new ArrayList<>(patch.inputReader().lines().toList());
    if (!whole) {
      Files.delete(text);
    }
    if (patch.waitFor() != 0) {
      throw new IOException("patch does not apply " + file);
    }
    return patched;
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.sorted().toList();
    }
  }
}
