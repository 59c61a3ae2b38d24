package org.shmemlab.transports.rules;

import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Reads a configuration file of NVSHMEM: lines {@code NAME=VALUE} with the names of environment
 * variables, whose values take the place of those of the environment. A {@code #} at the start of a
 * line, or after a blank, begins a comment; the last value of a name counts.
 *
 * <p>The library skips lines of any other form and names that it does not know; here they are
 * errors. The files that it reads of itself, {@code /etc/nvshmem.conf} and {@code ~/.nvshmem.conf},
 * are those of another machine and are not read.
 *
 * <p>Source: NVSHMEM, README.md, "Configuration file"; env_defs_internal.h, {@code
 * nvshmemi_conf_parse_file}.
 */
final class ConfigurationFile {
  private static final Pattern COMMENT = Pattern.compile("(^|\\s)#.*");
  private static final Pattern LINE = Pattern.compile("([^=]*[^=\\s])\\s*=\\s*(.*)");

  private ConfigurationFile() {}

  /**
   * The values of an environment and of the configuration file that it names, if it names one.
   *
   * @throws BadTransport if there is no such file, or one of its lines says nothing that NVSHMEM
   *     reads
   */
  static Map<String, String> over(Map<String, String> environment) {
    String path = environment.get(EnvironmentVariable.CONF_FILE.environmentName());
    if (path == null || path.isEmpty()) {
      return environment;
    }
    Map<String, String> all = new LinkedHashMap<>(environment);
    all.putAll(values(path, lines(path)));
    return ImmutableMap.copyOf(all);
  }

  private static List<String> lines(String path) {
    String named = EnvironmentVariable.CONF_FILE.environmentName() + "=" + path;
    try {
      Path file = Path.of(path);
      if (!Files.isRegularFile(file)) {
        throw new BadTransport(named + ": there is no such file");
      }
      return Files.readString(file, StandardCharsets.UTF_8).lines().toList();
    } catch (InvalidPathException | IOException | UncheckedIOException problem) {
      throw new BadTransport(named + ": the file cannot be read as text");
    }
  }

  private static Map<String, String> values(String path, List<String> lines) {
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = COMMENT.matcher(lines.get(i)).replaceFirst("").strip();
      if (line.isEmpty()) {
        continue;
      }
      String place = path + ":" + (i + 1) + ": ";
      var parts = LINE.matcher(line);
      if (!parts.matches()) {
        throw new BadTransport(place + "write NAME=VALUE, as in NVSHMEM_IB_ENABLE_IBGDA=1");
      }
      String name = parts.group(1);
      if (!name.startsWith(EnvironmentVariable.PREFIX)) {
        throw new BadTransport(place + name + ": the name of a variable begins with NVSHMEM_");
      }
      if (name.equals(EnvironmentVariable.CONF_FILE.environmentName())) {
        throw new BadTransport(place + "a configuration file names no other one");
      }
      try {
        Settings.checked(name, parts.group(2));
      } catch (BadTransport problem) {
        throw new BadTransport(place + problem.text());
      }
      values.put(name, parts.group(2));
    }
    return values;
  }
}
