package org.shmemlab.scenarios.random;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.choices.Choices;

/** Statements. All loops are bounded, and every variable counts in the checksum. */
final class Statements {
  private static final int DEPTH = 3;

  private final Body body;
  private final World world;
  private final Choices choices;
  private final Expressions expressions;
  private final Effects effects;
  private final Declarations declarations;
  private final Printing printing;
  private final Idioms idioms;
  private int loops;
  private int switches;

  Statements(Body body) {
    this.body = body;
    this.world = body.world();
    this.choices = body.choices();
    this.expressions = new Expressions(body);
    this.effects = new Effects(body, expressions);
    this.declarations = new Declarations(body, expressions);
    this.printing = new Printing(body, expressions);
    this.idioms = new Idioms(body, expressions);
  }

  /** The content of a function: declarations, statements, and the counting of its variables. */
  void content(int depth) {
    for (int i = 0; i < 5 && choices.yes(3, 4); i++) {
      declarations.variable();
    }
    for (int i = 0; i < 8 && choices.yes(5, 6); i++) {
      statement(depth);
    }
    for (Variable variable : body.scope().own()) {
      declarations.count(Place.of(variable));
    }
  }

  private void statement(int depth) {
    if (!body.affords(40)) {
      return;
    }
    switch (choices.next(depth > 0 ? 24 : 10)) {
      case 5, 6 -> printing.statement();
      case 7 -> declarations.variable();
      case 8 -> declarations.copy();
      case 9 -> callForNothing();
      case 10, 11, 12 -> decision(depth);
      case 13, 14 -> counted(depth);
      case 15 -> whileLoop(depth);
      case 16 -> doLoop(depth);
      case 17, 18 -> selection(depth);
      case 19 -> jumpForward(depth);
      case 20 -> jumpBack(depth);
      case 21 -> block("", depth);
      case 22, 23 -> idioms.statement();
      default -> effect();
    }
  }

  private void effect() {
    effects.number(DEPTH).filter(e -> body.affords(e.cost())).ifPresent(this::run);
  }

  private void run(Expr effect) {
    body.out().line(effect.text() + ";");
    body.spend(effect.cost());
  }

  private void callForNothing() {
    Arguments arguments = expressions.arguments();
    List<Function> callable =
        body.callable(f -> !(f.result() instanceof Num) && arguments.exist(f));
    if (callable.isEmpty()) {
      effect();
    } else {
      Function function = choices.pick(callable);
      body.out().line(arguments.call(function, DEPTH) + ";");
      body.spend(function.cost() + 5);
    }
  }

  /** A condition, sometimes one that changes something. */
  private Expr condition() {
    return choices.yes(1, 8)
        ? effects.number(1).orElseGet(() -> expressions.condition(DEPTH))
        : expressions.condition(DEPTH);
  }

  private void decision(int depth) {
    Expr condition = condition();
    body.spend(condition.cost());
    block("if (" + condition.text() + ")", depth);
    if (choices.yes()) {
      block("else", depth);
    }
  }

  private void block(String head, int depth) {
    body.out().open(head);
    body.block(() -> few(depth - 1));
    body.out().close();
  }

  /** Statements of an inner block, its variables counted at its end. */
  private void few(int depth) {
    if (choices.yes(1, 3)) {
      declarations.variable();
    }
    if (choices.yes(1, 8)) {
      declarations.hiding();
    }
    do {
      statement(depth);
    } while (choices.yes(1, 2));
    leave();
    for (Variable variable : body.scope().own()) {
      if (variable.below() == 0) {
        declarations.count(Place.of(variable));
      }
    }
  }

  /** Perhaps leaves the loop, the switch or the function early. */
  private void leave() {
    if (choices.yes(5, 6)) {
      return;
    }
    Expr condition = expressions.condition(2);
    body.spend(condition.cost());
    String head = "if (" + condition.text() + ") ";
    switch (choices.next(3)) {
      case 1 -> {
        if (loops > 0) {
          body.out().line(head + "continue;");
        }
      }
      case 2 -> {
        if (loops + switches > 0) {
          body.out().line(head + "break;");
        }
      }
      default -> returning(body.result(), head);
    }
  }

  private void returning(@Nullable Type result, String head) {
    if (result == null) {
      body.out().line(head + "return;");
    } else {
      expressions
          .arguments()
          .value(result, 2)
          .ifPresent(value -> body.out().line(head + "return " + value + ";"));
    }
  }

