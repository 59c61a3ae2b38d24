package org.shmemlab.transports.simulate;

import org.shmemlab.model.machine.Agent;
import org.shmemlab.model.machine.Launch;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.machine.Wait;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.Scope;
import org.shmemlab.transports.cost.Fleet;
import org.shmemlab.transports.cost.GpuParameters;
import org.shmemlab.transports.cost.Kind;
import org.shmemlab.transports.cost.Pipeline;
import org.shmemlab.transports.patterns.CollectiveTimes;
import org.shmemlab.transports.rules.Routes;

/** What the calls of a program are to the pipeline, and what those cost that are nothing to it. */
final class Calls {
  private static final int WORD = 8;

  private final Machine machine;
  private final GpuParameters gpu;
  private final long peerLoadPs;
  private final Routes routes;
  private final CollectiveTimes collectives;

  Calls(Machine machine, Fleet fleet) {
    this.machine = machine;
    this.gpu = fleet.gpu();
    this.peerLoadPs = 2 * fleet.local().latencyPs();
    this.routes = fleet.routes();
    this.collectives = new CollectiveTimes(fleet);
  }

  /** One instruction of an agent, picoseconds. */
  long instructionPs(Agent agent) {
    return agent.onDevice() ? gpu.instructionPs() : gpu.hostInstructionPs();
  }

  /**
   * What a call costs that issues no operation, picoseconds; of a collective, once all are there.
   */
  long cost(Agent agent, Instruction call) {
    return switch (call) {
      case Instruction.Arrive arrive -> meeting(agent, arrive);
      case Instruction.Load _ -> peerLoadPs;
      case Instruction.ThreadFence _ -> gpu.fencePs();
      default -> instructionPs(agent);
    };
  }

  /** From a launch to the first instruction of its threads. */
  long startPs(Launch launch) {
    long jointly = gpu.loops().jointLaunchPs() - gpu.loops().launchPs();
    return gpu.launchPs() + (launch == Launch.COLLECTIVE ? jointly : 0);
  }

  /** From the end of a grid's last thread to what follows in its stream. */
  long endPs() {
    return Math.max(0, gpu.loops().launchPs() - gpu.launchPs() - gpu.streamTaskPs());
  }

  /** What the first call of the library costs a thread of a kernel more than later ones. */
  long firstCallPs() {
    return gpu.loops().coldPs();
  }

  /** Whether an instruction is a call of the library, and none of CUDA. */
  static boolean isOfLibrary(Instruction next) {
    return switch (next) {
      case Instruction.Transfer _,
          Instruction.PutValue _,
          Instruction.GetValue _,
          Instruction.Amo _,
          Instruction.AmoFetchNbi _,
          Instruction.SignalUpdate _,
          Instruction.SignalFetch _,
          Instruction.WaitUntil _,
          Instruction.Fence _,
          Instruction.Quiet _ ->
          true;
      case Instruction.Arrive arrive -> arrive.kind().isCollective();
      default -> false;
    };
  }

  private long meeting(Agent agent, Instruction.Arrive call) {
    return switch (call.kind().place()) {
      case BLOCK, PART_OF_BLOCK -> gpu.blockSyncPs();
      case WARP -> gpu.instructionPs();
      case GRID -> gpu.gridSyncPs();
      case THREADS -> gpu.hostInstructionPs();
      case WORLD ->
          switch (call.kind()) {
            case INIT, FINALIZE -> gpu.hostInstructionPs();
            default -> collectives.of(MeetingKind.BARRIER, machine.job().pes(), 0, Scope.THREAD);
          };
      case TEAM ->
          collectives.of(call.kind(), teamSize(agent, call), bytes(agent, call), call.scope());
    };
  }

  private int teamSize(Agent agent, Instruction.Arrive call) {
    return machine.team(agent.pe(), argument(agent, call, 0)).size();
  }

