package org.shmemlab.scenarios.random;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.shmemlab.model.choices.Choices;

/**
 * Writes the declarations above the functions: typedefs, enumerations, structures and global
 * variables.
 */
final class Globals {
  private final World world;
  private final Choices choices;
  private final Text out;

  Globals(World world) {
    this.world = world;
    this.choices = world.choices();
    this.out = world.out();
  }

  /** Writes and declares them all. */
  void declarations() {
    for (int i = 0; i < 2 && choices.yes(); i++) {
      typedef();
    }
    for (int i = 0; i < 2 && choices.yes(); i++) {
      enumeration();
    }
    for (int i = 0; i < 3 && choices.yes(2, 3); i++) {
      structure();
    }
    for (int i = 0; i < 5 && choices.yes(3, 4); i++) {
      variable();
    }
  }

  private void typedef() {
    Num num = choices.pick(Num.ALL);
    String name = world.global("number");
    out.line("typedef " + world.spelling(num) + " " + name + ";");
    world.typedef(num, name);
  }

  private void enumeration() {
    List<String> texts = new ArrayList<>();
    List<String> names = new ArrayList<>();
    do {
      String name = world.global("E");
      names.add(name);
      texts.add(
          switch (choices.next(4)) {
            case 1 -> name + " = " + choices.between(-9, 99);
            case 2 -> name + " = " + choices.between(1, 3) + " << " + choices.between(0, 8);
            case 3 -> names.size() < 2 ? name : name + " = " + names.getFirst() + " + 2";
            default -> name;
          });
    } while (texts.size() < 4 && choices.yes(2, 3));
    out.line("enum " + world.global("kind") + " {" + String.join(", ", texts) + "};");
    world.enumerators().addAll(names);
  }

  private void structure() {
    List<Type.Field> fields = new ArrayList<>();
    do {
      fields.add(new Type.Field("m" + fields.size(), world.type()));
    } while (fields.size() < 5 && choices.yes(2, 3));
    String name = world.global("S");
    boolean named = choices.yes();
    out.open(named ? "typedef struct" : "struct " + name);
    for (Type.Field field : fields) {
      out.line(world.declare(field.type(), field.name()) + ";");
    }
    out.close((named ? " " + name : "") + ";");
    String spelling = named || (world.cpp() && choices.yes()) ? name : "struct " + name;
    world.structs().add(new Type.Struct(spelling, List.copyOf(fields)));
  }

  private void variable() {
    if (choices.yes(1, 4) && pointer()) {
      return;
    }
    Type type = world.type();
    String name = world.global("g");
    boolean constant = choices.yes(1, 8);
    String value =
        choices.yes(1, 4) && !constant
            ? "" // zero
            : " = " + new Initialisers(world, Expressions.constant(world)).of(type, 2);
    out.line(
        choices.pick("", "static ")
            + (constant ? "const " : "")
            + world.declare(type, name)
            + value
            + ";");
    world.globals().add(Variable.lasting(name, type, !constant));
  }

  /** A pointer to an earlier variable; false if there is none. */
  private boolean pointer() {
    Optional<Variable> target =
        world.globals().own().reversed().stream()
            .filter(v -> v.writable() && !(v.type() instanceof Type.PointerTo))
            .findFirst();
    if (target.isEmpty()) {
      return false;
    }
    String name = world.global("g");
    String of = target.get().name();
    Type.PointerTo type;
    String value;
    if (target.get().type() instanceof Type.ArrayOf(Type element, int length)) {
      int at = choices.next(length);
      type = new Type.PointerTo(element, at, length - at, false);
      value = choices.yes() ? "&" + of + "[" + at + "]" : of + " + " + at;
    } else {
      type = new Type.PointerTo(target.get().type(), 0, 1, false);
      value = "&" + of;
    }
    out.line("static " + world.declare(type, name) + " = " + value + ";");
    world.globals().add(Variable.lasting(name, type, true));
    return true;
  }
}
