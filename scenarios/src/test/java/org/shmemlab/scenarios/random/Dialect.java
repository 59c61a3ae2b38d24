package org.shmemlab.scenarios.random;

import com.google.common.collect.ImmutableList;

/** The language that a program is in. All that differs is in the few places that ask for it. */
enum Dialect {
  C("gcc", ".c", "-std=gnu17"),
  /** With references, {@code auto} and the casts of C++, as CUDA sources use them. */
  CPP("g++", ".cu", "-xc++", "-std=gnu++17", "-Wno-narrowing");

  private final String compiler;
  private final String suffix;
  private final ImmutableList<String> options;

  Dialect(String compiler, String suffix, String... options) {
    this.compiler = compiler;
    this.suffix = suffix;
    this.options = ImmutableList.copyOf(options);
  }

  String compiler() {
    return compiler;
  }

  /** The ending of the names of source files. */
  String suffix() {
    return suffix;
  }

  ImmutableList<String> options() {
    return options;
  }
}
