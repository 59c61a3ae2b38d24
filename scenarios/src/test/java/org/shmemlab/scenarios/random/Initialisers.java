package org.shmemlab.scenarios.random;

import java.util.ArrayList;
import java.util.List;
import org.shmemlab.model.choices.Choices;

/**
 * Initialisers of numbers, arrays and structures, with fewer values than there is room for, too.
 */
final class Initialisers {
  private final World world;
  private final Choices choices;
  private final Expressions expressions;

  /**
   * Initialisers.
   *
   * @param expressions where the values come from
   */
  Initialisers(World world, Expressions expressions) {
    this.world = world;
    this.choices = world.choices();
    this.expressions = expressions;
  }

  /** The initialiser after the equals sign. */
  String of(Type type, int depth) {
    return switch (type) {
      case Num num -> expressions.to(num, depth).at(Expr.ASSIGNMENT);
      case Type.ArrayOf(Type element, int length) ->
          element == Num.CHAR && choices.yes() ? text(length) : array(element, length, depth);
      case Type.Struct struct -> struct(struct, depth);
      case Type.PointerTo _ -> throw new IllegalArgumentException("pointers are set by name");
    };
  }

  private String array(Type element, int length, int depth) {
    int given = choices.between(1, length);
    if (!world.cpp() && choices.yes(1, 8)) {
      return "{[" + (given - 1) + "] = " + of(element, depth - 1) + "}";
    }
    List<String> values = new ArrayList<>();
    for (int i = 0; i < given; i++) {
      values.add(of(element, depth - 1));
    }
    return "{" + String.join(", ", values) + (choices.yes(1, 8) ? "," : "") + "}";
  }

  private String struct(Type.Struct struct, int depth) {
    if (!world.cpp() && choices.yes(1, 8)) {
      Type.Field field = choices.pick(struct.fields());
      return "{." + field.name() + " = " + of(field.type(), depth - 1) + "}";
    }
    List<String> values = new ArrayList<>();
    int given = choices.between(1, struct.fields().size());
    for (Type.Field field : struct.fields().subList(0, given)) {
      values.add(of(field.type(), depth - 1));
    }
    return "{" + String.join(", ", values) + "}";
  }

  private String text(int room) {
    return "\"" + "abcdefghijklmnop".substring(0, choices.next(room)) + "\"";
  }
}
