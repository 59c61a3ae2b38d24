package org.shmemlab.model.interpreter;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.access.Allocation;
import org.shmemlab.model.access.JobMemory;
import org.shmemlab.model.communication.Contexts;
import org.shmemlab.model.device.Device;
import org.shmemlab.model.host.HostLocks;
import org.shmemlab.model.host.HostThreads;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.ServiceState;
import org.shmemlab.model.job.Wait;
import org.shmemlab.model.memory.Bytes;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.memory.MemoryObject;
import org.shmemlab.model.memory.Residence;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.step.AsyncPhase;
import org.shmemlab.model.step.MeetingPlace;

/**
 * Serves one external call: its caller, its arguments, and the only way to the program's memory. A
 * handler reads and writes nothing but the footprint of its {@link RuntimeCall} and the object that
 * the call itself made: an access outside the footprint could race unseen.
 */
public final class ServiceCall {
  private final ExecutionLayers layers;
  private final JobState jobState;
  private final JobMemory memory;
  private final Agent agent;
  private final RuntimeCall called;
  private final long[] arguments;
  private @Nullable Footprint footprint;
  private long made = Address.NULL;
  private @Nullable Wait wait;

  public ServiceCall(ExecutionLayers layers, Agent agent, RuntimeCall called, long[] arguments) {
    this.layers = layers;
    this.jobState = layers.jobState;
    this.memory = layers.memory;
    this.agent = agent;
    this.called = called;
    this.arguments = arguments;
  }

  /** The state of the job. */
  public JobState jobState() {
    return jobState;
  }

  /** The device side of every PE: streams, launches. */
  public Device device() {
    return layers.device;
  }

  /** The threads that hosts make inside their PEs. */
  public HostThreads hostThreads() {
    return layers.hostThreads;
  }

  /** Mutexes and conditions of host threads. */
  public HostLocks locks() {
    return layers.locks;
  }

  /** The OpenSHMEM contexts of the PEs. */
  public Contexts contexts() {
    return layers.contexts;
  }

  /**
   * CUDA or the host has ordered the later steps of one agent after the earlier ones of another.
   */
  public void order(int before, int after) {
    layers.synchronizesWith.order(before, after);
  }

  /**
   * The caller gives a PE a message: its earlier steps happen-before the later ones of the agent
   * that takes it.
   *
   * @param number of the message among those that the PE has not taken
   */
  public void hand(int pe, int number) {
    jobState.happensBeforeListener().left(agent.id, new MeetingPlace.Message(pe, number));
    jobState.wakeDevice(pe);
  }

  /** The caller takes a message of its own PE. */
  public void take(int number) {
    MeetingPlace message = new MeetingPlace.Message(agent.pe, number);
    BitSet taker = new BitSet();
    taker.set(agent.id);
    jobState.happensBeforeListener().found(taker, message);
    jobState.happensBeforeListener().closed(message);
  }

  /** A phase of the calling agent's asynchronous work. */
  public void changePhase(AsyncPhase what) {
    jobState.happensBeforeListener().changePhase(agent.id, what);
  }

  /** Ends the host threads of the calling PE. Work on its device goes on. */
  public void exit(int status) {
    layers.hostThreads.exitPe(agent.pe, status);
  }

  /** The means to end calls of the caller by an exception. */
  public Unwinding unwinding() {
    return new Unwinding(jobState, agent);
  }

  public Agent agent() {
    return agent;
  }

  public int pe() {
    return agent.pe();
  }

  /** Where the program makes the call. */
  public SourceLine line() {
    return jobState.line(agent);
  }

  /**
   * Reports a misuse that real machines tolerate, in a job that goes on after it.
   *
   * @throws Fault in any other job
   */
  public void tolerate(Fault misuse) {
    jobState.tolerate(agent, misuse);
  }

  /** Number of arguments. */
  public int count() {
    return arguments.length;
  }

  /** Argument {@code index} as a register. */
  public long argument(int index) {
    return arguments[index];
  }

  /** Argument {@code index} as a C {@code int}. */
  public int intArgument(int index) {
    return (int) arguments[index];
  }

  /** The run-time system's state of the calling PE, ready to be changed. */
  public ServiceState state() {
    return jobState.servicesOf(agent.pe());
  }

  // ---------------------------------------------------------------- the program's memory

  /**
   * Fails unless code of the caller may load and store in these bytes.
   *
   * @throws org.shmemlab.model.memory.Fault naming the memory and the side that asked
   */
  public void requireReach(long address, int bytes) {
    memory.requireReach(agent, address, bytes);
  }

