package org.shmemlab.scenarios.api;

import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.types.CType;

/** The types that the headers a program includes give names to. */
@FunctionalInterface
public interface TypeNames {
  /** The type of a typedef or tag at file scope, or null. */
  @Nullable CType lookup(String name);
}
