package org.shmemlab.scenarios.random;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.shmemlab.model.choices.Choices;

/** Draws values that are passed to functions, and those that structures and pointers are set to. */
final class Arguments {
  private final Body body;
  private final Choices choices;
  private final Expressions expressions;

  Arguments(Body body, Expressions expressions) {
    this.body = body;
    this.choices = body.choices();
    this.expressions = expressions;
  }

  /** Whether there is an argument for every parameter. */
  boolean exist(Function function) {
    return function.parameters().stream().allMatch(this::exists);
  }

  private boolean exists(Type type) {
    return switch (type) {
      case Type.PointerTo pointer ->
          expressions.places().exists(pointsInto(pointer), !pointer.readOnly())
              || (pointer.from() == 1
                  && expressions.places().exists(pointer.target()::equals, !pointer.readOnly()))
              || expressions.places().exists(asFarAs(pointer), false);
      case Type.Struct struct -> expressions.places().exists(struct::equals, false);
      case Num _ -> true;
      case Type.ArrayOf _ -> false;
    };
  }

  /** A call whose arguments have no side effects. */
  String call(Function function, int depth) {
    List<String> texts = new ArrayList<>();
    for (Type parameter : function.parameters()) {
      texts.add(value(parameter, depth).orElseThrow());
    }
    return function.name() + "(" + String.join(", ", texts) + ")";
  }

  /** A value that can be assigned to this type; empty if nothing suits. */
  Optional<String> value(Type type, int depth) {
    return switch (type) {
      case Num num -> Optional.of(expressions.to(num, depth).at(Expr.ASSIGNMENT));
      case Type.Struct struct -> struct(struct, depth);
      case Type.PointerTo pointer -> pointer(pointer, _ -> true);
      case Type.ArrayOf _ -> Optional.empty();
    };
  }

  private Optional<String> struct(Type.Struct struct, int depth) {
    List<Function> makers = body.callable(f -> f.pure() && struct.equals(f.result()) && exist(f));
    if (depth > 0 && !makers.isEmpty() && choices.yes(1, 3)) {
      return Optional.of(call(choices.pick(makers), depth - 1));
    }
    Optional<String> place = expressions.places().toRead(struct::equals).map(p -> p.at(4));
    if (depth > 0 && place.isPresent() && choices.yes(1, 6)) {
      Optional<String> other = expressions.places().toRead(struct::equals).map(p -> p.at(4));
      Expr condition = expressions.condition(depth - 1);
      return Optional.of(condition.at(4) + " ? " + place.get() + " : " + other.orElseThrow());
    }
    return place;
  }

  /**
   * An address that suits a pointer.
   *
   * @param where in which variables it may lie
   */
  Optional<String> pointer(Type.PointerTo pointer, Predicate<Variable> where) {
    Places places = expressions.places();
    boolean toWrite = !pointer.readOnly();
    List<String> found = new ArrayList<>();
    places
        .find(pointsInto(pointer), toWrite, where)
        .map(p -> into(p, pointer))
        .ifPresent(found::add);
    if (pointer.from() == 1 && pointer.before() == 0) {
      places
          .find(pointer.target()::equals, toWrite, where)
          .map(p -> "&" + p.at(Expr.UNARY))
          .ifPresent(found::add);
    }
    places.find(asFarAs(pointer), false, where).map(Place::text).ifPresent(found::add);
    return found.isEmpty() ? Optional.empty() : Optional.of(choices.pick(found));
  }

  /** The arrays that are long enough. */
  private static Predicate<Type> pointsInto(Type.PointerTo pointer) {
    return type ->
        type instanceof Type.ArrayOf(Type element, int length)
            && element.equals(pointer.target())
            && length >= pointer.before() + pointer.from();
  }

  /** The pointers that can be used as this one is. */
  private static Predicate<Type> asFarAs(Type.PointerTo pointer) {
    return type ->
        type instanceof Type.PointerTo(Type target, int before, int from, boolean readOnly)
            && target.equals(pointer.target())
            && before >= pointer.before()
            && from >= pointer.from()
            && (!readOnly || pointer.readOnly());
  }

  private String into(Place array, Type.PointerTo pointer) {
    int length = ((Type.ArrayOf) array.type()).length();
    int at = choices.between(pointer.before(), length - pointer.from());
    if (at == 0 && choices.next(3) > 0) {
      return array.at(Expr.ASSIGNMENT);
    }
    return choices.yes()
        ? array.at(Expr.ADDITIVE) + " + " + at
        : "&" + array.at(Expr.POSTFIX) + "[" + at + "]";
  }
}
