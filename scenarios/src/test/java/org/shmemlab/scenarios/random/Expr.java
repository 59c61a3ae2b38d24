package org.shmemlab.scenarios.random;

/**
 * An expression with the type that the rules of C give it.
 *
 * @param precedence how tightly its outermost operator binds, from {@link #COMMA} to {@link
 *     #PRIMARY}: decides where parentheses must stand, and they stand nowhere else
 * @param cost about how many steps one evaluation takes
 */
record Expr(String text, Num type, int precedence, long cost) {
  static final int COMMA = 1;
  static final int ASSIGNMENT = 2;
  static final int CONDITIONAL = 3;
  static final int ADDITIVE = 12;
  static final int MULTIPLICATIVE = 13;
  static final int UNARY = 14;
  static final int POSTFIX = 15;
  static final int PRIMARY = 16;

  /** Something that binds as tightly as a name. */
  static Expr primary(String text, Num type) {
    return new Expr(text, type, PRIMARY, 1);
  }

  /** The text where something that binds this tightly is expected. */
  String at(int least) {
    return precedence < least ? "(" + text + ")" : text;
  }

  /** A prefix operator. */
  static Expr unary(String operator, Expr operand, Num type) {
    String inner = operand.at(UNARY);
    boolean wouldMerge = operator.charAt(operator.length() - 1) == inner.charAt(0);
    return new Expr(operator + (wouldMerge ? " " : "") + inner, type, UNARY, operand.cost + 1);
  }

  static Expr cast(String spelling, Num type, Expr operand) {
    return new Expr("(" + spelling + ")" + operand.at(UNARY), type, UNARY, operand.cost + 1);
  }

  /** A binary operator that groups to the left. */
  static Expr binary(Expr left, String operator, Expr right, Num type) {
    int precedence = precedence(operator);
    String separator = operator.equals(",") ? ", " : " " + operator + " ";
    return new Expr(
        left.at(precedence) + separator + right.at(precedence + 1),
        type,
        precedence,
        left.cost + right.cost + 1);
  }

  static Expr conditional(Expr condition, Expr then, Expr otherwise) {
    return new Expr(
        condition.at(CONDITIONAL + 1) + " ? " + then.at(COMMA) + " : " + otherwise.at(CONDITIONAL),
        Num.common(then.type, otherwise.type),
        CONDITIONAL,
        condition.cost + Math.max(then.cost, otherwise.cost) + 1);
  }

  /** An assignment; its value has the type of the place. */
  static Expr assign(Place place, String operator, Expr value) {
    return new Expr(
        place.at(UNARY) + " " + operator + " " + value.at(ASSIGNMENT),
        place.num(),
        ASSIGNMENT,
        place.cost() + value.cost + 1);
  }

  private static int precedence(String operator) {
    return switch (operator) {
      case "," -> COMMA;
      case "||" -> 4;
      case "&&" -> 5;
      case "|" -> 6;
      case "^" -> 7;
      case "&" -> 8;
      case "==", "!=" -> 9;
      case "<", ">", "<=", ">=" -> 10;
      case "<<", ">>" -> 11;
      case "+", "-" -> ADDITIVE;
      case "*", "/", "%" -> MULTIPLICATIVE;
      default -> throw new IllegalArgumentException(operator);
    };
  }
}
