package org.shmemlab.reports.trace;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.shmemlab.transports.simulate.Activity;
import org.shmemlab.transports.simulate.Message;
import org.shmemlab.transports.simulate.Timeline;
import org.shmemlab.transports.simulate.Timeline.Slice;

/**
 * Writes the messages of a run as a schedule in GOAL, which LogGOPSim's txt2bin reads
 * (https://github.com/spcl/LogGOPSim): a rank for each PE, times in nanoseconds.
 *
 * <p>GOAL knows messages that are sent and received, and no memory that others write. So an
 * operation is a message and another one back, its acknowledgement or the fetched value; CPU 0 of a
 * rank is its network card, which receives and answers whatever the program does, and each agent
 * has a CPU of its own, up to 255. The computing of an agent, and its collectives and launches, are
 * calculations as long as they took in the run. A fence or quiet requires the replies to the
 * agent's operations that arrived in it, a wait the last message that had arrived when it ended.
 */
public final class GoalExport {
  private static final long PS_PER_NS = 1_000;
  private static final int CARD = 0;
  private static final int AGENTS = 255; // a CPU is one byte
  private static final int ONE_BYTE = 1; // of an acknowledgement or a request

  private final StringBuilder out = new StringBuilder();
  private final Map<Integer, Map<String, List<Slice>>> agents = new TreeMap<>();
  private final Map<Integer, List<Message>> toPe = new HashMap<>(); // looked up only
  private final Map<Agent, List<Message>> byAgent = new HashMap<>();
  private final Map<Integer, NavigableMap<Long, Message>> arrivals =
      new HashMap<>(); // last of a time
  private int labels; // of the rank that is written

  private record Agent(int pe, String name) {}

  private GoalExport(Timeline timeline) {
    for (int i = 0; i < timeline.size(); i++) {
      Slice slice = timeline.get(i);
      if (slice.group() == Timeline.Group.AGENTS) {
        agents
            .computeIfAbsent(slice.number(), _ -> new LinkedHashMap<>())
            .computeIfAbsent(slice.track(), _ -> new ArrayList<>())
            .add(slice);
      }
    }
    for (Message message : timeline.operations()) {
      toPe.computeIfAbsent(message.to(), _ -> new ArrayList<>()).add(message);
      byAgent
          .computeIfAbsent(new Agent(message.from(), message.agent()), _ -> new ArrayList<>())
          .add(message);
      if (message.arrived() != Message.NEVER) {
        arrivals
            .computeIfAbsent(message.to(), _ -> new TreeMap<>())
            .put(message.arrived(), message);
      }
    }
  }

  /** The whole schedule. */
  public static String text(Timeline timeline, int pes) {
    GoalExport goal = new GoalExport(timeline);
    goal.out.append("num_ranks ").append(pes).append('\n');
    for (int pe = 0; pe < pes; pe++) {
      goal.rank(pe);
    }
    return goal.out.toString();
  }

  private void rank(int pe) {
    labels = 0;
    out.append("\nrank ").append(pe).append(" {\n");
    Map<Integer, String> received = new HashMap<>(); // by operation
    for (Message message : toPe.getOrDefault(pe, List.of())) {
      String request =
          operation(
              "recv " + there(message) + "b from " + message.from() + " tag " + tag(message), CARD);
      String answer =
          operation(
              "send " + back(message) + "b to " + message.from() + " tag " + (tag(message) + 1),
              CARD);
      requires(answer, request);
      received.put(message.operation(), request);
    }
    int cpu = 0;
    for (Map.Entry<String, List<Slice>> agent : agents.getOrDefault(pe, Map.of()).entrySet()) {
      agent(pe, agent.getKey(), agent.getValue(), received, 1 + cpu++ % AGENTS);
    }
    if (labels == 0) {
      operation("calc 0", CARD);
    }
    out.append("}\n");
  }

  private void agent(
      int pe, String name, List<Slice> slices, Map<Integer, String> received, int cpu) {
    List<Message> calls = byAgent.getOrDefault(new Agent(pe, name), List.of());
    Map<Message, String> open = new LinkedHashMap<>(); // what has not come back yet
    String last = null;
    int next = 0;
    for (Slice slice : slices) {
      boolean waits = slice.name().equals(Activity.WAIT.text());
      boolean orders = slice.name().equals(Activity.ORDER.text());
      boolean calling =
          slice.name().equals(Activity.ISSUE.text())
              || slice.name().equals(Activity.TRANSFER.text());
      while (next < calls.size() && calls.get(next).issued() < slice.to()) {
        Message message = calls.get(next++);
        String sent =
            operation(
                "send " + there(message) + "b to " + message.to() + " tag " + tag(message), cpu);
        if (last != null) {
          requires(sent, last);
        }
        String answer =
            operation(
                "recv " + back(message) + "b from " + message.to() + " tag " + (tag(message) + 1),
                CARD);
        requires(answer, sent);
        open.put(message, answer);
        last = sent;
      }
      long nanoseconds = (slice.to() - slice.from()) / PS_PER_NS;
      String step = operation("calc " + (waits || orders || calling ? 0 : nanoseconds), cpu);
      if (last != null) {
        requires(step, last);
      }
      if (waits) {
        String arrival = lastArrival(pe, slice, received);
        if (arrival != null) {
          requires(step, arrival);
        }
      }
      if (orders || slice.name().equals(Activity.TRANSFER.text())) {
        for (Message message : ImmutableList.copyOf(open.keySet())) {
          if (message.complete() != Message.NEVER && message.complete() <= slice.to()) {
            requires(step, String.valueOf(open.remove(message)));
          }
        }
      }
      last = step;
    }
  }

  private @Nullable String lastArrival(int pe, Slice wait, Map<Integer, String> received) {
    NavigableMap<Long, Message> here = arrivals.get(pe);
    Map.Entry<Long, Message> last = here == null ? null : here.floorEntry(wait.to());
    return last == null || last.getKey() <= wait.from()
        ? null
        : received.get(last.getValue().operation());
  }

  // Data travel with the message, or with what comes back of a get.
  private static long there(Message message) {
    return message.kind().isGet() ? ONE_BYTE : Math.max(ONE_BYTE, message.bytes());
  }

  private static long back(Message message) {
    return message.kind().returns() ? Math.max(ONE_BYTE, message.bytes()) : ONE_BYTE;
  }

  private static int tag(Message message) {
    return 2 * message.operation();
  }

  private String operation(String what, int cpu) {
    String label = "l" + ++labels;
    out.append(label).append(": ").append(what).append(" cpu ").append(cpu).append('\n');
    return label;
  }

  private void requires(String later, String earlier) {
    out.append(later).append(" requires ").append(earlier).append('\n');
  }
}
