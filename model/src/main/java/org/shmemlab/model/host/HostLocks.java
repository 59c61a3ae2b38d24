package org.shmemlab.model.host;

import org.shmemlab.model.access.JobMemory;
import org.shmemlab.model.access.SynchronizesWith;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.PeState;
import org.shmemlab.model.memory.FailureReason;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.ScalarType;

/**
 * Mutexes and conditions of the threads of a PE (POSIX.1-2017, pthread_mutex_lock and
 * pthread_cond_wait). Their state is in the program's own memory: a mutex is the number of its
 * owner plus 1, or 0, in its lower half, and above it how often its owner locked it again, and
 * whether that may be; a condition is the set of waiting threads, those of them that a signal may
 * wake, and how many it wakes.
 *
 * <p>The steps under a mutex happen-before later ones under it. This order goes through an agent
 * that stands for the mutex: its clock joins those of the agents that unlocked it.
 */
public final class HostLocks {
  private static final long OWNER = 0xFFFF;
  private static final long AGAIN = 0x1_0000;
  private static final long RECURSIVE = 0x8000_0000L; // as pthread.h initialises it
  private static final int WAITING = 0;
  private static final int WAKEABLE = 8;
  private static final int SIGNALS = 16;

  private final JobState jobState;
  private final JobMemory memory;
  private final SynchronizesWith synchronizesWith;

  public HostLocks(JobState jobState, JobMemory memory, SynchronizesWith synchronizesWith) {
    this.jobState = jobState;
    this.memory = memory;
    this.synchronizesWith = synchronizesWith;
  }

  /** Takes a mutex that is free; false if it is not, and nothing happens. */
  public boolean lock(Agent agent, long mutex) {
    if (!mayLock(agent, mutex)) {
      return false;
    }
    long word = get(agent, ScalarType.U32, mutex);
    if ((word & OWNER) != 0) {
      put(agent, ScalarType.U32, mutex, word + AGAIN);
      return true;
    }
    put(agent, ScalarType.U32, mutex, word | agent.thread + 1L);
    synchronizesWith.order(keeper(agent, mutex), agent.id);
    return true;
  }

  /**
   * Gives a mutex back.
   *
   * @throws Fault if the caller does not have it
   */
  public void unlock(Agent agent, long mutex) {
    long word = get(agent, ScalarType.U32, mutex);
    if ((word & OWNER) != agent.thread + 1L) {
      throw new Fault(
          "'%s'%s is unlocked by a thread that has not locked it",
          memory.object(agent, mutex).name(), new FailureReason.Varying(at(mutex)));
    }
    if ((word & ~RECURSIVE) >= AGAIN) {
      put(agent, ScalarType.U32, mutex, word - AGAIN);
      return;
    }
    put(agent, ScalarType.U32, mutex, word & RECURSIVE);
    synchronizesWith.order(agent.id, keeper(agent, mutex));
  }

  /**
   * Ends the life of a mutex.
   *
   * @throws Fault if it is locked
   */
  public void destroy(Agent agent, long mutex) {
    if ((get(agent, ScalarType.U32, mutex) & OWNER) != 0) {
      throw new Fault(
          "'%s'%s is destroyed while it is locked",
          memory.object(agent, mutex).name(), new FailureReason.Varying(at(mutex)));
    }
    Integer keeper = jobState.writablePe(agent.pe).ownHost().locks.remove(mutex);
    if (keeper != null) {
      jobState.end(jobState.writableAgent(keeper));
    }
  }

  /** The caller waits for a condition from now on, and gives the mutex back. */
  public void sleep(Agent agent, long condition, long mutex) {
    unlock(agent, mutex);
    put(
        agent,
        ScalarType.U64,
        condition + WAITING,
        get(agent, ScalarType.U64, condition + WAITING) | bit(agent));
  }

  /** Ends the caller's wait for a condition if a signal may have been for it; else false. */
  public boolean wake(Agent agent, long condition) {
    if (!mayWake(agent, condition)) {
      return false;
    }
    long left = get(agent, ScalarType.U64, condition + SIGNALS) - 1;
    long wakeable = get(agent, ScalarType.U64, condition + WAKEABLE) & ~bit(agent);
    put(
        agent,
        ScalarType.U64,
        condition + WAITING,
        get(agent, ScalarType.U64, condition + WAITING) & ~bit(agent));
    put(agent, ScalarType.U64, condition + WAKEABLE, left == 0 ? 0 : wakeable);
    put(agent, ScalarType.U64, condition + SIGNALS, left);
    return true;
  }

  /** Ends the caller's wait for a condition; whether a signal was for it. */
  public boolean leave(Agent agent, long condition) {
    if (wake(agent, condition)) {
      return true;
    }
    for (int set : new int[] {WAITING, WAKEABLE}) {
      long left = get(agent, ScalarType.U64, condition + set) & ~bit(agent);
      put(agent, ScalarType.U64, condition + set, left);
    }
    return false;
  }

  /**
   * Wakes one of the threads that wait for a condition, or all; which one, the schedule decides.
   */
  public void signal(Agent agent, long condition, boolean all) {
    long waiting = get(agent, ScalarType.U64, condition + WAITING);
    long signals = get(agent, ScalarType.U64, condition + SIGNALS);
    int most = Long.bitCount(waiting);
    put(agent, ScalarType.U64, condition + WAKEABLE, waiting);
    put(agent, ScalarType.U64, condition + SIGNALS, all ? most : Math.min(most, signals + 1));
  }

  boolean mayLock(Agent agent, long mutex) {
    long word = get(agent, ScalarType.U32, mutex);
    long owner = word & OWNER;
    return owner == 0 || ((word & RECURSIVE) != 0 && owner == agent.thread + 1L);
  }

  boolean mayWake(Agent agent, long condition) {
    return get(agent, ScalarType.U64, condition + SIGNALS) > 0
        && (get(agent, ScalarType.U64, condition + WAKEABLE) & bit(agent)) != 0;
  }

  /** A mutex and its owner, for messages. */
  public String described(Agent agent, long mutex) {
    long owner = (get(agent, ScalarType.U32, mutex) & OWNER) - 1;
    return name(agent, mutex)
        + ", which "
        + (owner == agent.thread
            ? "it has itself"
            : owner == 0 ? "host has" : "thread " + owner + " has");
  }

  /** The variable that a mutex or condition is, for messages. */
  public String name(Agent agent, long address) {
    return "'" + memory.object(agent, address).name() + "'" + at(address);
  }

  private static String at(long address) {
    long offset = Address.offset(address);
    return offset == 0 ? "" : " at byte " + offset;
  }

  private int keeper(Agent agent, long mutex) {
    PeState state = jobState.writablePe(agent.pe);
    Integer known = state.locks.get(mutex);
    if (known != null) {
      return known;
    }
    Agent keeper =
        jobState.keeper(
            agent.pe,
            Address.index(mutex),
            (int) Address.offset(mutex),
            Address.space(mutex).ordinal());
    state.ownHost().locks.put(mutex, keeper.id);
    return keeper.id;
  }

  private static long bit(Agent agent) {
    return 1L << agent.thread;
  }

  private long get(Agent agent, ScalarType type, long address) {
    if (agent.kind != Agent.Kind.HOST) {
      throw new Fault("a mutex or condition of host threads is used outside host code");
    }
    return memory.load(agent, type, address);
  }

  private void put(Agent agent, ScalarType type, long address, long value) {
    memory.store(agent, type, address, value);
    jobState.changed();
    jobState.wakeDevice(agent.pe);
  }
}
