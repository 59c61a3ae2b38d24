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
import org.shmemlab.model.program.Program;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.written.CodePlace;
import org.shmemlab.transports.cost.fleet.Fleet;

/**
 * Identifies the code that computes results: a number that changes with the classes that simulate,
 * so that the results of an older program are not taken for this one's.
 */
public final class Revision {
  private static final Pattern OF_PLANS =
      Pattern.compile("org/shmemlab/(transports/.*|plan/(workload|grid|trace)/.*)");
  private static final Pattern OF_PROGRAMS =
      Pattern.compile("org/shmemlab/(model|transports|scenarios)/.*");

  private Revision() {}

  /** That of the classes that are loaded, of simulations of plans. */
  public static String present() {
    return of(OF_PLANS, List.of(Fleet.class, Revision.class));
  }

  /** That of the classes that are loaded, of what programs do. */
  public static String ofPrograms() {
    return of(OF_PROGRAMS, List.of(Program.class, Fleet.class, CudaC.class));
  }

  private static String of(Pattern counts, List<Class<?>> places) {
    Map<String, Long> sums = new TreeMap<>();
    for (Class<?> one : places) {
      try {
        Path place = CodePlace.of(one);
        if (Files.isDirectory(place)) {
          ofFolder(place, counts, sums);
        } else {
          ofJar(place, counts, sums);
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
  private static void ofJar(Path jar, Pattern counts, Map<String, Long> sums) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      zip.stream()
          .filter(entry -> counts.matcher(entry.getName()).matches())
          .forEach((ZipEntry entry) -> sums.put(entry.getName(), entry.getCrc()));
    }
  }

  private static void ofFolder(Path folder, Pattern counts, Map<String, Long> sums)
      throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> all = Files.walk(folder)) {
      all.filter(Files::isRegularFile).forEach(files::add);
    }
    for (Path file : files) {
      String name = folder.relativize(file).toString().replace('\\', '/');
      if (counts.matcher(name).matches()) {
        byte[] content = Files.readAllBytes(file);
        sums.put(name, (long) Hashing.crc32().hashBytes(content).asInt() & 0xFFFFFFFFL);
      }
    }
  }
}
