package org.shmemlab.model.access;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.Block;
import org.shmemlab.model.job.Caches;
import org.shmemlab.model.job.Grid;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.memory.MemoryObject;
import org.shmemlab.model.operation.LoadSource;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.OrderingCall;
import org.shmemlab.model.operation.Origin;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.program.Space;
import org.shmemlab.model.program.ThreadScope;

/**
 * Decides the values that plain loads of device threads may find in their PE's symmetric memory,
 * where the rules say that {@link Caches} may answer them: a thread's loads and assignments of
 * structures, library calls on memory that it makes, and the source of a put that it copies itself.
 *
 * <p>Left out: a cache's copies of a peer's memory, and of memory that the host or a stream writes
 * while a kernel runs.
 */
public final class PlainLoads {
  /** The caller that takes the steps chooses the answer of a load. */
  static final int MEMORY = 0;

  private static final int HIT = -1;

  private final JobState jobState;
  private final boolean cached;
  private final boolean warm;
  private int answer = MEMORY;

  public PlainLoads(JobState jobState) {
    this.jobState = jobState;
    this.cached = jobState.rules().capabilities().loads() != LoadSource.COHERENT;
    this.warm = jobState.rules().capabilities().loads() == LoadSource.WARM;
  }

  /** From here on every load is answered by the cache of its SM, if that holds the word. */
  public void hit() {
    answer = HIT;
  }

  /** Takes a step in which loads get this answer. */
  public void answering(int which, Runnable step) {
    int before = answer;
    answer = which;
    try {
      step.run();
    } finally {
      answer = before;
    }
  }

  /** Whether memory alone answers every load. */
  boolean coherent() {
    return !cached;
  }

  // ---------------------------------------------------------------- loads

