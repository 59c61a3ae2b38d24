package org.shmemlab.scenarios.frontend.clang;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The compiler and the files that it needs, on this machine's disk.
 *
 * @param clang the program
 * @param library LLVM, which reads the compiler's output
 * @param headers the folder of our own headers
 * @param cache the folder of files that can be made again
 */
public record Toolchain(Path clang, Path library, Path headers, Path cache) {
  /** Names another Clang than ours. */
  public static final String VARIABLE = "SHMEMLAB_CLANG";

  /** Says where the package with the compiler is. */
  private static final String PROPERTY = "shmemlab.llvm";

  /** Says where the compiler is unpacked already, as in an archive that needs nothing else. */
  private static final String UNPACKED = "shmemlab.clang";

  private static final String VERSION = "20.1.7";
  private static final String MAJOR = "20.1";
  private static final String PACKAGE = "org/bytedeco/llvm/";

  /** Reports why there is no compiler; the message is one line with an instruction. */
  public static final class Missing extends Exception {
    private static final long serialVersionUID = 1L;

    Missing(String message) {
      super(message);
    }
  }

  /**
   * Finds the compiler; unpacks it where that was never done.
   *
   * @param environment the variables that say where the cache is, and which Clang is asked for
   */
  public static Toolchain find(Map<String, String> environment) throws Missing {
    Path cache = cache(environment);
    try {
      String unpacked = System.getProperty(UNPACKED, "");
      Path folder =
          unpacked.isEmpty()
              ? cache.resolve("clang-" + VERSION + "-" + platform())
              : Path.of(unpacked);
      if (!Files.isDirectory(folder)) {
        unpack(folder);
      }
      String other = environment.getOrDefault(VARIABLE, "");
      Path clang = other.isEmpty() ? folder.resolve("clang") : Path.of(other);
      if (!Files.isExecutable(clang)) {
        throw new Missing(VARIABLE + " names " + clang + ", which is not a program");
      }
      return new Toolchain(
          clang, folder.resolve(fileName("LLVM")), Headers.in(cache, clang), cache);
    } catch (IOException failed) {
      throw new Missing(
          "cannot write into "
              + cache
              + " ("
              + failed
              + "); set XDG_CACHE_HOME to a folder with 300 MB of room");
    }
  }

  /** XDG Base Directory Specification: XDG_CACHE_HOME, else .cache of the home folder. */
  private static Path cache(Map<String, String> environment) {
    String named = environment.getOrDefault("XDG_CACHE_HOME", "");
    if (!named.isEmpty()) {
      return Path.of(named, "shmemlab");
    }
    String home = environment.getOrDefault("HOME", "");
    if (!home.isEmpty()) {
      return Path.of(home, ".cache", "shmemlab");
    }
    return Path.of(
        System.getProperty("java.io.tmpdir"), "shmemlab-" + System.getProperty("user.name"));
  }

  // ---------------------------------------------------------------- unpacking

  private static void unpack(Path folder) throws IOException, Missing {
    String prefix = PACKAGE + platform() + "/";
    try (JarFile jar = jar(prefix)) {
      Unpacking.whole(folder, draft -> unpack(jar, prefix, draft));
    }
  }

  /** The package with the compiler: named by the launcher, or on the class path. */
  private static JarFile jar(String prefix) throws IOException, Missing {
    String named = System.getProperty(PROPERTY, "");
    if (!named.isEmpty()) {
      if (!Files.isRegularFile(Path.of(named))) {
        throw new Missing(
            "the compiler's package is no longer at " + named + "; build with Maven once more");
      }
      return new JarFile(named);
    }
    URL program = Toolchain.class.getResource("/" + prefix + "clang");
    if (program == null) {
      throw new Missing(
          "no compiler for " + platform() + " came along; build with Maven on this machine");
    }
    JarURLConnection connection = (JarURLConnection) program.openConnection();
    connection.setUseCaches(false);
    return connection.getJarFile();
  }

  private static void unpack(JarFile jar, String prefix, Path folder) throws IOException {
    copy(jar, prefix + "clang", folder.resolve("clang"));
    if (!folder.resolve("clang").toFile().setExecutable(true)) {
      throw new IOException("cannot make clang a program");
    }
    for (String library : new String[] {"clang-cpp", "LLVM"}) {
      copy(jar, prefix + packagedName(library), folder.resolve(fileName(library)));
    }
    String headers = prefix + "lib/clang/";
    for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
      if (entry.getName().startsWith(headers) && !entry.isDirectory()) {
        String inside = entry.getName().substring(headers.length());
        Path target =
            folder.resolve("resources").resolve(inside.substring(inside.indexOf('/') + 1));
        copy(jar, entry.getName(), target);
      }
    }
  }

  private static void copy(JarFile jar, String name, Path target) throws IOException {
    JarEntry entry = jar.getJarEntry(name);
    if (entry == null) {
      throw new IOException("the compiler's package has no " + name);
    }
    Files.createDirectories(parent(target));
    try (InputStream in = jar.getInputStream(entry)) {
      Files.copy(in, target);
    }
  }

  private static Path parent(Path file) throws IOException {
    @Nullable Path parent = file.getParent();
    if (parent == null) {
      throw new IOException(file + " has no folder");
    }
    return parent;
  }

  // ---------------------------------------------------------------- this machine

  private static boolean isMac() {
    return System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("mac");
  }

  /** How the package calls this machine. */
  private static String platform() {
    String processor = System.getProperty("os.arch");
    boolean arm = processor.equals("aarch64") || processor.equals("arm64");
    return (isMac() ? "macosx" : "linux") + (arm ? "-arm64" : "-x86_64");
  }

  private static String packagedName(String library) {
    return "lib" + library + (isMac() ? ".dylib" : ".so");
  }

  /** The name by which the program asks for a library. */
  private static String fileName(String library) {
    return packagedName(library) + (isMac() ? "" : "." + MAJOR);
  }

  // ---------------------------------------------------------------- processes of our own

  /** Options with which another process of this Java finds the same compiler. */
  public static ImmutableList<String> options() {
    return Stream.of(PROPERTY, UNPACKED)
        .filter(name -> !System.getProperty(name, "").isEmpty())
        .map(name -> "-D" + name + "=" + System.getProperty(name))
        .collect(toImmutableList());
  }
}