  // Bytes for each PE, by the arguments that MeetingKind names.
  private long bytes(Agent agent, Instruction.Arrive call) {
    int word = call.element() == null ? WORD : call.element().bytes();
    return switch (call.kind()) {
      case BROADCAST, FCOLLECT, COLLECT, ALLTOALL, GATHER, SCATTER -> argument(agent, call, 3);
      case ALLTOALLS -> argument(agent, call, 5) * word;
      case REDUCE, REDUCE_SCATTER, REDUCE_TO_ROOT, SCAN -> argument(agent, call, 3) * word;
      default -> 0;
    };
  }

  private long argument(Agent agent, Instruction.Arrive call, int index) {
    return machine.register(agent.id(), call.arguments().get(index));
  }

  /** Whether the library itself does not return from a call before its operation is complete. */
  boolean blocks(Instruction call) {
    return switch (call) {
      case Instruction.Transfer transfer -> transfer.blocking();
      case Instruction.GetValue _ -> true;
      case Instruction.Amo amo -> amo.dst() != Instruction.NO_REGISTER;
      default -> false;
    };
  }

  /** What an operation is to the pipeline. */
  Kind kind(Operation operation) {
    return switch (operation) {
      case Operation.Put put -> put.signal() == null ? Kind.PUT : Kind.PUT_SIGNAL;
      case Operation.PutValue _, Operation.PeerStore _ -> Kind.P;
      case Operation.Get _ -> Kind.GET;
      case Operation.GetValue _ -> Kind.G;
      case Operation.Amo amo ->
          amo.register() != Instruction.NO_REGISTER || amo.fetch() != 0 ? Kind.FETCH : Kind.ATOMIC;
      case Operation.SignalUpdate _ -> Kind.SIGNAL;
    };
  }

  /** Which parts of an operation a network carries, as flags of the pipeline. */
  int byNetwork(Operation operation) {
    if (routes.byNetwork(operation)) {
      return Pipeline.NETWORK;
    }
    return routes.signalByNetwork(operation) ? Pipeline.SIGNAL_BY_NETWORK : 0;
  }

  /** Bytes that an operation moves. */
  long bytes(Operation operation) {
    return switch (operation) {
      case Operation.Put put -> (long) put.words() * put.wordBytes();
      case Operation.Get get -> (long) get.words() * get.wordBytes();
      case Operation.PutValue put -> put.type().bytes();
      case Operation.GetValue get -> get.type().bytes();
      case Operation.PeerStore store -> store.type().bytes();
      case Operation.Amo amo -> amo.type().bytes();
      case Operation.SignalUpdate _ -> WORD;
    };
  }

  /** Who makes the call of an operation together. */
  Scope scope(Operation operation) {
    return switch (operation) {
      case Operation.Put put -> put.scope();
      case Operation.Get get -> get.scope();
      default -> Scope.THREAD;
    };
  }

  /** What an agent does while it makes a call that issues no operation. */
  Activity activity(Instruction call) {
    return switch (call) {
      case Instruction.WaitUntil _, Instruction.SignalFetch _ -> Activity.WAIT;
      case Instruction.Arrive _, Instruction.Depart _ -> Activity.COLLECTIVE;
      case Instruction.Load _ -> Activity.TRANSFER;
      default -> Activity.COMPUTE;
    };
  }

  /** What an agent does while it waits. */
  Activity activity(Wait wait) {
    return switch (wait) {
      case Wait.ForMeeting _ -> Activity.COLLECTIVE;
      case Wait.ForWords _, Wait.ForVisibility _ -> Activity.WAIT;
      case Wait.ForOperation _ -> Activity.TRANSFER;
      case Wait.ForQuiet _, Wait.ForFence _, Wait.ForStores _, Wait.ForSystemFence _ ->
          Activity.ORDER;
      case Wait.ForDevice _, Wait.ForThreads _, Wait.ForGrid _, Wait.ForTask _ -> Activity.DEVICE;
    };
  }
}
