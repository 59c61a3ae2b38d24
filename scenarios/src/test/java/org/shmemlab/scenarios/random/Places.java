package org.shmemlab.scenarios.random;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.shmemlab.model.choices.Choices;

/** Finds places of a wanted type among the names of a function, and ways to write them. */
final class Places {
  private final Body body;
  private final Choices choices;
  private final Expressions expressions;

  Places(Body body, Expressions expressions) {
    this.body = body;
    this.choices = body.choices();
    this.expressions = expressions;
  }

  /** A place whose value can be read; empty if nothing has such a type. */
  Optional<Place> toRead(Predicate<Type> wanted) {
    return find(wanted, false, _ -> true);
  }

  /** A place that the program may write. */
  Optional<Place> toWrite(Predicate<Type> wanted) {
    return find(wanted, true, _ -> true);
  }

  /** A place in a variable of a certain kind. */
  Optional<Place> find(Predicate<Type> wanted, boolean toWrite, Predicate<Variable> where) {
    List<Variable> variables =
        body.scope().visible().stream()
            .filter(where)
            .filter(v -> Type.reaches(v.type(), v.writable(), wanted, toWrite))
            .toList();
    return variables.isEmpty()
        ? Optional.empty()
        : Optional.of(walk(Place.of(choices.pick(variables)), wanted, toWrite));
  }

  /** Whether {@link #find} would find one. */
  boolean exists(Predicate<Type> wanted, boolean toWrite) {
    return body.scope().visible().stream()
        .anyMatch(v -> Type.reaches(v.type(), v.writable(), wanted, toWrite));
  }

  private Place walk(Place from, Predicate<Type> wanted, boolean toWrite) {
    boolean here = wanted.test(from.type()) && (from.writable() || !toWrite);
    List<Type.Field> fields = new ArrayList<>();
    boolean deeper =
        switch (from.type()) {
          case Num _ -> false;
          case Type.ArrayOf array ->
              Type.reaches(array.element(), from.writable(), wanted, toWrite);
          case Type.PointerTo pointer ->
              Type.reaches(pointer.target(), !pointer.readOnly(), wanted, toWrite);
          case Type.Struct struct -> {
            struct.fields().stream()
                .filter(f -> Type.reaches(f.type(), from.writable(), wanted, toWrite))
                .forEach(fields::add);
            yield !fields.isEmpty();
          }
        };
    if (here && !(deeper && choices.yes())) {
      return from;
    }
    return walk(
        switch (from.type()) {
          case Num _ -> throw new IllegalStateException("nothing in a number: " + from.text());
          case Type.ArrayOf array -> element(from, array);
          case Type.PointerTo pointer -> target(from, pointer);
          case Type.Struct _ -> member(from, choices.pick(fields));
        },
        wanted,
        toWrite);
  }

  /** One element of an array. */
  Place element(Place array, Type.ArrayOf type) {
    Expr index = expressions.index(type.length());
    Place element = part(array, type.element(), array.writable(), index.cost());
    return switch (choices.next(16)) {
      case 14 -> spelled(element, "*(" + array.text() + " + " + index.at(Expr.ADDITIVE + 1) + ")");
      case 15 ->
          index.precedence() == Expr.PRIMARY && array.precedence() == Expr.PRIMARY
              ? postfix(element, index.text() + "[" + array.text() + "]")
              : spelled(element, "*(" + index.at(Expr.ADDITIVE) + " + " + array.text() + ")");
      default -> postfix(element, array.at(Expr.POSTFIX) + "[" + index.text() + "]");
    };
  }

  private Place target(Place pointer, Type.PointerTo type) {
    boolean first = (type.from() == 1 && type.before() == 0) || choices.next(3) == 0;
    if (first) {
      Place target = part(pointer, type.target(), !type.readOnly(), 0);
      return spelled(target, "*" + pointer.at(Expr.UNARY));
    }
    Expr index = expressions.index(type.before() + type.from());
    Place target = part(pointer, type.target(), !type.readOnly(), index.cost());
    String offset =
        type.before() == 0 ? index.text() : "(int)" + index.at(Expr.UNARY) + " - " + type.before();
    return choices.yes(1, 4)
        ? spelled(target, "*(" + pointer.text() + " + (" + offset + "))")
        : postfix(target, pointer.at(Expr.POSTFIX) + "[" + offset + "]");
  }

  private Place member(Place struct, Type.Field field) {
    Place member = part(struct, field.type(), struct.writable(), 0);
    String behind = struct.text().startsWith("*") ? struct.text().substring(1) : "*";
    return !behind.startsWith("*") && !choices.yes(1, 8)
        ? postfix(member, behind + "->" + field.name())
        : postfix(member, struct.at(Expr.POSTFIX) + "." + field.name());
  }

  private static Place part(Place whole, Type type, boolean writable, long cost) {
    return new Place(
        whole.text(),
        type,
        whole.precedence(),
        writable,
        whole.lasting() && !(whole.type() instanceof Type.PointerTo),
        whole.cost() + cost + 1);
  }

  private static Place spelled(Place place, String text) {
    return new Place(
        text, place.type(), Expr.UNARY, place.writable(), place.lasting(), place.cost());
  }

  private static Place postfix(Place place, String text) {
    return new Place(
        text, place.type(), Expr.POSTFIX, place.writable(), place.lasting(), place.cost());
  }
}
