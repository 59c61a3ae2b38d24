package org.shmemlab.scenarios.types;

import com.google.common.collect.ImmutableList;
import java.util.stream.Collectors;
import org.shmemlab.model.program.ScalarType;

/** A type of the source language. */
public sealed interface CType
    permits CType.Pointer,
        CType.Reference,
        CType.Array,
        CType.Function,
        CType.Qualified,
        Arithmetic,
        EnumType,
        StructType,
        VoidType {

  /** Size of an array whose length is not said. */
  long UNKNOWN_LENGTH = -1;

  /** Size in bytes; 0 for types without a size. */
  long size();

  /** Alignment in bytes, at least 1. */
  int align();

  /** As a programmer would write it. */
  @Override
  String toString();

  /** This type without const and volatile. */
  default CType unqualified() {
    return this;
  }

  default boolean isConst() {
    return false;
  }

  default boolean isVolatile() {
    return false;
  }

  /** Whether values of it fit a register: arithmetic, enumeration, pointer. */
  default boolean isScalar() {
    return switch (unqualified()) {
      case Arithmetic _, EnumType _, Pointer _ -> true;
      case VoidType _, Reference _, Array _, Function _, StructType _, Qualified _ -> false;
    };
  }

  /** Whether objects of it have a known size. */
  default boolean isComplete() {
    return switch (unqualified()) {
      case VoidType _, Function _ -> false;
      case Array array -> array.length() != UNKNOWN_LENGTH && array.element().isComplete();
      case StructType struct -> struct.complete();
      case Arithmetic _, EnumType _, Pointer _, Reference _, Qualified _ -> true;
    };
  }

  default boolean isVoid() {
    return unqualified() instanceof VoidType;
  }

  default boolean isPointer() {
    return unqualified() instanceof Pointer;
  }

  default boolean isStruct() {
    return unqualified() instanceof StructType;
  }

  default boolean isFloating() {
    return unqualified() instanceof Arithmetic a && a.floating();
  }

  /** Integers, characters, truth values, enumerations. */
  default boolean isInteger() {
    return unqualified() instanceof EnumType
        || (unqualified() instanceof Arithmetic a && !a.floating());
  }

  default boolean isArithmetic() {
    return isFloating() || isInteger();
  }

  /**
   * How a register holds a scalar of this type.
   *
   * @throws IllegalStateException if it is no scalar
   */
  default ScalarType register() {
    return switch (unqualified()) {
      case Arithmetic arithmetic -> arithmetic.scalar();
      case EnumType enumeration -> enumeration.underlying().scalar();
      case Pointer _ -> ScalarType.U64;
      default -> throw new IllegalStateException(this + " does not fit a register");
    };
  }

  /** This type with qualifiers added. */
  default CType qualified(boolean constant, boolean isVolatile) {
    if (!constant && !isVolatile) {
      return this;
    }
    if (unqualified() instanceof Array array) {
      return new Array(array.element().qualified(constant, isVolatile), array.length());
    }
    return new Qualified(unqualified(), constant || isConst(), isVolatile || isVolatile());
  }

  /** The address of an object or function. */
  record Pointer(CType target) implements CType {
    /** {@code void *}. */
    public static final Pointer TO_ANYTHING = new Pointer(VoidType.VOID);

    /** {@code const char *}, the type of most texts. */
    public static final Pointer TO_TEXT = new Pointer(new Qualified(Arithmetic.CHAR, true, false));

    @Override
    public long size() {
      return 8;
    }

    @Override
    public int align() {
      return 8;
    }

    @Override
    public String toString() {
      return switch (target.unqualified()) {
        case Array array -> array.element() + " (*)[" + array.length() + "]";
        case Function function -> function.result() + " (*)" + function.parameterList();
        default -> target + (target instanceof Pointer ? "*" : " *");
      };
    }
  }

  /** A C++ reference; only declarations have it, expressions have what it refers to. */
  record Reference(CType target) implements CType {
    @Override
    public long size() {
      return 8;
    }

    @Override
    public int align() {
      return 8;
    }

    @Override
    public String toString() {
      return target + " &";
    }
  }

  /** So many elements in a row. */
  record Array(CType element, long length) implements CType {
    @Override
    public long size() {
      return length == UNKNOWN_LENGTH ? 0 : element.size() * length;
    }

    @Override
    public int align() {
      return element.align();
    }

    // an array has the qualifiers of its elements (ISO C 17, 6.7.3)
    @Override
    public boolean isConst() {
      return element.isConst();
    }

    @Override
    public boolean isVolatile() {
      return element.isVolatile();
    }

    @Override
    public String toString() {
      String size = length == UNKNOWN_LENGTH ? "[]" : "[" + length + "]";
      String inner = element.toString();
      int bracket = element instanceof Array ? inner.indexOf('[') : inner.length();
      return inner.substring(0, bracket) + size + inner.substring(bracket);
    }
  }

  /** What can be called. */
  record Function(CType result, ImmutableList<CType> parameters, boolean variadic)
      implements CType {
    @Override
    public long size() {
      return 1; // as GNU C has it, for sizeof and pointer arithmetic on functions
    }

    @Override
    public int align() {
      return 1;
    }

    String parameterList() {
      String list = parameters.stream().map(CType::toString).collect(Collectors.joining(", "));
      return "(" + list + (variadic ? ", ..." : "") + ")";
    }

    @Override
    public String toString() {
      return result + parameterList();
    }
  }

  /** A type that says how its objects may be used; never nested. */
  record Qualified(CType type, boolean constant, boolean volatileAccess) implements CType {
    @Override
    public long size() {
      return type.size();
    }

    @Override
    public int align() {
      return type.align();
    }

    @Override
    public CType unqualified() {
      return type;
    }

    @Override
    public boolean isConst() {
      return constant;
    }

    @Override
    public boolean isVolatile() {
      return volatileAccess;
    }

    @Override
    public String toString() {
      String words = (constant ? "const " : "") + (volatileAccess ? "volatile " : "");
      return type instanceof Pointer ? type + words.stripTrailing() : words + type;
    }
  }
}
