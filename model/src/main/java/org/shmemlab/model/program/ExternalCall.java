package org.shmemlab.model.program;

/**
 * Names a call that leaves the program: its effect is neither computation nor communication, and
 * the run-time system provides it. The model knows of each its name and its traits; the accesses of
 * one call, and the effect, are those of {@code model.interpreter.RuntimeCall}.
 *
 * <p>Arguments are registers in the order given; pointers are addresses; C's {@code int} results
 * are {@link ScalarType#I32}. A call that must wait is a guarded step: it has no effect until it
 * can finish. Each call is one object, compared by identity.
 */
public interface ExternalCall {
  /** The name in messages; no two calls have the same. */
  String name();

  CallTraits traits();

  /** Whether the call has a trait. */
  default boolean has(CallTrait trait) {
    return traits().has(trait);
  }
}
