package org.shmemlab.scenarios.lower;

import java.util.Optional;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.code.Folding;
import org.shmemlab.scenarios.lower.Value.Computed;
import org.shmemlab.scenarios.lower.Value.Constant;
import org.shmemlab.scenarios.lower.Value.Place;
import org.shmemlab.scenarios.types.Arithmetic;
import org.shmemlab.scenarios.types.CType;
import org.shmemlab.scenarios.types.EnumType;
import org.shmemlab.scenarios.types.VoidType;

/**
 * Loads, decays and converts values (ISO C 17, 6.3; where C++ is stricter, its rules for {@code
 * .cu} files).
 */
final class Conversions {
  private final FunctionLowering f;

  Conversions(FunctionLowering f) {
    this.f = f;
  }

  /** The value an expression has: objects are read, arrays and functions become pointers. */
  Value rvalue(Value value, IASTNode node) {
    return switch (value) {
      case Constant _, Computed _, Value.Nothing _ -> value;
      case Value.Variable variable ->
          new Computed(variable.type().unqualified(), variable.register());
      case Place place -> read(place, node);
      case Value.Code code -> f.calls().functionPointer(code, node);
      case Value.Identity identity -> f.builtIns().structure(identity);
      case Value.Library library ->
          throw Failure.notSupported(node, "the address of library function " + library.name());
    };
  }

  private Value read(Place place, IASTNode node) {
    CType type = place.type();
    if (type.unqualified() instanceof CType.Array array) {
      return new Retyped(addressOf(place)).as(new CType.Pointer(array.element()));
    }
    if (type.isStruct()) {
      return place;
    }
    if (!type.isScalar()) {
      throw Failure.at(node, "a value of type " + type + " cannot be used here");
    }
    return new Computed(type.unqualified(), load(place));
  }

  /** A register with the scalar that an object holds. */
  private int load(Place place) {
    int dst = f.code().register();
    Place reachable = withBase(place);
    f.code()
        .emit(
            new Instruction.Load(
                place.type().register(),
                dst,
                reachable.base(),
                (int) reachable.offset(),
                place.type().isVolatile()));
    return dst;
  }

  /** Writes a converted scalar into an object. */
  void store(Place place, int register) {
    Place reachable = withBase(place);
    f.code()
        .emit(
            new Instruction.Store(
                place.type().register(),
                reachable.base(),
                (int) reachable.offset(),
                register,
                place.type().isVolatile()));
  }

  /** The same object with a base register and an offset that fits an instruction. */
  private Place withBase(Place place) {
    if (place.base() == Instruction.NO_REGISTER) {
      return Place.at(place.type(), f.code().constant(place.offset()), 0);
    }
    return (int) place.offset() == place.offset()
        ? place
        : Place.at(place.type(), register(addressOf(place)), 0);
  }

  /** The address of an object, as a pointer to its type. */
  Value addressOf(Place place) {
    CType type = new CType.Pointer(place.type());
    if (place.base() == Instruction.NO_REGISTER) {
      return new Constant(type, place.offset());
    }
    if (place.offset() == 0) {
      return new Computed(type, place.base());
    }
    int dst = f.code().register();
    int offset = f.code().constant(place.offset());
    f.code().emit(new Instruction.Binary(BinaryOp.ADD, ScalarType.I64, dst, place.base(), offset));
    return new Computed(type, dst);
  }

  /** A register that holds a scalar value, or the address of a structure. */
  int register(Value value) {
    return switch (value) {
      case Constant constant -> f.code().constant(constant.bits());
      case Computed computed -> computed.register();
      case Value.Variable variable -> variable.register();
      case Place place -> register(addressOf(place));
      case Value.Code _, Value.Library _, Value.Identity _, Value.Nothing _ ->
          throw new IllegalStateException("not in a register: " + value);
    };
  }

