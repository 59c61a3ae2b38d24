package org.shmemlab.model.host;

import com.google.common.collect.ImmutableSortedMap;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.access.Allocation;
import org.shmemlab.model.access.Frames;
import org.shmemlab.model.access.JobMemory;
import org.shmemlab.model.access.SynchronizesWith;
import org.shmemlab.model.collectives.Meetings;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.PeState;
import org.shmemlab.model.job.Stream;
import org.shmemlab.model.job.Wait;
import org.shmemlab.model.memory.FailureReason;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.memory.MemoryObject;
import org.shmemlab.model.memory.Residence;
import org.shmemlab.model.program.CallTrait;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.SourceLine;

/**
 * Creates, joins and ends the POSIX threads that a host makes inside its PE; those of OpenMP and of
 * C++ are made of them. A thread's creation happens-before its steps, and all of these
 * happen-before the return of its join (POSIX.1-2017, section 4.12 "Memory Synchronization").
 */
public final class HostThreads {
  /** Most threads of one PE at a time: their numbers are bits of a condition's words. */
  public static final int MOST = 64;

  private final JobState jobState;
  private final JobMemory memory;
  private final SynchronizesWith synchronizesWith;
  private final Meetings meetings;
  private final HostLocks locks;

  public HostThreads(
      JobState jobState,
      JobMemory memory,
      SynchronizesWith synchronizesWith,
      Meetings meetings,
      HostLocks locks) {
    this.jobState = jobState;
    this.memory = memory;
    this.synchronizesWith = synchronizesWith;
    this.meetings = meetings;
    this.locks = locks;
  }

  // ---------------------------------------------------------------- POSIX threads

  /**
   * Starts a thread that calls a function with one pointer.
   *
   * @return its number, from 1 on; 0 is the thread that runs main
   * @throws Fault if the function does not take one argument, or there are too many threads
   */
  public int create(Agent creator, long function, long argument) {
    PeState state = jobState.writablePe(creator.pe);
    int code = jobState.functionAt(function);
    String name = jobState.code(code).source.name();
    if (jobState.code(code).source.parameters().size() != 1
        || jobState.code(code).source.kernel()) {
      throw new Fault("'%s' is started as a thread and does not take one pointer", name);
    }
    int number = 1;
    while (state.threads.containsKey(number)) {
      number++;
    }
    if (number >= MOST) {
      throw new Fault("more than %s threads in one PE; join those that have ended", MOST);
    }
    Agent agent =
        jobState.newAgent(creator.pe, Agent.Kind.HOST, -1, -1, number, creator.nameOfChild());
    state.ownHost().threads.put(number, agent.id);
    state.liveThreads++;
    synchronizesWith.order(creator.id, agent.id);
    Frames.enter(jobState, agent, code, new long[] {argument});
    jobState.changed();
    return number;
  }

  /**
   * Ends the wait for a thread, and the thread's number.
   *
   * @return whether it has ended; if not, nothing happens
   * @throws Fault if there is no such thread, it is the caller, or it is detached
   */
  public boolean join(Agent caller, int thread) {
    Agent other = thread(caller, thread);
    if (other.id == caller.id) {
      throw new Fault("a thread joins itself");
    }
    if (other.detached) {
      throw new Fault("thread %s is joined and was detached", thread);
    }
    if (!other.ended) {
      return false;
    }
    bury(caller, other);
    return true;
  }

  /** The result of an ended thread; asked for before it is joined. */
  public long result(Agent caller, int thread) {
    return thread(caller, thread).meetingResult;
  }

  /** Makes a thread end without being joined. */
  public void detach(Agent caller, int thread) {
    Agent other = jobState.writableAgent(thread(caller, thread).id);
    if (other.detached) {
      throw new Fault("thread %s is detached twice", thread);
    }
    other.detached = true;
    if (other.ended) {
      forget(other);
    }
    jobState.changed();
  }

  /** Ends the calling thread; the PE goes on while it has another one. */
  public void exit(Agent agent, long result) {
    Frames.unwind(jobState, agent);
    stop(agent, result);
  }

  /** A thread that did not run main returned from its function. */
  public void finished(Agent agent, long result) {
    stop(agent, result);
  }

  /**
   * Ends a PE's host threads. CUDA waits for nothing then, so a host that reports success has to
   * have waited itself for its device (CUDA C++ Guidelines for Robust and Safety-Critical
   * Programming 3.0.1, rule 1.2). Otherwise work on the device goes on.
   *
   * @param status 0 if all went well
   * @throws Fault if it is, and the host has not waited
   */
  public void exitPe(int pe, int status) {
    PeState state = jobState.writablePe(pe);
    if (status == 0) {
      checkDone(state);
    }
    state.exitStatus = status;
    endAll(pe);
  }

