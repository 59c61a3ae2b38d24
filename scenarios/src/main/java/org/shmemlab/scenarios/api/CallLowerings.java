package org.shmemlab.scenarios.api;

import com.google.common.collect.ImmutableMap;
import org.jspecify.annotations.Nullable;

/** Which lowering answers for which family of operations. */
public final class CallLowerings {
  private final ImmutableMap<String, CallLowering> families =
      ImmutableMap.<String, CallLowering>builder()
          .put("libc", new LibcCalls())
          .put("math", new MathCalls())
          .put("device", new DeviceCalls())
          .put("atomic", new AtomicCalls())
          .put("cuda", new CudaCalls())
          .put("launch", new LaunchCalls())
          .put("mpi", new MpiCalls())
          .buildOrThrow();

  /** The lowering of a family, or null: nothing of it is supported yet. */
  public @Nullable CallLowering of(String family) {
    return families.get(family);
  }
}