  /**
   * The object at an address.
   *
   * @throws org.shmemlab.model.memory.Fault if there is none
   */
  public ObjectDescription object(long address) {
    MemoryObject object = memory.object(agent, address);
    return new ObjectDescription(object.name(), object.residence(), object.size());
  }

  /** Bytes as the run-time system sees them, to be copied. */
  public Bytes read(long address, int bytes) {
    require(address, bytes, false);
    return memory.loaded(agent, address, bytes);
  }

  /**
   * Bytes as the run-time system sees them, for a use that needs values.
   *
   * @throws org.shmemlab.model.memory.Fault if some were never written
   */
  public byte[] use(long address, int bytes) {
    require(address, bytes, false);
    return memory.use(agent, address, bytes);
  }

  /**
   * A scalar as the caller's code would load it, for a use that needs a value.
   *
   * @throws org.shmemlab.model.memory.Fault if the caller may not read there, or no value was
   *     written
   */
  public long load(ScalarType type, long address) {
    require(address, type.bytes(), false);
    return memory.load(agent, type, address);
  }

  /**
   * The characters of a string up to its zero, one for each byte.
   *
   * @param limit most bytes to read, unsigned; -1 for all
   * @throws org.shmemlab.model.memory.Fault if the caller may not read there, some byte was never
   *     written, or there is no zero up to the end of the object
   */
  public String text(long address, long limit) {
    memory.requireReach(agent, address, 0);
    require(address, memory.textBytes(agent, address, limit), false);
    return memory.text(agent, address, limit);
  }

  /**
   * Stores bytes: as code of the caller does, which in a mapped peer's memory is one operation for
   * each word, or as a copy of a stream, at once.
   *
   * @throws org.shmemlab.model.memory.Fault if the caller may not write there
   */
  public void store(long address, Bytes data) {
    require(address, data.length(), true);
    layers.communication.stores().store(agent, address, data);
  }

  /**
   * Copies bytes in bulk, as the async proxy does: in a mapped peer's memory by one operation for
   * each word.
   *
   * @throws org.shmemlab.model.memory.Fault if the caller may not read or write there
   */
  public void copyInBulk(long destination, long source, int bytes) {
    Bytes data = read(source, bytes);
    require(destination, bytes, true);
    layers.communication.stores().storeInBulk(agent, destination, data);
  }

  /** Stores bytes each of which is a value, as {@link #store(long, Bytes)}. */
  public void store(long address, byte[] data) {
    store(address, new Bytes(data));
  }

  /** Stores a scalar, as {@link #store(long, Bytes)}. */
  public void store(ScalarType type, long address, long value) {
    byte[] bytes = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
    store(address, Arrays.copyOf(bytes, type.bytes()));
  }

  /** Sets bytes, as {@link #store(long, Bytes)} stores them. */
  public void fill(long address, int bytes, byte value) {
    require(address, bytes, true);
    layers.communication.stores().fill(agent, address, bytes, value);
  }

  /**
   * Makes an object in the PE's own memory, all zeros, which no other agent knows before the call
   * returns.
   *
   * @throws org.shmemlab.model.memory.Fault when there are too many objects or the size is over 8
   *     GiB
   */
  public long allocate(String name, Residence residence, long bytes) {
    made = Allocation.allocate(jobState, agent.pe, name, residence, bytes);
    return made;
  }

  /**
   * The same, but the object holds no value until one is written.
   *
   * @throws org.shmemlab.model.memory.Fault when there are too many objects or the size is over 8
   *     GiB
   */
  public long allocateUnset(String name, Residence residence, long bytes) {
    made = Allocation.allocateUnset(jobState, agent.pe, name, residence, bytes);
    return made;
  }

  /**
   * Computes the footprint of the call, for one that then changes the memory from which it is
   * computed.
   */
  public void declare() {
    footprint();
  }

  private Footprint footprint() {
    if (footprint == null) {
      footprint = new Footprint(jobState, memory, agent, arguments);
      called.touches(footprint);
    }
    return footprint;
  }

  private void require(long address, int bytes, boolean updates) {
    if (made != Address.NULL && Address.index(made) == Address.index(address)) {
      return;
    }
    if (!footprint().covers(address, bytes, updates)) {
      throw new IllegalStateException(
          called
              + (updates ? " writes " : " reads ")
              + bytes
              + " bytes that it does not declare; add them to what it touches");
    }
  }

  // ---------------------------------------------------------------- waiting

  /** Says that the call cannot finish yet. */
  public void waitFor(Wait reason) {
    wait = reason;
  }

  @Nullable Wait pendingWait() {
    return wait;
  }
}
