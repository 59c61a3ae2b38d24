package org.shmemlab.model.machine;

import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.shmemlab.model.arithmetic.Arithmetic;
import org.shmemlab.model.collectives.NonSynchronizingCollectives;
import org.shmemlab.model.communication.Waits;
import org.shmemlab.model.device.Device;
import org.shmemlab.model.interpreter.ExecutionLayers;
import org.shmemlab.model.interpreter.PureWaits;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.Grid;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.Meeting;
import org.shmemlab.model.job.PeState;
import org.shmemlab.model.job.Stream;
import org.shmemlab.model.job.Task;
import org.shmemlab.model.job.Teams;
import org.shmemlab.model.job.Wait;
import org.shmemlab.model.job.Work;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.memory.MemoryObject;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Quantifier;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SourceLine;

/**
 * Describes, for a machine in which no step is enabled, the condition on which each agent waits,
 * the place, and the value that it last observed. Threads of one grid that wait for the same thing
 * at the same line are reported as one entry.
 */
public final class BlockedAgents {
  private final JobState jobState;
  private final ExecutionLayers layers;
  private final BitSet rounds;
  private final String running;
  private final HeldBack heldBack;

  /** The agents of a machine in which no step is enabled. */
  public BlockedAgents(Machine machine) {
    this(machine, new BitSet());
  }

  /**
   * The agents of a machine that never ends.
   *
   * @param rounds numbers of agents that step without getting anywhere
   */
  public BlockedAgents(Machine machine, BitSet rounds) {
    this(machine, rounds, "runs on without end: nothing read there can change any more");
  }

  private BlockedAgents(Machine machine, BitSet rounds, String running) {
    this.jobState = machine.jobState();
    this.layers = machine.layers();
    this.rounds = rounds;
    this.running = running;
    this.heldBack = new HeldBack(machine);
  }

  /** The agents of a machine that was stopped: an agent that does not wait is enabled. */
  public static BlockedAgents whereStopped(Machine machine) {
    return new BlockedAgents(machine, new BitSet(), "runs");
  }

  /**
   * One or more agents of a PE that wait for the same thing.
   *
   * @param kind their kind
   * @param name "host", "stream 3", "8 threads of kernel k"
   * @param line where they wait
   * @param what a sentence without its subject: the condition, and the value last observed
   * @param forDevice whether it waits for its device
   */
  public record Blocked(
      int pe, Agent.Kind kind, String name, SourceLine line, String what, boolean forDevice) {}

  /** Every agent that has code and has not ended, except streams without work. */
  public List<Blocked> list() {
    Map<Blocked, Integer> threads = new LinkedHashMap<>();
    List<Blocked> all = new ArrayList<>();
    ImmutableIntArray live = jobState.liveAgents();
    for (int k = 0; k < live.length(); k++) {
      Agent agent = jobState.agent(live.get(k));
      if (agent == null || agent.ended || agent.kind == Agent.Kind.KEEPER) {
        continue;
      }
      if (agent.wait instanceof Wait.ForTask) {
        awaitsTurn(agent).ifPresent(all::add);
        continue;
      }
      String what = describe(agent) + held(agent);
      boolean forDevice =
          agent.wait instanceof Wait.ForDevice || agent.wait instanceof Wait.ForGrid;
      if (agent.kind == Agent.Kind.DEVICE_THREAD) {
        threads.merge(
            new Blocked(agent.pe, agent.kind, kernel(agent), jobState.line(agent), what, forDevice),
            1,
            Integer::sum);
      } else {
        all.add(
            new Blocked(
                agent.pe,
                agent.kind,
                jobState.describe(agent),
                jobState.line(agent),
                what,
                forDevice));
      }
    }
    threads.forEach((one, count) ->
        all.add(
            new Blocked(
                one.pe(),
                one.kind(),
                (count == 1 ? "a thread" : count + " threads") + " of kernel " + one.name(),
                one.line(),
                count == 1 ? one.what() : ofSeveral(one.what()),
                one.forDevice())));
    all.sort(java.util.Comparator.comparingInt(Blocked::pe));
    return all;
  }

