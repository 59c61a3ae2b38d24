package org.shmemlab.scenarios.random;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A function that can be called from code that is generated after it.
 *
 * @param parameters numbers, structures and pointers
 * @param result a number or a structure; null for {@code void}
 * @param pure whether it changes and prints nothing, so that it can be called anywhere in an
 *     expression
 * @param cost about how many steps one call takes
 */
record Function(
    String name, List<Type> parameters, @Nullable Type result, boolean pure, long cost) {

  /** Whether calls through one pointer can reach both. */
  boolean sameTypeAs(Function other) {
    return parameters.equals(other.parameters) && Objects.equals(result, other.result);
  }
}
