package org.shmemlab.scenarios.lower;

import java.util.ArrayList;
import java.util.List;
import org.shmemlab.scenarios.parse.Syntax;

/** All functions of one name in one scope. */
final class FunctionSet implements Symbol {
  private final String name;
  private final List<FunctionSymbol> overloads = new ArrayList<>();

  FunctionSet(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  /** Whether our headers only declare it: the catalogue says what it does. */
  boolean isLibrary() {
    return overloads.stream()
        .allMatch(
            function -> function.definition() == null && Syntax.isOurs(function.declarator()));
  }

  List<FunctionSymbol> overloads() {
    return overloads;
  }
}
