package org.shmemlab.plan.trace;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.SourceLine;

/** Puts a trace together, and refuses what could not be replayed to its end. */
final class TraceBuilder {
  /** Most PEs of a trace. */
  static final int MOST_PES = 1 << 17;

  /** Most operations of a trace. */
  static final int MOST_OPS = 20_000_000;

  /** Most bytes of one message or collective: 1 TiB. */
  static final long MOST_BYTES = 1L << 40;

  /** Most bytes of all together: 1 PiB, so that no sum of times overflows. */
  private static final long MOST_BYTES_TOGETHER = 1L << 50;

  /** Most picoseconds that a trace computes altogether, or waits for: ten days. */
  static final long MOST_PICOSECONDS = 864_000L * 1_000_000_000_000L;

  private final SourceLine file;
  private final List<List<Draft>> ops = new ArrayList<>();
  private final List<Map<String, Integer>> labels = new ArrayList<>();
  private final List<Dependency> dependencies = new ArrayList<>();
  private int count;
  private long bytes;
  private long computed;

  /** An operation whose dependencies are not all known yet. */
  private static final class Draft {
    final Act act;
    final long from;
    final SourceLine at;
    final List<Integer> after = new ArrayList<>(2);
    final List<Integer> begun = new ArrayList<>(0);

    Draft(Act act, long from, SourceLine at) {
      this.act = act;
      this.from = from;
      this.at = at;
    }
  }

  private record Dependency(int pe, int op, String on, boolean begun, SourceLine at) {}

  /** Messages of one PE to another with one tag. */
  record Channel(int from, int to, long tag) {}

  TraceBuilder(String file) {
    this.file = new SourceLine(file, 0);
  }

  /** There are at least so many PEs. */
  void pes(int number, SourceLine at) {
    if (number < 1 || number > MOST_PES) {
      throw new TraceException(at, "a trace has 1 to " + MOST_PES + " PEs, not " + number);
    }
    while (ops.size() < number) {
      ops.add(new ArrayList<>());
      labels.add(new HashMap<>());
    }
  }

  /** Number of PEs so far. */
  int pes() {
    return ops.size();
  }

  /**
   * Adds an operation.
   *
   * @param label by which others depend on it; null for none
   * @param from when it begins at the earliest, picoseconds
   * @return its number on its PE
   */
  int add(int pe, @Nullable String label, Act act, long from, SourceLine at) {
    if (++count > MOST_OPS) {
      throw new TraceException(at, "more than " + MOST_OPS + " operations; cut the trace");
    }
    switch (act) {
      case Act.Send send -> {
        peer(pe, send.to(), at);
        bytes(send.bytes(), at);
      }
      case Act.Receive receive -> {
        peer(pe, receive.from(), at);
        bytes(receive.bytes(), at);
      }
      case Act.Collective collective -> bytes(collective.bytes(), at);
      case Act.Compute compute -> {
        computed += compute.picoseconds();
        if (computed > MOST_PICOSECONDS) {
          throw new TraceException(at, "the trace computes for more than ten days; cut it");
        }
      }
      case Act.Nothing _ -> {
        // it only carries dependencies
      }
    }
    int number = ops.get(pe).size();
    ops.get(pe).add(new Draft(act, from, at));
    if (label != null) {
      Integer other = labels.get(pe).putIfAbsent(label, number);
      if (other != null) {
        throw new TraceException(
            at,
            "PE "
                + pe
                + " has an operation '"
                + label
                + "' already, in line "
                + ops.get(pe).get(other).at.line()
                + "; name this one otherwise");
      }
    }
    return number;
  }

  private void peer(int pe, int peer, SourceLine at) {
    if (peer == pe) {
      throw new TraceException(at, "PE " + pe + " sends to itself; leave it out, or compute");
    }
    if (peer >= ops.size()) {
      throw new TraceException(
          at, "there is no PE " + peer + "; the trace has 0 to " + (ops.size() - 1));
    }
  }

  private void bytes(long number, SourceLine at) {
    bytes += number;
    if (bytes > MOST_BYTES_TOGETHER) {
      throw new TraceException(at, "the trace sends more than 1 PiB; cut it");
    }
  }

  /** The number of an operation by its label; null where there is none yet. */
  @Nullable Integer labelled(int pe, String label) {
    return labels.get(pe).get(label);
  }

  /**
   * An operation waits for another one of its PE, which may come later in the file.
   *
   * @param begun whether only until that has begun
   */
  void depend(int pe, int op, String on, boolean begun, SourceLine at) {
    dependencies.add(new Dependency(pe, op, on, begun, at));
  }

