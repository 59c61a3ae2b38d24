package org.shmemlab.transports.rules;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * How NVSHMEM is configured.
 *
 * @param set the variables that are set; the others have their defaults
 */
public record Settings(ImmutableMap<EnvironmentVariable, String> set) {
  /** Every variable at its default. */
  public static final Settings DEFAULT = new Settings(ImmutableMap.of());

  private static final long KILO = 1024;

  /**
   * Reads names and values as an environment holds them; names without the prefix {@code NVSHMEM_}
   * are others' and are left out. The values of a configuration file that one of them names take
   * the place of theirs.
   *
   * @throws BadTransport if NVSHMEM has no such variable, the value is none of its, or the file is
   *     not usable
   */
  public static Settings of(Map<String, String> environment) {
    Map<EnvironmentVariable, String> set = new EnumMap<>(EnvironmentVariable.class);
    ConfigurationFile.over(environment)
        .forEach((name, value) -> {
          if (name.startsWith(EnvironmentVariable.PREFIX)) {
            EnvironmentVariable variable = named(name);
            set.put(variable, accepted(variable, value));
          }
        });
    return new Settings(Maps.immutableEnumMap(set));
  }

  /**
   * Makes sure that a variable may have a value.
   *
   * @throws BadTransport if NVSHMEM has no such variable, or the value is none of its
   */
  static void checked(String name, String value) {
    accepted(named(name), value);
  }

  private static EnvironmentVariable named(String name) {
    return EnvironmentVariable.of(name)
        .orElseThrow(() ->
            new BadTransport(
                name + " is not a variable that NVSHMEM 3.4.5 to 3.8 reads; check its spelling"));
  }

  /** The same settings with one variable set. */
  public Settings with(EnvironmentVariable variable, String value) {
    Map<EnvironmentVariable, String> changed = new EnumMap<>(EnvironmentVariable.class);
    changed.putAll(set);
    changed.put(variable, accepted(variable, value));
    return new Settings(Maps.immutableEnumMap(changed));
  }

  private static String accepted(EnvironmentVariable variable, String value) {
    return variable
        .accepted(value)
        .orElseThrow(() ->
            new BadTransport(
                variable.environmentName()
                    + "="
                    + value
                    + ": the value is "
                    + variable.expectation()));
  }

  /** A variable's value as text. */
  public String text(EnvironmentVariable variable) {
    return Objects.requireNonNullElse(set.get(variable), variable.standard());
  }

  /** Whether a flag is on. */
  public boolean has(EnvironmentVariable flag) {
    return text(flag).equals("1");
  }

  /** The value of a count. */
  public int count(EnvironmentVariable count) {
    return Integer.parseInt(text(count));
  }

  /** The value of a size, bytes. */
  public long bytes(EnvironmentVariable size) {
    String text = text(size);
    int power = "KMGT".indexOf(Character.toUpperCase(text.charAt(text.length() - 1)));
    long bytes = Long.parseLong(power < 0 ? text : text.substring(0, text.length() - 1));
    for (int i = 0; i <= power; i++) {
      bytes = Math.multiplyExact(bytes, KILO);
    }
    return bytes;
  }

  /** {@code NVSHMEM_QP_DEPTH=64 ...}: what is set, in the order of the variables; may be empty. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    set.forEach((variable, value) ->
        text.append(text.isEmpty() ? "" : " ")
            .append(variable.environmentName())
            .append('=')
            .append(value));
    return text.toString();
  }
}
