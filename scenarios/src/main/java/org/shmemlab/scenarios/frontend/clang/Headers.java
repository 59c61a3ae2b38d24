package org.shmemlab.scenarios.frontend.clang;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableMap;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Unpacks the headers that programs include: those written by hand, and the declarations of the
 * catalogue of calls. They are written once into the user's cache, in a folder named after their
 * content.
 */
final class Headers {
  private static final String FOLDER = "/org/shmemlab/scenarios/include/";
  private static final String CATALOGUE = "/org/shmemlab/scenarios/api/";

  private Headers() {}

  /** The folder that holds the headers; written if it is not there. */
  static Path in(Path cache, Path clang) throws IOException {
    Path folder =
        cache.resolve("headers-" + Stamp.of(cache, "headers", Headers.class, Headers::version));
    if (!Files.isDirectory(folder)) {
      Unpacking.whole(
          folder,
          draft -> {
            write(draft);
            RuntimeParts.compile(draft, folder, clang);
          });
    }
    return folder;
  }

  /** A hash of all contents of these headers. */
  private static String version() {
    Hasher hasher = Hashing.sha256().newHasher();
    for (String name : names()) {
      hasher.putBytes(bytes(FOLDER + name));
    }
    for (String library :
        List.of("types", "cuda", "libc", "mpi", "nccl", "nvshmem", "pthread", "shmem")) {
      hasher.putBytes(bytes(CATALOGUE + library + ".txt"));
    }
    RuntimeParts.hash(hasher);
    for (String maker :
        List.of(
            "Declarations",
            "Declarations$Prototype",
            "Headers",
            "HeaderPlaces",
            "RuntimeParts",
            "CommonOptions")) {
      hasher.putBytes(bytes("/org/shmemlab/scenarios/frontend/clang/" + maker + ".class"));
    }
    return hasher.hash().toString().substring(0, 16);
  }

  private static List<String> names() {
    String index = new String(bytes(FOLDER + "index.txt"), StandardCharsets.UTF_8);
    return Splitter.on('\n').trimResults().omitEmptyStrings().splitToList(index);
  }

  static byte[] bytes(String resource) {
    try (InputStream in = Headers.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("no resource " + resource);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(Path folder) throws IOException {
    for (String name : names()) {
      put(folder.resolve(name), bytes(FOLDER + name));
    }
    for (Map.Entry<String, String> made : declarations().entrySet()) {
      String guarded = "#pragma once\n" + made.getValue();
      put(
          folder.resolve("shmemlab").resolve(made.getKey()),
          guarded.getBytes(StandardCharsets.UTF_8));
    }
  }

  static void put(Path file, byte[] content) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, content);
  }

  private static ImmutableMap<String, String> declarations() {
    ImmutableMap.Builder<String, String> all = ImmutableMap.builder();
    for (String library :
        List.of("cuda", "mpi", "nccl", "nvshmem", "pshmem", "pthread", "shmem", "shmemx")) {
      if (library.equals("nvshmem")) {
        all.put("nvshmem.h", Declarations.of(library, line -> line.header().equals("nvshmem.h")));
        all.put("nvshmemx.h", Declarations.of(library, line -> line.header().equals("nvshmemx.h")));
      } else {
        all.put(library + ".h", Declarations.of(library, _ -> true));
      }
    }
    for (String header : List.of("stdio", "stdlib", "string", "math", "time", "unistd", "own")) {
      all.put(header + ".h", Declarations.of("libc", line -> line.header().equals(header + ".h")));
    }
    return all.buildOrThrow();
  }
}
