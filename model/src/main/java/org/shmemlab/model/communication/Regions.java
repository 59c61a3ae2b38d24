package org.shmemlab.model.communication;

import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.RmaRegion;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.OperationKind;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.program.Instruction;

/**
 * Regions of the library: the threads of a block, or the host of a PE, let it hold back their
 * non-blocking puts and gets until the region stops, or until one of them fences, flushes or
 * quiets. Regions order nothing. Stores to a mapped peer are not held back: the transports of a
 * network batch, and none of them carries those.
 *
 * <p>Source: NVSHMEM 3.8, nvshmemi_region_device.cuh, region.cpp, transport_batch_rma.hpp.
 */
public final class Regions {
  private final JobState jobState;

  Regions(JobState jobState) {
    this.jobState = jobState;
  }

  void start(Agent agent, Instruction.RegionStart i) {
    boolean nested = agent.region.isActive();
    if (!nested) {
      agent.region = agent.region.next((int) Operands.value(agent, i.hints()));
    }
    put(agent, i.dst(), nested ? 0 : agent.region.handle());
  }

  void stop(Agent agent, Instruction.RegionStop i) {
    RmaRegion region = agent.region;
    boolean ends = region.isActive() && region.handle() == Operands.value(agent, i.handle());
    if (ends) {
      agent.region = region.ended();
      release(agent);
    }
    put(agent, i.dst(), ends ? 1 : 0);
  }

  void hints(Agent agent, Instruction.RegionHints i) {
    put(agent, i.dst(), agent.region.hints());
  }

  private static void put(Agent agent, int register, long value) {
    agent.overwrite(agent.base + register);
    agent.unset(agent.base + register, null);
    agent.registers[agent.base + register] = value;
  }

  /** An agent has issued an operation whose call does not wait for it. */
  void issued(Agent agent, Pending operation) {
    boolean later =
        operation.kind() == OperationKind.PUT_NBI || operation.kind() == OperationKind.GET_NBI;
    if (later && agent.region.holdsBack() && operation.issueTraits().channels().mayBeOfNetwork()) {
      jobState.inFlight().holdBack(operation);
    }
  }

  /** An agent fences, flushes or quiets, or its region ends. */
  void release(Agent agent) {
    jobState.inFlight().release(operation -> isOfRegion(agent, operation));
  }

  /** Whether an agent shares the regions of the one that issued an operation. */
  public boolean isOfRegion(Agent agent, Operation operation) {
    Agent issuer = jobState.agent(operation.origin().agent());
    return issuer != null
        && issuer.pe == agent.pe
        && issuer.onDevice() == agent.onDevice()
        && (!agent.onDevice() || (issuer.grid == agent.grid && issuer.block == agent.block));
  }
}
