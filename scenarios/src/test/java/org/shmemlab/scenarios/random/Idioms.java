package org.shmemlab.scenarios.random;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.shmemlab.model.choices.Choices;

/** Short pieces of code as people write them, over random types, sizes and values. */
final class Idioms {
  private final Body body;
  private final World world;
  private final Choices choices;
  private final Expressions expressions;
  private final TextIdioms texts;

  Idioms(Body body, Expressions expressions) {
    this.body = body;
    this.world = body.world();
    this.choices = body.choices();
    this.expressions = expressions;
    this.texts = new TextIdioms(body, expressions);
  }

  /** One piece of code in a block of its own. */
  void statement() {
    if (!body.affords(400)) {
      return;
    }
    body.out().open("");
    switch (choices.next(13)) {
      case 1 -> sorting();
      case 2 -> linkedList();
      case 3 -> bytesOfNumber();
      case 4 -> functionTable();
      case 5 -> matrixProduct();
      case 6 -> heapArray();
      case 7 -> commonDivisor();
      case 8 -> rows();
      case 9 -> states();
      case 10, 11, 12 -> texts.content();
      default -> walk();
    }
    body.out().close();
    body.spend(250);
  }

  private void lines(String... lines) {
    for (String line : lines) {
      body.out().line(line);
    }
  }

  private Num number() {
    return choices.pick(Num.ALL.stream().filter(n -> n != Num.BOOL).toList());
  }

  /** A value that fits wherever a number of the type does. */
  private String value(Num type) {
    return expressions.to(type, 2).at(Expr.ASSIGNMENT);
  }

  private Optional<Place> someArray(boolean toWrite) {
    return expressions
        .places()
        .find(t -> t instanceof Type.ArrayOf a && a.element() instanceof Num, toWrite, _ -> true);
  }

  private void walk() {
    Optional<Place> array = someArray(false);
    if (array.isEmpty() || !(array.get().type() instanceof Type.ArrayOf(Type element, int n))) {
      return;
    }
    Num type = (Num) element;
    String name = array.get().text();
    String pointer = world.declare(new Type.PointerTo(type, 0, 1, true), "p");
    lines("double total = 0;");
    switch (choices.next(4)) {
      case 1 ->
          lines(
              pointer + " = " + name + ";",
              "int left = " + n + ";",
              "while (left--) total += *p++;");
      case 2 ->
          lines(
              pointer + " = " + name + " + " + n + ";",
              "while (p != " + name + ") total = total * 2 + *--p;");
      case 3 ->
          lines(
              pointer + " = &" + array.get().at(15) + "[" + (n - 1) + "];",
              "do total -= *p; while (p != " + name + " && p--);");
      default ->
          lines(
              "for ("
                  + pointer
                  + " = "
                  + name
                  + "; p < "
                  + name
                  + " + "
                  + n
                  + "; p++) total += *p * 3;");
    }
    body.count(Expr.primary("total", Num.DOUBLE));
  }

  private void sorting() {
    Optional<Place> array = someArray(true);
    if (array.isEmpty()
        || !(array.get().type() instanceof Type.ArrayOf(Type element, int n))
        || n < 2) {
      return;
    }
    String a = array.get().at(15);
    String less = choices.pick(">", "<");
    lines(
        "for (int i = 0; i + 1 < " + n + "; i++)",
        "  for (int j = 0; j + 1 < " + n + " - i; j++)",
        "    if (" + a + "[j] " + less + " " + a + "[j + 1]) {",
        "      " + world.spelling((Num) element) + " t = " + a + "[j];",
        "      " + a + "[j] = " + a + "[j + 1];",
        "      " + a + "[j + 1] = t;",
        "    }");
  }

  private void linkedList() {
    Num type = number();
    int n = choices.between(1, 6);
    String step = choices.pick("at = at->next", "at = (*at).next");
    lines(
        "struct node {",
        "  " + world.declare(type, "value") + ";",
        "  struct node *next;",
        "} nodes[" + n + "], *head = 0;",
        "for (int i = 0; i < " + n + "; i++) {",
        "  nodes[i].value = i * 3 + 1;",
        "  nodes[i].next = head;",
        "  head = nodes + i;",
        "}",
        "long total = 0;",
        "for (struct node *at = head; at"
            + choices.pick("", " != 0", " != NULL")
            + "; "
            + step
            + ")",
        "  total = total * 7 + (long)at->value;");
    body.count(Expr.primary("total", Num.LONG));
    body.count(Expr.primary("sizeof(struct node)", Num.UNSIGNED_LONG));
  }

  private void bytesOfNumber() {
    Num type = choices.pick(Num.UNSIGNED, Num.UNSIGNED_SHORT, Num.UNSIGNED_LONG, Num.DOUBLE);
    String stored =
        type == Num.DOUBLE
            ? "num(" + expressions.floating(2).at(Expr.ASSIGNMENT) + ")"
            : value(type);
    lines(
        "union { "
            + world.declare(type, "whole")
            + "; unsigned char part["
            + type.bits() / 8
            + "]; } both;",
        "both.whole = " + stored + ";",
        "unsigned long bytes = 0;",
        "for (unsigned i = 0; i < sizeof both.part; i++) bytes = bytes << 3 ^ both.part[i];");
    body.count(Expr.primary("bytes", Num.UNSIGNED_LONG));
    if (type != Num.DOUBLE) {
      lines("both.part[" + choices.next(type.bits() / 8) + "] ^= " + choices.next(256) + ";");
      body.count(Expr.primary("both.whole", type));
    }
  }

