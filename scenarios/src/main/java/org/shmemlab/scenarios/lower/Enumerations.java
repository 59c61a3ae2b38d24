package org.shmemlab.scenarios.lower;

import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.cdt.core.dom.ast.IASTEnumerationSpecifier;
import org.eclipse.cdt.core.dom.ast.IASTEnumerationSpecifier.IASTEnumerator;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTEnumerationSpecifier;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.types.Arithmetic;
import org.shmemlab.scenarios.types.CType;
import org.shmemlab.scenarios.types.EnumType;

/**
 * Declares enumerations. Where the source does not fix the underlying type, the languages leave the
 * choice to the compiler, and ours is gcc's: {@code unsigned int} if no enumerator is negative,
 * else {@code int} (GCC manual, "Structures, unions, enumerations, and bit-fields implementation").
 */
final class Enumerations {
  private final FunctionLowering f;

  Enumerations(FunctionLowering f) {
    this.f = f;
  }

  /** The type that a specifier declares, with its enumerators. */
  EnumType declare(IASTEnumerationSpecifier specifier) {
    ICPPASTEnumerationSpecifier cpp = (ICPPASTEnumerationSpecifier) specifier;
    String tag = Names.plain(specifier.getName());
    Arithmetic fixed = fixed(cpp);
    Map<String, Long> values = values(specifier, fixed, cpp.isScoped() ? tag + "::" : "");
    EnumType type = type(specifier, cpp.isScoped(), fixed, values);
    if (!tag.isEmpty()) {
      f.scope().declareTag(tag, type);
    }
    values.forEach((name, bits) -> {
      CType own = f.unit().isC() ? constantType(bits) : type;
      f.scope().declare(name, new Symbol.ConstantName(own, type.register().canonical(bits)));
    });
    return type;
  }

  /** The underlying type where it does not depend on the enumerators, else null. */
  private @Nullable Arithmetic fixed(ICPPASTEnumerationSpecifier specifier) {
    if (specifier.getBaseType() == null) {
      return specifier.isScoped() ? Arithmetic.INT : null;
    }
    CType base = f.types().specifier(specifier.getBaseType()).unqualified();
    if (base instanceof Arithmetic integer && !integer.floating()) {
      return integer;
    }
    throw Failure.at(specifier.getBaseType(), "'" + base + "' cannot represent an enumeration");
  }

  /** Declares the enumerators with the types that they have until the closing brace. */
  private Map<String, Long> values(
      IASTEnumerationSpecifier specifier, @Nullable Arithmetic fixed, String prefix) {
    Map<String, Long> values = new LinkedHashMap<>();
    long next = 0;
    for (IASTEnumerator enumerator : specifier.getEnumerators()) {
      IASTExpression value = enumerator.getValue();
      long bits = value == null ? next : f.constant(value);
      boolean fits =
          fixed == null
              ? bits == (int) bits || bits == (bits & 0xFFFF_FFFFL)
              : bits == fixed.scalar().canonical(bits);
      if (!fits) {
        throw fixed == null
            ? Failure.notSupported(enumerator, "enumerators beyond 32 bits")
            : Failure.at(enumerator, "an enumerator that '" + fixed + "' cannot hold");
      }
      String name = prefix + Names.plain(enumerator.getName());
      values.put(name, bits);
      CType type = fixed == null ? constantType(bits) : fixed;
      f.scope().declare(name, new Symbol.ConstantName(type, type.register().canonical(bits)));
      next = bits + 1;
    }
    return values;
  }

  private EnumType type(
      IASTEnumerationSpecifier specifier,
      boolean scoped,
      @Nullable Arithmetic fixed,
      Map<String, Long> values) {
    String tag = Names.plain(specifier.getName());
    String name = tag.isEmpty() ? "unnamed enumeration" : tag;
    if (fixed != null) {
      return new EnumType(name, scoped, fixed, fixed.promoted());
    }
    boolean negative = values.values().stream().anyMatch(bits -> bits < 0);
    boolean large = values.values().stream().anyMatch(bits -> bits > Integer.MAX_VALUE);
    if (negative && large) {
      throw Failure.notSupported(specifier, "enumerations beyond 32 bits");
    }
    Arithmetic underlying = negative ? Arithmetic.INT : Arithmetic.UNSIGNED;
    // C promotes the representation, C++ to int if that holds all the values ([conv.prom] 3).
    boolean signed = negative || (!f.unit().isC() && !large);
    return new EnumType(name, scoped, underlying, signed ? Arithmetic.INT : Arithmetic.UNSIGNED);
  }

  /** The type of an enumerator in C: {@code int}, or as GNU C has it where that is too small. */
  private static Arithmetic constantType(long bits) {
    return bits == (int) bits ? Arithmetic.INT : Arithmetic.UNSIGNED;
  }
}
