package org.shmemlab.scenarios.runtime.library;

import static org.shmemlab.model.memory.StructuralHash.mix;

import java.util.TreeMap;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.memory.MultisetHash;
import org.shmemlab.scenarios.runtime.state.PeRuntime;
import org.shmemlab.scenarios.runtime.state.RuntimePart;

/** Holds what the set-up calls of NVSHMEM and OpenSHMEM keep for one PE. */
public final class ShmemState implements RuntimePart {
  /** Team handle → the number of contexts that the program said the team is for. */
  final TreeMap<Long, Integer> teamContexts;

  /** How many unique ids the PE has made. */
  int uniqueIds;

  /** Of a PE that has called none of them. */
  public ShmemState() {
    this.teamContexts = new TreeMap<>();
  }

  private ShmemState(ShmemState other) {
    this.teamContexts = new TreeMap<>(other.teamContexts);
    this.uniqueIds = other.uniqueIds;
  }

  /** That of the calling PE. */
  static ShmemState of(ServiceCall call) {
    return PeRuntime.part(call, ShmemState.class);
  }

  @Override
  public ShmemState copy() {
    return new ShmemState(this);
  }

  @Override
  public long fingerprint() {
    MultisetHash all = new MultisetHash();
    teamContexts.forEach((team, count) -> all.add(mix(team, count)));
    return mix(uniqueIds, all.hash());
  }
}
