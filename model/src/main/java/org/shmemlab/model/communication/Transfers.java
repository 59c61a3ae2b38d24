package org.shmemlab.model.communication;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.access.JobMemory;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.Origin;
import org.shmemlab.model.operation.SignalOperator;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Direction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Space;

/** Puts and gets of many elements, with their strides and their signal. */
final class Transfers {
  private final JobState jobState;
  private final JobMemory memory;
  private final Operands operands;
  private final Operations operations;

  Transfers(JobState jobState, JobMemory memory, Operands operands, Operations operations) {
    this.jobState = jobState;
    this.memory = memory;
    this.operands = operands;
    this.operations = operations;
  }

  void execute(Agent agent, Instruction.Transfer i) {
    operands.requireInitialised(agent);
    long count = Operands.value(agent, i.count());
    long remoteStride = Operands.optional(agent, i.remoteStride(), 1);
    long localStride = Operands.optional(agent, i.localStride(), 1);
    long remote = Operands.value(agent, i.remote());
    long local = Operands.value(agent, i.local());
    int pe = operands.pe(agent, i.context(), i.pe());
    Operation.SignalPart signal = signal(agent, i.signal());
    if (count < 0 || count > Integer.MAX_VALUE) {
      throw new Fault(
          "a transfer of %s %s; %s",
          count,
          i.wordBytes() == 1 ? "bytes" : "elements",
          count < 0
              ? "the computation of its size overflows, or goes below 0"
              : "the most is " + Integer.MAX_VALUE);
    }
    if (remoteStride < 1 || localStride < 1) {
      throw new Fault("a stride is at least 1 element");
    }
    if (count > 0) {
      int remoteSpan = span(count, remoteStride, i.wordBytes());
      int localSpan = span(count, localStride, i.wordBytes());
      memory.requireTarget(agent, pe, remote, remoteSpan);
      requireLocal(agent, local, localSpan);
      if (pe != agent.pe && !jobState.rules().capabilities().anyLocalSide()) {
        requireRegistered(agent, local, localSpan);
      }
      requireApart(agent, pe, remote, remoteSpan, local, localSpan);
      if (signal != null && overlap(remote, remoteSpan, signal.remote(), ScalarType.U64.bytes())) {
        throw new Fault(
            "the data of a put_signal overlaps its signal; give the signal a word of its own");
      }
    } else if (signal == null) {
      return; // nothing to move, nothing to signal
    }
    Origin origin = operands.origin(agent, i.context());
    boolean strided = i.remoteStride() != Instruction.NO_REGISTER;
    if (i.direction() == Direction.PUT) {
      operations.issue(
          agent,
          new Operation.Put(
              origin,
              pe,
              remote,
              local,
              i.wordBytes(),
              (int) count,
              remoteStride,
              localStride,
              i.blocking(),
              i.scope(),
              signal),
          strided);
    } else {
      operations.issue(
          agent,
          new Operation.Get(
              origin,
              pe,
              remote,
              local,
              i.wordBytes(),
              (int) count,
              remoteStride,
              localStride,
              i.blocking(),
              i.scope()),
          strided);
    }
  }

  private Operation.@Nullable SignalPart signal(
      Agent agent, Instruction.@Nullable SignalPart part) {
    if (part == null) {
      return null;
    }
    long address = Operands.value(agent, part.address());
    memory.requireSymmetric(agent, address, ScalarType.U64.bytes());
    return new Operation.SignalPart(
        address,
        Operands.value(agent, part.value()),
        SignalOperator.of(Operands.value(agent, part.operator())));
  }

  // The host's transfers may name device memory, and a device's may not name host memory.
  private void requireLocal(Agent agent, long address, int bytes) {
    if (Address.space(address) == Space.SYMMETRIC) {
      memory.requireSymmetric(agent, address, bytes);
    } else if (agent.kind == Agent.Kind.DEVICE_THREAD) {
      memory.requireReach(agent, address, bytes);
    } else {
      memory.object(agent, address).check(Address.offset(address), bytes);
    }
  }

  private void requireRegistered(Agent agent, long address, int bytes) {
    if (Address.space(address) == Space.SYMMETRIC) {
      return;
    }
    Map.Entry<Long, Long> buffer = jobState.peState(agent.pe).registered.floorEntry(address);
    if (buffer == null || address + bytes > buffer.getKey() + buffer.getValue()) {
      throw new Fault(
          "'%s' is neither symmetric nor registered, and a network card cannot transfer "
              + "it; allocate it from the symmetric heap or call nvshmemx_buffer_register first",
          memory.object(agent, address).name());
    }
  }

  private void requireApart(
      Agent agent, int pe, long remote, int remoteSpan, long local, int localSpan) {
    if (pe == agent.pe && overlap(remote, remoteSpan, local, localSpan)) {
      jobState.tolerate(
          agent, new Fault("source and destination of a transfer to the own PE overlap"));
    }
  }

  private static boolean overlap(long first, int firstSpan, long second, int secondSpan) {
    long a = Address.offset(first);
    long b = Address.offset(second);
    return Address.space(first) == Address.space(second)
        && Address.index(first) == Address.index(second)
        && a < b + secondSpan
        && b < a + firstSpan;
  }

  private static int span(long count, long stride, int wordBytes) {
    long words = (count - 1) * Math.min(stride, Integer.MAX_VALUE) + 1;
    if (words > Integer.MAX_VALUE / wordBytes) {
      throw new Fault("a transfer over more than 2 GiB of one object");
    }
    return (int) words * wordBytes;
  }
}
