package org.shmemlab.scenarios.random;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.choices.Choices;

/** Functions, each of which can call those before it; recursion is bounded by a parameter. */
final class Functions {
  private final World world;
  private final Choices choices;
  private final Text out;

  Functions(World world) {
    this.world = world;
    this.choices = world.choices();
    this.out = world.out();
  }

  /** Writes a function and declares it. */
  void function() {
    switch (choices.next(6)) {
      case 4 -> recursive();
      case 5 -> mutuallyRecursive();
      case 2, 3 -> plain(false);
      default -> plain(true);
    }
  }

  private void plain(boolean pure) {
    Scope scope = pure ? new Scope(world.globals().asReadOnly()) : new Scope(world.globals());
    List<Type> types = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    while (types.size() < 5 && choices.yes(2, 3)) {
      Type type = parameterType(pure);
      types.add(type);
      texts.add(parameter(type, scope));
    }
    Type result = resultType(pure);
    String name = world.global("f");
    Body body = new Body(world, scope, pure, result, Body.FUNCTION_LIMIT);
    out.open(head(result, name, texts));
    if (pure) {
      out.line("unsigned long sum = " + choices.next(10) + ";");
    }
    new Statements(body).content(2);
    returned(body, result);
    out.close();
    world.functions().add(new Function(name, List.copyOf(types), result, pure, body.cost()));
  }

  private String head(@Nullable Type result, String name, List<String> parameters) {
    String list = parameters.isEmpty() && !world.cpp() ? "void" : String.join(", ", parameters);
    String call = name + "(" + list + ")";
    return "static " + (result == null ? "void " + call : world.declare(result, call));
  }

  private Type parameterType(boolean pure) {
    Num num = choices.pick(Num.ALL);
    boolean readOnly = pure || choices.yes(1, 4);
    return switch (choices.next(8)) {
      case 4 -> new Type.PointerTo(num, 0, 1, readOnly);
      case 5 -> new Type.PointerTo(num, 0, choices.between(1, 5), readOnly);
      case 6 -> world.structs().isEmpty() ? num : choices.pick(world.structs());
      case 7 ->
          world.structs().isEmpty()
              ? num
              : new Type.PointerTo(choices.pick(world.structs()), 0, 1, readOnly);
      default -> num;
    };
  }

  private @Nullable Type resultType(boolean pure) {
    return switch (choices.next(6)) {
      case 4 -> world.structs().isEmpty() ? Num.INT : choices.pick(world.structs());
      case 5 -> pure ? Num.DOUBLE : null;
      default -> choices.pick(Num.ALL);
    };
  }

  private String parameter(Type type, Scope scope) {
    String name = world.local("x");
    if (world.cpp() && type instanceof Type.Struct && choices.yes(1, 3)) {
      scope.add(Variable.readOnly(name, type));
      return "const " + world.declare(type, "&" + name);
    }
    scope.add(Variable.local(name, type));
    if (type instanceof Type.PointerTo(Num target, _, int from, boolean readOnly)
        && choices.yes(1, 3)) {
      String length = choices.yes() ? "" : Integer.toString(from);
      return (readOnly ? "const " : "") + world.spelling(target) + " " + name + "[" + length + "]";
    }
    return world.declare(type, name);
  }

  private void returned(Body body, @Nullable Type result) {
    Expressions expressions = new Expressions(body);
    switch (result) {
      case Num num -> {
        Expr value = expressions.to(num, 3);
        body.spend(value.cost());
        boolean sum = body.pure();
        out.line("return " + value.at(sum ? Expr.ADDITIVE : Expr.COMMA) + (sum ? " + sum;" : ";"));
      }
      case Type.Struct struct -> {
        String name = world.local("v");
        Initialisers initialisers = new Initialisers(world, expressions);
        String value =
            expressions
                .arguments()
                .value(struct, 2)
                .filter(_ -> choices.yes())
                .orElseGet(() -> initialisers.of(struct, 2));
        out.line(world.declare(struct, name) + " = " + value + ";");
        out.line("return " + name + ";");
        body.spend(20);
      }
      case null, default -> {}
    }
  }

  private void recursive() {
    Num type = choices.pick(Num.ALL);
    String name = world.global("f");
    boolean twice = choices.yes();
    out.open("static " + world.declare(type, name + "(" + world.spelling(type) + " x, int depth)"));
    Expressions expressions = recursion(type);
    out.line("if (depth <= 0) return " + expressions.to(type, 2).at(Expr.COMMA) + ";");
    String again = name + "(" + expressions.to(type, 2).at(Expr.ASSIGNMENT) + ", depth - 1)";
    String other =
        twice ? name + "(x, depth - 2)" : expressions.to(type, 2).at(Expr.MULTIPLICATIVE);
    out.line("return " + again + " " + choices.pick("+", "-") + " " + other + ";");
    out.close();
    wrapped(type, name, choices.between(1, 6), twice ? 8 : 1);
  }

  private void mutuallyRecursive() {
    Num type = choices.pick(Num.ALL);
    String first = world.global("f");
    String second = world.global("f");
    String parameters = "(" + world.spelling(type) + " x, int depth)";
    out.line("static " + world.declare(type, second + parameters) + ";");
    for (String name : List.of(first, second)) {
      out.open("static " + world.declare(type, name + parameters));
      Expressions expressions = recursion(type);
      String other = name.equals(first) ? second : first;
      String again = other + "(" + expressions.to(type, 2).at(Expr.ASSIGNMENT) + ", depth - 1)";
      out.line("return depth > 0 ? " + again + " : " + expressions.to(type, 2).at(3) + ";");
      out.close();
    }
    wrapped(type, first, choices.between(1, 9), 1);
  }

  /** The expressions of a recursive function. */
  private Expressions recursion(Num type) {
    Scope scope = new Scope();
    scope.add(Variable.local("x", type));
    scope.add(Variable.local("depth", Num.INT));
    return new Expressions(new Body(world, scope, true, type, 0));
  }

  /** A function that calls the recursive one with a depth that ends. */
  private void wrapped(Num type, String recursive, int depth, int branches) {
    String name = world.global("f");
    out.open("static " + world.declare(type, name + "(" + world.spelling(type) + " x)"));
    out.line("return " + recursive + "(x, " + depth + ");");
    out.close();
    long cost = 30L * depth * branches;
    world.functions().add(new Function(name, List.of(type), type, true, cost));
  }
}
