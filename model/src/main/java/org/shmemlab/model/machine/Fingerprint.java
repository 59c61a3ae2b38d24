package org.shmemlab.model.machine;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.shmemlab.model.memory.MemoryObject;
import org.shmemlab.model.memory.ObjectTable;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.Origin;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.program.Instruction;

/**
 * Tells machines apart by what can still happen to them: memory, where each agent stands, the
 * registers it will read again, operations in flight. Numbers that depend on the way a state was
 * reached (of agents, of operations) are replaced by positions in a canonical order; the same state
 * reached on two ways has one fingerprint.
 *
 * <p>64 bits: among n states, two differing ones share a fingerprint with probability below n² /
 * 2^65, 1e-5 for twenty million.
 *
 * <p>What PEs and agents contribute by themselves is kept with them until they are written.
 */
public final class Fingerprint {
  private static final Comparator<Agent> CANONICAL =
      (a, b) -> {
        int order = Integer.compare(a.pe, b.pe);
        order = order != 0 ? order : a.kind.compareTo(b.kind);
        order = order != 0 ? order : Integer.compare(a.grid, b.grid);
        order = order != 0 ? order : Integer.compare(a.block, b.block);
        return order != 0 ? order : Integer.compare(a.thread, b.thread);
      };

  private final Machine machine;
  private final Agent[] agents; // in canonical order
  private final int[] agentPositions; // by number; -1 where there is none
  private final Pending[] operations; // in canonical order
  private long hash = 1;

  private Fingerprint(Machine machine) {
    this.machine = machine;
    this.agentPositions = new int[machine.agentLimit()];
    this.agents = agentOrder();
    this.operations = operationOrder();
  }

  /** The fingerprint of a machine. */
  public static long of(Machine machine) {
    Fingerprint fingerprint = new Fingerprint(machine);
    fingerprint.everything();
    return fingerprint.hash;
  }

  private void everything() {
    for (int pe = 0; pe < machine.job().pes(); pe++) {
      add(ofPe(machine.peState(pe)));
    }
    for (int i = 0; i < agents.length; i++) {
      agent(agents[i], i);
    }
    for (Pending operation : operations) {
      operation(operation);
    }
    Integer exit = machine.jobExit();
    add(exit == null ? -1 : exit);
  }

  private Agent[] agentOrder() {
    Agent[] order = new Agent[agentPositions.length];
    int count = 0;
    for (int number = 0; number < agentPositions.length; number++) {
      Agent agent = machine.agent(number);
      agentPositions[number] = -1;
      if (agent != null) {
        order[count++] = agent;
      }
    }
    order = Arrays.copyOf(order, count);
    Arrays.sort(order, CANONICAL);
    for (int i = 0; i < count; i++) {
      agentPositions[order[i].id] = i;
    }
    return order;
  }