  /** The value as that of another type with the same register form. */
  record Retyped(Value value) {
    Value as(CType type) {
      return switch (value) {
        case Constant constant -> new Constant(type, constant.bits());
        case Computed computed -> new Computed(type, computed.register());
        default -> throw new IllegalStateException("not a scalar: " + value);
      };
    }
  }

  /** Converts as initialisation, assignment and argument passing do; else says why not. */
  Value implicit(Value from, CType to, IASTNode node) {
    CType target = to.unqualified();
    Value value = rvalue(from, node);
    CType source = value.type();
    if (target.isVoid()) {
      return new Value.Nothing();
    }
    if (target.isStruct()) {
      if (!source.unqualified().equals(target)) {
        return f.builtIns()
            .implicitStructure(value, target, node)
            .orElseThrow(() -> mismatch(node, source, to));
      }
      return value;
    }
    Optional<String> objection = objection(value, target);
    if (objection.isPresent()) {
      String message = objection.get();
      if (message.isEmpty()) {
        throw mismatch(node, source, to);
      }
      f.unit().warning(node, message);
    }
    return scalar(value, target, node);
  }

  private static Failure mismatch(IASTNode node, CType from, CType to) {
    return Failure.at(node, "cannot convert '" + from + "' to '" + to + "'");
  }

  /**
   * Why a scalar does not convert by itself.
   *
   * @return nothing where it does; an empty text for an error; else a warning's text
   */
  private Optional<String> objection(Value value, CType to) {
    CType from = value.type().unqualified();
    boolean c = f.unit().isC();
    if (!from.isScalar()) {
      return Optional.of("");
    }
    if (to instanceof EnumType) {
      return from.equals(to) || (c && from.isArithmetic()) ? Optional.empty() : Optional.of("");
    }
    if (from instanceof EnumType scoped && scoped.scoped()) {
      return Optional.of("");
    }
    if (to == Arithmetic.BOOL) {
      return Optional.empty();
    }
    if (to.isArithmetic()) {
      if (from.isArithmetic()) {
        return Optional.empty();
      }
      return c && to.isInteger()
          ? Optional.of("makes an integer from a pointer without a cast")
          : Optional.of("");
    }
    return pointerObjection(value, (CType.Pointer) to);
  }

  private Optional<String> pointerObjection(Value value, CType.Pointer to) {
    boolean c = f.unit().isC();
    CType from = value.type().unqualified();
    if (from.isInteger()) {
      if (value instanceof Constant constant && constant.bits() == 0) {
        return Optional.empty();
      }
      return c ? Optional.of("makes a pointer from an integer without a cast") : Optional.of("");
    }
    if (!(from instanceof CType.Pointer pointer)) {
      return Optional.of("");
    }
    CType source = pointer.target();
    CType target = to.target();
    boolean losesConst =
        (source.isConst() && !target.isConst()) || (source.isVolatile() && !target.isVolatile());
    boolean compatible =
        sameObject(source, target)
            || (c && represented(source).equals(represented(target)))
            || target.isVoid()
            || (source.isVoid() && (c || isNull(value)));
    if (!compatible) {
      return c
          ? Optional.of("incompatible pointer types: '" + from + "' to '" + to + "'")
          : Optional.of("");
    }
    if (losesConst && !source.isVoid()) {
      boolean text = source.unqualified() == Arithmetic.CHAR;
      return c || text
          ? Optional.of("'" + from + "' to '" + to + "' discards a qualifier")
          : Optional.of("");
    }
    return Optional.empty();
  }

  /** C's enumerations are compatible with the type that represents them (ISO C 17, 6.7.2.2). */
  private static CType represented(CType type) {
    return type.unqualified() instanceof EnumType e ? e.underlying() : type.unqualified();
  }

  private static boolean isNull(Value value) {
    return value instanceof Constant constant && constant.bits() == 0;
  }

