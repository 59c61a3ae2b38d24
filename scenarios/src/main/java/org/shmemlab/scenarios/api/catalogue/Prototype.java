package org.shmemlab.scenarios.api.catalogue;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import org.jspecify.annotations.Nullable;

/**
 * A call as the catalogue declares it, for one name.
 *
 * @param name the name that was looked up
 * @param header the header that declares it
 * @param side where it may be called
 * @param element words of the type that the name says, or null
 */
public record Prototype(
    String name,
    String header,
    Side side,
    TypePatterns patterns,
    String operation,
    ImmutableMap<String, String> attributes,
    @Nullable String element) {
  private static final ImmutableSet<String> C_HEADERS =
      ImmutableSet.of("compiler", "math.h", "stdlib.h");

  /** Which processor's code may make a call. */
  public enum Side {
    HOST,
    DEVICE,
    BOTH;

    public boolean allows(boolean onDevice) {
      return this == BOTH || (this == DEVICE) == onDevice;
    }
  }

  /** One parameter; a default is a constant. */
  public record Parameter(TypePattern type, @Nullable Long defaultValue) {}

  /** The types of a prototype before they are resolved. */
  public record TypePatterns(
      TypePattern result, ImmutableList<Parameter> parameters, boolean variadic) {}

  /** Whether the call belongs to C, not to a library of parallel programs. */
  public boolean isOfC() {
    return operation.startsWith(Catalogue.EXTERNAL) || C_HEADERS.contains(header);
  }

  /** Number of named parameters. */
  public int parameterCount() {
    return patterns.parameters().size();
  }

  public boolean variadic() {
    return patterns.variadic();
  }

  /** Whether so many arguments fit. */
  public boolean accepts(int arguments) {
    if (arguments > parameterCount()) {
      return patterns.variadic();
    }
    return arguments == parameterCount()
        || patterns.parameters().get(arguments).defaultValue() != null;
  }

  /** The value of a parameter that a call leaves out. */
  public long defaultValue(int parameter) {
    Long value = patterns.parameters().get(parameter).defaultValue();
    if (value == null) {
      throw new IllegalArgumentException(name + ": parameter " + parameter + " has no default");
    }
    return value;
  }

  /**
   * The call with its types known.
   *
   * @param known the type of its T, void where it has none
   * @param result the type of its result
   */
  public ApiFunction with(ApiType known, ApiType result) {
    return new ApiFunction(name, operation, attributes, known.isVoid() ? null : known, result);
  }
}