  private void functionTable() {
    List<Function> pure =
        body.callable(f ->
            f.pure()
                && f.result() instanceof Num
                && f.parameters().stream().allMatch(Num.class::isInstance));
    if (pure.isEmpty()) {
      return;
    }
    Function first = choices.pick(pure);
    List<Function> alike = pure.stream().filter(first::sameTypeAs).toList();
    String types =
        first.parameters().stream()
            .map(type -> world.declare(type, "").stripTrailing())
            .collect(Collectors.joining(", "));
    String result = world.spelling((Num) Objects.requireNonNull(first.result()));
    String arguments =
        first.parameters().stream().map(t -> value((Num) t)).collect(Collectors.joining(", "));
    String table =
        alike.stream().map(f -> choices.pick("", "&") + f.name()).collect(Collectors.joining(", "));
    boolean named = choices.yes();
    if (named) {
      lines("typedef " + result + " (*function)(" + types + ");");
    }
    lines(
        (named ? "function table[]" : result + " (*table[])(" + types + ")")
            + " = {"
            + table
            + "};",
        "double total = 0;",
        "for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++)",
        "  total += " + choices.pick("table[i]", "(*table[i])") + "(" + arguments + ");");
    alike.forEach(f -> body.spend(f.cost() + 20));
    body.count(Expr.primary("total", Num.DOUBLE));
  }

  private void matrixProduct() {
    Num type = number();
    int n = choices.between(1, 3);
    String matrix = "[" + n + "][" + n + "]";
    lines(
        world.spelling(type) + " x" + matrix + ", y" + matrix + ", z" + matrix + ";",
        "for (int i = 0; i < " + n + "; i++)",
        "  for (int j = 0; j < " + n + "; j++) {",
        "    x[i][j] = i + 2 * j + 1;",
        "    y[i][j] = i * j - 1;",
        "  }",
        "for (int i = 0; i < " + n + "; i++)",
        "  for (int j = 0; j < " + n + "; j++) {",
        "    z[i][j] = 0;",
        "    for (int k = 0; k < " + n + "; k++) z[i][j] += x[i][k] * y[k][j];",
        "  }");
    body.count(Expr.primary("z[" + (n - 1) + "][" + choices.next(n) + "]", type));
  }

  private void heapArray() {
    Num type = number();
    int n = choices.between(1, 8);
    String name = world.spelling(type);
    String allocated =
        choices.pick("malloc(" + n + " * sizeof(" + name + "))", "calloc(" + n + ", sizeof *heap)");
    lines(
        name + " *heap = (" + name + " *)" + allocated + ";",
        "for (int i = 0; i < " + n + "; i++) heap[i] = i % 3 ? i : -i;");
    if (choices.yes()) {
      lines(
          "heap = (" + name + " *)realloc(heap, " + 2 * n + " * sizeof *heap);",
          "for (int i = 0; i < " + n + "; i++) *(heap + " + n + " + i) = heap[i] + 1;");
      body.count(Expr.primary("heap[" + (2 * n - 1) + "]", type));
    }
    body.count(Expr.primary("heap[" + choices.next(n) + "]", type));
    lines("free(heap);");
  }

  private void commonDivisor() {
    lines(
        "unsigned x = " + value(Num.UNSIGNED) + ", y = " + value(Num.UNSIGNED) + ";",
        "x %= 1000u, y %= 1000u;",
        "while (y) {",
        "  unsigned t = x % y;",
        "  x = y;",
        "  y = t;",
        "}");
    body.count(Expr.primary("x", Num.UNSIGNED));
  }

  private void rows() {
    Num type = number();
    int rows = choices.between(1, 4);
    int columns = choices.between(1, 4);
    String name = world.spelling(type);
    lines(
        name
            + " grid["
            + rows
            + "]["
            + columns
            + "], *flat = &grid[0][0], (*row)["
            + columns
            + "] = grid;",
        "for (int i = 0; i < " + rows + "; i++, row++)",
        "  for (int j = 0; j < " + columns + "; j++) (*row)[j] = i * 10 + j;",
        "long inRows = row - grid;",
        "flat["
            + choices.next(columns)
            + "] += "
            + value(type == Num.DOUBLE ? Num.INT : Num.CHAR)
            + ";");
    body.count(Expr.primary("grid[0][" + choices.next(columns) + "]", type));
    body.count(Expr.primary("inRows", Num.LONG));
    body.count(Expr.primary("sizeof grid + sizeof *grid", Num.UNSIGNED_LONG));
  }

  private void states() {
    lines(
        "enum state { IDLE, BUSY = 4, DONE } state = IDLE;",
        "int turns = 0;",
        "while (state != DONE && turns < " + choices.between(1, 9) + ") {",
        "  switch (state) {",
        "    case IDLE: state = BUSY; break;",
        "    case BUSY: if (turns++ < " + choices.next(6) + ") continue; state = DONE;",
        "    case DONE: turns += 100;",
        "    default: turns++;",
        "  }",
        "}");
    body.count(Expr.primary("turns", Num.INT));
    body.count(Expr.primary("(int)state", Num.INT));
  }
}