  /**
   * All of it.
   *
   * @param hash of what was read
   * @throws TraceException if something is missing, does not fit, or waits for itself
   */
  Trace build(String hash) {
    if (count == 0) {
      throw new TraceException(file, "a trace without operations; nothing is to be replayed");
    }
    for (Dependency one : dependencies) {
      Integer on = labels.get(one.pe).get(one.on);
      if (on == null) {
        throw new TraceException(
            one.at, "PE " + one.pe + " has no operation '" + one.on + "' to depend on");
      }
      Draft draft = ops.get(one.pe).get(one.op);
      (one.begun ? draft.begun : draft.after).add(on);
    }
    ImmutableList<ImmutableList<Op>> all =
        ops.stream()
            .map(own ->
                own.stream()
                    .map(draft ->
                        new Op(
                            draft.act,
                            draft.from,
                            ImmutableIntArray.copyOf(draft.after),
                            ImmutableIntArray.copyOf(draft.begun),
                            draft.at))
                    .collect(ImmutableList.toImmutableList()))
            .collect(ImmutableList.toImmutableList());
    String path = file.file();
    Trace trace =
        new Trace(path.substring(path.replace('\\', '/').lastIndexOf('/') + 1), hash, all);
    match(trace);
    meet(trace);
    Cycles.refuse(trace);
    return trace;
  }

  // The n-th message of a channel is for its n-th receive.
  private static void match(Trace trace) {
    Map<Channel, List<Op>> sends = new HashMap<>(); // looked up only
    Map<Channel, List<Op>> receives = new LinkedHashMap<>();
    for (int pe = 0; pe < trace.pes(); pe++) {
      for (Op op : trace.ops().get(pe)) {
        if (op.act() instanceof Act.Send send) {
          Channel channel = new Channel(pe, send.to(), send.tag());
          sends.computeIfAbsent(channel, _ -> new ArrayList<>()).add(op);
        } else if (op.act() instanceof Act.Receive receive) {
          Channel channel = new Channel(receive.from(), pe, receive.tag());
          receives.computeIfAbsent(channel, _ -> new ArrayList<>()).add(op);
        }
      }
    }
    receives.forEach((channel, waiting) -> {
      List<Op> sent = sends.getOrDefault(channel, List.of());
      for (int i = 0; i < waiting.size(); i++) {
        Op receive = waiting.get(i);
        if (i >= sent.size()) {
          throw new TraceException(
              receive.at(),
              "PE "
                  + channel.to
                  + " waits for message "
                  + (i + 1)
                  + " of PE "
                  + channel.from
                  + " with tag "
                  + channel.tag
                  + ", which sends "
                  + sent.size()
                  + "; add a send, or take this out");
        }
        long size = ((Act.Send) sent.get(i).act()).bytes();
        long wanted = ((Act.Receive) receive.act()).bytes();
        if (size != wanted) {
          throw new TraceException(
              receive.at(),
              "PE "
                  + channel.to
                  + " waits for "
                  + wanted
                  + " bytes, and the message of line "
                  + sent.get(i).at().line()
                  + " has "
                  + size
                  + "; write the same number");
        }
      }
    });
  }

  // The n-th collective of each PE is one and the same.
  private static void meet(Trace trace) {
    List<Op> first = collectives(trace, 0);
    for (int pe = 1; pe < trace.pes(); pe++) {
      List<Op> other = collectives(trace, pe);
      for (int i = 0; i < Math.max(first.size(), other.size()); i++) {
        if (i >= first.size() || i >= other.size()) {
          Op lonely = i < first.size() ? first.get(i) : other.get(i);
          throw new TraceException(
              lonely.at(),
              "PE 0 takes part in "
                  + first.size()
                  + " collectives and PE "
                  + pe
                  + " in "
                  + other.size()
                  + "; collectives are of all PEs");
        }
        if (!first.get(i).act().equals(other.get(i).act())) {
          throw new TraceException(
              other.get(i).at(),
              "collective "
                  + (i + 1)
                  + " of PE "
                  + pe
                  + " is another one than that of PE 0 in line "
                  + first.get(i).at().line()
                  + "; kind and bytes are the same on all PEs");
        }
      }
    }
  }

  private static List<Op> collectives(Trace trace, int pe) {
    return trace.ops().get(pe).stream().filter(op -> op.act() instanceof Act.Collective).toList();
  }
}
