package org.shmemlab.scenarios.runtime;

import org.shmemlab.model.interpreter.Footprint;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.AsyncCopies;
import org.shmemlab.model.job.AsyncCopies.Copy;
import org.shmemlab.model.step.Beside;

/** Asynchronous copies of device threads: asking for them, grouping them, waiting for groups. */
final class CudaAsyncCopies {
  private CudaAsyncCopies() {}

  static long copy(ServiceCall call) {
    boolean bulk = call.argument(0) != 0;
    Agent agent = call.agent();
    Copy copy =
        new Copy(call.argument(1), call.argument(2), call.intArgument(3), call.intArgument(4));
    agent.copies(bulk, agent.copies(bulk).and(copy));
    return 0;
  }

  static long group(ServiceCall call) {
    boolean bulk = call.argument(0) != 0;
    Agent agent = call.agent();
    agent.copies(bulk, agent.copies(bulk).grouped());
    return 0;
  }

  static long await(ServiceCall call) {
    boolean bulk = call.argument(0) != 0;
    Agent agent = call.agent();
    AsyncCopies copies = agent.copies(bulk);
    call.declare();
    if (!bulk && call.argument(1) == 0) {
      call.beside(Beside.GROUPS_ARE_OVER);
    }
    agent.copies(bulk, copies.after(call.argument(1)));
    for (Copy copy : copies.due(call.argument(1))) {
      call.requireReach(copy.source(), copy.bytes());
      call.requireReach(copy.destination(), copy.written());
      if (copy.bytes() > 0) {
        call.store(copy.destination(), call.read(copy.source(), copy.bytes()));
      }
      if (copy.zeros() > 0) {
        call.store(copy.destination() + copy.bytes(), new byte[copy.zeros()]);
      }
    }
    return 0;
  }

  static long beside(ServiceCall call) {
    call.beside(Beside.values()[call.intArgument(0)]);
    return 0;
  }

  /** What a wait touches. */
  static void touches(Footprint call) {
    for (Copy copy : call.agent().copies(call.argument(0) != 0).due(call.argument(1))) {
      call.reads(copy.source(), copy.bytes());
      call.writes(copy.destination(), copy.written());
    }
  }
}
