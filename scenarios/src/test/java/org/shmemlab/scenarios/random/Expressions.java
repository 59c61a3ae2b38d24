package org.shmemlab.scenarios.random;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.choices.Choices;

/**
 * Expressions without side effects, whose value the language defines: shifts stay within the width,
 * divisors are neither zero nor such that the quotient overflows, and a floating value becomes an
 * integer only where it fits. Signed integers wrap.
 */
final class Expressions {
  private static final List<String> ARITHMETIC = List.of("+", "-", "*");
  private static final List<String> BITS = List.of("&", "|", "^");
  private static final List<String> COMPARISONS = List.of("<", ">", "<=", ">=", "==", "!=");
  private static final List<String> EXACT = List.of("fabs", "floor", "ceil", "trunc");

  private final Body body;
  private final World world;
  private final Choices choices;
  private final Literals literals;
  private final Places places;
  private final Arguments arguments;
  private final boolean constant;
  private boolean indexing;

  /** Expressions over the names of a function. */
  Expressions(Body body) {
    this(body, false);
  }

  private Expressions(Body body, boolean constant) {
    this.body = body;
    this.world = body.world();
    this.choices = body.choices();
    this.literals = new Literals(world);
    this.places = new Places(body, this);
    this.arguments = new Arguments(body, this);
    this.constant = constant;
  }

  /** Expressions for the initialisers of objects that last, which C wants constant. */
  static Expressions constant(World world) {
    return new Expressions(new Body(world, new Scope(), true, null, 0), true);
  }

  Places places() {
    return places;
  }

  Arguments arguments() {
    return arguments;
  }

  /** Of an integer or floating type. */
  Expr any(int depth) {
    return choices.yes(1, 4) ? floating(depth) : integer(depth);
  }

  /** An expression that can be assigned to an object of this type. */
  Expr to(Num type, int depth) {
    return type.integer() && type != Num.BOOL ? integer(depth) : any(depth);
  }

  /** The condition of an {@code if}. */
  Expr condition(int depth) {
    return switch (choices.next(6)) {
      case 0, 1 -> any(depth);
      case 5 -> logical(depth);
      default -> comparison(depth);
    };
  }

  Expr integer(int depth) {
    if (depth <= 0) {
      return integerLeaf();
    }
    return switch (choices.next(24)) {
      case 0, 1, 2 -> integerLeaf();
      case 3, 4, 5 -> binary(integer(depth - 1), choices.pick(ARITHMETIC), integer(depth - 1));
      case 6, 7 -> binary(integer(depth - 1), choices.pick(BITS), integer(depth - 1));
      case 8, 9 -> shift(depth);
      case 10, 11 -> division(depth);
      case 12 -> sign(integer(depth - 1), choices.pick("-", "~", "+"));
      case 13 -> Expr.unary("!", any(depth - 1), Num.INT);
      case 14, 15 -> comparison(depth);
      case 16 -> logical(depth);
      case 17 -> Expr.conditional(condition(depth - 1), integer(depth - 1), integer(depth - 1));
      case 18, 19 -> cast(depth);
      case 20 -> constant ? integerLeaf() : comma(depth);
      case 21 -> size(depth);
      case 22 -> constant ? integerLeaf() : call(Num::integer, depth).orElseGet(this::integerLeaf);
      default -> constant ? integerLeaf() : fromFloating();
    };
  }

  Expr floating(int depth) {
    if (depth <= 0) {
      return floatingLeaf();
    }
    return switch (choices.next(16)) {
      case 0, 1, 2 -> floatingLeaf();
      case 3, 4, 5, 6 -> combined(depth);
      case 7, 8 -> {
        Expr divisor = constant ? Expr.primary("3.0", Num.DOUBLE) : floating(depth - 1);
        yield binary(any(depth - 1), "/", divisor);
      }
      case 9 -> sign(floating(depth - 1), choices.pick("-", "+"));
      case 10 -> Expr.conditional(condition(depth - 1), floating(depth - 1), any(depth - 1));
      case 11, 12 -> castTo(choices.pick(Num.FLOAT, Num.DOUBLE), any(depth - 1));
      case 13 -> constant ? floatingLeaf() : mathematics(depth);
      case 14 ->
          constant ? floatingLeaf() : call(Num::floating, depth).orElseGet(this::floatingLeaf);
      default -> binary(floatingLeaf(), choices.pick("+", "*"), floatingLeaf());
    };
  }

  /**
   * A sum, difference or product. The first operand of a difference is a variable: gcc 12 makes
   * {@code 0.0 - i} of an integer {@code i} into {@code -i}, which is minus zero for zero.
   */
  private Expr combined(int depth) {
    Expr first = floating(depth - 1);
    Expr second = any(depth - 1);
    String operator = choices.pick(ARITHMETIC);
    if (operator.equals("-")) {
      return places
          .toRead(type -> type instanceof Num num && num.floating())
          .map(place -> binary(place.value(), "-", second))
          .orElse(second.type().floating() ? second : first);
    }
    return choices.yes() ? binary(first, operator, second) : binary(second, operator, first);
  }

