package org.shmemlab.model.job;

import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.memory.MemoryObject.Owner;
import org.shmemlab.model.memory.ObjectTable;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.program.Space;

/** Holds the state of one PE: its memory, its device's streams and grids, its team handles. */
public final class PeState {
  /**
   * A symmetric object of another PE mapped here: index in the list is the PEER address's index.
   */
  public record Mapping(int pe, long address) {}

  /** Life of the library on this PE. */
  public enum Library {
    NOT_INITIALISED,
    INITIALISED,
    FINALISED
  }

  /** The lowest level of thread support at which any thread may call the library. */
  public static final int SERIALIZED = 2;

  /** The level of thread support at which any threads may call it at the same time. */
  public static final int MULTIPLE = 3;

  public final int pe;
  Owner owner;
  public final ObjectTable objects;
  public final ObjectTable symmetric;
  List<Mapping> mappings;
  List<Integer> teams; // handle -> team id; ~id: destroyed
  ImmutableMap<Integer, Integer> collectives =
      ImmutableMap.of(); // team id -> how many collectives it reached
  public List<@Nullable Context> contexts; // handle - 1 -> context; null: destroyed
  public List<Stream> streams; // by handle; 0 is the default stream, null until used
  public TreeMap<Integer, Grid> grids;
  public List<@Nullable TaskGraph> graphs; // handle - 1 -> graph; null: destroyed
  public List<@Nullable ExecutableGraph> executables; // handle - 1 -> graph; null: destroyed
  public TreeMap<Long, Long> registered; // buffers for the local side of transfers: bytes
  ServiceState services;
  public final Caches caches; // of its GPU
  private boolean ownsDevice = true; // streams, grids
  private boolean ownsSetup = true; // mappings, teams, contexts, registered, services
  private boolean ownsHost = true; // threads, locks
  public Library library = Library.NOT_INITIALISED; // NVSHMEM or OpenSHMEM
  public Library mpi = Library.NOT_INITIALISED;
  public int starts; // of the library that no finalisation has ended
  public TreeMap<Integer, Integer> threads; // host threads but the first, by number: agents
  public TreeMap<Long, Integer> locks; // mutexes by address: agents
  public int liveThreads = 1; // host threads that have not ended
  public boolean unjoined; // whether a detached thread has ended
  public int threadLevel; // asked of OpenSHMEM: 0 single, 1 funneled, 2 serialized, 3 multiple
  public int mainThread; // number of the host thread that initialised OpenSHMEM
  public int hostAgent = -1;
  public boolean severalAgents; // whether it ever had more than the first host thread
  public int nextGrid;
  public int residentThreads;
  public long nextSequence;
  public long heapBytes;
  public int allocations; // of symmetric memory so far
  public @Nullable SourceLine failedAllocation; // where the one that fails was asked for
  long printed; // hash of everything this PE has printed
  public @Nullable Integer exitStatus;
  public StreamProgress streamProgress = StreamProgress.NONE; // known to a thread of the host
  long hash; // of the part of a fingerprint that is this PE's
  boolean hashed;
  long setupHash; // of mappings, teams, contexts, registered, services
  boolean setupHashed;

  /** Whether the PE has mapped an object of another one. */
  public boolean maps(Space space, int pe, int index) {
    return mappings.stream()
        .anyMatch(mapping ->
            mapping.pe() == pe
                && Address.space(mapping.address()) == space
                && Address.index(mapping.address()) == index);
  }

  public PeState(int pe, Owner owner, Variables variables, ServiceState services) {
    this.pe = pe;
    this.owner = owner;
    this.objects = variables.ofPe();
    this.symmetric = variables.symmetric();
    this.mappings = new ArrayList<>(0);
    this.teams = new ArrayList<>(4);
    this.contexts = new ArrayList<>(0);
    this.streams = new ArrayList<>(0);
    this.grids = new TreeMap<>();
    this.graphs = new ArrayList<>(0);
    this.executables = new ArrayList<>(0);
    this.registered = new TreeMap<>();
    this.threads = new TreeMap<>();
    this.locks = new TreeMap<>();
    this.services = services;
    this.caches = new Caches();
  }

  private PeState(PeState other, Owner owner) {
    this.pe = other.pe;
    this.owner = owner;
    this.objects = other.objects.copy();
    this.symmetric = other.symmetric.copy();
    this.mappings = other.mappings;
    this.teams = other.teams;
    this.collectives = other.collectives;
    this.contexts = other.contexts;
    this.streams = other.streams;
    this.grids = other.grids;
    this.graphs = other.graphs;
    this.executables = other.executables;
    this.registered = other.registered;
    this.services = other.services;
    this.caches = other.caches.copy();
    this.ownsDevice = false;
    this.ownsSetup = false;
    this.ownsHost = false;
    this.library = other.library;
    this.starts = other.starts;
    this.mpi = other.mpi;
    this.threads = other.threads;
    this.locks = other.locks;
    this.liveThreads = other.liveThreads;
    this.unjoined = other.unjoined;
    this.threadLevel = other.threadLevel;
    this.mainThread = other.mainThread;
    this.hostAgent = other.hostAgent;
    this.severalAgents = other.severalAgents;
    this.nextGrid = other.nextGrid;
    this.residentThreads = other.residentThreads;
    this.nextSequence = other.nextSequence;
    this.heapBytes = other.heapBytes;
    this.allocations = other.allocations;
    this.failedAllocation = other.failedAllocation;
    this.printed = other.printed;
    this.exitStatus = other.exitStatus;
    this.streamProgress = other.streamProgress;
    this.setupHash = other.setupHash;
    this.setupHashed = other.setupHashed;
  }

  /**
   * The same state for another owner. This one is not written any more; the parts that change more
   * rarely than memory stay shared until {@link #ownDevice}, {@link #ownSetup} or {@link #ownHost}.
   */
  PeState copyFor(Owner newOwner) {
    return new PeState(this, newOwner);
  }

  /** Makes streams, grids and graphs ready to be changed. */
  public PeState ownDevice() {
    if (!ownsDevice) {
      List<Stream> oldStreams = streams;
      TreeMap<Integer, Grid> oldGrids = grids;
      streams = new ArrayList<>(oldStreams.size());
      for (Stream stream : oldStreams) {
        streams.add(stream.copy());
      }
      grids = new TreeMap<>();
      oldGrids.forEach((id, grid) -> grids.put(id, grid.copy()));
      graphs = new ArrayList<>(graphs);
      executables = new ArrayList<>(executables);
      ownsDevice = true;
    }
    return this;
  }

  /** Makes mappings, teams, contexts, registered buffers and the run-time system's state so. */
  public PeState ownSetup() {
    setupHashed = false;
    if (!ownsSetup) {
      mappings = new ArrayList<>(mappings);
      teams = new ArrayList<>(teams);
      contexts = new ArrayList<>(contexts);
      registered = new TreeMap<>(registered);
      services = services.copy();
      ownsSetup = true;
    }
    return this;
  }

  /** Makes threads and locks of the host so. */
  public PeState ownHost() {
    if (!ownsHost) {
      threads = new TreeMap<>(threads);
      locks = new TreeMap<>(locks);
      ownsHost = true;
    }
    return this;
  }

  /**
   * The stream of a handle.
   *
   * @throws Fault if there is none
   */
  public Stream stream(long handle) {
    int index = handle == Stream.DEFAULT ? 0 : (int) handle - Stream.FIRST_USER + 1;
    if (handle < 0 || index < 0 || index >= streams.size()) {
      throw new Fault("stream handle %s names no stream; create it first", handle);
    }
    return streams.get(index);
  }
}
