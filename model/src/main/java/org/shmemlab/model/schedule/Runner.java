package org.shmemlab.model.schedule;

import com.google.common.primitives.ImmutableIntArray;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.Output;
import org.shmemlab.model.job.ProgramFailure;
import org.shmemlab.model.job.Wait;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.step.Wakeups;

/**
 * Takes a machine from its present state to its end along one schedule.
 *
 * <p>Agents that wait are parked by their conditions and are checked again only when those may
 * change, so a step costs the same however many agents wait.
 */
public final class Runner {
  /** Observes a run. Called between steps, on the running thread. */
  public interface Observer {
    /** Pieces of output, oldest first. */
    void output(List<Output> pieces);

    /** Called after every slice of an agent; false stops the run. */
    boolean goOn(long instructions);
  }

  private enum State {
    GONE,
    READY,
    PARKED
  }

  private final Machine machine;
  private final Schedule schedule;
  private final Observer observer;
  private final ReadyAgents ready = new ReadyAgents();
  private final SpinDetector spinning = new SpinDetector();
  private final Map<Long, ReadyAgents> parkedOnWord = new HashMap<>();
  private final Map<Integer, ReadyAgents> parkedOnDevice = new HashMap<>();
  private final ReadyAgents parkedOnOperation = new ReadyAgents();
  private State[] states = new State[0];

  public Runner(Machine machine, Schedule schedule, Observer observer) {
    this.machine = machine;
    this.schedule = schedule;
    this.observer = observer;
  }

  /** Instructions executed so far. */
  public long instructions() {
    return machine.executed();
  }

  /** Runs to the end. */
  public RunResult run() {
    machine.listen(new Wakes());
    ImmutableIntArray live = machine.liveAgents();
    for (int i = 0; i < live.length(); i++) {
      wake(live.get(i));
    }
    try {
      return loop();
    } catch (ProgramFailure failure) {
      return new RunResult.Failed(failure);
    } finally {
      machine.listen(Wakeups.NONE);
      passOutput();
    }
  }

  private RunResult loop() {
    while (true) {
      passOutput();
      boolean stuck = ready.size() == 0 || spinning.all(ready.size(), machine.changes());
      if (!machine.inFlight().isEmpty() && (stuck || schedule.eventFirst())) {
        List<Event> events = machine.enabledEvents();
        if (!events.isEmpty()) {
          machine.happen(events.get(schedule.pickEvent(events.size())));
          continue;
        }
      }
      if (stuck) {
        return RunResult.atEnd(machine);
      }
      turn(ready.take(schedule.pickAgent(ready.size())));
      if (!observer.goOn(machine.executed())) {
        return RunResult.stopped(machine);
      }
    }
  }

  private void turn(int number) {
    Agent agent = machine.agent(number);
    states[number] = State.GONE;
    if (agent == null) {
      return;
    }
    switch (machine.run(number, schedule.fuel())) {
      case FUEL -> {
        Agent now = machine.agent(number);
        if (now != null) {
          spinning.endOfTurn(number, now.stateHash(), machine.changes());
          wake(number);
        }
      }
      case BLOCKED -> park(number);
      case DONE, CALL -> {} // it does not stop before calls
    }
  }

  private void passOutput() {
    if (machine.hasOutput()) {
      observer.output(machine.takeOutput());
    }
  }

  private void park(int number) {
    Agent agent = machine.agent(number);
    if (agent == null) {
      return;
    }
    states[number] = State.PARKED;
    @Nullable Wait wait = machine.waiting(number);
    switch (wait) {
      case Wait.ForWords words ->
          parkedOnWord
              .computeIfAbsent(
                  word(agent.pe(), Address.index(words.address())), _ -> new ReadyAgents())
              .add(number);
      case Wait.ForDevice _, Wait.ForThreads _, Wait.ForGrid _, Wait.ForTask _ ->
          parkedOnDevice.computeIfAbsent(agent.pe(), _ -> new ReadyAgents()).add(number);
      case Wait.ForOperation _,
          Wait.ForQuiet _,
          Wait.ForFlush _,
          Wait.ForFence _,
          Wait.ForVisibility _,
          Wait.ForStores _,
          Wait.ForSystemFence _ ->
          parkedOnOperation.add(number);
      case Wait.ForMeeting _ -> {} // the last one to arrive names it
      case null -> throw new IllegalStateException("agent " + number + " waits for nothing");
    }
  }

  private void wake(int number) {
    if (number >= states.length) {
      int length = states.length;
      states = Arrays.copyOf(states, Math.max(number + 1, 2 * length));
      Arrays.fill(states, length, states.length, State.GONE);
    }
    if (states[number] != State.READY) {
      states[number] = State.READY;
      ready.add(number);
    }
  }

  private void wakeParked(@Nullable ReadyAgents parked) {
    while (parked != null && parked.size() > 0) {
      int number = parked.take(0);
      if (states[number] == State.PARKED) {
        wake(number);
      }
    }
  }

  private static long word(int pe, int object) {
    return ((long) pe << 32) | object;
  }

  private final class Wakes implements Wakeups {
    @Override
    public void agent(int agent) {
      if (agent >= states.length || states[agent] != State.GONE || isNew(agent)) {
        wake(agent);
      }
    }

    @Override
    public void word(int pe, int object) {
      if (!parkedOnWord.isEmpty()) {
        wakeParked(parkedOnWord.get(Runner.word(pe, object)));
      }
    }

    @Override
    public void device(int pe) {
      wakeParked(parkedOnDevice.get(pe));
    }

    @Override
    public void operation() {
      wakeParked(parkedOnOperation);
    }

    // An agent that is being run is in no queue; one that never ran has executed nothing.
    private boolean isNew(int agent) {
      Agent state = machine.agent(agent);
      return state != null && state.executed() == 0;
    }
  }
}
