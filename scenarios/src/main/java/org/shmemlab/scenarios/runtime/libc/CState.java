package org.shmemlab.scenarios.runtime.libc;

import static org.shmemlab.model.memory.StructuralHash.mix;

import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.memory.MultisetHash;
import org.shmemlab.scenarios.runtime.state.PeRuntime;
import org.shmemlab.scenarios.runtime.state.RuntimePart;

/** Holds the state of the C library in one process. */
public final class CState implements RuntimePart {
  /** C's generator, from its first use on. */
  @Nullable AdditiveRandom random;

  /** The variables that {@code setenv} changed. */
  final TreeMap<String, String> environment;

  /** Addresses of the values that {@code getenv} handed out. */
  final TreeMap<String, Long> environmentTexts;

  /** Addresses of the objects that malloc and its kin made and that are not freed. */
  final TreeSet<Long> heapObjects;

  /** Of a process that begins. */
  public CState() {
    this.environment = new TreeMap<>();
    this.environmentTexts = new TreeMap<>();
    this.heapObjects = new TreeSet<>();
  }

  private CState(CState other) {
    this.random = other.random == null ? null : other.random.copy();
    this.environment = new TreeMap<>(other.environment);
    this.environmentTexts = new TreeMap<>(other.environmentTexts);
    this.heapObjects = new TreeSet<>(other.heapObjects);
  }

  /** That of the calling PE. */
  static CState of(ServiceCall call) {
    return PeRuntime.part(call, CState.class);
  }

  @Override
  public CState copy() {
    return new CState(this);
  }

  @Override
  public long fingerprint() {
    MultisetHash all = new MultisetHash();
    environment.forEach((name, value) -> all.add(mix(0, mix(name), mix(value))));
    environmentTexts.forEach((name, at) -> all.add(mix(1, mix(name), at)));
    heapObjects.forEach(address -> all.add(mix(2, address)));
    return mix(random == null ? 0 : random.fingerprint(), all.hash());
  }
}
