package org.shmemlab.scenarios.random;

import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.ListMultimap;
import java.util.ArrayList;
import java.util.List;
import org.shmemlab.model.choices.Choices;

/** The file scope of one program while it is generated. */
final class World {
  private final Choices choices;
  private final Dialect dialect;
  private final String prefix;
  private final Text out = new Text();
  private final Scope globals = new Scope();
  private final List<Type.Struct> structs = new ArrayList<>();
  private final List<Function> functions = new ArrayList<>();
  private final List<String> enumerators = new ArrayList<>();
  private final ListMultimap<Num, String> typedefs = ArrayListMultimap.create();
  private int names;

  /**
   * Nothing declared yet.
   *
   * @param prefix the beginning of names of file scope, so that programs can share a file
   */
  World(Choices choices, Dialect dialect, String prefix) {
    this.choices = choices;
    this.dialect = dialect;
    this.prefix = prefix;
  }

  Choices choices() {
    return choices;
  }

  boolean cpp() {
    return dialect == Dialect.CPP;
  }

  Text out() {
    return out;
  }

  Scope globals() {
    return globals;
  }

  List<Type.Struct> structs() {
    return structs;
  }

  List<Function> functions() {
    return functions;
  }

  List<String> enumerators() {
    return enumerators;
  }

  void typedef(Num num, String name) {
    typedefs.put(num, name);
  }

  /** A name for something in a function. */
  String local(String stem) {
    return stem + ++names;
  }

  /** A name for something of file scope. */
  String global(String stem) {
    return prefix + stem + ++names;
  }

  /** One of the ways to write a type. */
  String spelling(Num num) {
    List<String> all = new ArrayList<>(num.spellings());
    all.addAll(typedefs.get(num));
    return choices.pick(all);
  }

  /** A declaration without its initialiser: types of C are written around the name. */
  String declare(Type type, String name) {
    return switch (type) {
      case Num num -> spelling(num) + " " + name;
      case Type.Struct struct -> struct.spelling() + " " + name;
      case Type.ArrayOf(Type element, int length) -> declare(element, name + "[" + length + "]");
      case Type.PointerTo(Type target, _, _, boolean readOnly) ->
          (readOnly ? "const " : "")
              + declare(target, target instanceof Type.ArrayOf ? "(*" + name + ")" : "*" + name);
    };
  }

  /** Any type that a variable can have, except pointers. */
  Type type() {
    return switch (choices.next(8)) {
      case 5 -> new Type.ArrayOf(choices.pick(Num.ALL), choices.between(1, 9));
      case 6 ->
          new Type.ArrayOf(
              new Type.ArrayOf(choices.pick(Num.ALL), choices.between(1, 4)),
              choices.between(1, 4));
      case 7 -> structs.isEmpty() ? choices.pick(Num.ALL) : structType();
      default -> choices.pick(Num.ALL);
    };
  }

  private Type structType() {
    Type.Struct struct = choices.pick(structs);
    return choices.yes(1, 4) ? new Type.ArrayOf(struct, choices.between(1, 3)) : struct;
  }
}
