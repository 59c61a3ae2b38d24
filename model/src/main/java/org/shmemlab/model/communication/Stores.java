package org.shmemlab.model.communication;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.access.JobMemory;
import org.shmemlab.model.access.UninitializedFlow;
import org.shmemlab.model.arithmetic.Arithmetic;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.PeState;
import org.shmemlab.model.job.PeerAddresses;
import org.shmemlab.model.memory.Bytes;
import org.shmemlab.model.memory.Uninitialized;
import org.shmemlab.model.operation.AtomicEffect;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.Event.Kind;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.AtomicScope;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Space;
import org.shmemlab.model.program.ThreadBlock;
import org.shmemlab.model.threads.ThreadOrder;

/**
 * Stores and atomics of an agent's own: in its own memory they happen at once, in a mapped peer's
 * memory each store is an operation.
 */
public final class Stores {
  private final JobState jobState;
  private final JobMemory memory;
  private final Operands operands;
  private final Operations operations;
  private @Nullable Long earlier; // the value at the place of an atomic that is not the last one

  Stores(JobState jobState, JobMemory memory, Operands operands, Operations operations) {
    this.jobState = jobState;
    this.memory = memory;
    this.operands = operands;
    this.operations = operations;
  }

  /**
   * Whether a store of an agent's code to this address is an operation, which becomes visible
   * later: one to a mapped peer. The copies of streams are made at once wherever they go.
   */
  public static boolean issues(Agent agent, long address) {
    return Address.space(address) == Space.PEER && agent.kind != Agent.Kind.STREAM;
  }

  /** A store instruction: to the agent's own memory at once, to a mapped peer as an operation. */
  public void store(Agent agent, Instruction.Store store, long address, long value) {
    long at = address + store.offset();
    if (issues(agent, at)) {
      PeState.Mapping mapping = PeerAddresses.mapping(jobState, agent.pe, at);
      memory
          .remote(mapping.pe(), mapping.address())
          .check(Address.offset(at), store.type().bytes());
      operations.issue(
          agent,
          new Operation.PeerStore(
              operands.origin(agent, Instruction.NO_REGISTER),
              mapping.pe(),
              mapping.address(),
              store.type(),
              value,
              false),
          Operands.unset(agent, store.src()));
    } else {
      memory.store(agent, store.type(), at, value, Operands.unset(agent, store.src()));
    }
  }

  /**
   * Stores many bytes: as operations, each of one word, where a store of the agent's is one ({@link
   * #issues}).
   *
   * @throws org.shmemlab.model.memory.Fault if the agent may not write there
   */
  public void store(Agent agent, long address, Bytes data) {
    store(agent, address, data, false);
  }

  /** The same by a bulk copy. */
  public void storeInBulk(Agent agent, long address, Bytes data) {
    store(agent, address, data, true);
  }

