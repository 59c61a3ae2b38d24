package org.shmemlab.plan.workload;

import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A value for each parameter of a workload.
 *
 * @param texts by name, in the order of the parameters
 */
public record Values(ImmutableMap<String, String> texts) {
  /**
   * The usual values with others in some places.
   *
   * @throws IllegalArgumentException saying which parameters or values there are
   */
  static Values of(
      String workload, List<WorkloadParameter> parameters, Map<String, String> others) {
    for (String name : others.keySet()) {
      if (parameters.stream().noneMatch(parameter -> parameter.name().equals(name))) {
        throw new IllegalArgumentException(
            workload
                + " has no parameter '"
                + name
                + "'; it has "
                + parameters.stream()
                    .map(WorkloadParameter::name)
                    .collect(Collectors.joining(", ")));
      }
    }
    ImmutableMap.Builder<String, String> texts = ImmutableMap.builder();
    for (WorkloadParameter parameter : parameters) {
      String value = others.getOrDefault(parameter.name(), parameter.usual());
      parameter.check(value);
      texts.put(parameter.name(), value);
    }
    return new Values(texts.buildOrThrow());
  }

  /** A word. */
  public String word(String name) {
    String text = texts.get(name);
    if (text == null) {
      throw new IllegalArgumentException("no parameter " + name);
    }
    return text;
  }

  /** A whole number. */
  public int whole(String name) {
    return Integer.parseInt(word(name));
  }

  /** A whole number that may be large. */
  public long large(String name) {
    return Long.parseLong(word(name));
  }

  /** Any number. */
  public double number(String name) {
    return Double.parseDouble(word(name));
  }
}
