package org.shmemlab.model.communication;

import java.util.ArrayList;
import java.util.List;
import org.shmemlab.model.access.JobMemory;
import org.shmemlab.model.access.PlainLoads;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.memory.MemoryObject;
import org.shmemlab.model.operation.Event.Kind;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.OrderingCall;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;

/**
 * Executes signal_fetch, which reads the signal word without ordering anything: it may observe a
 * signal that is still in flight.
 */
public final class SignalFetches {
  private final JobState jobState;
  private final JobMemory memory;
  private final PlainLoads plainLoads;
  private final Operands operands;

  SignalFetches(JobState jobState, JobMemory memory, PlainLoads plainLoads, Operands operands) {
    this.jobState = jobState;
    this.memory = memory;
    this.plainLoads = plainLoads;
    this.operands = operands;
  }

  /** The agent reads the word as it is. */
  void execute(Agent agent, Instruction.SignalFetch i) {
    operands.requireInitialised(agent);
    long address = Operands.value(agent, i.address());
    memory.requireSymmetric(agent, address, ScalarType.U64.bytes());
    agent.registers[agent.base + i.dst()] =
        memory.symmetric(agent.pe, address).load(ScalarType.U64, Address.offset(address));
    agent.unset(
        agent.base + i.dst(),
        memory.symmetric(agent.pe, address).unset(ScalarType.U64, Address.offset(address)));
    plainLoads.passed(agent, OrderingCall.SIGNAL_WAIT);
  }

  /** The signals in flight to the word that the agent's signal_fetch reads. */
  public List<Pending> glimpses(Agent agent) {
    List<Pending> signals = new ArrayList<>();
    if (jobState.code(agent.function).body[agent.pc] instanceof Instruction.SignalFetch fetch) {
      long address = Operands.value(agent, fetch.address());
      for (Pending pending : jobState.inFlight().pending()) {
        Operation.SignalPart part = pending.operation().signalPart();
        if (part != null
            && part.remote() == address
            && pending.operation().pe() == agent.pe
            && !pending.allHappened(Kind.SIGNAL_VISIBLE)) {
          signals.add(pending);
        }
      }
    }
    return signals;
  }

  /** The agent's signal_fetch takes the word as it will be after one of those signals. */
  public void glimpse(Agent agent, Pending pending) {
    Operation.SignalPart part = pending.operation().signalPart();
    if (part == null
        || !(jobState.code(agent.function).body[agent.pc] instanceof Instruction.SignalFetch i)) {
      throw new IllegalArgumentException("no signal_fetch looks at a signal here");
    }
    MemoryObject object = memory.symmetric(agent.pe, part.remote());
    long now = object.load(ScalarType.U64, Address.offset(part.remote()));
    agent.registers[agent.base + i.dst()] = part.operator().apply(now, part.value());
    agent.unset(
        agent.base + i.dst(),
        part.operator().adds()
            ? object.unset(ScalarType.U64, Address.offset(part.remote()))
            : null);
    agent.pc++;
    agent.executed++;
  }
}
