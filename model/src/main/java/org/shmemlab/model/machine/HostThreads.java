package org.shmemlab.model.machine;

import com.google.common.collect.ImmutableSortedMap;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.memory.MemoryObject;
import org.shmemlab.model.memory.Residence;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Program.HeapSide;

/**
 * The POSIX threads that a host makes inside its PE; those of OpenMP and of C++ are made of them.
 * What a thread does comes after its creation, and what the joining one does comes after all of it
 * (POSIX.1-2017, section 4.12 "Memory Synchronization").
 */
public final class HostThreads {
  /** Most threads of one PE at a time: their numbers are bits of a condition's words. */
  public static final int MOST = 64;

  private final Machine machine;

  HostThreads(Machine machine) {
    this.machine = machine;
  }

  // ---------------------------------------------------------------- POSIX threads

  /**
   * Starts a thread that calls a function with one pointer.
   *
   * @return its number, from 1 on; 0 is the thread that runs main
   * @throws Fault if the function does not take one argument, or there are too many threads
   */
  public int create(Agent creator, long function, long argument) {
    PeState state = machine.writablePe(creator.pe);
    int code = machine.functionAt(function);
    String name = machine.code(code).source.name();
    if (machine.code(code).source.parameters().size() != 1 || machine.code(code).source.kernel()) {
      throw new Fault("'" + name + "' is started as a thread and does not take one pointer");
    }
    int number = 1;
    while (state.threads.containsKey(number)) {
      number++;
    }
    if (number >= MOST) {
      throw new Fault("more than " + MOST + " threads in one PE; join those that have ended");
    }
    Agent agent = machine.newAgent(creator.pe, Agent.Kind.HOST, -1, -1, number);
    state.threads.put(number, agent.id);
    state.liveThreads++;
    machine.order(creator.id, agent.id);
    Interpreter.enter(machine, agent, code, new long[] {argument});
    machine.changed();
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
      throw new Fault("thread " + thread + " is joined and was detached");
    }
    if (!other.ended) {
      return false;
    }
    bury(caller, other);
    return true;
  }

  /** What an ended thread gave; asked before it is joined. */
  public long result(Agent caller, int thread) {
    return thread(caller, thread).meetingResult;
  }

  /** Makes a thread end without being joined. */
  public void detach(Agent caller, int thread) {
    Agent other = machine.writableAgent(thread(caller, thread).id);
    if (other.detached) {
      throw new Fault("thread " + thread + " is detached twice");
    }
    other.detached = true;
    if (other.ended) {
      forget(other);
    }
    machine.changed();
  }

  /** Ends the calling thread; the PE goes on while it has another one. */
  public void exit(Agent agent, long result) {
    Interpreter.unwind(machine, agent);
    stop(agent, result);
  }

  /** A thread that did not run main returned from its function. */
  void finished(Agent agent, long result) {
    stop(agent, result);
  }

  /** Ends every thread of a PE that has exited. */
  void endAll(int pe) {
    PeState state = machine.writablePe(pe);
    for (int agent : state.threads.values()) {
      retire(machine.writableAgent(agent));
    }
    if (state.hostAgent >= 0) {
      retire(machine.writableAgent(state.hostAgent));
      state.hostAgent = -1;
    }
    state.threads.clear();
    state.liveThreads = 0;
  }

  // A number whose operations still bring values is not given to another agent.
  private void retire(Agent agent) {
    machine.meetings().withdraw(agent);
    if (agent.awaiting < 0 && agent.late == null) {
      machine.end(agent);
    } else {
      agent.function = -1;
      agent.ended = true;
    }
  }

  /**
   * Whether several host threads of a PE can reach its memory. One that has ended counts until it
   * is joined, and one that nobody joins for ever: only a join orders what it did before what
   * follows.
   */
  boolean several(int pe) {
    PeState state = machine.peState(pe);
    return !state.threads.isEmpty() || state.unjoined;
  }

  /**
   * The address of a thread's own copy of a thread-local variable, which lives from its first use
   * to the thread's end (ISO C 17, 6.2.4).
   *
   * @param variable the variable as it is before anybody writes to it
   */
  public long local(Agent agent, long variable) {
    Long known = agent.own.get(variable);
    if (known != null) {
      return known;
    }
    MemoryObject first = machine.memory().object(agent, variable);
    long copy = machine.allocate(agent.pe, first.name(), Residence.HOST, first.size());
    machine.memory().write(agent, copy, machine.memory().read(agent, variable, first.size()));
    agent.own =
        ImmutableSortedMap.<Long, Long>naturalOrder().putAll(agent.own).put(variable, copy).build();
    return copy;
  }

  private void stop(Agent agent, long result) {
    PeState state = machine.writablePe(agent.pe);
    state.liveThreads--;
    agent.function = -1;
    agent.ended = true;
    agent.meetingResult = result;
    for (long copy : agent.own.values()) {
      machine.release(agent.pe, copy, Residence.HOST);
    }
    agent.own = ImmutableSortedMap.of();
    if (agent.thread == 0) {
      state.hostAgent = -1;
      machine.end(agent);
    } else if (agent.detached) {
      state.unjoined = true;
      forget(agent);
    }
    if (state.liveThreads == 0) {
      machine.exit(agent.pe, 0); // as if the last thread had called exit(0)
    }
    machine.changed();
    machine.wakeDevice(agent.pe);
  }

  private void bury(Agent caller, Agent ended) {
    machine.order(ended.id, caller.id);
    forget(machine.writableAgent(ended.id));
  }

  private void forget(Agent agent) {
    machine.writablePe(agent.pe).threads.remove(agent.thread);
    machine.end(agent);
  }

  private Agent thread(Agent caller, int thread) {
    PeState state = machine.peState(caller.pe);
    int id = thread == 0 ? state.hostAgent : state.threads.getOrDefault(thread, -1);
    Agent agent = id < 0 ? null : machine.agent(id);
    if (agent == null) {
      throw new Fault("thread " + thread + " does not exist; was it joined already?");
    }
    return agent;
  }

  // ---------------------------------------------------------------- support levels

  /**
   * Fails where a thread calls OpenSHMEM and the program asked for too little (OpenSHMEM 1.6,
   * section 9.2).
   */
  void requireMayCall(Agent agent) {
    int level = machine.peState(agent.pe).threadLevel;
    if (agent.kind == Agent.Kind.HOST
        && agent.thread != machine.peState(agent.pe).mainThread
        && level < PeState.SERIALIZED
        && machine.program().symmetricHeap() == HeapSide.HOST) {
      throw new Fault(
          "a thread that did not initialise OpenSHMEM calls it, and it was initialised with "
              + (level == 0 ? "SHMEM_THREAD_SINGLE" : "SHMEM_THREAD_FUNNELED")
              + "; ask for SHMEM_THREAD_MULTIPLE with shmem_init_thread");
    }
  }

  /**
   * Notes the level of thread support that the program asked for, 0 (single) to 3 (multiple), and
   * who asked for it.
   */
  public void level(Agent agent, int level) {
    PeState state = machine.writablePe(agent.pe);
    state.threadLevel = level;
    state.mainThread = agent.thread;
  }

  // ---------------------------------------------------------------- locks

  /** A guard of a lock or condition that does not hold, or null where the agent may step. */
  @Nullable Wait blocked(Agent agent) {
    if (agent.kind != Agent.Kind.HOST
        || agent.function < 0
        || !(machine.code(agent.function).body[agent.pc] instanceof Instruction.Invoke invoke)) {
      return null;
    }
    try {
      return blocked(agent, invoke);
    } catch (Fault fault) {
      return null; // the step itself tells it, with its line
    }
  }

  private @Nullable Wait blocked(Agent agent, Instruction.Invoke invoke) {
    return switch (invoke.service()) {
      case MUTEX_LOCK -> {
        long mutex = agent.registers[agent.base + invoke.arguments().get(0)];
        yield machine.locks().mayLock(agent, mutex)
            ? null
            : new Wait.ForThreads(machine.locks().described(agent, mutex));
      }
      case CONDITION_WAKE -> {
        long condition = agent.registers[agent.base + invoke.arguments().get(0)];
        yield machine.locks().mayWake(agent, condition)
            ? null
            : new Wait.ForThreads("a signal of " + machine.locks().name(agent, condition));
      }
      default -> null;
    };
  }
}
