package org.shmemlab.model.access;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.PeState;
import org.shmemlab.model.job.PeerAddresses;
import org.shmemlab.model.memory.Bytes;
import org.shmemlab.model.memory.FailureReason;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.memory.MemoryObject;
import org.shmemlab.model.memory.ObjectTable;
import org.shmemlab.model.memory.Residence;
import org.shmemlab.model.memory.Uninitialized;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.Origin;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Space;
import org.shmemlab.model.step.Access;

/**
 * Gives every agent its view of memory: the object that an address names, and whether the agent may
 * access it.
 *
 * <p>Host code reaches host memory, device threads device memory; streams and the run-time system
 * reach all memory of their PE. All accesses are checked against bounds and lifetime.
 */
public final class JobMemory {
  private final JobState jobState;
  private final PlainLoads plainLoads;
  private final BeyondObjects beyond;

  public JobMemory(JobState jobState, PlainLoads plainLoads) {
    this.jobState = jobState;
    this.plainLoads = plainLoads;
    this.beyond = new BeyondObjects(jobState);
  }

  /**
   * Loads a scalar as this agent's code would, for a use that needs a value.
   *
   * @throws Fault if the agent may not read there, or no value was written
   */
  public long load(Agent agent, ScalarType type, long address) {
    return used(agent, loadable(agent, address, type.bytes()), type, Address.offset(address));
  }

  /**
   * Loads a scalar as this agent's code would, whether a value was written or not.
   *
   * @throws Fault if the agent may not read there
   */
  public long loadAny(Agent agent, ScalarType type, long address) {
    MemoryObject object = loadable(agent, address, type.bytes());
    long offset = Address.offset(address);
    return beyond.isInShared(agent, object, offset, type.bytes()) ? 0 : object.load(type, offset);
  }

  /**
   * Loads a scalar into a register, with the bits that hold no value.
   *
   * @param register counted from the agent's first
   * @throws Fault if the agent may not read there
   */
  public void load(Agent agent, int register, Instruction.Load load, long address) {
    ScalarType type = load.type();
    MemoryObject object = loadable(agent, address, type.bytes());
    long offset = Address.offset(address);
    if (beyond.isInShared(agent, object, offset, type.bytes())) {
      agent.registers[register] = 0;
      return;
    }
    if (!load.isVolatile()) {
      object = plainLoads.seen(agent, object, address, type.bytes());
    }
    agent.registers[register] = object.load(type, offset);
    if (object.hasUnset()) {
      agent.unset(register, object.unset(type, offset));
    }
  }

  /**
   * The bits of a scalar that hold no value, as this agent's code would load it; null if all do.
   */
  public @Nullable Uninitialized unset(Agent agent, ScalarType type, long address) {
    return loadable(agent, address, type.bytes()).unset(type, Address.offset(address));
  }

  /**
   * A scalar of an object, for a use by an agent's call that needs a value.
   *
   * @throws Fault outside the object, or if no value was written
   */
  public long used(Agent agent, MemoryObject object, ScalarType type, long offset) {
    long value = object.load(type, offset);
    Uninitialized unset = object.unset(type, offset);
    if (unset != null) {
      jobState.tolerate(agent, unset.usedBy("this call"));
    }
    return value;
  }

  private MemoryObject loadable(Agent agent, long address, int bytes) {
    MemoryObject object = seen(agent, address, bytes);
    if (object.residence() != Residence.THREAD) {
      checkReach(agent, object);
    }
    return object;
  }

  /**
   * The value of a word of a PE's own memory, regardless of access rights: for observing a state
   * from outside.
   *
   * @param address private to the PE, or symmetric
   * @throws Fault if no object of the PE is there
   */
  public long look(int pe, ScalarType type, long address) {
    PeState state = jobState.peState(pe);
    ObjectTable objects =
        Address.space(address) == Space.SYMMETRIC ? state.symmetric : state.objects;
    return objects.get(address).load(type, Address.offset(address));
  }

