package org.shmemlab.scenarios.random;

/**
 * An lvalue: a variable, or a part of one reached by indices, members and pointers.
 *
 * @param precedence as in {@link Expr}
 * @param writable whether the program may assign to it
 * @param lasting whether it lives as long as the program
 */
record Place(String text, Type type, int precedence, boolean writable, boolean lasting, long cost) {

  /** A variable as a whole. */
  static Place of(Variable variable) {
    return new Place(
        variable.name(), variable.type(), Expr.PRIMARY, variable.writable(), variable.lasting(), 1);
  }

  /** The type of a place that holds a number. */
  Num num() {
    return (Num) type;
  }

  /** The value of a place that holds a number. */
  Expr value() {
    return new Expr(text, num(), precedence, cost);
  }

  /** As {@link Expr#at}. */
  String at(int least) {
    return precedence < least ? "(" + text + ")" : text;
  }
}
