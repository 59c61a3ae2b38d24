package org.shmemlab.scenarios.random;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The variables that can be named at one place of the program. */
final class Scope {
  private final @Nullable Scope outer;
  private final List<Variable> own = new ArrayList<>();

  Scope() {
    this(null);
  }

  Scope(@Nullable Scope outer) {
    this.outer = outer;
  }

  void add(Variable variable) {
    own.add(variable);
  }

  /** Declared in this block itself, in order. */
  List<Variable> own() {
    return List.copyOf(own);
  }

  /** All, innermost block first; one that is hidden by an inner one of its name is left out. */
  List<Variable> visible() {
    List<Variable> visible = new ArrayList<>();
    for (Scope scope = this; scope != null; scope = scope.outer) {
      for (Variable variable : scope.own.reversed()) {
        if (visible.stream().noneMatch(inner -> inner.name().equals(variable.name()))) {
          visible.add(variable);
        }
      }
    }
    return visible;
  }

  /** A copy of everything visible in which nothing may be written. */
  Scope asReadOnly() {
    Scope copy = new Scope();
    visible().reversed().forEach(variable -> copy.add(variable.asReadOnly()));
    return copy;
  }
}
