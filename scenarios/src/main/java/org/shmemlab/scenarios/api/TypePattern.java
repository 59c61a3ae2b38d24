package org.shmemlab.scenarios.api;

import com.google.common.base.Splitter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.types.Arithmetic;
import org.shmemlab.scenarios.types.CType;
import org.shmemlab.scenarios.types.VoidType;

/**
 * A type as a prototype writes it: {@code const T *}, {@code size_t}, {@code cudaStream_t *}.
 *
 * @param base the words of the innermost type; {@code T} is the element type, {@code common} and
 *     {@code real} follow from the arguments
 * @param constant whether the innermost type is const
 * @param pointers how many pointers to it
 * @param reference whether it is taken by reference
 */
record TypePattern(String base, boolean constant, int pointers, boolean reference) {
  static final String ELEMENT = "T";
  static final String COMMON = "common";
  static final String REAL = "real";

  static TypePattern parse(String text) {
    String spaced = text.replace("*", " * ").replace("&", " & ");
    List<String> words = Splitter.on(' ').omitEmptyStrings().trimResults().splitToList(spaced);
    StringBuilder base = new StringBuilder();
    boolean constant = false;
    boolean reference = false;
    int pointers = 0;
    for (String word : words) {
      switch (word) {
        case "const" -> constant = true;
        case "struct" -> {}
        case "*" -> pointers++;
        case "&" -> reference = true;
        default -> base.append(base.isEmpty() ? "" : " ").append(word);
      }
    }
    return new TypePattern(base.toString(), constant, pointers, reference);
  }

  /** Whether it follows from the arguments of a call. */
  boolean isDeduced() {
    return base.equals(ELEMENT) || base.equals(COMMON) || base.equals(REAL);
  }

  /** What T is if this parameter gets an argument of such a type; null if it cannot be. */
  @Nullable CType deduce(CType argument) {
    CType type = argument.unqualified();
    for (int i = 0; i < pointers; i++) {
      if (type instanceof CType.Array array) {
        type = array.element().unqualified();
      } else if (type instanceof CType.Function && i == pointers - 1) {
        return type; // a function's name stands for a pointer to it
      } else if (type instanceof CType.Pointer pointer) {
        type = pointer.target().unqualified();
      } else {
        return null;
      }
    }
    return type;
  }

  /**
   * The type with its deduced part filled in.
   *
   * @return null if the base is not known: its header is not included
   */
  @Nullable CType resolve(TypeNames names, CType deduced) {
    CType type = isDeduced() ? deduced : builtIn(base);
    if (type == null) {
      type = names.lookup(base);
    }
    if (type == null) {
      return null;
    }
    if (constant && (pointers > 0 || reference)) {
      type = type.qualified(true, false);
    }
    for (int i = 0; i < pointers; i++) {
      type = new CType.Pointer(type);
    }
    return reference ? new CType.Reference(type) : type;
  }

  static @Nullable CType builtIn(String words) {
    return switch (words) {
      case "void" -> VoidType.VOID;
      case "bool" -> Arithmetic.BOOL;
      case "char" -> Arithmetic.CHAR;
      case "signed char" -> Arithmetic.SIGNED_CHAR;
      case "unsigned char" -> Arithmetic.UNSIGNED_CHAR;
      case "short" -> Arithmetic.SHORT;
      case "unsigned short" -> Arithmetic.UNSIGNED_SHORT;
      case "int" -> Arithmetic.INT;
      case "unsigned int" -> Arithmetic.UNSIGNED;
      case "long", "ptrdiff_t" -> Arithmetic.LONG;
      case "unsigned long", "size_t", "uint64_t" -> Arithmetic.UNSIGNED_LONG;
      case "long long" -> Arithmetic.LONG_LONG;
      case "unsigned long long" -> Arithmetic.UNSIGNED_LONG_LONG;
      case "half" -> Arithmetic.HALF;
      case "bfloat16" -> Arithmetic.BFLOAT16;
      case "float" -> Arithmetic.FLOAT;
      case "double" -> Arithmetic.DOUBLE;
      default -> null;
    };
  }
}