  /**
   * The value of a word of an object, symmetric or of a PE's own memory: for observing a state from
   * outside. Empty where there is no such object, and where not all of the word has a value.
   *
   * @param offset in bytes
   */
  public OptionalLong held(Access.Place place, ScalarType type, long offset) {
    PeState state = jobState.peState(place.pe());
    ObjectTable objects = place.space() == Space.SYMMETRIC ? state.symmetric : state.objects;
    MemoryObject object = place.index() < objects.top() ? objects.at(place.index()) : null;
    return object == null || !object.has(offset, type.bytes()) || object.unset(type, offset) != null
        ? OptionalLong.empty()
        : OptionalLong.of(object.load(type, offset));
  }

  /**
   * Stores a scalar as this agent's code would.
   *
   * @throws Fault if the agent may not write there
   */
  public void store(Agent agent, ScalarType type, long address, long value) {
    store(agent, type, address, value, null);
  }

  /** The same, of a value some bits of which are none. */
  public void store(
      Agent agent, ScalarType type, long address, long value, @Nullable Uninitialized unset) {
    MemoryObject object = changing(agent, address, type.bytes());
    if (object.residence() != Residence.THREAD) {
      checkReach(agent, object);
      checkWritable(agent, object);
    }
    object.store(type, Address.offset(address), value);
    if (unset != null) {
      object.putUnset(type, Address.offset(address), unset);
    }
    stored(agent.pe, address, type.bytes());
  }

  // A thread's own stores to a mapped peer, and those that CUDA has ordered before it, are seen by
  // its loads there, visible to others or not (PTX ISA, "Memory Consistency Model", coherence).
  private MemoryObject seen(Agent agent, long address, int bytes) {
    MemoryObject object = touched(agent, address, bytes);
    agent.checkCopies(address, bytes, false);
    if (Address.space(address) != Space.PEER || jobState.inFlight().isEmpty()) {
      return object;
    }
    PeState.Mapping mapping = PeerAddresses.mapping(jobState, agent.pe, address);
    long from = Address.offset(address);
    MemoryObject own = object;
    for (Pending pending : jobState.inFlight().pending()) {
      if (pending.operation() instanceof Operation.PeerStore store
          && store.pe() == mapping.pe()
          && pending.issuedBefore().get(agent.id)
          && Address.space(store.remote()) == Address.space(mapping.address())
          && Address.index(store.remote()) == Address.index(mapping.address())
          && Address.offset(store.remote()) < from + bytes
          && from < Address.offset(store.remote()) + store.type().bytes()) {
        if (own == object) {
          own = object.copyFor(new MemoryObject.Owner());
        }
        store(own, store.type(), store.remote(), store.value(), pending);
      }
    }
    return own;
  }

  /**
   * Bytes as the run-time system sees them on behalf of an agent, for a use that needs values.
   *
   * @throws Fault if some were never written
   */
  public byte[] use(Agent agent, long address, int bytes) {
    Bytes data = loaded(agent, address, bytes);
    for (int at = 0; at < bytes && !data.isSet(); at++) {
      Uninitialized unset = data.unset(at, 1);
      if (unset != null) {
        jobState.tolerate(agent, unset.usedBy("this call"));
        break;
      }
    }
    return data.data();
  }

  /** Bytes as the run-time system sees them on behalf of an agent, to be copied. */
  public Bytes read(Agent agent, long address, int bytes) {
    Bytes data = new Bytes(bytes);
    if (bytes > 0) {
      seen(agent, address, bytes).read(Address.offset(address), data, 0, bytes);
    }
    return data;
  }

  /** Bytes as plain loads of an agent find them, to be copied. */
  public Bytes loaded(Agent agent, long address, int bytes) {
    Bytes data = new Bytes(bytes);
    if (bytes > 0) {
      MemoryObject object = seen(agent, address, bytes);
      plainLoads.seen(agent, object, address, bytes).read(Address.offset(address), data, 0, bytes);
    }
    return data;
  }

