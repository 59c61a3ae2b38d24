package org.shmemlab.scenarios.runtime.state;

import static org.shmemlab.model.memory.StructuralHash.mix;

import com.google.common.collect.ImmutableClassToInstanceMap;
import com.google.common.collect.ImmutableList;
import java.util.Objects;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.job.ServiceState;

/** Holds the state of the run-time system for one PE: a part for each family of calls. */
public final class PeRuntime implements ServiceState {
  private final ImmutableClassToInstanceMap<RuntimePart> parts;

  /** The state of a PE whose program begins, of parts of different classes. */
  public PeRuntime(ImmutableList<RuntimePart> parts) {
    ImmutableClassToInstanceMap.Builder<RuntimePart> all = ImmutableClassToInstanceMap.builder();
    parts.forEach(part -> put(all, part));
    this.parts = all.build();
  }

  @SuppressWarnings("unchecked") // a part is of its own class
  private static <T extends RuntimePart> void put(
      ImmutableClassToInstanceMap.Builder<RuntimePart> all, T part) {
    all.put((Class<T>) part.getClass(), part);
  }

  /** A part of the state of the calling PE. */
  public static <T extends RuntimePart> T part(ServiceCall call, Class<T> family) {
    return part(call.state(), family);
  }

  /** A part of the state of a PE. */
  public static <T extends RuntimePart> T part(ServiceState state, Class<T> family) {
    return Objects.requireNonNull(((PeRuntime) state).parts.getInstance(family));
  }

  @Override
  public PeRuntime copy() {
    return new PeRuntime(
        parts.values().stream().map(RuntimePart::copy).collect(ImmutableList.toImmutableList()));
  }

  @Override
  public long fingerprint() {
    long hash = 0;
    for (RuntimePart part : parts.values()) {
      hash = mix(hash, part.fingerprint());
    }
    return hash;
  }
}
