package org.shmemlab.scenarios.lower;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.api.ApiFunction;
import org.shmemlab.scenarios.api.ApiType;
import org.shmemlab.scenarios.api.NumberType;
import org.shmemlab.scenarios.api.Prototype;
import org.shmemlab.scenarios.api.TypePattern;
import org.shmemlab.scenarios.types.Arithmetic;
import org.shmemlab.scenarios.types.CType;
import org.shmemlab.scenarios.types.VoidType;

/** What the words of a prototype's types are as types of the source. */
record PrototypeTypes(Prototype prototype, TypeNames names) {

  /** What became of resolving a prototype. */
  sealed interface Resolution {}

  /** The call, and the types of its result and its named parameters. */
  record Success(ApiFunction function, CType result, ImmutableList<CType> parameters)
      implements Resolution {}

  /** Why there is none, as a message. */
  record Failure(String message) implements Resolution {}

  /** A type as calls know it. */
  static ApiType known(CType type) {
    CType plain = type.unqualified();
    return plain.isVoid()
        ? ApiType.VOID
        : new ApiType(
            type.toString(),
            plain.isScalar() ? plain.register() : null,
            plain instanceof Arithmetic arithmetic ? arithmetic.number() : null);
  }

  /**
   * The call with its types known.
   *
   * @param arguments the types of the arguments as written
   * @param overloaded whether functions have C++'s overloads: {@code sqrt} of a float is a float
   */
  Resolution resolve(List<CType> arguments, boolean overloaded) {
    CType deduced = deduce(arguments, overloaded);
    if (deduced == null) {
      return new Failure("no form of " + prototype.name() + " takes these arguments");
    }
    ImmutableList.Builder<CType> parameters = ImmutableList.builder();
    for (Prototype.Parameter parameter : prototype.patterns().parameters()) {
      CType type = resolve(parameter.type(), deduced);
      if (type == null) {
        String base = parameter.type().base();
        return new Failure(prototype.name() + " needs the type '" + base + "'; include its header");
      }
      parameters.add(type);
    }
    TypePattern gives = prototype.patterns().result();
    CType result = resolve(gives, deduced);
    if (result == null) {
      return new Failure(
          prototype.name() + " gives the type '" + gives.base() + "'; include its header");
    }
    return new Success(prototype.with(known(deduced), known(result)), result, parameters.build());
  }

  /** The element type, or void where the prototype has none; null if the arguments do not fit. */
  private @Nullable CType deduce(List<CType> arguments, boolean overloaded) {
    String element = prototype.element();
    if (element != null) {
      return named(element);
    }
    Arithmetic common = null;
    boolean real = false;
    List<Prototype.Parameter> parameters = prototype.patterns().parameters();
    for (int i = 0; i < Math.min(parameters.size(), arguments.size()); i++) {
      TypePattern pattern = parameters.get(i).type();
      real |= pattern.base().equals(TypePattern.REAL);
      if (pattern.base().equals(TypePattern.ELEMENT)) {
        return deduce(pattern, arguments.get(i));
      }
      if (pattern.isDeduced()) {
        Arithmetic type = arithmetic(arguments.get(i));
        if (type == null) {
          return null;
        }
        common = common == null ? type.promoted() : Arithmetic.common(common, type);
      }
    }
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

  /** What T is if a parameter gets an argument of such a type; null if it cannot be. */
  private static @Nullable CType deduce(TypePattern pattern, CType argument) {
    CType type = argument.unqualified();
    for (int i = 0; i < pattern.pointers(); i++) {
      if (type instanceof CType.Array array) {
        type = array.element().unqualified();
      } else if (type instanceof CType.Function && i == pattern.pointers() - 1) {
        return type; // a function's name stands for a pointer to it
      } else if (type instanceof CType.Pointer pointer) {
        type = pointer.target().unqualified();
      } else {
        return null;
      }
    }
    return type;
  }

  /** A type with its deduced part filled in; null if its base is not known. */
  private @Nullable CType resolve(TypePattern pattern, CType deduced) {
    CType type = pattern.isDeduced() ? deduced : named(pattern.base());
    if (type == null) {
      return null;
    }
    if (pattern.constant() && (pattern.pointers() > 0 || pattern.reference())) {
      type = type.qualified(true, false);
    }
    for (int i = 0; i < pattern.pointers(); i++) {
      type = new CType.Pointer(type);
    }
    return pattern.reference() ? new CType.Reference(type) : type;
  }

  private @Nullable CType named(String words) {
    if (words.equals("void")) {
      return VoidType.VOID;
    }
    NumberType number = NumberType.of(words);
    return number == null ? names.lookup(words) : Arithmetic.of(number);
  }
}
