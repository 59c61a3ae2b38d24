package org.shmemlab.model.machine;

import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
 */
public final class Fingerprint {
  private final Machine machine;
  private final Map<Integer, Integer> agents = new HashMap<>();
  private final Map<Integer, Integer> operations = new HashMap<>();
  private long hash = 1;

  private Fingerprint(Machine machine) {
    this.machine = machine;
  }

  /** The fingerprint of a machine. */
  public static long of(Machine machine) {
    Fingerprint fingerprint = new Fingerprint(machine);
    fingerprint.everything();
    return fingerprint.hash;
  }

  private void everything() {
    List<Agent> order = agentOrder();
    List<Pending> flight = operationOrder();
    for (int pe = 0; pe < machine.job().pes(); pe++) {
      pe(machine.peState(pe));
    }
    order.forEach(this::agent);
    flight.forEach(this::operation);
    Integer exit = machine.jobExit();
    add(exit == null ? -1 : exit);
  }

  private List<Agent> agentOrder() {
    List<Agent> order = new ArrayList<>();
    ImmutableIntArray live = machine.liveAgents();
    for (int i = 0; i < live.length(); i++) {
      Agent agent = machine.agent(live.get(i));
      if (agent != null) {
        order.add(agent);
      }
    }
    order.sort(
        Comparator.comparingInt((Agent agent) -> agent.pe)
            .thenComparing(agent -> agent.kind)
            .thenComparingInt(agent -> agent.grid)
            .thenComparingInt(agent -> agent.block)
            .thenComparingInt(agent -> agent.thread));
    for (int i = 0; i < order.size(); i++) {
      agents.put(order.get(i).id, i);
    }
    return order;
  }

  private List<Pending> operationOrder() {
    List<Pending> order = new ArrayList<>(machine.inFlight().pending());
    order.sort(
        Comparator.comparingInt((Pending pending) -> position(pending.operation().origin()))
            .thenComparingInt(Pending::number));
    for (int i = 0; i < order.size(); i++) {
      operations.put(order.get(i).number(), i);
    }
    return order;
  }

  private int position(Origin origin) {
    return agents.getOrDefault(origin.agent(), -1 - origin.pe());
  }

  private void pe(PeState pe) {
    add(pe.library.ordinal());
    add(pe.printed);
    add(pe.threadLevel);
    add(pe.exitStatus == null ? -1 : pe.exitStatus);
    objects(pe.objects);
    objects(pe.symmetric);
    for (Stream stream : pe.streams) {
      add(stream.queue.size());
      add(stream.current == null ? -1 : stream.current.sequence());
    }
    for (Grid grid : pe.grids.values()) {
      add(grid.id);
      add(grid.nextBlock);
      add(grid.finished);
      for (Block block : grid.resident.values()) {
        add(block.live);
        objects(block.shared);
      }
    }
  }

  private void objects(ObjectTable table) {
    for (int i = 0; i < table.top(); i++) {
      MemoryObject object = table.at(i);
      if (object != null) {
        add(31L * i + object.contentHash());
      }
    }
  }

  private void agent(Agent agent) {
    add(agents.getOrDefault(agent.id, 0));
    add(agent.function);
    add(agent.at == null ? 0 : 1);
    add(agent.awaiting < 0 ? -1 : operations.getOrDefault(agent.awaiting, -1));
    add(agent.detached ? 1 : 0);
    add(agent.team);
    add(agent.rank);
    if (agent.function < 0) {
      add(agent.ended ? agent.meetingResult : 0);
      return;
    }
    Code code = machine.code(agent.function);
    add(agent.pc);
    add(agent.depth);
    registers(agent, code.live().before(agent.pc), agent.base);
    if (code.body[agent.pc] instanceof Instruction.Depart && agent.at == null) {
      add(agent.meetingResult);
    }
    for (int depth = agent.depth - 1; depth >= 0; depth--) {
      int at = depth * Agent.FRAME;
      Code caller = machine.code(agent.frames[at]);
      int pc = agent.frames[at + 1];
      add(agent.frames[at]);
      add(pc);
      BitSet live = (BitSet) caller.live().before(pc).clone();
      if (agent.frames[at + 3] >= 0) {
        live.clear(agent.frames[at + 3]);
      }
      registers(agent, live, agent.frames[at + 2]);
    }
    if (agent.locals != null) {
      objects(agent.locals);
    }
    if (agent.late != null) {
      agent.late.forEach(
          (register, operation) -> add(31L * register + operations.getOrDefault(operation, -1)));
    }
  }

  private void registers(Agent agent, BitSet live, int base) {
    for (int r = live.nextSetBit(0); r >= 0; r = live.nextSetBit(r + 1)) {
      add(31L * r + agent.registers[base + r]);
    }
  }

  private void operation(Pending pending) {
    Operation operation = pending.operation();
    Origin origin = operation.origin();
    add(position(origin));
    add(origin.line().hashCode());
    add(operation.pe());
    add(operands(operation));
    add(pending.progressHash());
    add(members(pending.knownBy()));
    add(members(pending.fencedFor()));
    for (int i = 0; i < pending.after().length(); i++) {
      add(operations.getOrDefault(pending.after().get(i), -1));
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
      Integer position = agents.get(agent);
      if (position != null) {
        sum += mix(position + 1L);
      }
    }
    return sum;
  }

  private void add(long value) {
    hash = mix(hash * 31 + value);
  }

  private static long mix(long z) {
    return MemoryObject.mix(z);
  }
}
