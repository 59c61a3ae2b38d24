package org.shmemlab.scenarios.frontend.clang;

import com.google.common.hash.Hashing;
import com.google.common.io.MoreFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.written.CodePlace;

/**
 * Computes a hash of the content of our own package and notes it in the cache under the package's
 * place, size and date, because to compute it takes longer than a small program runs.
 */
final class Stamp {
  private static final Pattern WORD = Pattern.compile("[0-9a-f]+");

  private Stamp() {}

  /** A word about all of the packages with these classes; null where they are in folders. */
  static @Nullable String ofCode(Path cache, Class<?>... some) throws IOException {
    StringBuilder words = new StringBuilder();
    for (Class<?> one : some) {
      Path jar = CodePlace.of(one);
      if (!Files.isRegularFile(jar)) {
        return null;
      }
      words.append(of(cache, "code", one, () -> content(jar))).append(' ');
    }
    return words.toString();
  }

  private static String content(Path jar) {
    try {
      return MoreFiles.asByteSource(jar).hash(Hashing.sha256()).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The word; computed where nothing is noted.
   *
   * @param about the part of the package that it stands for
   */
  static String of(Path cache, String about, Class<?> one, Supplier<String> word)
      throws IOException {
    Path jar = CodePlace.of(one);
    if (!Files.isRegularFile(jar)) {
      return word.get(); // classes in a folder change one by one
    }
    String identity =
        about + " " + jar + " " + Files.size(jar) + " " + Files.getLastModifiedTime(jar).toMillis();
    String name = Hashing.sha256().hashString(identity, StandardCharsets.UTF_8).toString();
    Path note = cache.resolve("stamp-" + name.substring(0, 16));
    if (Files.isRegularFile(note)) {
      String noted = Files.readString(note);
      if (WORD.matcher(noted).matches()) {
        return noted;
      }
    }
    String made = word.get();
    Files.createDirectories(cache);
    Path draft = Files.createTempFile(cache, "stamp-", ".draft");
    Files.writeString(draft, made);
    Files.move(draft, note, StandardCopyOption.ATOMIC_MOVE);
    return made;
  }
}