  /** A stream whose next task waits, where the tasks of a GPU run in turn. */
  private Optional<Blocked> awaitsTurn(Agent agent) {
    if (agent.kind != Agent.Kind.STREAM || jobState.job().allowance().streamsAtOnce()) {
      return Optional.empty();
    }
    PeState pe = jobState.peState(agent.pe);
    Task next = pe.stream(agent.thread).queue.peekFirst();
    Stream earlier = next == null ? null : Device.turnOf(pe, next);
    if (next == null || earlier == null) {
      return Optional.empty();
    }
    String what =
        "waits to start its next task until the one of stream "
            + earlier.handle
            + " has ended, which was queued before: CUDA does not promise that tasks of several"
            + " streams run at the same time";
    return Optional.of(
        new Blocked(agent.pe, agent.kind, jobState.describe(agent), line(next), what, true));
  }

  private SourceLine line(Task task) {
    return switch (task.work()) {
      case Work.Launch launch -> launch.shape().line();
      case Work.Call call -> jobState.code(call.function()).source.lines().get(0);
      case Work.Join join -> join.line();
    };
  }

  /** A sentence about one thread, made plural: each begins with its verb. */
  private static String ofSeveral(String what) {
    int space = what.indexOf(' ');
    int verb = space < 0 ? what.length() : space;
    return what.substring(0, verb - 1) + what.substring(verb); // waits, runs: wait, run
  }

  /** Possible mistakes in the launches of blocked grids; one line each. */
  public List<String> launchHints() {
    List<String> hints = new ArrayList<>();
    TreeSet<String> seen = new TreeSet<>();
    for (int pe = 0; pe < jobState.job().pes(); pe++) {
      for (Grid grid : jobState.peState(pe).grids.values()) {
        if (!grid.fits() || grid.nextBlock < grid.shape.blocks()) {
          String kernel = jobState.code(grid.shape.kernel()).source.name();
          String hint =
              grid.shape.line()
                  + ": kernel "
                  + kernel
                  + " has "
                  + grid.shape.blocks()
                  + " blocks, of which "
                  + grid.resident.size()
                  + " are on the GPU at once; those waiting for others never start."
                  + " Launch it with nvshmemx_collective_launch and at most "
                  + grid.residentLimit
                  + " blocks";
          if (seen.add(hint)) {
            hints.add(hint);
          }
        }
      }
    }
    return hints;
  }

  private String held(Agent agent) {
    List<SourceLine> lines = heldBack.lines(agent);
    return lines.isEmpty()
        ? ""
        : ", while its region may hold back the transfer of "
            + lines.getFirst()
            + ", until the region stops, or a fence, flush or quiet";
  }

  private String describe(Agent agent) {
    if (rounds.get(agent.id)) {
      return "goes round a loop without end: no agent changes what it polls any more";
    }
    Wait guard = layers.hostThreads.blocked(agent);
    if (guard == null) {
      guard = PureWaits.blocked(layers, agent);
    }
    return switch (guard == null ? agent.wait : guard) {
      case null -> running;
      case Wait.ForMeeting meeting -> meeting(agent, meeting);
      case Wait.ForWords words -> words(agent, words);
      case Wait.ForOperation operation -> operation(operation.operation());
      case Wait.ForStores _ -> "waits in sync for stores to peers";
      case Wait.ForSystemFence _ -> "waits for its stores to peers";
      case Wait.ForFence _ -> "waits in fence for operations in flight";
      case Wait.ForVisibility _ -> "waits for delivered data to become visible";
      case Wait.ForQuiet _ -> "waits in quiet for operations in flight";
      case Wait.ForFlush _ -> "waits in flush for operations in flight";
      case Wait.ForDevice device -> "waits for " + device.what();
      case Wait.ForThreads threads -> "waits for " + threads.what();
      case Wait.ForGrid grid -> "waits for its grid " + grid(agent, grid.grid());
      case Wait.ForTask _ -> "has nothing to do";
    };
  }