  /** The object at an address as a plain load of an agent finds it. */
  MemoryObject seen(Agent agent, MemoryObject memory, long address, int bytes) {
    if (!mayCache(agent, address) || bytes <= 0) {
      return memory;
    }
    int object = Address.index(address);
    long offset = Address.offset(address);
    memory.check(offset, bytes);
    Caches caches = caches(agent);
    int which = answer == HIT ? caches.hit(agent, memory, object, offset, bytes) : answer;
    boolean real = jobState.agent(agent.id) == agent; // and no trial of its effect
    if (which == MEMORY) {
      if (real && caches.wouldBring(agent, memory, object, offset, bytes)) {
        jobState
            .writablePe(agent.pe)
            .caches
            .loaded(agent, memory, object, offset, bytes, members(agent));
      }
      return memory;
    }
    if (real && answer == HIT) {
      StaleLoad stale = staleLoad(agent, object, offset, bytes, which);
      if (stale != null) {
        jobState.warn(stale.load(), agent.pe, stale.text());
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
  public @Nullable Agent loader(Operation operation) {
    Origin origin = operation.origin();
    Agent issuer = cached ? jobState.agent(origin.agent()) : null;
    return issuer != null
            && issuer.pe == origin.pe()
            && jobState.rules().issueTraits(operation).loadsSource()
        ? issuer
        : null;
  }

  /**
   * How many other answers than memory's a plain load of an agent may get now: none where it leaves
   * its object, which is reported when it is done.
   */
  public int answers(Agent agent, int object, long offset, int bytes) {
    MemoryObject memory = jobState.peState(agent.pe).symmetric.at(object);
    return cached && agent.onDevice() && memory != null && memory.has(offset, bytes)
        ? caches(agent).answers(agent, memory, object, offset, bytes)
        : 0;
  }

  /** Whether a plain load finds memory and would bring something into a cache. */
  public boolean wouldBring(Agent agent, long address, int bytes) {
    if (answer != MEMORY || !mayCache(agent, address)) {
      return false;
    }
    MemoryObject memory = jobState.peState(agent.pe).symmetric.get(address);
    long offset = Address.offset(address);
    memory.check(offset, bytes);
    return caches(agent).wouldBring(agent, memory, Address.index(address), offset, bytes);
  }

  /** The finding of such an answer; null if the load may be ordered before the write. */
  public @Nullable StaleLoad staleLoad(Agent agent, int object, long offset, int bytes, int which) {
    MemoryObject memory = jobState.peState(agent.pe).symmetric.at(object);
    Caches.Line line =
        memory == null ? null : caches(agent).overdue(agent, memory, object, offset, bytes, which);
    return line == null || memory == null || agent.waitedAt == null
        ? null
        : new StaleLoad(
            jobState.line(agent),
            agent.pe,
            jobState.describe(agent),
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
    return jobState.peState(agent.pe).caches;
  }

  private BitSet members(Agent agent) {
    BitSet members = new BitSet();
    Grid grid = jobState.peState(agent.pe).grids.get(agent.grid);
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
      jobState
          .writablePe(pe)
          .caches
          .overwriting(
              jobState.peState(pe).symmetric.get(address),
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
        && !jobState.peState(pe).caches.isEmpty()) {
      jobState
          .writablePe(pe)
          .caches
          .stored(
              jobState.peState(pe).symmetric.get(address),
              Address.index(address),
              Address.offset(address),
              bytes);
    }
  }

  /** A symmetric object is gone. */
  public void forget(int pe, long address) {
    if (cached) {
      jobState.writablePe(pe).caches.forget(Address.index(address));
    }
  }

  // ---------------------------------------------------------------- agents

  /** A device thread begins. */
  public void begins(Agent agent) {
    if (cached) {
      Caches caches = jobState.writablePe(agent.pe).caches;
      if (jobState.peState(agent.pe).residentThreads == 0) {
        caches.clear();
      }
      caches.begins(agent, warm);
    }
  }

  /** An agent has passed a fence of CUDA. */
  public void fenced(Agent agent, ThreadScope reach) {
    if (reach != ThreadScope.BLOCK) {
      passed(agent, OrderingCall.THREAD_FENCE);
    }
  }

  /** A thread prints, which empties its cache (measured: results/README.md). */
  public void prints(Agent agent) {
    passed(agent, OrderingCall.THREAD_FENCE);
  }

  /** An agent has passed a fence, or a call that waits for other agents. */
  public void passed(Agent agent, OrderingCall call) {
    if (!cached || !agent.onDevice() || jobState.agent(agent.id) != agent) {
      return;
    }
    Caches caches = jobState.writablePe(agent.pe).caches;
    if (jobState.rules().capabilities().refreshing().contains(call)) {
      caches.refreshed(agent);
    } else {
      caches.waited(agent);
      agent.waitedAt = jobState.line(agent);
    }
  }

  /** The source of an operation has been read. */
  public void sourceRead(Operation operation) {
    Agent issuer = cached ? jobState.agent(operation.origin().agent()) : null;
    if (issuer != null
        && issuer.pe == operation.origin().pe()
        && jobState.rules().issueTraits(operation).fencesSource()) {
      passed(jobState.writableAgent(issuer.id), OrderingCall.THREAD_FENCE);
    }
  }

  /** CUDA has ordered the later steps of one agent after the earlier ones of another. */
  void order(int before, int after) {
    if (cached) {
      Agent first = jobState.agent(before);
      Agent second = jobState.agent(after);
      if (first != null
          && second != null
          && first.onDevice()
          && second.onDevice()
          && first.pe == second.pe) {
        order(first, jobState.writableAgent(after));
      }
    }
  }

  /** CUDA has ordered the later steps of these agents after the earlier ones of each. */
  void order(BitSet agents) {
    if (!cached) {
      return;
    }
    Agent last = null;
    for (int number = agents.nextSetBit(0); number >= 0; number = agents.nextSetBit(number + 1)) {
      Agent agent = jobState.agent(number);
      if (agent == null || !agent.onDevice()) {
        return; // a meeting of the host
      }
      if (last != null) {
        order(last, jobState.writableAgent(number));
      }
      last = jobState.agent(number);
    }
    // The last one has acquired from all.
    for (int number = agents.nextSetBit(0);
        last != null && number >= 0;
        number = agents.nextSetBit(number + 1)) {
      order(last, jobState.writableAgent(number));
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
