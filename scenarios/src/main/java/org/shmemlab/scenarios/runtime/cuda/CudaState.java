package org.shmemlab.scenarios.runtime.cuda;

import static org.shmemlab.model.memory.StructuralHash.mix;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.job.ServiceState;
import org.shmemlab.model.job.Stream;
import org.shmemlab.model.memory.MultisetHash;
import org.shmemlab.scenarios.runtime.state.PeRuntime;
import org.shmemlab.scenarios.runtime.state.RuntimePart;

/** Holds the state of the CUDA runtime in one process. */
public final class CudaState implements RuntimePart {
  /** The thread of a host that runs main. */
  static final int FIRST_THREAD = 0;

  /** Addresses of the objects that cudaMalloc and its kin made and that are not freed. */
  final TreeSet<Long> objects;

  /** Addresses that cudaMalloc gave of memory that has become symmetric. */
  final TreeSet<Long> adopted;

  /** Bytes of device memory among the objects. */
  long deviceBytes;

  /** Thread of the host → its last error, where it has one. */
  final TreeMap<Integer, Integer> lastErrors;

  /** Thread of the host → the device that it selected, where it selected one. */
  final TreeMap<Integer, Integer> devices;

  /** Handles of the streams that are alive, without the default one. */
  final BitSet streams;

  /** The stream that captures the nodes which the program makes itself; 0 before the first. */
  int nodeStream;

  /** Event handle - 1 → event. */
  final List<CudaEvent> events;

  /** Of a process that has called nothing of it. */
  public CudaState() {
    this.objects = new TreeSet<>();
    this.adopted = new TreeSet<>();
    this.lastErrors = new TreeMap<>();
    this.devices = new TreeMap<>();
    this.streams = new BitSet(0);
    this.events = new ArrayList<>(0);
  }

  private CudaState(CudaState other) {
    this.objects = new TreeSet<>(other.objects);
    this.adopted = new TreeSet<>(other.adopted);
    this.deviceBytes = other.deviceBytes;
    this.lastErrors = new TreeMap<>(other.lastErrors);
    this.devices = new TreeMap<>(other.devices);
    this.streams = (BitSet) other.streams.clone();
    this.nodeStream = other.nodeStream;
    this.events = new ArrayList<>(other.events);
  }

  /** That of the calling PE. */
  static CudaState of(ServiceCall call) {
    return of(call.state());
  }

  /** That of any PE. */
  static CudaState of(ServiceState state) {
    return PeRuntime.part(state, CudaState.class);
  }

  /** Whether a handle names the default stream or one that exists. */
  boolean isStream(long handle) {
    return Stream.isDefault(handle)
        || (handle == (int) handle && handle > 0 && streams.get((int) handle));
  }

  /** The device that a thread of the host selected; 0 if none. */
  int device(int thread) {
    return devices.getOrDefault(thread, 0);
  }

  @Override
  public CudaState copy() {
    return new CudaState(this);
  }

  @Override
  public long fingerprint() {
    MultisetHash all = new MultisetHash();
    objects.forEach(address -> all.add(mix(0, address)));
    adopted.forEach(address -> all.add(mix(1, address)));
    streams.stream().forEach(handle -> all.add(mix(2, handle)));
    lastErrors.forEach((thread, error) -> all.add(mix(3, thread, error)));
    devices.forEach((thread, device) -> all.add(mix(4, thread, device)));
    for (int i = 0; i < events.size(); i++) {
      all.add(mix(5, i, events.get(i).fingerprint()));
    }
    return mix(deviceBytes, all.hash());
  }
}
