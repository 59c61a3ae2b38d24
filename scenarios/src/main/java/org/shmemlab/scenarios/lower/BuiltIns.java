package org.shmemlab.scenarios.lower;

import java.util.Optional;
import org.eclipse.cdt.core.dom.ast.IASTEqualsInitializer;
import org.eclipse.cdt.core.dom.ast.IASTInitializer;
import org.eclipse.cdt.core.dom.ast.IASTInitializerClause;
import org.eclipse.cdt.core.dom.ast.IASTInitializerList;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTConstructorInitializer;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.SpecialRegister;
import org.shmemlab.scenarios.lower.Value.Computed;
import org.shmemlab.scenarios.lower.Value.Constant;
import org.shmemlab.scenarios.lower.Value.Place;
import org.shmemlab.scenarios.types.Arithmetic;
import org.shmemlab.scenarios.types.CType;
import org.shmemlab.scenarios.types.StructType;

/**
 * Types that CUDA's compiler knows more of than their members: {@code dim3}, whose members are 1
 * unless given, and {@code threadIdx}, {@code blockIdx}, {@code blockDim}, {@code gridDim} (CUDA
 * C++ Programming Guide, "Built-in Vector Types" and "Built-in Variables").
 */
final class BuiltIns {
  private static final String COORDINATES = "xyz";

  private final FunctionLowering f;

  BuiltIns(FunctionLowering f) {
    this.f = f;
  }

  /** One coordinate of {@code threadIdx} and its like. */
  Value coordinate(Value.Identity identity, String name, IASTNode node) {
    int index = name.length() == 1 ? COORDINATES.indexOf(name) : -1;
    if (index < 0) {
      throw Failure.at(node, "no coordinate '" + name + "'; there are x, y and z");
    }
    SpecialRegister[] all = SpecialRegister.values();
    int dst = f.code().register();
    f.code().emit(new Instruction.Special(all[identity.x().ordinal() + index], dst));
    return new Computed(Arithmetic.UNSIGNED, dst);
  }

  /** All three coordinates as an object. */
  Place structure(Value.Identity identity) {
    Place place = f.temporary(identity.type().unqualified());
    SpecialRegister[] all = SpecialRegister.values();
    for (int i = 0; i < COORDINATES.length(); i++) {
      int value = f.code().register();
      f.code().emit(new Instruction.Special(all[identity.x().ordinal() + i], value));
      f.conversions().store(place.part(Arithmetic.UNSIGNED, 4L * i), value);
    }
    return place;
  }

  /** Conversions to structures that happen by themselves: a number or uint3 to dim3, and back. */
  Optional<Value> implicitStructure(Value value, CType target, IASTNode node) {
    boolean toGrid = isNamed(target, "dim3");
    if (toGrid && value.type().isInteger()) {
      Place place = f.temporary(target);
      fill(place, 0, f.conversions().scalar(value, Arithmetic.UNSIGNED, node));
      fillOnes(place, 1);
      return Optional.of(place);
    }
    boolean between =
        (toGrid && isNamed(value.type(), "uint3"))
            || (isNamed(target, "uint3") && isNamed(value.type(), "dim3"));
    if (between && value instanceof Place place) {
      return Optional.of(new Place(target, place.base(), place.offset(), place.temporary()));
    }
    return Optional.empty();
  }

  /** {@code T(a, b)}, {@code T{a, b}} and {@code T()}. */
  Value construct(CType type, @Nullable IASTInitializer initialiser, IASTNode node) {
    return switch (initialiser) {
      case ICPPASTConstructorInitializer constructor ->
          construct(type, constructor.getArguments(), node);
      case IASTInitializerList list -> f.initialisers().temporary(list, type, node);
      case IASTEqualsInitializer equals ->
          f.initialisers().temporary(equals.getInitializerClause(), type, node);
      case null -> zero(type);
      default -> throw Failure.notSupported(node, "this way to make a value");
    };
  }

  Value construct(CType type, IASTInitializerClause[] arguments, IASTNode node) {
    if (arguments.length == 0 && !isNamed(type, "dim3")) {
      return zero(type);
    }
    if (type.isStruct()) {
      Place place = f.temporary(type.unqualified());
      construct(place, arguments, node);
      return place;
    }
    if (arguments.length != 1) {
      throw Failure.at(node, "one value makes a '" + type + "', not " + arguments.length);
    }
    Value argument = f.initialisers().clause(arguments[0], type);
    return f.conversions().cast(argument, type, node);
  }

  /** Fills an object by the arguments of its constructor. */
  void construct(Place place, IASTInitializerClause[] arguments, IASTNode node) {
    CType type = place.type().unqualified();
    if (!isNamed(type, "dim3")) {
      if (arguments.length == 1) { // a copy
        Value value = f.initialisers().clause(arguments[0], type);
        f.operators().assign(place, f.conversions().implicit(value, type, node));
        return;
      }
      throw Failure.notSupported(node, "constructors ('" + type + "'); use braces");
    }
    if (arguments.length == 1) {
      Value value =
          f.conversions().rvalue(f.initialisers().clause(arguments[0], Arithmetic.UNSIGNED), node);
      f.operators().assign(place, f.conversions().implicit(value, type, node));
      return;
    }
    if (arguments.length > COORDINATES.length()) {
      throw Failure.at(node, "a dim3 has three members");
    }
    for (int i = 0; i < arguments.length; i++) {
      Value value = f.initialisers().clause(arguments[i], Arithmetic.UNSIGNED);
      fill(place, i, f.conversions().implicit(value, Arithmetic.UNSIGNED, node));
    }
    fillOnes(place, arguments.length);
  }

  /** Whether values of a type begin as something else than what was there before. */
  static boolean hasConstructor(CType type) {
    return isNamed(type, "dim3");
  }

  private void fill(Place place, int coordinate, Value value) {
    Place member = place.part(Arithmetic.UNSIGNED, 4L * coordinate);
    f.conversions().store(member, f.conversions().register(value));
  }

  private void fillOnes(Place place, int from) {
    for (int i = from; i < COORDINATES.length(); i++) {
      fill(place, i, new Constant(Arithmetic.UNSIGNED, 1));
    }
  }

  private Value zero(CType type) {
    if (type.isScalar()) {
      return new Constant(type.unqualified(), 0);
    }
    Place place = f.temporary(type);
    f.code()
        .emit(new Instruction.Clear(f.conversions().register(place), Math.toIntExact(type.size())));
    return place;
  }

  private static boolean isNamed(CType type, String name) {
    return type.unqualified() instanceof StructType struct && struct.name().equals(name);
  }
}
