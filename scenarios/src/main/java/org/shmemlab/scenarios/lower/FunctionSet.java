package org.shmemlab.scenarios.lower;

import java.util.ArrayList;
import java.util.List;

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

  List<FunctionSymbol> overloads() {
    return overloads;
  }
}
