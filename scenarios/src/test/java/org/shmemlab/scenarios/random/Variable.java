package org.shmemlab.scenarios.random;

/**
 * A variable in scope.
 *
 * @param writable whether the program may assign to it: no for {@code const} ones and loop counters
 * @param lasting whether it lives as long as the program
 * @param below for a counter that is never negative, a bound that it stays below; otherwise 0
 */
record Variable(String name, Type type, boolean writable, boolean lasting, int below) {
  static Variable local(String name, Type type) {
    return new Variable(name, type, true, false, 0);
  }

  static Variable readOnly(String name, Type type) {
    return new Variable(name, type, false, false, 0);
  }

  static Variable lasting(String name, Type type, boolean writable) {
    return new Variable(name, type, writable, true, 0);
  }

  static Variable counter(String name, Num type, int below) {
    return new Variable(name, type, false, false, below);
  }

  /** The same variable where neither it nor its target may be written. */
  Variable asReadOnly() {
    Type constant =
        type instanceof Type.PointerTo(Type target, int before, int from, _)
            ? new Type.PointerTo(target, before, from, true)
            : type;
    return new Variable(name, constant, false, lasting, below);
  }
}