  private static void checkDone(PeState state) {
    for (Stream stream : state.streams) {
      SourceLine queuedAt = stream.lastingAt();
      if (queuedAt != null && !state.streamProgress.isAllOf(stream)) {
        String which =
            stream.handle == Stream.DEFAULT ? "the default stream" : "stream " + stream.handle;
        throw new Fault(
            "the host ends and has not waited for %s: what it queued there at %s may not be "
                + "done by then; call cudaDeviceSynchronize() before",
            new FailureReason.Varying(which), queuedAt);
      }
    }
  }

  /** Ends every thread of a PE that has exited. */
  private void endAll(int pe) {
    PeState state = jobState.writablePe(pe);
    for (int agent : state.threads.values()) {
      retire(jobState.writableAgent(agent));
    }
    if (state.hostAgent >= 0) {
      retire(jobState.writableAgent(state.hostAgent));
      state.hostAgent = -1;
    }
    state.ownHost().threads.clear();
    state.liveThreads = 0;
  }

  // A number whose operations still bring values is not given to another agent.
  private void retire(Agent agent) {
    meetings.withdraw(agent);
    if (agent.awaiting < 0 && agent.late == null) {
      jobState.end(agent);
    } else {
      agent.function = -1;
      agent.ended = true;
    }
  }

  /**
   * Whether several host threads of a PE can reach its memory. One that has ended counts until it
   * is joined, and for ever if it is never joined: only a join orders its steps before later ones.
   */
  public boolean several(int pe) {
    PeState state = jobState.peState(pe);
    return !state.threads.isEmpty() || state.unjoined;
  }

  /**
   * The address of a thread's own copy of a thread-local variable, which lives from its first use
   * to the thread's end (ISO C 17, 6.2.4).
   *
   * @param variable the variable as it is before any write to it
   */
  public long local(Agent agent, long variable) {
    Long known = agent.own.get(variable);
    if (known != null) {
      return known;
    }
    MemoryObject first = memory.object(agent, variable);
    long copy = Allocation.allocate(jobState, agent.pe, first.name(), Residence.HOST, first.size());
    memory.write(agent, copy, memory.read(agent, variable, (int) first.size()));
    agent.own =
        ImmutableSortedMap.<Long, Long>naturalOrder().putAll(agent.own).put(variable, copy).build();
    return copy;
  }

  private void stop(Agent agent, long result) {
    PeState state = jobState.writablePe(agent.pe);
    state.liveThreads--;
    agent.function = -1;
    agent.ended = true;
    agent.meetingResult = result;
    for (long copy : agent.own.values()) {
      Allocation.release(jobState, agent.pe, copy, Residence.HOST);
    }
    agent.own = ImmutableSortedMap.of();
    if (agent.thread == 0) {
      state.hostAgent = -1;
      jobState.end(agent);
    } else if (agent.detached) {
      state.unjoined = true;
      forget(agent);
    }
    if (state.liveThreads == 0) {
      exitPe(agent.pe, 0); // as if the last thread had called exit(0)
    }
    jobState.changed();
    jobState.wakeDevice(agent.pe);
  }

  private void bury(Agent caller, Agent ended) {
    synchronizesWith.order(ended.id, caller.id);
    forget(jobState.writableAgent(ended.id));
  }

  private void forget(Agent agent) {
    jobState.writablePe(agent.pe).ownHost().threads.remove(agent.thread);
    jobState.end(agent);
  }

  private Agent thread(Agent caller, int thread) {
    PeState state = jobState.peState(caller.pe);
    int id = thread == 0 ? state.hostAgent : state.threads.getOrDefault(thread, -1);
    Agent agent = id < 0 ? null : jobState.agent(id);
    if (agent == null) {
      throw new Fault("thread %s does not exist; was it joined already?", thread);
    }
    return agent;
  }

  // ---------------------------------------------------------------- locks

  /** A guard of a lock or condition that does not hold, or null where the agent may step. */
  public @Nullable Wait blocked(Agent agent) {
    if (agent.kind != Agent.Kind.HOST
        || agent.function < 0
        || !(jobState.code(agent.function).body[agent.pc] instanceof Instruction.Invoke invoke)) {
      return null;
    }
    try {
      return blocked(agent, invoke);
    } catch (Fault fault) {
      return null; // the step itself reports it, with its line
    }
  }

  private @Nullable Wait blocked(Agent agent, Instruction.Invoke invoke) {
    if (invoke.call().has(CallTrait.LOCKS_MUTEX)) {
      long mutex = agent.registers[agent.base + invoke.arguments().get(0)];
      return locks.mayLock(agent, mutex)
          ? null
          : new Wait.ForThreads(locks.described(agent, mutex));
    }
    if (invoke.call().has(CallTrait.AWAITS_CONDITION)) {
      long condition = agent.registers[agent.base + invoke.arguments().get(0)];
      return locks.mayWake(agent, condition)
          ? null
          : new Wait.ForThreads("a signal of " + locks.name(agent, condition));
    }
    return null;
  }
}
