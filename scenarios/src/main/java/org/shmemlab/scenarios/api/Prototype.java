package org.shmemlab.scenarios.api;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.types.Arithmetic;
import org.shmemlab.scenarios.types.CType;
import org.shmemlab.scenarios.types.VoidType;

/**
 * A call as the catalogue declares it, for one name.
 *
 * @param name the name that was looked up
 * @param header the header of ours that declares it; "none" for those that every program has
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
  record Parameter(TypePattern type, @Nullable Long defaultValue) {}

  /** The types of a prototype before they are resolved. */
  record TypePatterns(TypePattern result, ImmutableList<Parameter> parameters, boolean variadic) {}

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

  /** Whether a parameter is taken by reference. */
  public boolean takesReference(int parameter) {
    return parameter < parameterCount() && patterns.parameters().get(parameter).type().reference();
  }

  /**
   * The call with its types known.
   *
   * @param arguments the types of the arguments as written
   * @param overloaded whether functions have C++'s overloads: {@code sqrt} of a float is a float
   * @return the call, or the reason why there is none
   */
  public Resolution resolve(TypeNames names, List<CType> arguments, boolean overloaded) {
    CType deduced = deduce(names, arguments, overloaded);
    if (deduced == null) {
      return new Resolution.Failure("no form of " + name + " takes these arguments");
    }
    CType result = patterns.result().resolve(names, deduced);
    ImmutableList.Builder<CType> parameters = ImmutableList.builder();
    for (Parameter parameter : patterns.parameters()) {
      CType type = parameter.type().resolve(names, deduced);
      if (type == null) {
        return new Resolution.Failure(
            name + " needs the type '" + parameter.type().base() + "'; include its header");
      }
      parameters.add(type);
    }
    if (result == null) {
      return new Resolution.Failure(
          name + " gives the type '" + patterns.result().base() + "'; include its header");
    }
    return new Resolution.Success(
        new ApiFunction(
            name,
            operation,
            attributes,
            deduced.isVoid() ? null : deduced,
            result,
            parameters.build(),
            patterns.variadic()));
  }

  /** The element type, or void where the prototype has none; null if the arguments do not fit. */
  private @Nullable CType deduce(TypeNames names, List<CType> arguments, boolean overloaded) {
    if (element != null) {
      CType builtIn = TypePattern.builtIn(element);
      return builtIn != null ? builtIn : names.lookup(element);
    }
    Arithmetic common = null;
    for (int i = 0; i < Math.min(parameterCount(), arguments.size()); i++) {
      TypePattern pattern = patterns.parameters().get(i).type();
      if (pattern.base().equals(TypePattern.ELEMENT)) {
        return pattern.deduce(arguments.get(i));
      }
      if (pattern.isDeduced()) {
        Arithmetic type = arithmetic(arguments.get(i));
        if (type == null) {
          return null;
        }
        common = common == null ? type.promoted() : Arithmetic.common(common, type);
      }
    }
    boolean real =
        patterns.parameters().stream().anyMatch(p -> p.type().base().equals(TypePattern.REAL));
    if (real && !(overloaded && common == Arithmetic.FLOAT)) {
      return Arithmetic.DOUBLE;
    }
    if (common != null && !overloaded) {
      return Arithmetic.INT; // abs and its like are functions of int in C
    }
    return common == null ? VoidType.VOID : common;
  }

  private static @Nullable Arithmetic arithmetic(CType type) {
    return switch (type.unqualified()) {
      case Arithmetic arithmetic -> arithmetic;
      default -> type.isInteger() ? Arithmetic.INT : null;
    };
  }

  /** What became of resolving a prototype. */
  public sealed interface Resolution {
    /** The call. */
    record Success(ApiFunction function) implements Resolution {}

    /** Why there is none, as a message. */
    record Failure(String message) implements Resolution {}
  }
}