  private void loop(int times, int depth, @Nullable Variable counter) {
    body.repeat(
        times,
        () ->
            body.block(() -> {
              if (counter != null) {
                body.scope().add(counter);
              }
              body.spend(4);
              loops++;
              few(depth - 1);
              loops--;
            }));
  }

  private int times() {
    return body.affords(400) ? choices.between(1, 9) : choices.between(1, 3);
  }

  private void counted(int depth) {
    Num type = choices.pick(Num.INTEGERS.subList(0, Num.INTEGERS.indexOf(Num.BOOL)));
    String name = world.local("i");
    int step = choices.between(1, 3);
    int end = times() * step;
    String down = name + " -= " + step;
    String up = choices.pick(name + " += " + step, name + " = " + name + " + " + step);
    boolean wraps = !type.signed() && type.bits() < 32; // is never equal to a negative number
    int way = choices.next(6);
    String head =
        switch (way) {
          case 2 -> " = " + end + "; " + name + " > 0; " + down;
          case 3 -> " = 0; " + name + " <= " + (end - step) + "; " + up;
          case 4 ->
              wraps
                  ? " = 0; " + name + " != " + end + "; " + up
                  : " = " + (end - step) + "; " + name + " != " + -step + "; " + down;
          case 5 -> " = 0, to" + name + " = " + end + "; " + name + " < to" + name + "; ++" + name;
          default -> " = 0; " + name + " < " + end + "; " + up;
        };
    body.out().open("for (" + world.spelling(type) + " " + name + head + ")");
    Variable counter = Variable.counter(name, type, way == 2 ? end + 1 : end);
    loop(way == 5 ? end : end / step, depth, counter);
    body.out().close();
  }

  private void whileLoop(int depth) {
    int times = times();
    String name = world.local("n");
    body.out().line("int " + name + " = " + times + ";");
    String more = choices.pick(name + "-- > 0", "--" + name + " >= 0", name + "--");
    Expr condition = choices.yes(1, 3) ? expressions.condition(2) : null;
    body.out().open("while (" + more + (condition == null ? "" : " && " + condition.at(6)) + ")");
    loop(times, depth, Variable.readOnly(name, Num.INT));
    body.out().close();
  }

  private void doLoop(int depth) {
    int times = times();
    String name = world.local("n");
    body.out().line("int " + name + " = 0;");
    body.out().open("do");
    loop(times, depth, Variable.readOnly(name, Num.INT));
    body.out().close(" while (++" + name + " < " + times + ");");
  }

  private void selection(int depth) {
    Expr selector = expressions.integer(DEPTH);
    int most = choices.pick(1, 3, 7);
    body.spend(selector.cost() + 3);
    body.out().open("switch (" + selector.at(9) + " & " + most + ")");
    int defaultAt = choices.next(most + 3);
    switches++;
    for (int label = 0; label <= most + 1; label++) {
      if (label == defaultAt) {
        body.out().line("default:");
      } else if (label <= most && choices.yes(3, 4)) {
        body.out().line("case " + label + ":");
      } else {
        continue;
      }
      if (choices.yes(3, 4)) {
        block("", depth);
        if (choices.yes(2, 3)) {
          body.out().line("break;");
        }
      }
    }
    body.out().line(";");
    switches--;
    body.out().close();
  }

  /** Over some statements, out of as many blocks as there are. */
  private void jumpForward(int depth) {
    String label = world.local("past");
    Expr condition = expressions.condition(2);
    body.spend(condition.cost());
    body.out().line("if (" + condition.text() + ") goto " + label + ";");
    body.out().open("");
    body.block(() -> {
      few(depth - 1);
      if (choices.yes()) {
        Expr inner = expressions.condition(2);
        body.spend(inner.cost());
        body.out().open("do");
        body.out().line("if (" + inner.text() + ") goto " + label + ";");
        body.out().close(" while (0);");
        statement(depth - 1);
      }
    });
    body.out().close();
    body.out().line(label + ":;");
  }

  /** A loop without a loop statement. */
  private void jumpBack(int depth) {
    int times = choices.between(1, 4);
    String counter = world.local("n");
    String label = world.local("again");
    body.out().line("int " + counter + " = " + times + ";");
    body.out().line(label + ":");
    body.out().open("");
    body.repeat(times, () -> body.block(() -> few(depth - 1)));
    body.out().close();
    body.out().line("if (--" + counter + " > 0) goto " + label + ";");
  }
}
