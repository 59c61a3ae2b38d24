package org.shmemlab.model.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.memory.MemoryObject.Owner;
import org.shmemlab.model.memory.ObjectTable;

/** What one PE owns: its memory, its device's streams and grids, its team handles. */
final class PeState {
  /**
   * A symmetric object of another PE mapped here: index in the list is the PEER address's index.
   */
  record Mapping(int pe, long address) {}

  /** Life of the library on this PE. */
  enum Library {
    NOT_INITIALISED,
    INITIALISED,
    FINALISED
  }

  /** The lowest level of thread support at which any thread may call the library. */
  static final int SERIALIZED = 2;

  final int pe;
  Owner owner;
  final ObjectTable objects;
  final ObjectTable symmetric;
  final List<Mapping> mappings;
  final List<@Nullable Integer> teams; // handle -> team id; null: destroyed
  final List<Stream> streams; // by handle; 0 is the default stream, null until used
  final TreeMap<Integer, Grid> grids;
  final TreeMap<Long, Integer> registered; // buffers for the local side of transfers: bytes
  final Services.State services;
  Library library = Library.NOT_INITIALISED; // NVSHMEM or OpenSHMEM
  Library mpi = Library.NOT_INITIALISED;
  final TreeMap<Integer, Integer> threads; // host threads but the first, by number: agents
  final TreeMap<Long, Integer> locks; // mutexes by address: agents
  int liveThreads = 1; // host threads that have not ended
  int threadLevel; // asked of OpenSHMEM: 0 single, 1 funneled, 2 serialized, 3 multiple
  int hostAgent = -1;
  int nextGrid;
  int residentThreads;
  long nextSequence;
  long heapBytes;
  long printed; // hash of everything this PE has printed
  @Nullable Integer exitStatus;

  PeState(int pe, Owner owner, Variables variables, Services.State services) {
    this.pe = pe;
    this.owner = owner;
    this.objects = variables.ofPe();
    this.symmetric = variables.symmetric();
    this.mappings = new ArrayList<>(0);
    this.teams = new ArrayList<>(4);
    this.streams = new ArrayList<>(0);
    this.grids = new TreeMap<>();
    this.registered = new TreeMap<>();
    this.threads = new TreeMap<>();
    this.locks = new TreeMap<>();
    this.services = services;
  }

  private PeState(PeState other, Owner owner) {
    this.pe = other.pe;
    this.owner = owner;
    this.objects = other.objects.copy();
    this.symmetric = other.symmetric.copy();
    this.mappings = new ArrayList<>(other.mappings);
    this.teams = new ArrayList<>(other.teams);
    this.streams = new ArrayList<>();
    for (Stream stream : other.streams) {
      streams.add(stream.copy());
    }
    this.grids = new TreeMap<>();
    other.grids.forEach((id, grid) -> grids.put(id, grid.copy()));
    this.registered = new TreeMap<>(other.registered);
    this.services = other.services.copy();
    this.library = other.library;
    this.mpi = other.mpi;
    this.threads = new TreeMap<>(other.threads);
    this.locks = new TreeMap<>(other.locks);
    this.liveThreads = other.liveThreads;
    this.threadLevel = other.threadLevel;
    this.hostAgent = other.hostAgent;
    this.nextGrid = other.nextGrid;
    this.residentThreads = other.residentThreads;
    this.nextSequence = other.nextSequence;
    this.heapBytes = other.heapBytes;
    this.printed = other.printed;
    this.exitStatus = other.exitStatus;
  }

  PeState copyFor(Owner newOwner) {
    return new PeState(this, newOwner);
  }
}
