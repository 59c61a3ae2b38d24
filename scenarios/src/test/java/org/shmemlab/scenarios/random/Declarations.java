package org.shmemlab.scenarios.random;

import java.util.List;
import java.util.Optional;
import org.shmemlab.model.choices.Choices;

/** Declares the variables of a function, sets them as a whole, and counts them. */
final class Declarations {
  private static final int DEPTH = 3;

  private final Body body;
  private final World world;
  private final Choices choices;
  private final Expressions expressions;

  Declarations(Body body, Expressions expressions) {
    this.body = body;
    this.world = body.world();
    this.choices = body.choices();
    this.expressions = expressions;
  }

  /** One variable, with its value. */
  void variable() {
    switch (choices.next(12)) {
      case 6, 7 -> pointer();
      case 8 -> filled();
      case 9 -> several();
      case 10 -> lasting();
      case 11 -> reference();
      default -> {
        String name = world.local("v");
        Type type = world.type();
        boolean constant = choices.yes(1, 8);
        String value = new Initialisers(world, expressions).of(type, DEPTH);
        body.out()
            .line((constant ? "const " : "") + world.declare(type, name) + " = " + value + ";");
        body.spend(10);
        body.scope().add(constant ? Variable.readOnly(name, type) : Variable.local(name, type));
      }
    }
  }

  /** A variable of the same name as one of a block around this one. */
  void hiding() {
    List<Variable> hidden =
        body.scope().visible().stream()
            .filter(v -> v.below() == 0 && !v.lasting() && !body.scope().own().contains(v))
            .toList();
    if (!hidden.isEmpty()) {
      String name = choices.pick(hidden).name();
      Num type = choices.pick(Num.ALL);
      // Not an expression: the name would mean the new variable in it.
      body.out().line(world.declare(type, name) + " = " + choices.next(10) + ";");
      body.scope().add(Variable.local(name, type));
    }
  }

  private void pointer() {
    Optional<Place> place = expressions.places().toRead(_ -> true);
    if (place.isEmpty()) {
      return;
    }
    Place target = place.get();
    boolean readOnly = !target.writable() || choices.yes(1, 4);
    if (target.type() instanceof Type.ArrayOf(Type element, int length)) {
      if (readOnly && element instanceof Type.ArrayOf) {
        return; // C and C++ disagree about pointers to const arrays
      }
      int at = choices.next(length);
      String text = at == 0 && choices.yes() ? target.text() : "&" + target.at(15) + "[" + at + "]";
      declarePointer(new Type.PointerTo(element, at, length - at, readOnly), text);
    } else if (!(readOnly && target.type() instanceof Type.PointerTo)) {
      declarePointer(new Type.PointerTo(target.type(), 0, 1, readOnly), "&" + target.at(14));
    }
  }

  private void declarePointer(Type.PointerTo type, String value) {
    String name = world.local("p");
    body.out().line(world.declare(type, name) + " = " + value + ";");
    body.scope().add(Variable.local(name, type));
    body.spend(4);
  }

  /** An array that gets its values one by one. */
  private void filled() {
    String name = world.local("a");
    Num element = choices.pick(Num.ALL);
    int length = choices.between(1, 12);
    Type type = new Type.ArrayOf(element, length);
    String index = world.local("i");
    body.out().line(world.declare(type, name) + ";");
    body.out().open("for (int " + index + " = 0; " + index + " < " + length + "; " + index + "++)");
    body.repeat(
        length,
        () ->
            body.block(() -> {
              body.scope().add(Variable.counter(index, Num.INT, length));
              Expr value = expressions.to(element, 2);
              body.out().line(name + "[" + index + "] = " + value.at(Expr.ASSIGNMENT) + ";");
              body.spend(value.cost() + 6);
            }));
    body.out().close();
    body.scope().add(Variable.local(name, type));
  }

  /** A number, a pointer to it and an array in one declaration. */
  private void several() {
    Num type = choices.pick(Num.ALL);
    String number = world.local("v");
    String pointer = world.local("p");
    String array = world.local("a");
    Expr first = expressions.to(type, 2);
    body.out()
        .line(
            world.spelling(type)
                + " "
                + number
                + " = "
                + first.at(Expr.ASSIGNMENT)
                + ", *"
                + pointer
                + " = &"
                + number
                + ", "
                + array
                + "[3] = {"
                + number
                + ", 2};");
    body.scope().add(Variable.local(number, type));
    body.scope().add(Variable.local(pointer, new Type.PointerTo(type, 0, 1, false)));
    body.scope().add(Variable.local(array, new Type.ArrayOf(type, 3)));
    body.spend(first.cost() + 12);
  }

