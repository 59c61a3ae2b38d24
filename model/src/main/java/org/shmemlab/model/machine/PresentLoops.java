package org.shmemlab.model.machine;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.SourceLine;

/** Finds the loops that the agents of a machine are in. */
public final class PresentLoops {
  private PresentLoops() {}

  /**
   * Pairs a loop with an agent in it.
   *
   * @param pe the PE of the agent
   * @param agent the agent, in words
   * @param line the head of the loop
   */
  public record PresentLoop(int pe, String agent, SourceLine line) {}

  /** The innermost loop of each agent that does not wait, each loop once. */
  public static ImmutableList<PresentLoop> of(Machine machine) {
    Map<SourceLine, PresentLoop> loops = new LinkedHashMap<>();
    ImmutableIntArray live = machine.liveAgents();
    for (int k = 0; k < live.length(); k++) {
      Agent agent = machine.agent(live.get(k));
      if (agent != null && agent.wait == null) {
        head(machine.program(), agent)
            .ifPresent(line ->
                loops.putIfAbsent(line, new PresentLoop(agent.pe, machine.describe(agent), line)));
      }
    }
    return ImmutableList.copyOf(loops.values());
  }

  /** The head of the innermost loop, of an agent's function or else of one that called it. */
  private static Optional<SourceLine> head(Program program, Agent agent) {
    int function = agent.function;
    int pc = agent.pc;
    for (int depth = agent.depth; function >= 0; depth--) {
      AgentCode code = program.functions().get(function);
      Optional<SourceLine> line =
          cycle(code.body(), pc).stream()
              .map(code.lines()::get)
              .filter(one -> one.line() > 0)
              .findFirst();
      if (line.isPresent() || depth == 0) {
        return line;
      }
      function = agent.frames[(depth - 1) * Agent.FRAME];
      pc = agent.frames[(depth - 1) * Agent.FRAME + 1] - 1;
    }
    return Optional.empty();
  }

  /** A shortest cycle of the control flow through an instruction; empty where there is none. */
  private static SortedSet<Integer> cycle(List<Instruction> body, int pc) {
    int[] from = new int[body.size()];
    Arrays.fill(from, -1);
    ArrayDeque<Integer> open = new ArrayDeque<>(List.of(pc));
    while (!open.isEmpty()) {
      int at = open.removeFirst();
      ImmutableIntArray successors = body.get(at).successors(at);
      for (int k = 0; k < successors.length(); k++) {
        int next = successors.get(k);
        if (next < from.length && from[next] < 0) {
          from[next] = at;
          open.add(next);
        }
      }
    }
    SortedSet<Integer> cycle = new TreeSet<>();
    for (int at = pc; from[pc] >= 0 && cycle.add(at); ) {
      at = from[at];
    }
    return cycle;
  }
}
