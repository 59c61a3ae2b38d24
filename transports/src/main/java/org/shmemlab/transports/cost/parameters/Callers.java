package org.shmemlab.transports.cost.parameters;

import org.shmemlab.model.program.CallScope;

/** Decides which threads make an agent's calls together, by the scope of a call. */
public interface Callers {
  /** Those of blocks of the default size. */
  Callers USUAL = Lanes::usual;

  /** The host and its streams: no thread of the GPU, but an engine of its own, copies for them. */
  Callers COPY_ENGINE = _ -> Lanes.COPY_ENGINE;

  /** Those of a scope. */
  Lanes in(CallScope scope);

  /** The same in each scope. */
  static Callers always(Lanes lanes) {
    return _ -> lanes;
  }

  /** A block of so many threads, one warp or one thread of it. */
  static Callers ofBlock(int threads) {
    return scope -> Lanes.of(scope, threads);
  }
}
