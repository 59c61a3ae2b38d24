package org.shmemlab.scenarios.clang;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
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
import org.shmemlab.scenarios.api.Catalogue.Declared;

/**
 * The headers that programs include: those written by hand, and what the catalogue of calls says as
 * declarations. They are written once into the user's cache, in a folder named after their content.
 */
final class Headers {
  private static final String FOLDER = "/org/shmemlab/scenarios/include/";
  private static final String RUNTIME = "/org/shmemlab/scenarios/runtime/";
  private static final String LIBC = "libc.c";
  private static final String CXX = "cxx.cpp";
  private static final String COMPILED = ".bc";

  private static final String CATALOGUE = "/org/shmemlab/scenarios/api/";

  private Headers() {}

  /** The folder that holds the headers; written if it is not there. */
  static Path in(Path cache, Path clang) throws IOException {
    Path folder = cache.resolve("headers-" + Stamp.of(cache, Headers.class, Headers::version));
    if (!Files.isDirectory(folder)) {
      Unpacking.whole(
          folder,
          draft -> {
            write(draft);
            compileRuntime(draft, clang, LIBC);
            compileRuntime(draft, clang, CXX);
          });
    }
    return folder;
  }

  /** Compiles what programs need besides headers: functions that are no services of the machine. */
  private static void compileRuntime(Path folder, Path clang, String name) throws IOException {
    Path source = folder.resolve(name);
    put(source, bytes(RUNTIME + name));
    ImmutableList<String> line =
        ImmutableList.<String>builder()
            .add(clang.toString())
            .addAll(Clang.common(clang, folder))
            .add("-w", "-emit-llvm", "-c")
            .add("-o", folder.resolve(name + COMPILED).toString(), source.toString())
            .build();
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException("the compiler does not run here: " + said.strip());
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IOException("stopped");
    }
  }

  /** What tells these headers from others: all that they are made of. */
  private static String version() {
    Hasher hasher = Hashing.sha256().newHasher();
    for (String name : names()) {
      hasher.putBytes(bytes(FOLDER + name));
    }
    for (String library :
        List.of("types", "cuda", "libc", "mpi", "nvshmem", "omp", "pthread", "shmem")) {
      hasher.putBytes(bytes(CATALOGUE + library + ".txt"));
    }
    hasher.putBytes(bytes(RUNTIME + LIBC)).putBytes(bytes(RUNTIME + CXX));
    for (String maker : List.of("Declarations", "Headers", "Clang")) {
      hasher.putBytes(bytes("/org/shmemlab/scenarios/clang/" + maker + ".class"));
    }
    return hasher.hash().toString().substring(0, 16);
  }

  /** What a program of a language is linked with. */
  static ImmutableList<Path> runtime(Path folder, boolean isC) {
    Path libc = folder.resolve(LIBC + COMPILED);
    return isC ? ImmutableList.of(libc) : ImmutableList.of(libc, folder.resolve(CXX + COMPILED));
  }

  private static List<String> names() {
    String index = new String(bytes(FOLDER + "index.txt"), StandardCharsets.UTF_8);
    return Splitter.on('\n').trimResults().omitEmptyStrings().splitToList(index);
  }

  private static byte[] bytes(String resource) {
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

  private static void put(Path file, byte[] content) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, content);
  }

  private static ImmutableMap<String, String> declarations() {
    ImmutableMap.Builder<String, String> all = ImmutableMap.builder();
    for (String library : List.of("cuda", "mpi", "nvshmem", "omp", "pthread", "shmem")) {
      if (library.equals("nvshmem")) {
        all.put("nvshmem.h", Declarations.of(library, line -> line.header().equals("nvshmem.h")));
        all.put("nvshmemx.h", Declarations.of(library, line -> line.header().equals("nvshmemx.h")));
      } else {
        all.put(library + ".h", Declarations.of(library, _ -> true));
      }
    }
    for (String header : List.of("stdio", "stdlib", "string", "math", "time", "unistd", "own")) {
      all.put(header + ".h", Declarations.of("libc", line -> header.equals(headerOf(line))));
    }
    return all.buildOrThrow();
  }

  /** Which header of C declares a function (ISO C 17, annex B; POSIX.1-2017). */
  private static String headerOf(Declared line) {
    String name = Declarations.pattern(line);
    if (name.startsWith("__builtin")) {
      return "compiler";
    }
    if (name.startsWith("__")) {
      return "own";
    }
    if (line.operation().startsWith("math.")) {
      return name.endsWith("abs") && !name.startsWith("f") ? "stdlib" : "math";
    }
    return switch (name) {
      case "printf",
          "fprintf",
          "sprintf",
          "snprintf",
          "puts",
          "fputs",
          "fputc",
          "putc",
          "putchar",
          "fflush",
          "setvbuf",
          "perror" ->
          "stdio";
      case "time" -> "time";
      case "_exit", "getpid", "gethostname" -> "unistd";
      default ->
          name.startsWith("mem") || (name.startsWith("str") && !name.startsWith("strto"))
              ? "string"
              : "stdlib";
    };
  }
}
