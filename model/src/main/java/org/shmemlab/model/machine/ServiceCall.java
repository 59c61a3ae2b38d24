package org.shmemlab.model.machine;

import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.SourceLine;

/** One call of a service: who calls, with which arguments. */
public final class ServiceCall {
  private final Machine machine;
  private final Agent agent;
  private final long[] arguments;
  private @Nullable Wait wait;

  ServiceCall(Machine machine, Agent agent, long[] arguments) {
    this.machine = machine;
    this.agent = agent;
    this.arguments = arguments;
  }

  public Machine machine() {
    return machine;
  }

  public Agent agent() {
    return agent;
  }

  public int pe() {
    return agent.pe();
  }

  /** Where the program makes the call. */
  public SourceLine line() {
    return machine.line(agent);
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
  public Services.State state() {
    return machine.servicesOf(agent.pe());
  }

  /** Says that the call cannot finish yet. */
  public void waitFor(Wait reason) {
    wait = reason;
  }

  @Nullable Wait pendingWait() {
    return wait;
  }
}
