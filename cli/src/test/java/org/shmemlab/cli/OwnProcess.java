package org.shmemlab.cli;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Starts the command in a process of its own: for tests of its streams and its end. */
final class OwnProcess {
  private OwnProcess() {}

  static Process start(File out, File err, String... command) throws IOException {
    return start(Map.of(), out, err, command);
  }

  /** The same in a folder. */
  static Process startIn(Path folder, File out, File err, String... command) throws IOException {
    return builder(command)
        .directory(folder.toFile())
        .redirectOutput(out)
        .redirectError(err)
        .start();
  }

  /** The same with more variables in its environment. */
  static Process start(Map<String, String> environment, File out, File err, String... command)
      throws IOException {
    ProcessBuilder process = builder(command);
    process.environment().putAll(environment);
    return process.redirectOutput(out).redirectError(err).start();
  }

  private static ProcessBuilder builder(String... command) {
    return new ProcessBuilder(Stream.concat(command().stream(), Stream.of(command)).toList());
  }

  /** The words that start the command. */
  static List<String> command() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        classPath(),
        Main.class.getName());
  }

  // Where the tests' own loader has its classes, which may not be the path that Java was given.
  static String classPath() {
    return OwnProcess.class.getClassLoader() instanceof URLClassLoader loader
        ? Stream.of(loader.getURLs()).map(URL::getPath).collect(Collectors.joining(":"))
        : System.getProperty("java.class.path");
  }
}
