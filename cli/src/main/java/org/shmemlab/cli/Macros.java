package org.shmemlab.cli;

import com.google.common.collect.ImmutableMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The option that defines macros for programs, as compilers have it. */
final class Macros {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_]\\w*");

  @Option(
      names = "-D",
      paramLabel = "NAME[=VALUE]",
      mapFallbackValue = "1",
      description = "define a macro for the programs, as if before their first line")
  private Map<String, String> macros = new LinkedHashMap<>();

  /**
   * All that are defined, in order.
   *
   * @param command that has this option
   */
  ImmutableMap<String, String> all(CommandSpec command) {
    for (String name : macros.keySet()) {
      if (!NAME.matcher(name).matches()) {
        throw new ParameterException(
            command.commandLine(), "-D " + name + ": the name of a macro is a C identifier");
      }
    }
    return ImmutableMap.copyOf(macros);
  }
}
