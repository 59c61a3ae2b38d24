package org.shmemlab.transports.simulate;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.Launch;
import org.shmemlab.model.job.Wait;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.Space;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.parameters.Callers;
import org.shmemlab.transports.cost.parameters.GpuParameters;
import org.shmemlab.transports.cost.parameters.Lanes;
import org.shmemlab.transports.cost.parameters.TransferKind;
import org.shmemlab.transports.cost.stations.Issuing;
import org.shmemlab.transports.patterns.CollectiveTimes;
import org.shmemlab.transports.patterns.NcclOnStream;
import org.shmemlab.transports.rules.Routes;

/**
 * Translates the calls of a program for the pipeline, and computes the costs of those that it does
 * not carry.
 */
final class TimedCalls {
  private static final int WORD = 8;

  private final Machine machine;
  private final Fleet fleet;
  private final GpuParameters gpu;
  private final long peerLoadPs;
  private final Routes routes;
  private final CollectiveTimes collectives;
  private final Map<Block, BlockCallers> blocks = new HashMap<>(); // looked up only
  private final Set<Integer> copying = new HashSet<>(); // hosts, since a quiet; looked up only

  private record Block(int pe, int grid, int block) {
    static Block of(Agent thread) {
      return new Block(thread.pe(), thread.grid(), thread.block());
    }
  }

  TimedCalls(Machine machine, Fleet fleet) {
    this.machine = machine;
    this.fleet = fleet;
    this.gpu = fleet.gpu();
    this.peerLoadPs = 2 * fleet.local().latencyPs();
    this.routes = fleet.routes();
    this.collectives = new CollectiveTimes(fleet);
  }

  /** The threads that make an agent's calls together. */
  Callers callers(Agent agent) {
    return agent.onDevice() ? block(agent) : Callers.COPY_ENGINE;
  }

  /** An agent makes a call, or a store that others may test. */
  void note(Agent agent, Instruction call) {
    if (agent.onDevice()) {
      block(agent).calls(agent.id(), call);
    }
  }

  /** When the cache of its SM has what a call fetches, picoseconds, or -1 if it does not. */
  long cachedAt(Agent agent, Operation operation, long now) {
    return agent.onDevice()
            && operation instanceof Operation.GetValue get
            && fleet.near(agent.pe(), get.pe())
        ? block(agent).cachedAt(get, now, now + peerLoadPs)
        : -1;
  }

  /** A thread passes a fence or a quiet of the library. */
  void fenced(Agent agent) {
    copying.remove(agent.id());
    if (agent.onDevice()) {
      block(agent).fencedPs(gpu.loops());
    }
  }

  /** An agent ends; with the last thread of a block, what is known of the block is forgotten. */
  void ended(Agent agent) {
    if (agent.onDevice() && block(agent).ended()) {
      blocks.remove(Block.of(agent));
    }
  }

  private BlockCallers block(Agent agent) {
    return blocks.computeIfAbsent(
        Block.of(agent), _ -> new BlockCallers(machine.blockThreads(agent)));
  }

  /** One instruction of an agent, picoseconds. */
  long instructionPs(Agent agent) {
    return agent.onDevice() ? gpu.instructionPs() : gpu.hostInstructionPs();
  }

  /**
   * The cost of a call that issues no operation, picoseconds; of a collective, once all are there.
   */
  long cost(Agent agent, Instruction call) {
    return switch (call) {
      case Instruction.Arrive arrive when arrive.kind().isCollective() ->
          // A call that the machine is about to refuse has no team or size to reckon with.
          machine.mayArrive(agent, arrive) ? meeting(agent, arrive) : instructionPs(agent);
      case Instruction.Arrive arrive -> meeting(agent, arrive);
      case Instruction.Transfer transfer -> emptyPs(transfer);
      case Instruction.Load _ -> peerLoadPs;
      case Instruction.Atomic atomic when agent.onDevice() -> atomicPs(agent, atomic);
      case Instruction.ThreadFence fence when agent.onDevice() ->
          switch (fence.reach()) {
            case BLOCK -> gpu.instructionPs();
            case DEVICE -> gpu.memory().fencePs() + block(agent).fencedPs(gpu.loops());
            case SYSTEM -> gpu.fencePs();
          };
      default -> instructionPs(agent);
    };
  }