  /** A static local variable: only where it may change from call to call. */
  private void lasting() {
    String name = world.local("s");
    Type type = world.type();
    boolean constant = body.pure();
    String value = new Initialisers(world, Expressions.constant(world)).of(type, 2);
    body.out()
        .line(
            "static "
                + (constant ? "const " : "")
                + world.declare(type, name)
                + " = "
                + value
                + ";");
    body.scope().add(Variable.lasting(name, type, !constant));
  }

  /** Another name for a place, in C++. */
  private void reference() {
    Optional<Place> place = expressions.places().toRead(t -> !(t instanceof Type.ArrayOf));
    if (!world.cpp() || place.isEmpty()) {
      pointer();
      return;
    }
    Place target = place.get();
    String name = world.local("r");
    if (target.type() instanceof Type.PointerTo || choices.yes(1, 3)) {
      body.out().line("auto " + name + " = " + target.text() + ";");
      body.scope().add(Variable.local(name, target.type()));
    } else {
      boolean exact = choices.yes();
      String type = exact ? world.declare(target.type(), "&" + name) : "auto &" + name;
      body.out().line((target.writable() ? "" : "const ") + type + " = " + target.text() + ";");
      body.scope().add(new Variable(name, target.type(), target.writable(), false, 0));
    }
    body.spend(2);
  }

  /** Copies a structure, moves a pointer, or copies the bytes of an array. */
  void copy() {
    Optional<Place> place = expressions.places().toWrite(t -> !(t instanceof Num));
    if (place.isEmpty()) {
      return;
    }
    Place to = place.get();
    switch (to.type()) {
      case Type.Struct struct -> assign(to, expressions.arguments().value(struct, 2));
      case Type.PointerTo pointer ->
          assign(to, expressions.arguments().pointer(pointer, Variable::lasting));
      case Type.ArrayOf array -> copyBytes(to, array);
      case Num _ -> throw new IllegalStateException("not wanted: " + to);
    }
  }

  private void assign(Place to, Optional<String> value) {
    if (value.isPresent()) {
      body.out().line(to.text() + " = " + value.get() + ";");
      body.spend(to.cost() + 10);
    }
  }

  private void copyBytes(Place to, Type.ArrayOf type) {
    Optional<Place> from = expressions.places().toRead(type::equals);
    String bytes = "sizeof(" + to.text() + ")";
    boolean whole = type.element() instanceof Num;
    if (from.isPresent() && choices.yes(3, 4)) {
      // The two can be the same array.
      body.out().line("memmove(" + to.text() + ", " + from.get().text() + ", " + bytes + ");");
    } else if (whole && type.element() != Num.BOOL) {
      int value = type.element() instanceof Num n && n.floating() ? 0 : choices.next(256);
      body.out().line("memset(" + to.text() + ", " + value + ", " + bytes + ");");
    }
    body.spend(10);
  }

  /** Makes everything in a place count. */
  void count(Place place) {
    switch (place.type()) {
      case Num _ -> body.count(place.value());
      case Type.Struct struct -> {
        for (Type.Field field : struct.fields()) {
          count(inner(place, place.at(Expr.POSTFIX) + "." + field.name(), field.type()));
        }
      }
      case Type.ArrayOf(Type element, int length) -> {
        String index = world.local("k");
        body.out()
            .open("for (int " + index + " = 0; " + index + " < " + length + "; " + index + "++)");
        body.repeat(
            length, () -> count(inner(place, place.at(Expr.POSTFIX) + "[" + index + "]", element)));
        body.out().close();
      }
      case Type.PointerTo pointer ->
          count(inner(place, place.at(Expr.POSTFIX) + "[0]", pointer.target()));
    }
  }

  private static Place inner(Place outer, String text, Type type) {
    return new Place(text, type, Expr.POSTFIX, false, outer.lasting(), outer.cost() + 1);
  }
}
