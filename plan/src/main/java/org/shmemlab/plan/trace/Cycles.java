package org.shmemlab.plan.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Finds operations that wait for themselves, through dependencies, messages and collectives. Each
 * operation is two nodes of a graph, its beginning and its end; each collective is one more, when
 * all have come (Kahn's order of a graph without cycles).
 */
final class Cycles {
  private static final int NONE = -1;
  private static final int SHOWN = 8;

  private final List<Op> ops = new ArrayList<>();
  private final int[] head; // first edge out of each node
  private final int[] waits; // edges into each node
  private int[] to = new int[1024];
  private int[] next = new int[1024];
  private int edges;

  private Cycles(Trace trace) {
    int[] first = new int[trace.pes()];
    int collectives = 0;
    for (int pe = 0; pe < trace.pes(); pe++) {
      first[pe] = ops.size();
      ops.addAll(trace.ops().get(pe));
    }
    for (Op op : trace.ops().getFirst()) {
      collectives += op.act() instanceof Act.Collective ? 1 : 0;
    }
    int nodes = 2 * ops.size() + collectives;
    this.head = new int[nodes];
    this.waits = new int[nodes];
    Arrays.fill(head, NONE);
    Map<TraceBuilder.Channel, List<Integer>> sends = new HashMap<>(); // looked up only
    for (int pe = 0; pe < trace.pes(); pe++) {
      for (int i = 0; i < trace.ops().get(pe).size(); i++) {
        if (ops.get(first[pe] + i).act() instanceof Act.Send send) {
          sends
              .computeIfAbsent(
                  new TraceBuilder.Channel(pe, send.to(), send.tag()), _ -> new ArrayList<>())
              .add(first[pe] + i);
        }
      }
    }
    Map<TraceBuilder.Channel, Integer> received = new HashMap<>(); // looked up only
    Map<TraceBuilder.Channel, Integer> latest = new HashMap<>();
    for (int pe = 0; pe < trace.pes(); pe++) {
      int met = 0;
      for (int i = 0; i < trace.ops().get(pe).size(); i++) {
        int me = first[pe] + i;
        int base = first[pe];
        Op op = ops.get(me);
        edge(begin(me), end(me));
        op.after().forEach(other -> edge(end(base + other), begin(me)));
        op.begun().forEach(other -> edge(begin(base + other), begin(me)));
        if (op.act() instanceof Act.Receive receive) {
          TraceBuilder.Channel channel =
              new TraceBuilder.Channel(receive.from(), pe, receive.tag());
          int number = received.merge(channel, 1, Integer::sum) - 1;
          edge(end(Objects.requireNonNull(sends.get(channel)).get(number)), end(me));
          Integer before = latest.put(channel, me);
          if (before != null) {
            edge(end(before), end(me)); // messages of a channel do not overtake each other
          }
        } else if (op.act() instanceof Act.Collective) {
          int meeting = 2 * ops.size() + met++;
          edge(begin(me), meeting);
          edge(meeting, end(me));
        }
      }
    }
  }

  private static int begin(int op) {
    return 2 * op;
  }

  private static int end(int op) {
    return 2 * op + 1;
  }

  private void edge(int from, int target) {
    if (edges == to.length) {
      to = Arrays.copyOf(to, 2 * edges);
      next = Arrays.copyOf(next, 2 * edges);
    }
    to[edges] = target;
    next[edges] = head[from];
    head[from] = edges++;
    waits[target]++;
  }

  /**
   * Makes sure that there is none.
   *
   * @throws TraceException naming the lines of one
   */
  static void refuse(Trace trace) {
    Cycles graph = new Cycles(trace);
    int[] line = new int[graph.head.length];
    int filled = 0;
    for (int node = 0; node < graph.head.length; node++) {
      if (graph.waits[node] == 0) {
        line[filled++] = node;
      }
    }
    for (int taken = 0; taken < filled; taken++) {
      for (int e = graph.head[line[taken]]; e != NONE; e = graph.next[e]) {
        if (--graph.waits[graph.to[e]] == 0) {
          line[filled++] = graph.to[e];
        }
      }
    }
    if (filled < graph.head.length) {
      throw graph.cycle();
    }
  }

  // Every node that is left has one before it that is left: going back, one comes round.
  private TraceException cycle() {
    int[] before = new int[head.length];
    Arrays.fill(before, NONE);
    for (int node = 0; node < head.length; node++) {
      for (int e = head[node]; waits[node] > 0 && e != NONE; e = next[e]) {
        before[to[e]] = node;
      }
    }
    int node = 0;
    while (waits[node] == 0) {
      node++;
    }
    boolean[] seen = new boolean[head.length];
    while (!seen[node]) {
      seen[node] = true;
      node = before[node];
    }
    TreeSet<Integer> lines = new TreeSet<>();
    Op first = null;
    int at = node;
    do {
      if (at < 2 * ops.size()) {
        Op op = ops.get(at / 2);
        lines.add(op.at().line());
        first = first == null || op.at().compareTo(first.at()) < 0 ? op : first;
      }
      at = before[at];
    } while (at != node);
    if (first == null) {
      throw new IllegalStateException("a circle of collectives alone");
    }
    String shown =
        lines.stream().limit(SHOWN).map(String::valueOf).collect(Collectors.joining(", "));
    return new TraceException(
        first.at(),
        "operations wait for each other in a circle, lines "
            + shown
            + (lines.size() > SHOWN ? ", ..." : "")
            + "; take a dependency out");
  }
}
