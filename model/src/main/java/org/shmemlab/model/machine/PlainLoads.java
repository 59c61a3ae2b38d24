package org.shmemlab.model.machine;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.memory.MemoryObject;
import org.shmemlab.model.operation.Acquire;
import org.shmemlab.model.operation.Loads;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.Origin;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.Reach;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.program.Space;

/**
 * What the plain loads of device threads find in their PE's symmetric memory, where the rules say
 * that {@link Caches} may answer them: a thread's loads and assignments of structures, library
 * calls on memory that it makes, and the source of a put that it copies itself.
 *
 * <p>Left out: what caches hold of a peer's memory, and of memory that the host or a stream writes
 * while a kernel runs.
 */
final class PlainLoads {
  /** Whoever takes the steps says which answer a load gets. */
  static final int MEMORY = 0;

  private static final int HIT = -1;

  private final Machine machine;
  private final boolean cached;
  private final boolean warm;
  private int answer = MEMORY;

  PlainLoads(Machine machine) {
    this.machine = machine;
    this.cached = machine.rules().capabilities().loads() != Loads.COHERENT;
    this.warm = machine.rules().capabilities().loads() == Loads.WARM;
  }

  /** From here on every load finds what the cache of its SM holds, if it holds the word. */
  void hit() {
    answer = HIT;
  }

  /** Takes a step in which loads get this answer. */
  void answering(int which, Runnable step) {
    int before = answer;
    answer = which;
    try {
      step.run();
    } finally {
      answer = before;
    }
  }

  // ---------------------------------------------------------------- loads

  /** The object at an address as a plain load of an agent finds it. */
  MemoryObject seen(Agent agent, MemoryObject memory, long address, int bytes) {
    if (!mayCache(agent, address) || bytes <= 0) {
      return memory;
    }
    int object = Address.index(address);
    int offset = Address.offset(address);
    memory.check(offset, bytes);
    Caches caches = caches(agent);
    int which = answer == HIT ? caches.hit(agent, memory, object, offset, bytes) : answer;
    boolean real = machine.agent(agent.id) == agent; // and no trial of what it would do
    if (which == MEMORY) {
      if (real && caches.wouldBring(agent, memory, object, offset, bytes)) {
        machine
            .writablePe(agent.pe)
            .caches
            .loaded(agent, memory, object, offset, bytes, members(agent));
      }
      return memory;
    }
    if (real && answer == HIT) {
      StaleLoad stale = staleLoad(agent, object, offset, bytes, which);
      if (stale != null) {
        machine.warn(stale.load(), agent.pe, stale.text());
      }
    }
    return caches.answered(agent, memory, object, offset, bytes, which);
  }

  /** The object at the source of an operation, as its thread finds it if it loads it by itself. */
  MemoryObject source(Operation operation, MemoryObject memory, long address, int bytes) {
    Agent issuer = loader(operation);
    return issuer == null ? memory : seen(issuer, memory, address, bytes);
  }

  /** The thread that reads the source of an operation by plain loads; null if none does. */
  @Nullable Agent loader(Operation operation) {
    Origin origin = operation.origin();
    Agent issuer = cached ? machine.agent(origin.agent()) : null;
    return issuer != null
            && issuer.pe == origin.pe()
            && machine.rules().carriage(operation).loadsSource()
        ? issuer
        : null;
  }

  /** How many other answers than memory's a plain load of an agent may get now. */
  int answers(Agent agent, int object, int offset, int bytes) {
    MemoryObject memory = machine.peState(agent.pe).symmetric.at(object);
    return cached && agent.onDevice() && memory != null
        ? caches(agent).answers(agent, memory, object, offset, bytes)
        : 0;
  }

  /** Whether a plain load finds memory and would bring something into a cache. */
  boolean wouldBring(Agent agent, long address, int bytes) {
    if (answer != MEMORY || !mayCache(agent, address)) {
      return false;
    }
    MemoryObject memory = machine.memory().symmetric(agent.pe, address);
    int offset = Address.offset(address);
    memory.check(offset, bytes);
    return caches(agent).wouldBring(agent, memory, Address.index(address), offset, bytes);
  }

  /** What is wrong with such an answer; null if the load may come before what was written. */
  @Nullable StaleLoad staleLoad(Agent agent, int object, int offset, int bytes, int which) {
    MemoryObject memory = machine.peState(agent.pe).symmetric.at(object);
    Caches.Line line =
        memory == null ? null : caches(agent).overdue(agent, memory, object, offset, bytes, which);
    return line == null || memory == null || agent.waitedAt == null
        ? null
        : new StaleLoad(
            machine.line(agent),
            agent.pe,
            machine.describe(agent),
            memory.name(),
            offset,
            offset + bytes,
            line.by().line(),
            line.by().pe(),
            agent.waitedAt);
  }

