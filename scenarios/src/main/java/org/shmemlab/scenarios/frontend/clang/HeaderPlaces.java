package org.shmemlab.scenarios.frontend.clang;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.source.CompilerOptions;

/**
 * Names the folders that the headers of each library come from: the machine's where it has them,
 * else ours.
 *
 * @param ours the folder of our own headers, with a folder for each library in it
 * @param compiler the folder of the compiler's own
 * @param usesMachine whether the C library's headers are the machine's
 * @param toolkit the CUDA toolkit whose headers are used, or null
 * @param nvshmem the folder of NVSHMEM's own headers, or null
 * @param mpi the folder of Open MPI's own headers, or null
 */
record HeaderPlaces(
    Path ours,
    Path compiler,
    boolean usesMachine,
    @Nullable Path toolkit,
    @Nullable Path nvshmem,
    @Nullable Path mpi) {
  /** The folder of our headers and Clang's in the lines of a source that learns no other. */
  static final Path UNNAMED = Path.of("<shmemlab>");

  /** Says with {@code own} that no headers of the machine are used. */
  static final String VARIABLE = "SHMEMLAB_HEADERS";

  private static final Path SYSTEM = Path.of("/usr/include");
  private static final Pattern CUDA_VERSION =
      Pattern.compile("^\\s*#\\s*define\\s+CUDA_VERSION\\s+(\\d+)", Pattern.MULTILINE);

  /** Versions of toolkits whose headers this compiler reads: 12.0 to 13.x. */
  private static final int FIRST_VERSION = 12_000;

  private static final int AFTER_LAST_VERSION = 14_000;

  /** Folders of our own, in the order in which they are looked into. */
  private static final ImmutableList<String> LIBRARIES =
      ImmutableList.of("", "c", "c++", "cuda", "nvshmem", "mpi", "shmem");

  /** The places of our own headers for everything. */
  static HeaderPlaces own(Path ours, Path clang) {
    return new HeaderPlaces(ours, clang.resolveSibling("resources"), false, null, null, null);
  }

  /**
   * The places for a source, of which these are our own.
   *
   * @param environment the variables that name a toolkit and NVSHMEM
   * @param options of the source: whether it may see files of the machine, and a toolkit of its own
   */
  HeaderPlaces on(Map<String, String> environment, CompilerOptions options) {
    boolean isOwn =
        options.isClosed()
            || options.usesOwnHeaders(environment.getOrDefault(VARIABLE, "").equals("own"));
    if (isOwn || !Files.isRegularFile(SYSTEM.resolve("features.h"))) {
      return this;
    }
    Path toolkit = toolkit(environment, options);
    return new HeaderPlaces(
        ours,
        compiler,
        true,
        toolkit,
        toolkit == null ? null : nvshmem(environment),
        OpenMpi.headers(environment, options));
  }

  // ---------------------------------------------------------------- the machine's

  private static @Nullable Path toolkit(Map<String, String> environment, CompilerOptions options) {
    int asked = options.flags().lastIndexOf(CompilerOptions.CUDA_PATH);
    if (asked >= 0) {
      Path named = Path.of(options.flags().get(asked + 1));
      return isToolkit(named) ? named : null;
    }
    List<Path> places = new ArrayList<>();
    for (String name : List.of("CUDA_HOME", "CUDA_PATH")) {
      add(places, environment.getOrDefault(name, ""), "");
    }
    for (String folder : Splitter.on(':').split(environment.getOrDefault("PATH", ""))) {
      add(places, folder, "nvcc");
    }
    places.add(Path.of("/usr/local/cuda"));
    return places.stream().filter(HeaderPlaces::isToolkit).findFirst().orElse(null);
  }

  /** Adds a folder, or the one that a program in it belongs to. */
  private static void add(List<Path> places, String folder, String program) {
    if (folder.isEmpty()) {
      return;
    }
    try {
      Path place = Path.of(folder);
      if (program.isEmpty()) {
        places.add(place);
        return;
      }
      Path found = place.resolve(program);
      if (Files.isExecutable(found)) {
        places.add(found.toRealPath().resolveSibling("..").normalize());
      }
    } catch (InvalidPathException | IOException none) {
      return; // a variable that names no folder names no toolkit
    }
  }

  /** Whether a folder has the headers of a toolkit that this compiler reads. */
  private static boolean isToolkit(Path folder) {
    Path include = folder.resolve("include");
    if (!Files.isRegularFile(include.resolve("cuda_runtime.h"))
        || !Files.isDirectory(include.resolve("crt"))) {
      return false;
    }
    int version = version(folder);
    return version >= FIRST_VERSION && version < AFTER_LAST_VERSION;
  }

  /** The version that a toolkit's headers name, such as 12080; 0 where they name none. */
  private static int version(Path folder) {
    try {
      String text = Files.readString(folder.resolve("include/cuda.h"), StandardCharsets.ISO_8859_1);
      Matcher found = CUDA_VERSION.matcher(text);
      return found.find() ? Integer.parseInt(found.group(1)) : 0;
    } catch (IOException unreadable) {
      return 0;
    }
  }

  private static @Nullable Path nvshmem(Map<String, String> environment) {
    for (String name : List.of("NVSHMEM_HOME", "NVSHMEM_PREFIX", "NVSHMEM_DIR")) {
      String home = environment.getOrDefault(name, "");
      if (!home.isEmpty()) {
        Path include = Path.of(home, "include");
        return Files.isRegularFile(include.resolve("nvshmem.h")) ? include : null;
      }
    }
    return null;
  }

  // ---------------------------------------------------------------- for the compiler

  /** The options that make a compiler look there, in this order. */
  ImmutableList<String> arguments() {
    ImmutableList.Builder<String> words = ImmutableList.builder();
    if (!usesMachine) {
      LIBRARIES.forEach(library -> look(words, "-isystem", ours.resolve(library)));
      look(words, "-idirafter", ours.resolve("fallback"));
      return words.build();
    }
    words.add("-D__SHMEMLAB_MACHINE");
    look(words, "-I", ours.resolve("over"));
    look(words, "-isystem", ours.resolve("c++"));
    if (toolkit != null) {
      words.add("-D__SHMEMLAB_TOOLKIT", "-DNVSHMEMI_HOST_ONLY");
      words.add("-D__CUDACC_RDC__", "-DCUB_DISABLE_CDP"); // as for nvcc -rdc=true
      words.add("-D__CUDACC_VER_MAJOR__=" + version(toolkit) / 1000);
      words.add(
          "-D__CUDACC_VER_MINOR__=" + version(toolkit) % 1000 / 10, "-D__CUDACC_VER_BUILD__=0");
      look(words, "-isystem", toolkit.resolve("include"));
      look(words, "-isystem", toolkit.resolve("include/cccl"));
    }
    if (nvshmem != null) {
      look(words, "-isystem", nvshmem);
    }
    look(
        words,
        "-isystem",
        ours.resolve("shmem")); // Open MPI has an shmem.h, too, of an older version
    if (mpi != null) {
      look(words, "-isystem", mpi);
    }
    for (String library : List.of("", "mpi", "nvshmem")) {
      boolean gives = library.equals("nvshmem") && nvshmem != null;
      look(words, gives ? "-idirafter" : "-isystem", ours.resolve(library));
    }
    if (toolkit != null) {
      look(words, "-idirafter", ours.resolve("beside"));
    }
    look(words, toolkit != null ? "-idirafter" : "-isystem", ours.resolve("cuda"));
    return words.build();
  }

  private static void look(ImmutableList.Builder<String> words, String option, Path folder) {
    words.add(option, folder.toString());
  }

  /** The header that is included before the first line of a source in CUDA, as nvcc does. */
  String first() {
    return toolkit == null ? "cuda_runtime.h" : "shmemlab/toolkit.h";
  }

  /** The folders of libraries, whose lines are no lines of the program. */
  ImmutableList<Path> libraries() {
    ImmutableList.Builder<Path> folders =
        ImmutableList.<Path>builder().add(ours, compiler, UNNAMED);
    if (usesMachine) {
      folders.add(SYSTEM);
    }
    if (toolkit != null) {
      folders.add(toolkit.resolve("include"));
    }
    if (nvshmem != null) {
      folders.add(nvshmem);
    }
    if (mpi != null) {
      folders.add(mpi);
    }
    return folders.build();
  }

  /** One line on which headers are whose. */
  String line() {
    String c = usesMachine ? SYSTEM.toString() : "ours";
    String cuda =
        toolkit == null
            ? "ours"
            : toolkit.resolve("include")
                + " ("
                + version(toolkit) / 1000
                + "."
                + version(toolkit) % 1000 / 10
                + ")";
    String library = nvshmem == null ? "ours" : nvshmem.toString();
    return "headers: C library "
        + c
        + "; CUDA "
        + cuda
        + "; NVSHMEM "
        + library
        + "; MPI "
        + (mpi == null ? "ours" : mpi)
        + "; OpenSHMEM ours";
  }
}
