package org.shmemlab.model.communication;

import org.shmemlab.model.access.JobMemory;
import org.shmemlab.model.access.PlainLoads;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.Origin;
import org.shmemlab.model.operation.SignalOperator;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;

/**
 * Executes communication instructions, each with the part that it belongs to. There is no other way
 * from one PE's memory to another's.
 */
public final class Communication {
  private final JobState jobState;
  private final JobMemory memory;
  private final Operands operands;
  private final Transfers transfers;
  private final Stores stores;
  private final SignalFetches signalFetches;
  private final Operations operations;
  private final Regions regions;
  private final Completion completion;
  private final Waits waits;

  public Communication(
      JobState jobState, JobMemory memory, PlainLoads plainLoads, Contexts contexts) {
    this.jobState = jobState;
    this.memory = memory;
    this.operands = new Operands(jobState, memory, contexts);
    this.regions = new Regions(jobState);
    this.operations =
        new Operations(jobState, plainLoads, operands, regions, new Effects(jobState, memory));
    this.transfers = new Transfers(jobState, memory, operands, operations);
    this.stores = new Stores(jobState, memory, operands, operations);
    this.signalFetches = new SignalFetches(jobState, memory, plainLoads, operands);
    this.completion = new Completion(jobState, plainLoads, operands, regions);
    this.waits = new Waits(jobState, memory, plainLoads);
  }

  /** Operations and their events. */
  public Operations operations() {
    return operations;
  }

  /** An agent's own stores and atomics. */
  public Stores stores() {
    return stores;
  }

  /** The signal_fetch calls, which may observe a signal early. */
  public SignalFetches signalFetches() {
    return signalFetches;
  }

  /** Regions, in which transfers may be held back. */
  public Regions regions() {
    return regions;
  }

  /** Fences and quiets. */
  public Completion completion() {
    return completion;
  }

  /** Waits and tests. */
  public Waits waits() {
    return waits;
  }

  /** Executes a communication instruction; false if its guard does not hold. */
  public boolean execute(Agent agent, Instruction instruction) {
    switch (instruction) {
      case Instruction.Transfer i -> transfers.execute(agent, i);
      case Instruction.PutValue i -> {
        long remote = Operands.value(agent, i.remote());
        int pe = operands.target(agent, i.context(), i.pe(), remote, i.type().bytes());
        operations.issue(
            agent,
            new Operation.PutValue(
                operands.origin(agent, i.context()),
                pe,
                remote,
                i.type(),
                Operands.value(agent, i.value())),
            Operands.unset(agent, i.value()));
      }
      case Instruction.GetValue i -> {
        long remote = Operands.value(agent, i.remote());
        int pe = operands.target(agent, i.context(), i.pe(), remote, i.type().bytes());
        operations.issue(
            agent,
            new Operation.GetValue(
                operands.origin(agent, i.context()),
                pe,
                remote,
                i.type(),
                Operands.absolute(agent, i.dst())));
      }
      case Instruction.Amo i -> {
        long remote = Operands.value(agent, i.remote());
        int pe = operands.target(agent, i.context(), i.pe(), remote, i.type().bytes());
        Operation.Amo amo =
            new Operation.Amo(
                operands.origin(agent, i.context()),
                pe,
                remote,
                i.op(),
                i.type(),
                Operands.optional(agent, i.operand(), 0),
                Operands.optional(agent, i.compare(), 0),
                Operands.absolute(agent, i.dst()),
                0);
        boolean unread = jobState.code(agent.function).isUnread(agent.pc + 1, i.dst());
        boolean dropped = unread && jobState.rules().issueTraits(amo).deadFetchReturnsAtOnce();
        operations.issue(agent, dropped ? amo.withoutValue() : amo);
      }
      case Instruction.AmoFetchNbi i -> {
        long remote = Operands.value(agent, i.remote());
        int pe = operands.target(agent, i.context(), i.pe(), remote, i.type().bytes());
        long fetch = Operands.value(agent, i.fetch());
        memory.requireReach(agent, fetch, i.type().bytes());
        operations.issue(
            agent,
            new Operation.Amo(
                operands.origin(agent, i.context()),
                pe,
                remote,
                i.op(),
                i.type(),
                Operands.optional(agent, i.operand(), 0),
                Operands.optional(agent, i.compare(), 0),
                Instruction.NO_REGISTER,
                fetch));
      }
      case Instruction.SignalUpdate i -> {
        long remote = Operands.value(agent, i.remote());
        int pe = operands.target(agent, i.context(), i.pe(), remote, ScalarType.U64.bytes());
        operations.issue(
            agent,
            signalUpdate(
                operands.origin(agent, i.context()),
                pe,
                remote,
                Operands.value(agent, i.value()),
                SignalOperator.of(Operands.value(agent, i.operator()))));
      }
      case Instruction.SignalFetch i -> signalFetches.execute(agent, i);
      case Instruction.Fence i -> {
        return completion.fence(agent, i);
      }
      case Instruction.Quiet i -> {
        return completion.quiet(agent, i);
      }
      case Instruction.Flush i -> {
        return completion.flush(agent, i);
      }
      case Instruction.RegionStart i -> {
        operands.requireInitialised(agent);
        regions.start(agent, i);
      }
      case Instruction.RegionStop i -> {
        operands.requireInitialised(agent);
        regions.stop(agent, i);
      }
      case Instruction.RegionHints i -> {
        operands.requireInitialised(agent);
        regions.hints(agent, i);
      }
      case Instruction.WaitUntil i -> {
        operands.requireInitialised(agent);
        operands.requireAllowed("a wait or test");
        return waits.execute(agent, i);
      }
      case Instruction.Atomic i -> stores.atomic(agent, i);
      default -> throw new IllegalStateException("not a communication: " + instruction);
    }
    return true;
  }

  // The value of a counter's update is the source of its put, and the amount is 1.
  private static Operation signalUpdate(
      Origin origin, int pe, long remote, long value, SignalOperator operator) {
    return operator == SignalOperator.COUNT
        ? new Operation.SignalUpdate(origin, pe, remote, 1, operator, value)
        : new Operation.SignalUpdate(origin, pe, remote, value, operator);
  }
}
