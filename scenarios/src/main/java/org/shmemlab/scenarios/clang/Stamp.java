package org.shmemlab.scenarios.clang;

import com.google.common.hash.Hashing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.CodeSource;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * A word about the content of our own package, noted in the cache under the package's place, size
 * and date, because to compute it takes longer than a small program runs.
 */
final class Stamp {
  private static final Pattern WORD = Pattern.compile("[0-9a-f]+");

  private Stamp() {}

  /** The word; computed where nothing is noted. */
  static String of(Path cache, Class<?> one, Supplier<String> word) throws IOException {
    CodeSource source = one.getProtectionDomain().getCodeSource();
    Path jar = source == null ? Path.of("") : Path.of(source.getLocation().getPath());
    if (!Files.isRegularFile(jar)) {
      return word.get(); // classes in a folder change one by one
    }
    String identity = jar + " " + Files.size(jar) + " " + Files.getLastModifiedTime(jar).toMillis();
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
