package org.shmemlab.scenarios.random;

import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.choices.Choices;

/**
 * One function while it is generated: where its text has got to, and how much it may still cost.
 */
final class Body {
  /** The most steps of one call of a function. */
  static final long FUNCTION_LIMIT = 400;

  /** The most steps of a whole program. */
  static final long PROGRAM_LIMIT = 20_000;

  private final World world;
  private final boolean pure;
  private final @Nullable Type result;
  private final long limit;
  private Scope scope;
  private long repeated = 1;
  private long cost = 1;

  /**
   * An empty function.
   *
   * @param scope the names that it sees: the globals and its parameters
   * @param pure whether it must not change or print anything
   * @param result the type of its result, null for none
   */
  Body(World world, Scope scope, boolean pure, @Nullable Type result, long limit) {
    this.world = world;
    this.scope = scope;
    this.pure = pure;
    this.result = result;
    this.limit = limit;
  }

  World world() {
    return world;
  }

  Choices choices() {
    return world.choices();
  }

  Text out() {
    return world.out();
  }

  Scope scope() {
    return scope;
  }

  boolean pure() {
    return pure;
  }

  @Nullable Type result() {
    return result;
  }

  /** About how many steps one call takes, as far as it is generated. */
  long cost() {
    return cost;
  }

  /** Whether something so costly fits in here. */
  boolean affords(long steps) {
    return cost + repeated * steps <= limit;
  }

  void spend(long steps) {
    cost += repeated * steps;
  }

  /** The functions that can be called here. */
  List<Function> callable(Predicate<Function> wanted) {
    return world.functions().stream()
        .filter(f -> (f.pure() || !pure) && affords(f.cost() + 5) && wanted.test(f))
        .toList();
  }

  /** Generates a block, whose variables are gone after it. */
  void block(Runnable content) {
    Scope outer = scope;
    scope = new Scope(outer);
    content.run();
    scope = outer;
  }

  /** Generates something that runs so many times. */
  void repeat(int times, Runnable content) {
    long before = repeated;
    repeated *= times;
    content.run();
    repeated = before;
  }

  /** Writes a statement that makes a value count in the checksum. */
  void count(Expr value) {
    String word = value.type().floating() ? "bits(" + value.text() + ")" : value.at(Expr.UNARY);
    out().line(pure ? "sum = sum * 31 + " + word + ";" : "mix(" + word + ");");
    spend(8);
  }
}
