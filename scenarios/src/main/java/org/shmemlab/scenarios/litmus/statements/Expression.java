package org.shmemlab.scenarios.litmus.statements;

import com.google.common.collect.ImmutableList;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.UnaryOp;

/** Represents an expression of a litmus file. Lines are 1-based. */
public sealed interface Expression {
  /** The line where it begins; of a call that of its name. */
  int line();

  /** A number or character, {@code true}, {@code false}, the size of a type. */
  record Literal(int line, Type type, long bits) implements Expression {}

  /** A text in quotes. */
  record Text(int line, String text) implements Expression {}

  record Name(int line, String name) implements Expression {}

  /** {@code threadIdx.x} and its like. */
  record Coordinate(int line, String of, String axis) implements Expression {}

  /** {@code -x}, {@code ~x}, {@code !x}; with an operator of null {@code +x}. */
  record Unary(int line, @Nullable UnaryOp op, Expression operand) implements Expression {}

  record Dereference(int line, Expression pointer) implements Expression {}

  record AddressOf(int line, Expression object) implements Expression {}

  record SizeOf(int line, Expression operand) implements Expression {}

  /** {@code ++x}, {@code x++}, {@code --x}, {@code x--}. */
  record Step(int line, Expression target, BinaryOp op, boolean givesOld) implements Expression {}

  record Binary(int line, BinaryOp op, Expression left, Expression right) implements Expression {}

  /** {@code &&} and {@code ||}. */
  record Logical(int line, boolean and, Expression left, Expression right) implements Expression {}

  /** {@code x = y}, or {@code x += y} and its like where there is an operator. */
  record Assign(int line, Expression target, @Nullable BinaryOp op, Expression value)
      implements Expression {}

  /** {@code condition ? yes : no}. */
  record Choose(int line, Expression condition, Expression yes, Expression no)
      implements Expression {}

  record Cast(int line, Type type, Expression operand) implements Expression {}

  /** {@code first, second}. */
  record Comma(int line, Expression first, Expression second) implements Expression {}

  record Index(int line, Expression base, Expression index) implements Expression {}

  record Call(int line, String name, ImmutableList<Expression> arguments) implements Expression {}
}
