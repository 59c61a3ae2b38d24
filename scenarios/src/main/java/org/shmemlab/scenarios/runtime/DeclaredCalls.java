package org.shmemlab.scenarios.runtime;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All external calls that programs make by a symbol of C, in the order of their families. */
public final class DeclaredCalls {
  private static final ImmutableMap<String, DeclaredCall> BY_SYMBOL =
      Maps.uniqueIndex(
          Stream.of(
                  COutput.DECLARED,
                  CHeap.DECLARED,
                  CMemory.DECLARED,
                  CStrings.DECLARED,
                  CNumbers.DECLARED,
                  CProcess.DECLARED,
                  CxxExceptions.DECLARED)
              .flatMap(ImmutableList::stream)
              .iterator(),
          DeclaredCall::symbol);

  private DeclaredCalls() {}

  /** The call with a symbol, or null. */
  public static @Nullable DeclaredCall of(String symbol) {
    return BY_SYMBOL.get(symbol);
  }

  public static ImmutableList<DeclaredCall> all() {
    return BY_SYMBOL.values().asList();
  }
}