  private boolean mayCache(Agent agent, long address) {
    return cached && agent.onDevice() && Address.space(address) == Space.SYMMETRIC;
  }

  private Caches caches(Agent agent) {
    return machine.peState(agent.pe).caches;
  }

  private BitSet members(Agent agent) {
    BitSet members = new BitSet();
    Grid grid = machine.peState(agent.pe).grids.get(agent.grid);
    Block block = grid == null ? null : grid.resident.get(agent.block);
    members.set(agent.id);
    if (block != null) {
      for (int thread : block.threads) {
        if (thread >= 0) {
          members.set(thread);
        }
      }
    }
    return members;
  }

  // ---------------------------------------------------------------- writes

  /** A call of a PE is about to write to the memory of one. */
  void overwriting(int pe, int writer, SourceLine line, long address, int bytes) {
    if (cached && pe != writer && bytes > 0) {
      machine
          .writablePe(pe)
          .caches
          .overwriting(
              machine.memory().symmetric(pe, address),
              Address.index(address),
              Address.offset(address),
              bytes,
              new Caches.Writer(writer, line),
              warm);
    }
  }

  /** A PE has written to its own memory. */
  void stored(int pe, long address, int bytes) {
    if (cached
        && bytes > 0
        && Address.space(address) == Space.SYMMETRIC
        && !machine.peState(pe).caches.sectors().isEmpty()) {
      machine
          .writablePe(pe)
          .caches
          .stored(
              machine.memory().symmetric(pe, address),
              Address.index(address),
              Address.offset(address),
              bytes);
    }
  }

  /** A symmetric object is gone. */
  void forget(int pe, long address) {
    if (cached) {
      machine.writablePe(pe).caches.forget(Address.index(address));
    }
  }

  // ---------------------------------------------------------------- agents

  /** A device thread begins. */
  void begins(Agent agent) {
    if (cached) {
      Caches caches = machine.writablePe(agent.pe).caches;
      if (machine.peState(agent.pe).residentThreads == 0) {
        caches.clear();
      }
      caches.begins(agent, warm);
    }
  }

  /** An agent has passed a fence of CUDA. */
  void fenced(Agent agent, Reach reach) {
    if (reach != Reach.BLOCK) {
      passed(agent, Acquire.THREAD_FENCE);
    }
  }

  /** A thread prints, which empties its cache (measured: results/README.md). */
  void prints(Agent agent) {
    passed(agent, Acquire.THREAD_FENCE);
  }

  /** An agent has passed a call that waits for what others do, or a fence. */
  void passed(Agent agent, Acquire acquire) {
    if (!cached || !agent.onDevice() || machine.agent(agent.id) != agent) {
      return;
    }
    Caches caches = machine.writablePe(agent.pe).caches;
    if (machine.rules().capabilities().refreshing().contains(acquire)) {
      caches.refreshed(agent);
    } else {
      caches.waited(agent);
      agent.waitedAt = machine.line(agent);
    }
  }

  /** The source of an operation has been read. */
  void sourceRead(Operation operation) {
    Agent issuer = cached ? machine.agent(operation.origin().agent()) : null;
    if (issuer != null
        && issuer.pe == operation.origin().pe()
        && machine.rules().carriage(operation).fencesSource()) {
      passed(machine.writableAgent(issuer.id), Acquire.THREAD_FENCE);
    }
  }

  /** CUDA has ordered what one agent does next after what another did before. */
  void order(int before, int after) {
    if (cached) {
      Agent first = machine.agent(before);
      Agent second = machine.agent(after);
      if (first != null
          && second != null
          && first.onDevice()
          && second.onDevice()
          && first.pe == second.pe) {
        order(first, machine.writableAgent(after));
      }
    }
  }

  /** CUDA has ordered what these agents do next after what each of them did before. */
  void order(BitSet agents) {
    if (!cached) {
      return;
    }
    Agent last = null;
    for (int number = agents.nextSetBit(0); number >= 0; number = agents.nextSetBit(number + 1)) {
      Agent agent = machine.agent(number);
      if (agent == null || !agent.onDevice()) {
        return; // a meeting of the host
      }
      if (last != null) {
        order(last, machine.writableAgent(number));
      }
      last = machine.agent(number);
    }
    // The last one knows of all.
    for (int number = agents.nextSetBit(0);
        last != null && number >= 0;
        number = agents.nextSetBit(number + 1)) {
      order(last, machine.writableAgent(number));
    }
  }

  private static void order(Agent before, Agent after) {
    after.refreshed = Math.max(before.refreshed, after.refreshed);
    after.warm &= before.warm;
    if (before.waited > after.waited) {
      after.waited = before.waited;
      after.waitedAt = before.waitedAt;
    }
  }
}