  private void store(Agent agent, long address, Bytes data, boolean bulk) {
    memory.requireReach(agent, address, data.length());
    if (!issues(agent, address)) {
      memory.write(agent, address, data);
      return;
    }
    PeState.Mapping mapping = PeerAddresses.mapping(jobState, agent.pe, address);
    ByteBuffer words = ByteBuffer.wrap(data.data()).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; at < data.length(); ) {
      boolean whole =
          data.length() - at >= 8
              && Address.offset(mapping.address() + at) % ScalarType.U64.bytes() == 0;
      ScalarType type = whole ? ScalarType.U64 : ScalarType.U8;
      operations.issue(
          agent,
          new Operation.PeerStore(
              operands.origin(agent, Instruction.NO_REGISTER),
              mapping.pe(),
              mapping.address() + at,
              type,
              whole ? words.getLong(at) : words.get(at) & 0xFF,
              bulk),
          data.unset(at, type.bytes()));
      at += type.bytes();
    }
  }

  /** Stores the same value in many bytes, as {@link #store(Agent, long, Bytes)} stores others. */
  public void fill(Agent agent, long address, int bytes, byte value) {
    memory.requireReach(agent, address, bytes);
    if (!issues(agent, address)) {
      memory.fill(agent, address, bytes, value);
      return;
    }
    byte[] data = new byte[bytes];
    Arrays.fill(data, value);
    store(agent, address, new Bytes(data));
  }

  /** Assignment of a structure: loads and stores of the agent's own. */
  public void copy(Agent agent, long destination, long source, int bytes) {
    memory.requireReach(agent, source, bytes);
    store(agent, destination, memory.loaded(agent, source, bytes));
  }

  /**
   * CUDA's atomics: on own memory at once; on a mapped peer they are stores of the NVLink kind that
   * return a value, which every rule set completes before the agent goes on.
   */
  void atomic(Agent agent, Instruction.Atomic i) {
    long address = Operands.value(agent, i.address());
    showOwn(agent, address, i.type().bytes());
    boolean isLast = earlier == null;
    long old = shown(agent, i);
    Uninitialized unset = !isLast ? null : memory.unset(agent, i.type(), address);
    Uninitialized given =
        UninitializedFlow.either(
            Operands.unset(agent, i.operand()), Operands.unset(agent, i.compare()));
    if (i.op() != AtomicOp.FETCH) {
      long now = updated(agent, i, old);
      if (isLast) {
        Uninitialized still = UninitializedFlow.update(i.op(), i.type(), unset, given);
        memory.store(agent, i.type(), address, now, still);
      }
      if (jobState.rules().weakAtomics() && jobState.agent(agent.id) == agent) {
        jobState.happensBeforeListener().wrote(old, now);
      }
    }
    if (!jobState.inFlight().isEmpty()) {
      causes(agent, i, address, old);
    }
    if (i.dst() >= 0) {
      agent.registers[agent.base + i.dst()] = old;
      agent.unset(agent.base + i.dst(), unset);
    }
  }

  /**
   * Asks for an agent's atomic, or executes it, where it is not the last of its word in coherence
   * order: it finds this value, and leaves memory as it is.
   */
  public <T> T before(long value, Supplier<T> step) {
    earlier = value;
    try {
      return step.get();
    } finally {
      earlier = null;
    }
  }

  /** The value that an atomic finds. */
  public long shown(Agent agent, Instruction.Atomic i) {
    return earlier != null
        ? earlier
        : memory.loadAny(agent, i.type(), Operands.value(agent, i.address()));
  }

  // Hands direct stores over between the atomic's agent and its word.
  private void causes(Agent agent, Instruction.Atomic i, long address, long old) {
    boolean peer = Address.space(address) == Space.PEER;
    PeState.Mapping home =
        peer
            ? PeerAddresses.mapping(jobState, agent.pe, address)
            : new PeState.Mapping(agent.pe, address);
    boolean fails = i.op() == AtomicOp.COMPARE_SWAP && old != Operands.value(agent, i.compare());
    AtomicEffect effect =
        fails || i.op() == AtomicOp.FETCH
            ? AtomicEffect.LOAD
            : i.op() == AtomicOp.SET && i.dst() < 0 ? AtomicEffect.STORE : AtomicEffect.UPDATE;
    AtomicScope scope =
        new AtomicScope(
            i.reach(),
            fails ? i.failing() : i.order(),
            new ThreadBlock(agent.pe, agent.grid, agent.block));
    ThreadOrder order = jobState.rules().threads();
    jobState
        .inFlight()
        .flow(
            agent.id,
            store -> store.accessed(agent.id, scope, home.pe(), home.address(), effect, order));
  }

  // An atomic is carried out at the home of its word, after the agent's stores to it.
  private void showOwn(Agent agent, long address, int bytes) {
    if (Address.space(address) != Space.PEER) {
      return;
    }
    PeState.Mapping mapping = PeerAddresses.mapping(jobState, agent.pe, address);
    for (Pending pending : List.copyOf(jobState.inFlight().pending())) {
      if (pending.operation() instanceof Operation.PeerStore store
          && store.pe() == mapping.pe()
          && pending.issuedBefore().get(agent.id)
          && store.remote() < mapping.address() + bytes
          && mapping.address() < store.remote() + store.type().bytes()) {
        for (Kind kind : pending.kinds()) {
          if (!pending.allHappened(kind)) {
            operations.happen(pending, new Event(pending.number(), kind, 0, pending.words(kind)));
          }
        }
      }
    }
  }

  /** Whether an atomic would store another value than is there. */
  public boolean wouldChange(Agent agent, Instruction.Atomic i) {
    return wouldChange(agent, i, 0);
  }

  /** Whether it would if the word had less by this amount. */
  public boolean wouldChange(Agent agent, Instruction.Atomic i, long less) {
    long now = memory.loadAny(agent, i.type(), Operands.value(agent, i.address()));
    long old = i.type().canonical(now - less);
    return old != updated(agent, i, old);
  }

  /** Whether an atomic would find another value than it compares with, and store nothing. */
  public boolean wouldFail(Agent agent, Instruction.Atomic i) {
    return i.op() == AtomicOp.COMPARE_SWAP && shown(agent, i) != Operands.value(agent, i.compare());
  }

  private static long updated(Agent agent, Instruction.Atomic i, long old) {
    long operand = Operands.optional(agent, i.operand(), 0);
    long compare = Operands.optional(agent, i.compare(), 0);
    return Arithmetic.update(i.op(), i.type(), old, operand, compare);
  }
}