  private String meeting(Agent agent, Wait.ForMeeting wait) {
    Meeting meeting = jobState.gatherings().get(wait.place());
    if (meeting != null && !wait.kind().awaitsAll()) {
      return "waits in "
          + wait.kind().text()
          + missing(NonSynchronizingCollectives.awaitedPes(jobState, meeting, agent), meeting);
    }
    int arrived = meeting == null ? 0 : meeting.arrivals().size();
    return "waits in "
        + wait.kind().text()
        + ": "
        + arrived
        + " of "
        + layers.meetings.expected(wait.place())
        + " have arrived"
        + (meeting != null && wait.place().isOfPes()
            ? missing(Teams.membersOf(jobState, wait.place()), meeting)
            : "");
  }

  private String missing(ImmutableIntArray awaited, Meeting meeting) {
    TreeSet<Integer> absent = new TreeSet<>(awaited.asList());
    meeting.arrivals().forEach(arrival -> absent.remove(arrival.pe()));
    StringBuilder text = new StringBuilder();
    int reported = 0;
    for (int pe : absent) {
      if (reported++ == 8) {
        text.append(", …");
        break;
      }
      text.append(text.isEmpty() ? "; missing PE " : ", ").append(pe);
      if (jobState.exitStatus(pe) != null) {
        text.append(" (has exited)");
      }
    }
    return text.toString();
  }

  private String words(Agent agent, Wait.ForWords wait) {
    Instruction.WaitUntil i = wait.instruction();
    StringBuilder text = new StringBuilder("waits until ");
    if (i.quantifier() != Quantifier.ONE) {
      text.append(
          switch (i.quantifier()) {
            case ALL -> "all of ";
            case ANY, SOME -> "any of ";
            case ONE -> "";
          });
      text.append(wait.count()).append(" words from ");
    }
    text.append(name(agent, wait.address()));
    long operator = agent.registers[agent.base + i.operator()];
    text.append(' ').append(symbol(Waits.comparison(operator))).append(' ');
    text.append(i.vector() ? "its value" : show(i.type(), i.type().canonical(wait.value())));
    text.append("; last saw ");
    for (int k = 0; k < Math.min(wait.count(), 8); k++) {
      text.append(k == 0 ? "" : ", ").append(value(agent, i.type(), wait.address(), k));
    }
    if (wait.count() > 8) {
      text.append(", …");
    }
    return text.toString();
  }

  private String name(Agent agent, long address) {
    try {
      MemoryObject object = layers.memory.object(agent, address);
      long offset = Address.offset(address);
      return object.name() + (offset == 0 ? "" : " at byte " + offset);
    } catch (Fault fault) {
      return "memory that was freed meanwhile";
    }
  }

  private String value(Agent agent, ScalarType type, long address, int index) {
    try {
      MemoryObject object = layers.memory.object(agent, address);
      return show(type, object.load(type, Address.offset(address) + (long) index * type.bytes()));
    } catch (Fault fault) {
      return "freed memory";
    }
  }

  private static String show(ScalarType type, long register) {
    return switch (type) {
      case F32 -> Float.toString(Arithmetic.asFloat(register));
      case F64 -> Double.toString(Arithmetic.asDouble(register));
      case U64 -> Long.toUnsignedString(register);
      default -> Long.toString(register);
    };
  }

  private static String symbol(org.shmemlab.model.program.Comparison comparison) {
    return switch (comparison) {
      case EQ -> "==";
      case NE -> "!=";
      case GT -> ">";
      case LE -> "<=";
      case LT -> "<";
      case GE -> ">=";
    };
  }

  private String operation(int number) {
    for (Pending pending : jobState.inFlight().pending()) {
      if (pending.number() == number) {
        return "waits for the operation of " + pending.operation().origin().line();
      }
    }
    return "waits for an operation";
  }

  private String kernel(Agent agent) {
    Grid grid = jobState.peState(agent.pe).grids.get(agent.grid);
    return grid == null ? "?" : jobState.code(grid.shape.kernel()).source.name();
  }

  private String grid(Agent agent, int id) {
    Grid grid = jobState.peState(agent.pe).grids.get(id);
    return grid == null
        ? ""
        : "of kernel "
            + jobState.code(grid.shape.kernel()).source.name()
            + ", launched at "
            + grid.shape.line();
  }
}
