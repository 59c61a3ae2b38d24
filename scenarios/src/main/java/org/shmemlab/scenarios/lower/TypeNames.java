package org.shmemlab.scenarios.lower;

import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.types.CType;

/** The types that the headers a program includes give names to. */
@FunctionalInterface
interface TypeNames {
  /** The type of a typedef or tag at file scope, or null. */
  @Nullable CType lookup(String name);
}