  private Pending[] operationOrder() {
    List<Pending> flight = machine.inFlight().pending();
    long[] keys = new long[flight.size()];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = (long) position(flight.get(i).operation().origin()) << 32 | i;
    }
    Arrays.sort(keys);
    Pending[] order = new Pending[keys.length];
    for (int i = 0; i < keys.length; i++) {
      order[i] = flight.get((int) keys[i]);
    }
    return order;
  }

  // Of an agent that has ended, only its PE is left.
  private int position(Origin origin) {
    int position = origin.agent() < agentPositions.length ? agentPositions[origin.agent()] : -1;
    return position >= 0 ? position : -1 - origin.pe();
  }

  private int operationPosition(int number) {
    for (int i = 0; i < operations.length; i++) {
      if (operations[i].number() == number) {
        return i;
      }
    }
    return -1;
  }

  // ---------------------------------------------------------------- PEs

  private static long ofPe(PeState pe) {
    if (!pe.hashed) {
      pe.hash = hash(pe);
      pe.hashed = true;
    }
    return pe.hash;
  }

  private static long hash(PeState pe) {
    long hash = pe.library.ordinal();
    hash = mix(hash, pe.printed);
    hash = mix(hash, pe.threadLevel);
    hash = mix(hash, pe.exitStatus == null ? -1 : pe.exitStatus);
    hash = objects(hash, pe.objects);
    hash = objects(hash, pe.symmetric);
    for (Stream stream : pe.streams) {
      hash = mix(hash, stream.queue.size());
      hash = mix(hash, stream.current == null ? -1 : stream.current.sequence());
    }
    for (Grid grid : pe.grids.values()) {
      hash = mix(hash, grid.id);
      hash = mix(hash, grid.nextBlock);
      hash = mix(hash, grid.finished);
      for (Block block : grid.resident.values()) {
        hash = mix(hash, block.live);
        hash = objects(hash, block.shared);
      }
    }
    return hash;
  }

  private static long objects(long before, ObjectTable table) {
    long hash = before;
    for (int i = 0; i < table.top(); i++) {
      MemoryObject object = table.at(i);
      if (object != null) {
        hash = mix(hash, 31L * i + object.contentHash());
      }
    }
    return hash;
  }

  // ---------------------------------------------------------------- agents

  private void agent(Agent agent, int position) {
    if (!agent.hashed) {
      agent.hash = hash(agent);
      agent.hashed = true;
    }
    add(position);
    add(agent.hash);
    add(agent.awaiting < 0 ? -1 : operationPosition(agent.awaiting));
    if (agent.function >= 0 && agent.late != null) {
      agent.late.forEach(
          (register, operation) -> add(31L * register + operationPosition(operation)));
    }
  }

  private long hash(Agent agent) {
    long hash = mix(agent.function, agent.at == null ? 0 : 1);
    hash = mix(hash, agent.detached ? 1 : 0);
    hash = mix(hash, agent.team);
    hash = mix(hash, agent.rank);
    if (agent.function < 0) {
      return mix(hash, agent.ended ? agent.meetingResult : 0);
    }
    Code code = machine.code(agent.function);
    hash = mix(hash, agent.pc);
    hash = mix(hash, agent.depth);
    hash = registers(hash, agent, code.live().before(agent.pc), agent.base, -1);
    if (code.body[agent.pc] instanceof Instruction.Depart && agent.at == null) {
      hash = mix(hash, agent.meetingResult);
    }
    for (int depth = agent.depth - 1; depth >= 0; depth--) {
      int at = depth * Agent.FRAME;
      int pc = agent.frames[at + 1];
      hash = mix(hash, agent.frames[at]);
      hash = mix(hash, pc);
      BitSet live = machine.code(agent.frames[at]).live().before(pc);
      hash = registers(hash, agent, live, agent.frames[at + 2], agent.frames[at + 3]);
    }
    return agent.locals == null ? hash : objects(hash, agent.locals);
  }

  // The register that a call will write does not matter before it returns.
  private static long registers(long before, Agent agent, BitSet live, int base, int except) {
    long hash = before;
    for (int r = live.nextSetBit(0); r >= 0; r = live.nextSetBit(r + 1)) {
      if (r != except) {
        hash = mix(hash, 31L * r + agent.registers[base + r]);
      }
    }
    return hash;
  }

  // ---------------------------------------------------------------- operations

  private void operation(Pending pending) {
    Operation operation = pending.operation();
    Origin origin = operation.origin();
    add(position(origin));
    add(origin.line().hashCode());
    add(31L * origin.block() + origin.thread());
    add(operation.pe());
    add(operands(operation));
    add(pending.progressHash());
    add(members(pending.knownBy()));
    add(members(pending.fencedFor()));
    for (int i = 0; i < pending.after().length(); i++) {
      add(operationPosition(pending.after().get(i)));
    }
    for (int i = 0; i < pending.behind().length(); i++) {
      add(31L + operationPosition(pending.behind().get(i)));
    }
  }

  private static long operands(Operation operation) {
    return switch (operation) {
      case Operation.Put put -> {
        Operation.SignalPart signal = put.signal();
        yield mix(put.remote())
            + mix(put.local() * 3)
            + put.words()
            + (signal == null ? 0 : mix(signal.remote() ^ signal.value()));
      }
      case Operation.PutValue put -> mix(put.remote()) + mix(3 * put.value());
      case Operation.PeerStore store -> mix(store.remote()) + mix(3 * store.value());
      case Operation.Get get -> mix(get.remote()) + mix(3 * get.local()) + get.words();
      case Operation.GetValue get -> mix(get.remote()) + get.register();
      case Operation.Amo amo ->
          mix(amo.remote()) + mix(3 * amo.operand()) + mix(5 * amo.compare()) + amo.op().ordinal();
      case Operation.SignalUpdate update ->
          mix(update.remote()) + mix(3 * update.value()) + update.operator().ordinal();
    };
  }

  private long members(BitSet set) {
    long sum = 0;
    for (int agent = set.nextSetBit(0); agent >= 0; agent = set.nextSetBit(agent + 1)) {
      if (agent < agentPositions.length && agentPositions[agent] >= 0) {
        sum += mix(agentPositions[agent] + 1L);
      }
    }
    return sum;
  }

  private void add(long value) {
    hash = mix(hash, value);
  }

  private static long mix(long hash, long value) {
    return mix(hash * 31 + value);
  }

  private static long mix(long z) {
    return MemoryObject.mix(z);
  }
}
