package org.shmemlab.scenarios.runtime;

import static org.shmemlab.model.memory.StructuralHash.mix;
import static org.shmemlab.model.memory.StructuralHash.mixAll;

import com.google.common.collect.ImmutableSortedSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.job.ServiceState;
import org.shmemlab.model.memory.MultisetHash;

/** Holds the state of the run-time system for one PE. Empty parts cost nothing worth counting. */
final class PeRuntime implements ServiceState {
  /**
   * A CUDA event.
   *
   * @param recorded number of records so far: the version that the latest one made
   * @param completed latest version that its stream has reached
   * @param completedAt the stream's time then, nanoseconds
   * @param keeper the number of the agent that keeps the stream's vector clock of then, or -1
   * @param destroyed whether the program gave the handle back
   * @param captured the point of a graph that the latest record stands for; null if it was no
   *     capture's
   */
  record Event(
      long recorded,
      long completed,
      long completedAt,
      int keeper,
      boolean destroyed,
      @Nullable Captured captured) {
    static final Event NEW = new Event(0, 0, 0, -1, false, null);

    Event recordedAgain() {
      return new Event(recorded + 1, completed, completedAt, keeper, false, null);
    }

    Event completed(long version, long now, int keptBy) {
      return new Event(recorded, version, now, keptBy, destroyed, captured);
    }

    Event capturedAt(Captured point) {
      return new Event(recorded, completed, completedAt, keeper, false, point);
    }

    Event given() {
      return new Event(recorded, completed, completedAt, keeper, true, captured);
    }
  }

  /** The nodes of a graph under capture after which an event stands. */
  record Captured(int graph, ImmutableSortedSet<Integer> tails) {}

  /** The thread of a host that runs main. */
  static final int FIRST_THREAD = 0;

  /** C's generator, from its first use on. */
  @Nullable AdditiveRandom random;

  /** The variables that {@code setenv} changed. */
  final TreeMap<String, String> environment;

  /** Where {@code getenv} put the values it gave out. */
  final TreeMap<String, Long> environmentTexts;

  /** Addresses of the objects that malloc and its kin made and that are not freed. */
  final TreeSet<Long> heapObjects;

  /** Addresses of the objects that cudaMalloc and its kin made and that are not freed. */
  final TreeSet<Long> cudaObjects;

  /** Addresses that cudaMalloc gave of memory that has become symmetric. */
  final TreeSet<Long> adopted;

  /** Bytes of device memory among them. */
  long deviceBytes;

  /** Where the texts that the library itself owns lie. */
  final TreeMap<String, Long> texts;

  /** Thread of the host → its last error, where it has one. */
  final TreeMap<Integer, Integer> lastErrors;

  /** Thread of the host → the device that it selected, where it selected one. */
  final TreeMap<Integer, Integer> devices;

  /** Handles of the streams that are alive, without the default one. */
  final BitSet streams;

  /** Event handle - 1 → event. */
  final List<Event> events;

  /** Team handle → the number of contexts that the program said the team is for. */
  final TreeMap<Long, Integer> teamContexts;

  /** Messages of MPI. */
  final MpiMailbox mailbox;

  int uniqueIds;

  /** The stream that captures the nodes which the program makes itself; 0 before the first. */
  int nodeStream;

  /** The files that the program finds. */
  final ProgramFiles files;

  /** Descriptor → open file. */
  final TreeMap<Integer, FileDescriptor> descriptors;

  PeRuntime(ProgramFiles files) {
    this.files = files;
    this.descriptors = new TreeMap<>();
    this.environment = new TreeMap<>();
    this.environmentTexts = new TreeMap<>();
    this.heapObjects = new TreeSet<>();
    this.cudaObjects = new TreeSet<>();
    this.adopted = new TreeSet<>();
    this.texts = new TreeMap<>();
    this.lastErrors = new TreeMap<>();
    this.devices = new TreeMap<>();
    this.streams = new BitSet(0);
    this.events = new ArrayList<>(0);
    this.teamContexts = new TreeMap<>();
    this.mailbox = new MpiMailbox();
  }

  private PeRuntime(PeRuntime other) {
    this.random = other.random == null ? null : other.random.copy();
    this.environment = new TreeMap<>(other.environment);
    this.environmentTexts = new TreeMap<>(other.environmentTexts);
    this.heapObjects = new TreeSet<>(other.heapObjects);
    this.cudaObjects = new TreeSet<>(other.cudaObjects);
    this.adopted = new TreeSet<>(other.adopted);
    this.deviceBytes = other.deviceBytes;
    this.texts = new TreeMap<>(other.texts);
    this.lastErrors = new TreeMap<>(other.lastErrors);
    this.devices = new TreeMap<>(other.devices);
    this.streams = (BitSet) other.streams.clone();
    this.events = new ArrayList<>(other.events);
    this.teamContexts = new TreeMap<>(other.teamContexts);
    this.mailbox = new MpiMailbox(other.mailbox);
    this.uniqueIds = other.uniqueIds;
    this.nodeStream = other.nodeStream;
    this.files = other.files;
    this.descriptors = new TreeMap<>(other.descriptors);
  }

  /** The state of the calling PE. */
  static PeRuntime of(ServiceCall call) {
    return (PeRuntime) call.state();
  }

  /** The device that a thread of the host selected; 0 if none. */
  int device(int thread) {
    return devices.getOrDefault(thread, 0);
  }

  @Override
  public PeRuntime copy() {
    return new PeRuntime(this);
  }

  // The time of a version's completion follows from the clocks, which distinguish no states.
  @Override
  public long fingerprint() {
    long hash = mix(random == null ? 0 : random.fingerprint(), uniqueIds);
    MultisetHash all = new MultisetHash();
    environment.forEach((name, value) -> all.add(mix(0, mix(name), mix(value))));
    environmentTexts.forEach((name, at) -> all.add(mix(1, mix(name), at)));
    texts.forEach((text, at) -> all.add(mix(2, mix(text), at)));
    heapObjects.forEach(address -> all.add(mix(3, address)));
    cudaObjects.forEach(address -> all.add(mix(4, address)));
    adopted.forEach(address -> all.add(mix(10, address)));
    streams.stream().forEach(handle -> all.add(mix(5, handle)));
    teamContexts.forEach((team, count) -> all.add(mix(6, team, count)));
    lastErrors.forEach((thread, error) -> all.add(mix(8, thread, error)));
    devices.forEach((thread, device) -> all.add(mix(9, thread, device)));
    descriptors.forEach((number, open) ->
        all.add(
            mix(
                mix(12, number, mix(open.place())),
                open.position(),
                mix(open.flags().bits(), open.state()))));
    for (int i = 0; i < events.size(); i++) {
      Event event = events.get(i);
      long versions = mix(event.recorded(), event.completed(), event.destroyed() ? 1 : 0);
      Captured point = event.captured();
      if (point != null) {
        versions = mix(versions, point.graph(), mixAll(point.tails()));
      }
      all.add(mix(7, i, versions));
    }
    return mix(mix(hash, deviceBytes, all.hash()), mailbox.fingerprint());
  }
}