  /** A number from 0 to {@code length - 1}. */
  Expr index(int length) {
    List<Variable> counters =
        body.scope().visible().stream().filter(v -> v.below() > 0 && v.below() <= length).toList();
    if (!counters.isEmpty() && choices.yes(3, 4)) {
      return Place.of(choices.pick(counters)).value();
    }
    if (indexing || !choices.yes()) {
      return Expr.primary(Integer.toString(choices.next(length)), Num.INT);
    }
    indexing = true; // an index in an index would have no end
    Expr value = integer(choices.next(2));
    indexing = false;
    return choices.yes()
        ? masked(value, Integer.highestOneBit(length) - 1)
        : remainder(value, length);
  }

  private static Expr remainder(Expr value, int length) {
    Expr unsigned = Expr.cast("unsigned", Num.UNSIGNED, value);
    return Expr.binary(unsigned, "%", Expr.primary(length + "u", Num.UNSIGNED), Num.UNSIGNED);
  }

  /** The low bits of a value: not negative whatever its type. */
  private static Expr masked(Expr value, int mask) {
    return binary(value, "&", Expr.primary(Integer.toString(mask), Num.INT));
  }

  private Expr integerLeaf() {
    return choices.yes(2, 3)
        ? places
            .toRead(type -> type instanceof Num num && num.integer())
            .map(Place::value)
            .orElseGet(literals::integer)
        : literals.integer();
  }

  private Expr floatingLeaf() {
    return choices.yes(2, 3)
        ? places
            .toRead(type -> type instanceof Num num && num.floating())
            .map(Place::value)
            .orElseGet(literals::floating)
        : literals.floating();
  }

  private static Expr binary(Expr left, String operator, Expr right) {
    return Expr.binary(left, operator, right, Num.common(left.type(), right.type()));
  }

  private static Expr sign(Expr operand, String operator) {
    return Expr.unary(operator, operand, operand.type().promoted());
  }

  private Expr shift(int depth) {
    Expr left = integer(depth - 1);
    Num type = left.type().promoted();
    return Expr.binary(left, choices.pick("<<", ">>"), shiftCount(type, depth - 1), type);
  }

  /** How far a value of this type can be shifted. */
  Expr shiftCount(Num type, int depth) {
    int most = type.promoted().bits() - 1;
    return depth <= 0 || choices.yes()
        ? Expr.primary(Integer.toString(choices.between(0, most)), Num.INT)
        : masked(integer(depth), most);
  }

  private Expr division(int depth) {
    String operator = choices.pick("/", "%");
    Expr dividend = integer(depth - 1);
    if (!constant && choices.yes(1, 3)) {
      Expr divisor = integerLeaf();
      Expr zero = Expr.primary("0", Num.INT);
      Expr minusOne = Expr.primary("-1", Num.INT);
      Expr unsafe =
          Expr.binary(
              Expr.binary(divisor, "==", zero, Num.INT),
              "||",
              Expr.binary(divisor, "==", minusOne, Num.INT),
              Num.INT);
      return Expr.conditional(unsafe, dividend, binary(dividend, operator, divisor));
    }
    return binary(dividend, operator, divisor(depth - 1));
  }

  /** A number that is not zero, and not minus one where a quotient could overflow. */
  Expr divisor(int depth) {
    return switch (choices.next(4)) {
      case 1 -> Expr.primary(Integer.toString(-choices.between(2, 9)), Num.INT);
      case 2, 3 ->
          binary(
              masked(integer(depth), choices.pick(1, 3, 7, 15, 255)),
              "+",
              Expr.primary("1", Num.INT));
      default -> literals.positive(100);
    };
  }

  private Expr comparison(int depth) {
    if (!constant && choices.yes(1, 12)) {
      Optional<Expr> pointers = comparedPointers();
      if (pointers.isPresent()) {
        return pointers.get();
      }
    }
    return Expr.binary(any(depth - 1), choices.pick(COMPARISONS), any(depth - 1), Num.INT);
  }

  private Expr logical(int depth) {
    return Expr.binary(
        condition(depth - 1), choices.pick("&&", "||"), condition(depth - 1), Num.INT);
  }

  private Expr cast(int depth) {
    Num type = choices.pick(Num.INTEGERS);
    return castTo(type, to(type, depth - 1));
  }

  private Expr castTo(Num type, Expr value) {
    String spelling = world.spelling(type);
    if (world.cpp() && choices.yes(1, 4)) {
      return new Expr(
          "static_cast<" + spelling + ">(" + value.text() + ")",
          type,
          Expr.POSTFIX,
          value.cost() + 1);
    }
    return Expr.cast(spelling, type, value);
  }