  /** Whether two pointers may point to the same object: equal but for qualifiers. */
  static boolean sameObject(CType a, CType b) {
    if (a.unqualified() instanceof CType.Pointer p && b.unqualified() instanceof CType.Pointer q) {
      return sameObject(p.target(), q.target());
    }
    if (a.unqualified() instanceof CType.Array p && b.unqualified() instanceof CType.Array q) {
      return sameObject(p.element(), q.element())
          && (p.length() == q.length() || q.length() == CType.UNKNOWN_LENGTH);
    }
    return a.unqualified().equals(b.unqualified());
  }

  /** Converts as a cast does. */
  Value cast(Value from, CType to, IASTNode node) {
    CType target = to.unqualified();
    if (target.isVoid()) {
      return new Value.Nothing();
    }
    Value value = rvalue(from, node);
    if (value.type().unqualified().equals(target)) {
      return value;
    }
    if (target.isStruct() || !target.isScalar() || !value.type().isScalar()) {
      return implicit(value, to, node);
    }
    boolean mixed =
        (target.isPointer() && value.type().isFloating())
            || (target.isFloating() && value.type().isPointer());
    if (mixed) {
      throw mismatch(node, value.type(), to);
    }
    return scalar(value, target, node);
  }

  /** Converts a scalar to another scalar type. */
  Value scalar(Value value, CType target, IASTNode node) {
    ScalarType from = value.type().register();
    ScalarType to = target.register();
    if (target == Arithmetic.BOOL) {
      return value.type().unqualified() == Arithmetic.BOOL
          ? value
          : new Retyped(isNonZero(value)).as(Arithmetic.BOOL);
    }
    boolean bfloat =
        (target == Arithmetic.BFLOAT16) != (value.type().unqualified() == Arithmetic.BFLOAT16);
    if (bfloat) {
      throw Failure.notSupported(node, "arithmetic with __nv_bfloat16");
    }
    if (value instanceof Constant constant) {
      return new Constant(target, Folding.convert(from, to, constant.bits()));
    }
    if (Folding.sameForm(from, to)) {
      return new Retyped(value).as(target);
    }
    int dst = f.code().register();
    f.code().emit(new Instruction.Convert(from, to, dst, register(value)));
    return new Computed(target, dst);
  }

  /** The value after integer promotion; pointers and floating values as they are. */
  Value promoted(Value from, IASTNode node) {
    Value value = rvalue(from, node);
    return scalar(value, arithmetic(value.type(), node).promoted(), node);
  }

  /** The arithmetic type that an operand computes in before promotion. */
  static Arithmetic arithmetic(CType type, IASTNode node) {
    return switch (type.unqualified()) {
      case Arithmetic a when a.isSixteenBitFloating() ->
          throw Failure.notSupported(
              node, "arithmetic in " + a + "; convert to float and back explicitly");
      case Arithmetic a -> a;
      case EnumType e when !e.scoped() -> e.promoted();
      case VoidType _ -> throw Failure.at(node, "a void value is used");
      default -> throw Failure.at(node, "'" + type + "' is not a number");
    };
  }

  /** A register that is not zero exactly if the value counts as true. */
  int truth(Value from, IASTNode node) {
    Value value = rvalue(from, node);
    if (!value.type().isScalar()) {
      throw Failure.at(node, "'" + value.type() + "' is no condition");
    }
    return value.type().isFloating() ? register(isNonZero(value)) : register(value);
  }

  /** 1 if a scalar is not zero, else 0. */
  private Value isNonZero(Value value) {
    ScalarType type = value.type().register();
    if (value instanceof Constant constant) {
      return new Constant(Arithmetic.INT, Folding.truth(type, constant.bits()) ? 1 : 0);
    }
    ScalarType wide = Operators.computing(type);
    int zero = f.code().constant(0);
    int dst = f.code().register();
    f.code().emit(new Instruction.Binary(BinaryOp.NE, wide, dst, register(value), zero));
    return new Computed(Arithmetic.INT, dst);
  }
}
