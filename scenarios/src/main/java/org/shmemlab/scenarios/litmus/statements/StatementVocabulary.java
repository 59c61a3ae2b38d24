package org.shmemlab.scenarios.litmus.statements;

import com.google.common.collect.ImmutableList;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.api.CallLowerings;
import org.shmemlab.scenarios.api.catalogue.Catalogue;
import org.shmemlab.scenarios.api.catalogue.Prototype;
import org.shmemlab.scenarios.api.lowering.CallLowering;

/**
 * Holds the words that statements may use without declaring them: calls, constants and types. It
 * does not change once it is made, so that all tests share one.
 */
public final class StatementVocabulary {
  /** The header that litmus tests include. */
  private static final String HEADER = "nvshmemx.h";

  /** The calls that NCCL's device interface is made of, by which a test may speak of its rules. */
  private static final String NCCL = "__shmemlab_nccl_";

  private final Catalogue catalogue = new Catalogue();
  private final CallLowerings lowerings = new CallLowerings();
  private final HeaderNames headers = new HeaderNames(HEADER);

  /** The calls of a name; empty if there is none. */
  ImmutableList<Prototype> calls(String name) {
    return catalogue.find(name).stream()
        .filter(call -> call.isOfC() || headers.includes(call.header()) || name.startsWith(NCCL))
        .collect(ImmutableList.toImmutableList());
  }

  /** The lowering of a family of calls, or null: nothing of it is supported yet. */
  @Nullable CallLowering lowering(String family) {
    return lowerings.of(family);
  }

  /** The expression that a constant stands for, or null. */
  @Nullable String constant(String name) {
    return headers.constant(name);
  }

  /** The type that words name, or null. */
  @Nullable Type type(String words) {
    return headers.type(words);
  }
}