  /** Writes bytes as the run-time system on behalf of an agent. */
  public void write(Agent agent, long address, Bytes data) {
    if (data.length() > 0) {
      MemoryObject object = changing(agent, address, data.length());
      checkWritable(agent, object);
      object.write(Address.offset(address), data, 0, data.length());
      stored(agent.pe, address, data.length());
    }
  }

  /** Sets bytes as the run-time system on behalf of an agent. */
  public void fill(Agent agent, long address, int bytes, byte value) {
    if (bytes > 0) {
      MemoryObject object = changing(agent, address, bytes);
      checkWritable(agent, object);
      object.fill(Address.offset(address), bytes, value);
      stored(agent.pe, address, bytes);
    }
  }

  /**
   * A zero-terminated string, one character in ISO-8859-1 for each byte.
   *
   * @param limit most bytes to read, unsigned; -1 for all
   * @throws Fault if there is no zero up to the end of the object, or some byte was never written
   */
  public String text(Agent agent, long address, long limit) {
    int looked = textBytes(agent, address, limit);
    byte[] bytes = use(agent, address, looked);
    if (looked > 0 && bytes[looked - 1] == 0) {
      return new String(bytes, 0, looked - 1, StandardCharsets.ISO_8859_1);
    }
    if (Long.compareUnsigned(looked, limit) < 0) {
      object(agent, address).check(Address.offset(address) + looked, 1);
    }
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /**
   * The number of bytes that a read of a string accesses, its zero included: at most so many as
   * given, and none beyond the end of the object.
   */
  public int textBytes(Agent agent, long address, long limit) {
    long start = Address.offset(address);
    int room = (int) Math.min(Integer.MAX_VALUE, object(agent, address).size() - start);
    if (room <= 0 || start < 0) {
      return 0;
    }
    MemoryObject object = seen(agent, address, room);
    int bytes = 0;
    while (Long.compareUnsigned(bytes, limit) < 0
        && bytes < room
        && object.load(ScalarType.U8, start + bytes++) != 0) {}
    return bytes;
  }

  /** Writes a string and its terminating zero. */
  public void writeString(Agent agent, long address, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    write(agent, address, new Bytes(Arrays.copyOf(bytes, bytes.length + 1)));
  }

  /**
   * Fails unless code of this agent may load and store in the memory at this address.
   *
   * @throws Fault naming the memory and the side that asked
   */
  public void requireReach(Agent agent, long address, int bytes) {
    MemoryObject object = object(agent, address);
    checkReach(agent, object);
    object.check(Address.offset(address), bytes);
  }

  /** The object at an address, for the run-time system. */
  public MemoryObject object(Agent agent, long address) {
    return switch (Address.space(address)) {
      case PRIVATE -> jobState.peState(agent.pe).objects.get(address);
      case SYMMETRIC -> jobState.peState(agent.pe).symmetric.get(address);
      case CONSTANT -> jobState.variables().constants().get(address);
      case SHARED -> jobState.sharedOf(agent).get(address);
      case LOCAL -> agent.locals().get(address);
      case PEER -> {
        PeState.Mapping mapping = PeerAddresses.mapping(jobState, agent.pe, address);
        yield remote(mapping.pe(), mapping.address());
      }
      case NONE, FUNCTION -> throw noObject(address);
    };
  }

  /**
   * The object at the local side of an operation. Most of them can be named without the agent that
   * issued it, which may have ended since.
   */
  MemoryObject local(Origin origin, long address) {
    return switch (Address.space(address)) {
      case PRIVATE -> jobState.peState(origin.pe()).objects.get(address);
      case SYMMETRIC -> symmetric(origin.pe(), address);
      default -> object(issuer(origin), address);
    };
  }

  /** The object at the local side of an operation, ready to be written. */
  public MemoryObject writableLocal(Origin origin, long address) {
    return switch (Address.space(address)) {
      case PRIVATE -> jobState.writablePe(origin.pe()).objects.writable(address, jobState.owner());
      case SYMMETRIC -> writableSymmetric(origin.pe(), address);
      default -> writable(issuer(origin), address);
    };
  }

  private Agent issuer(Origin origin) {
    Agent agent = jobState.agent(origin.agent());
    if (agent == null || agent.pe != origin.pe()) {
      throw new Fault("an operation in flight uses a variable of a thread that has ended");
    }
    return jobState.writableAgent(origin.agent());
  }

  /**
   * Fails unless a range lies in an object that is an operand of MPI; real machines have memory
   * after a small one.
   */
  public void requireOperand(Agent agent, long address, int bytes) {
    beyond.include(agent, address, bytes, object(agent, address));
  }

  /** The object at an address that a plain access touches. */
  @CanIgnoreReturnValue
  private MemoryObject touched(Agent agent, long address, int bytes) {
    MemoryObject object = object(agent, address);
    boolean inSteps =
        switch (Address.space(address)) {
          case PRIVATE -> object.residence() == Residence.PINNED;
          case SYMMETRIC -> object.residence() == Residence.HOST_HEAP;
          default -> false;
        };
    if (inSteps) {
      beyond.include(agent, address, bytes, object);
      return object(agent, address);
    }
    return object;
  }

  /** The object of another PE that is mapped or the target of an operation. */
  public MemoryObject remote(int pe, long address) {
    return table(jobState.peState(pe), address).get(address);
  }

  private MemoryObject writableRemote(int pe, long address) {
    return table(jobState.writablePe(pe), address).writable(address, jobState.owner());
  }

  private static ObjectTable table(PeState state, long address) {
    return Address.space(address) == Space.SYMMETRIC ? state.symmetric : state.objects;
  }

  /** The symmetric object at an address on any PE, ready to be written. */
  MemoryObject writableSymmetric(int pe, long address) {
    return jobState.writablePe(pe).symmetric.writable(address, jobState.owner());
  }

  /** The symmetric object at an address on any PE. */
  public MemoryObject symmetric(int pe, long address) {
    return jobState.peState(pe).symmetric.get(address);
  }

  MemoryObject writable(Agent agent, long address) {
    return switch (Address.space(address)) {
      case PRIVATE -> jobState.writablePe(agent.pe).objects.writable(address, jobState.owner());
      case SYMMETRIC -> writableSymmetric(agent.pe, address);
      case SHARED -> jobState.blockOf(agent).shared.writable(address, jobState.owner());
      case LOCAL -> agent.locals().writable(address, jobState.owner());
      case PEER -> {
        PeState.Mapping mapping = PeerAddresses.mapping(jobState, agent.pe, address);
        yield writableRemote(mapping.pe(), mapping.address());
      }
      case CONSTANT -> jobState.variables().constants().get(address);
      case NONE, FUNCTION -> throw noObject(address);
    };
  }

  /** The object at the source of an operation, as a read there finds it. */
  public MemoryObject source(Operation operation, long address, int bytes) {
    MemoryObject object = local(operation.origin(), address);
    return plainLoads.source(operation, object, address, bytes);
  }

  /** The object that an operation is about to write to, ready for that. */
  public MemoryObject target(Operation operation, long address, int bytes) {
    Origin origin = operation.origin();
    plainLoads.overwriting(operation.pe(), origin.pe(), origin.line(), address, bytes);
    return writableRemote(operation.pe(), address);
  }

  /** Says that an operation has written to its target. */
  public void reached(Operation operation, long address, int bytes) {
    if (operation.pe() == operation.origin().pe()) {
      stored(operation.pe(), address, bytes);
    } else {
      written(operation.pe(), address);
    }
  }

  /** Says that a PE has changed its own memory, or at once that of a mapped peer. */
  public void stored(int pe, long address, int bytes) {
    plainLoads.stored(pe, address, bytes);
    written(pe, address);
  }

  /** The object at an address that an agent is about to write to at once. */
  private MemoryObject changing(Agent agent, long address, int bytes) {
    agent.checkCopies(address, bytes, true);
    touched(agent, address, bytes);
    if (Address.space(address) == Space.PEER) {
      PeState.Mapping mapping = PeerAddresses.mapping(jobState, agent.pe, address);
      plainLoads.overwriting(
          mapping.pe(), agent.pe, jobState.line(agent), mapping.address(), bytes);
    }
    return writable(agent, address);
  }

  /**
   * Notes that memory changed, so that the agents that wait for it check their conditions again.
   */
  void written(int pe, long address) {
    jobState.changed();
    Space space = Address.space(address);
    if (space == Space.SYMMETRIC) {
      jobState.wakeups().word(pe, Address.index(address));
    } else if (space == Space.PEER) {
      PeState.Mapping mapping = PeerAddresses.mapping(jobState, pe, address);
      jobState.wakeups().word(mapping.pe(), Address.index(mapping.address()));
    }
  }

  private void checkReach(Agent agent, MemoryObject object) {
    Residence residence = object.residence();
    boolean may =
        switch (agent.kind) {
          case HOST -> residence.reachableFromHost();
          case DEVICE_THREAD -> residence.reachableFromDevice();
          case STREAM, KEEPER -> true;
        };
    if (may) {
      return;
    }
    if (agent.kind == Agent.Kind.HOST) {
      throw new Fault(
          "host code accesses '%s', which is %s; copy it with cudaMemcpy first",
          object.name(), residence.text());
    }
    Fault misuse =
        new Fault("device code accesses '%s', which is %s", object.name(), residence.text());
    if (residence != Residence.HOST) {
      throw misuse;
    }
    jobState.tolerate(agent, misuse); // GPUs that share the page tables of the host reach it
  }

  // A copy to a __constant__ variable runs on a stream; code never writes one.
  private static void checkWritable(Agent agent, MemoryObject object) {
    boolean constant = object.residence() == Residence.DEVICE_CONSTANT;
    if (!object.residence().writable() && !(constant && agent.kind == Agent.Kind.STREAM)) {
      throw new Fault("write to '%s', which is %s", object.name(), object.residence().text());
    }
  }

  private static Fault noObject(long address) {
    if (Address.space(address) == Space.FUNCTION) {
      return new Fault("a function is used as data");
    }
    return address == 0
        ? new Fault("null pointer is dereferenced")
        : new Fault("address %s is outside every object", FailureReason.Varying.hex(address));
  }

  /**
   * Fails unless the range may be the remote side of an operation at a PE: it lies in a symmetric
   * object, or in one of the PE's own that real machines reach without translating the address.
   */
  public void requireTarget(Agent agent, int pe, long address, int bytes) {
    if (pe != agent.pe || Address.space(address) != Space.PRIVATE) {
      requireSymmetric(agent, address, bytes);
      return;
    }
    MemoryObject object = object(agent, address);
    jobState.tolerate(agent, notSymmetric(object));
    object.check(Address.offset(address), bytes);
    checkReach(agent, object);
  }

  /** Fails unless the range lies in a symmetric object. */
  public void requireSymmetric(Agent agent, long address, int bytes) {
    switch (Address.space(address)) {
      case SYMMETRIC -> beyond.include(agent, address, bytes, symmetric(agent.pe, address));
      case PEER ->
          throw new Fault(
              "a pointer made by nvshmem_ptr is used as a symmetric address;"
                  + " pass the symmetric address itself");
      case NONE -> throw new Fault("a null pointer is used as a symmetric address");
      case FUNCTION -> throw new Fault("a function is used as a symmetric address");
      case CONSTANT, PRIVATE, SHARED, LOCAL -> throw notSymmetric(object(agent, address));
    }
  }

  private static Fault notSymmetric(MemoryObject object) {
    return new Fault(
        "'%s' is not symmetric: it is %s of this PE; allocate it from the symmetric heap",
        object.name(), object.residence().text());
  }

  /** Stores the value that an operation carries. */
  public static void store(
      MemoryObject object, ScalarType type, long remote, long value, Pending pending) {
    object.store(type, Address.offset(remote), value);
    Uninitialized unset = pending.data().unset(0, type.bytes());
    if (unset != null) {
      object.putUnset(type, Address.offset(remote), unset);
    }
  }
}
