package org.shmemlab.scenarios.litmus.statements;

import com.google.common.collect.ImmutableList;
import org.jspecify.annotations.Nullable;

/** Represents a statement of a litmus file. Lines are 1-based. */
public sealed interface Statement {
  int line();

  /** {@code { … }}. */
  record Block(int line, ImmutableList<Statement> statements) implements Statement {}

  /** {@code long x = 1, y;}. */
  record Declare(int line, ImmutableList<Variable> variables) implements Statement {}

  /** An expression for its effects. */
  record Evaluate(int line, Expression expression) implements Statement {}

  record If(int line, Expression condition, Statement yes, @Nullable Statement no)
      implements Statement {}

  record While(int line, Expression condition, Statement body) implements Statement {}

  /** {@code do body while (condition);}. */
  record Do(int line, Statement body, Expression condition) implements Statement {}

  record For(
      int line,
      @Nullable Statement first,
      @Nullable Expression condition,
      @Nullable Expression step,
      Statement body)
      implements Statement {}

  record Break(int line) implements Statement {}

  record Continue(int line) implements Statement {}

  /** {@code ;}. */
  record Nothing(int line) implements Statement {}

  /**
   * A declared variable.
   *
   * @param typeName the words of its type, without the declarator's
   * @param constant whether it may not be assigned to
   * @param value its first value, or null
   * @param elements the first values of an array, or null
   */
  record Variable(
      int line,
      String name,
      String typeName,
      Type type,
      boolean constant,
      boolean isVolatile,
      @Nullable Expression value,
      @Nullable ImmutableList<Expression> elements) {}
}