  /** Something is read first: gcc 12 breaks down over a cast of a comma between constants. */
  private Expr comma(int depth) {
    Expr second = integer(depth - 1);
    return places
        .toRead(Num.class::isInstance)
        .map(place -> Expr.binary(place.value(), ",", second, second.type()))
        .orElse(second);
  }

  private Expr size(int depth) {
    return switch (choices.next(constant ? 1 : 3)) {
      case 1 -> sizeof(any(depth - 1).text());
      case 2 -> sizeof(places.toRead(_ -> true).map(Place::text).orElse("1"));
      default -> {
        Type type = world.type();
        yield sizeof(world.declare(type, "").stripTrailing());
      }
    };
  }

  private static Expr sizeof(String what) {
    return new Expr("sizeof(" + what + ")", Num.UNSIGNED_LONG, Expr.UNARY, 1);
  }

  /** The value of a floating variable as an integer, where it fits into every type but bool. */
  private Expr fromFloating() {
    Optional<Place> place = places.toRead(type -> type instanceof Num num && num.floating());
    if (place.isEmpty()) {
      return integerLeaf();
    }
    Expr value = place.get().value();
    Num type = choices.pick(Num.INTEGERS);
    String least = type.signed() ? "-100" : "0";
    String most = type.bits() <= 8 ? "100" : type.bits() == 16 ? "30000.5" : "2e9";
    Expr fits =
        Expr.binary(
            Expr.binary(value, ">=", Expr.primary(least, Num.INT), Num.INT),
            "&&",
            Expr.binary(value, "<=", Expr.primary(most, Num.DOUBLE), Num.INT),
            Num.INT);
    return Expr.conditional(fits, castTo(type, value), literals.integer());
  }

  /** Functions whose results IEEE 754 or ISO C Annex F defines to the last bit. */
  private Expr mathematics(int depth) {
    Expr inner = floating(depth - 1);
    String single = inner.type() == Num.FLOAT ? "f" : "";
    String text =
        switch (choices.next(4)) {
          case 0 -> choices.pick(EXACT) + single + "(" + inner.text() + ")";
          case 1 -> "sqrt" + single + "(fabs" + single + "(" + inner.text() + "))";
          case 2 ->
              "fmod"
                  + single
                  + "("
                  + inner.text()
                  + ", "
                  + choices.pick("3", "0.75", "1e5", "7.5f")
                  + ")";
          default -> "fabs" + single + "(" + inner.text() + ")";
        };
    return new Expr(text, inner.type(), Expr.POSTFIX, inner.cost() + 4);
  }

  /** The order or distance of two elements of one array. */
  private Optional<Expr> comparedPointers() {
    return places
        .toRead(type -> type instanceof Type.ArrayOf)
        .map(array -> {
          Type.ArrayOf type = (Type.ArrayOf) array.type();
          Expr first = address(array, type);
          Expr second = address(array, type);
          return choices.yes()
              ? Expr.binary(first, choices.pick(COMPARISONS), second, Num.INT)
              : Expr.binary(first, "-", second, Num.LONG);
        });
  }

  private Expr address(Place array, Type.ArrayOf type) {
    Expr index = index(type.length());
    long cost = array.cost() + index.cost();
    return choices.yes()
        ? new Expr(
            "&" + array.at(Expr.POSTFIX) + "[" + index.text() + "]", Num.LONG, Expr.UNARY, cost)
        : new Expr(
            array.at(Expr.ADDITIVE) + " + " + index.at(Expr.ADDITIVE + 1),
            Num.LONG,
            Expr.ADDITIVE,
            cost);
  }

  /** A call of a function that changes nothing. */
  private Optional<Expr> call(Predicate<Num> wanted, int depth) {
    List<Function> callable =
        body.callable(f -> f.pure() && arguments.exist(f) && gives(f.result(), wanted));
    if (callable.isEmpty()) {
      return Optional.empty();
    }
    Function function = choices.pick(callable);
    String call = arguments.call(function, depth - 1);
    long cost = function.cost() + 5;
    return switch (function.result()) {
      case Num num -> Optional.of(new Expr(call, num, Expr.POSTFIX, cost));
      case Type.Struct struct ->
          member(struct, wanted)
              .map(field ->
                  new Expr(call + "." + field.name(), (Num) field.type(), Expr.POSTFIX, cost));
      case null, default -> Optional.empty();
    };
  }

  private static boolean gives(@Nullable Type result, Predicate<Num> wanted) {
    return switch (result) {
      case Num num -> wanted.test(num);
      case Type.Struct struct -> member(struct, wanted).isPresent();
      case null, default -> false;
    };
  }

  private static Optional<Type.Field> member(Type.Struct struct, Predicate<Num> wanted) {
    return struct.fields().stream()
        .filter(field -> field.type() instanceof Num num && wanted.test(num))
        .findFirst();
  }
}
