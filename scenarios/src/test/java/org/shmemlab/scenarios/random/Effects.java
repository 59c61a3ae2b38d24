package org.shmemlab.scenarios.random;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.shmemlab.model.choices.Choices;

/**
 * Expressions with side effects. Between two sequence points there is one side effect at most, and
 * nothing else there reads or locates the changed object, so that the order of evaluation is seen
 * nowhere.
 */
final class Effects {
  private static final List<String> INTEGER_UPDATES =
      List.of("+=", "-=", "*=", "&=", "|=", "^=", "<<=", ">>=", "/=", "%=");
  private static final List<String> FLOATING_UPDATES = List.of("+=", "-=", "*=", "/=");

  private final Body body;
  private final Choices choices;
  private final Expressions expressions;

  Effects(Body body, Expressions expressions) {
    this.body = body;
    this.choices = body.choices();
    this.expressions = expressions;
  }

  /** A number with a side effect; empty if nothing can be changed here. */
  Optional<Expr> number(int depth) {
    Optional<Expr> effect = single(depth);
    return depth <= 0 ? effect : effect.map(e -> around(e, depth));
  }

  /** An assignment, update, increment or call. */
  Optional<Expr> single(int depth) {
    return switch (choices.next(8)) {
      case 4, 5 -> update(depth);
      case 6 ->
          expressions.places().toWrite(Effects::counts).map(Place::value).map(this::increment);
      case 7 -> chain(depth);
      default -> assignment(depth);
    };
  }

  private Expr around(Expr effect, int depth) {
    return switch (choices.next(13)) {
      case 8 -> {
        Expr value = expressions.integer(depth - 1);
        yield Expr.binary(effect, ",", value, value.type());
      }
      case 9 ->
          single(depth - 1)
              .map(second -> Expr.binary(effect, ",", second, second.type()))
              .orElse(effect);
      case 10 -> {
        Expr first = expressions.condition(depth - 1);
        yield Expr.binary(first, choices.pick("&&", "||"), effect, Num.INT);
      }
      case 11 -> {
        Expr second = single(depth - 1).orElse(effect);
        yield Expr.binary(effect, choices.pick("&&", "||"), second, Num.INT);
      }
      case 12 -> {
        Expr condition = expressions.condition(depth - 1);
        yield Expr.conditional(condition, effect, expressions.any(depth - 1));
      }
      default -> effect;
    };
  }

  /**
   * The value that one variable is set to also goes to another, or the result of a call to a
   * variable. Both are named as they are, so that no pointer can make them the same.
   */
  private Optional<Expr> chain(int depth) {
    List<Place> variables = variables();
    if (variables.isEmpty()) {
      return Optional.empty();
    }
    Place changed = choices.pick(variables);
    Expr value =
        switch (choices.next(4)) {
          case 1 -> update(changed, depth);
          case 2 -> counts(changed.type()) ? increment(changed.value()) : update(changed, depth);
          case 3 -> call(depth).orElse(changed.value());
          default -> Expr.assign(changed, "=", expressions.to(changed.num(), depth));
        };
    List<Place> others =
        variables.stream()
            .filter(v -> !v.text().equals(changed.text()) && accepts(v.num(), value.type()))
            .toList();
    return others.isEmpty()
        ? Optional.of(value)
        : Optional.of(Expr.assign(choices.pick(others), "=", value));
  }

  private List<Place> variables() {
    return body.scope().visible().stream()
        .filter(v -> v.writable() && v.type() instanceof Num)
        .map(Place::of)
        .toList();
  }

  /** Whether any value of one type can be assigned to the other. */
  static boolean accepts(Num to, Num from) {
    return to.floating() || to == Num.BOOL || from.integer();
  }

  private Optional<Expr> assignment(int depth) {
    return expressions
        .places()
        .toWrite(Num.class::isInstance)
        .map(place -> Expr.assign(place, "=", expressions.to(place.num(), depth)));
  }

  private Optional<Expr> update(int depth) {
    return expressions.places().toWrite(Num.class::isInstance).map(place -> update(place, depth));
  }

  private Expr update(Place place, int depth) {
    Num type = place.num();
    if (type.floating()) {
      return Expr.assign(place, choices.pick(FLOATING_UPDATES), expressions.any(depth));
    }
    String operator = choices.pick(INTEGER_UPDATES);
    Expr value =
        switch (operator) {
          case "<<=", ">>=" -> expressions.shiftCount(type, depth);
          case "/=", "%=" -> expressions.divisor(depth);
          default -> expressions.integer(depth);
        };
    return Expr.assign(place, operator, value);
  }

  private Expr increment(Expr value) {
    String operator = choices.pick("++", "--");
    return choices.yes()
        ? Expr.unary(operator, value, value.type())
        : new Expr(value.at(Expr.POSTFIX) + operator, value.type(), Expr.POSTFIX, value.cost() + 1);
  }

  /** Whether it can be incremented; C++17 took that from {@code bool}. */
  private static boolean counts(Type type) {
    return type instanceof Num num && num != Num.BOOL;
  }

  /** A call of a function that changes something and gives a number. */
  private Optional<Expr> call(int depth) {
    List<Function> callable =
        body.callable(f -> !f.pure() && f.result() instanceof Num && calls().exist(f));
    if (callable.isEmpty()) {
      return Optional.empty();
    }
    Function function = choices.pick(callable);
    Num type = (Num) Objects.requireNonNull(function.result());
    return Optional.of(
        new Expr(calls().call(function, depth - 1), type, Expr.POSTFIX, function.cost() + 5));
  }

  private Arguments calls() {
    return expressions.arguments();
  }
}
