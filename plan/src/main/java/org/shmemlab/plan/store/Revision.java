package org.shmemlab.plan.store;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.shmemlab.scenarios.written.CodePlace;
import org.shmemlab.transports.cost.Fleet;

/**
 * Which code computes results: a number that changes with the classes that simulate, so that what
 * an older program has computed is not taken for what this one would.
 */
public final class Revision {
  private static final Pattern COUNTS =
      Pattern.compile("org/shmemlab/(transports/.*|plan/(workload|grid|trace)/.*)");

  private Revision() {}

  /** That of the classes that are loaded. */
  public static String present() {
    Map<String, Long> sums = new TreeMap<>();
    for (Class<?> one : List.of(Fleet.class, Revision.class)) {
      try {
        Path place = CodePlace.of(one);
        if (Files.isDirectory(place)) {
          ofFolder(place, sums);
        } else {
          ofJar(place, sums);
        }
      } catch (IOException problem) {
        throw new UncheckedIOException(problem);
      }
    }
    Hasher hasher = Hashing.farmHashFingerprint64().newHasher();
    sums.forEach((name, sum) -> hasher.putString(name, StandardCharsets.UTF_8).putLong(sum));
    return hasher.hash().toString();
  }

  // The jar's list of contents has a checksum of each file.
  private static void ofJar(Path jar, Map<String, Long> sums) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      zip.stream()
          .filter(entry -> COUNTS.matcher(entry.getName()).matches())
          .forEach((ZipEntry entry) -> sums.put(entry.getName(), entry.getCrc()));
    }
  }

  private static void ofFolder(Path folder, Map<String, Long> sums) throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> all = Files.walk(folder)) {
      all.filter(Files::isRegularFile).forEach(files::add);
    }
    for (Path file : files) {
      String name = folder.relativize(file).toString().replace('\\', '/');
      if (COUNTS.matcher(name).matches()) {
        byte[] content = Files.readAllBytes(file);
        sums.put(name, (long) Hashing.crc32().hashBytes(content).asInt() & 0xFFFFFFFFL);
      }
    }
  }
}