  // The library checks its arguments before it sees that nothing is to be moved.
  private long emptyPs(Instruction.Transfer transfer) {
    TransferKind kind =
        transfer.direction() == Instruction.Direction.PUT ? TransferKind.PUT : TransferKind.GET;
    return fleet.local().issue().of(kind).at(gpu.smHz());
  }

  // A volatile access is a relaxed atomic. An update whose old value is not read delays no thread.
  private long atomicPs(Agent agent, Instruction.Atomic atomic) {
    if (machine.ignoresResult(agent.id())) {
      return gpu.instructionPs();
    }
    if (Address.space(machine.register(agent.id(), atomic.address())) == Space.PEER) {
      return peerLoadPs;
    }
    return atomic.op() == AtomicOp.FETCH ? gpu.memory().loadPs() : gpu.memory().atomicPs();
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

  /** Whether an agent's next instruction copies by an engine of the GPU, not by threads. */
  boolean isCopy(Agent agent, Instruction next) {
    return !agent.onDevice() && next instanceof Instruction.Transfer;
  }

  /**
   * How long the host waits for an engine of its GPU, besides the copy itself: it starts as a
   * kernel does, and the host hears late that it has ended. The second of several copies overlaps
   * with that; a quiet ends them all.
   */
  long engagesPs(Agent agent, Instruction call, Operation operation) {
    if (agent.kind() != Agent.Kind.HOST
        || !(call instanceof Instruction.Transfer transfer)
        || !fleet.near(agent.pe(), operation.pe())) {
      return 0;
    }
    boolean idle = copying.add(agent.id());
    if (transfer.blocking()) {
      copying.remove(agent.id());
    }
    return idle ? gpu.launchPs() + gpu.synchronisePs() : 0;
  }

  /** How much more the first call of the library costs a thread of a kernel than later ones. */
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
          Instruction.Quiet _,
          Instruction.Flush _ ->
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
            default ->
                collectives
                    .of(
                        new CollectiveTimes.Call(
                            MeetingKind.BARRIER, machine.job().pes(), 0, CallScope.THREAD, 1, WORD))
                    .all();
          };
      case TEAM -> collective(agent, call);
    };
  }

  // A barrier's quiet is a call of its own before it.
  private long collective(Agent agent, Instruction.Arrive call) {
    CollectiveTimes.Call timed = timed(agent, call);
    if (!agent.onDevice()) {
      OptionalLong nccl =
          NcclOnStream.ps(timed.kind(), call.operator(), fleet.part(timed.pes()), timed.bytes());
      if (nccl.isPresent()) {
        return nccl.getAsLong();
      }
    }
    CollectiveTimes.Times times = collectives.of(timed);
    return switch (call.kind()) {
      case BARRIER -> times.all() + gpu.meetings().drainPs();
      case BROADCAST -> gives(agent, call) ? times.root() : times.all();
      default -> times.all();
    };
  }

  /**
   * When a member of a collective goes on that has found the members that it waits for,
   * picoseconds.
   *
   * @param now when it called
   * @param cost of the collective, as {@link #cost} returns it
   * @param since when the last of those members had arrived, or -1 if it waits for none
   */
  long goesOnAt(Agent agent, Instruction.Arrive call, long now, long cost, long since) {
    return since < 0
        ? now + cost
        : Math.max(now + collectives.alonePs(timed(agent, call)), since + cost);
  }

  private boolean gives(Agent agent, Instruction.Arrive call) {
    return machine.team(agent.pe(), argument(agent, call, 0)).indexOf(agent.pe())
        == argument(agent, call, 4);
  }

  private CollectiveTimes.Call timed(Agent agent, Instruction.Arrive call) {
    MeetingKind kind = call.kind() == MeetingKind.BARRIER ? MeetingKind.SYNC : call.kind();
    boolean meetsOnly = kind == MeetingKind.SYNC;
    // The host launches a kernel: of a warp, or of a block.
    CallScope scope =
        agent.onDevice() ? call.scope() : meetsOnly ? CallScope.WARP : CallScope.BLOCK;
    Lanes lanes =
        agent.onDevice() ? Lanes.of(scope, machine.blockThreads(agent)) : Lanes.usual(scope);
    return new CollectiveTimes.Call(
        kind, teamSize(agent, call), bytes(agent, call), scope, lanes.threads(), word(call));
  }

  private int teamSize(Agent agent, Instruction.Arrive call) {
    return machine.team(agent.pe(), argument(agent, call, 0)).size();
  }

  // Bytes for each PE, by the arguments that MeetingKind names.
  private long bytes(Agent agent, Instruction.Arrive call) {
    int word = word(call);
    return switch (call.kind()) {
      case BROADCAST, FCOLLECT, COLLECT, ALLTOALL, GATHER, SCATTER -> argument(agent, call, 3);
      case ALLTOALLS -> argument(agent, call, 5) * word;
      case REDUCE, REDUCE_SCATTER, REDUCE_TO_ROOT, SCAN -> argument(agent, call, 3) * word;
      default -> 0;
    };
  }

  private static int word(Instruction.Arrive call) {
    return call.element() == null ? WORD : call.element().bytes();
  }

  private long argument(Agent agent, Instruction.Arrive call, int index) {
    return machine.register(agent.id(), call.arguments().get(index));
  }

  /** Whether the library itself does not return from a call before its operation is complete. */
  boolean blocks(Instruction call, Operation operation) {
    return switch (call) {
      case Instruction.Transfer transfer -> transfer.blocking();
      case Instruction.GetValue _ -> true;
      case Instruction.Amo _ ->
          operation instanceof Operation.Amo amo && amo.register() != Instruction.NO_REGISTER;
      default -> false;
    };
  }

  /** The kind of an operation for the pipeline. */
  TransferKind kind(Operation operation) {
    return switch (operation) {
      case Operation.Put put -> put.signal() == null ? TransferKind.PUT : TransferKind.PUT_SIGNAL;
      case Operation.PutValue _, Operation.PeerStore _ -> TransferKind.P;
      case Operation.Get _ -> TransferKind.GET;
      case Operation.GetValue _ -> TransferKind.G;
      case Operation.Amo amo ->
          amo.register() != Instruction.NO_REGISTER || amo.fetch() != 0
              ? TransferKind.FETCH
              : TransferKind.ATOMIC;
      case Operation.SignalUpdate _ -> TransferKind.SIGNAL;
    };
  }

  /** The flags of an agent's operation for the pipeline. */
  int flags(Agent agent, Operation operation) {
    boolean again =
        agent.onDevice()
            && operation instanceof Operation.Amo
            && block(agent).updatesAgain(agent.id());
    return byNetwork(operation) | (again ? Issuing.AGAIN : 0);
  }

  // Which parts of it a network carries.
  private int byNetwork(Operation operation) {
    if (routes.byNetwork(operation)) {
      return Issuing.NETWORK;
    }
    return routes.signalByNetwork(operation) ? Issuing.SIGNAL_BY_NETWORK : 0;
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

  /** The group of threads that makes the call of an operation together. */
  CallScope scope(Operation operation) {
    return switch (operation) {
      case Operation.Put put -> put.scope();
      case Operation.Get get -> get.scope();
      default -> CallScope.THREAD;
    };
  }

  /** The activity of an agent during a call that issues no operation. */
  Activity activity(Instruction call) {
    return switch (call) {
      case Instruction.WaitUntil _, Instruction.SignalFetch _ -> Activity.WAIT;
      case Instruction.Arrive _, Instruction.Depart _ -> Activity.COLLECTIVE;
      case Instruction.Load _ -> Activity.TRANSFER;
      default -> Activity.COMPUTE;
    };
  }

  /** The activity of an agent during a wait. */
  Activity activity(Wait wait) {
    return switch (wait) {
      case Wait.ForMeeting _ -> Activity.COLLECTIVE;
      case Wait.ForWords _, Wait.ForVisibility _ -> Activity.WAIT;
      case Wait.ForOperation _ -> Activity.TRANSFER;
      case Wait.ForQuiet _,
          Wait.ForFlush _,
          Wait.ForFence _,
          Wait.ForStores _,
          Wait.ForSystemFence _ ->
          Activity.ORDER;
      case Wait.ForDevice _, Wait.ForThreads _, Wait.ForGrid _, Wait.ForTask _ -> Activity.DEVICE;
    };
  }
}
