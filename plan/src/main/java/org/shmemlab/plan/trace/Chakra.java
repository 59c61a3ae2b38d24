package org.shmemlab.plan.trace;

import com.google.common.collect.ImmutableMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.SourceLine;

/** Translates the nodes of Chakra traces, one of each rank, to operations. */
final class Chakra {
  private static final ImmutableMap<String, MeetingKind> COLLECTIVES =
      ImmutableMap.of(
          "ALL_REDUCE", MeetingKind.REDUCE,
          "ALL_GATHER", MeetingKind.FCOLLECT,
          "BROADCAST", MeetingKind.BROADCAST,
          "ALL_TO_ALL", MeetingKind.ALLTOALL,
          "REDUCE_SCATTER", MeetingKind.REDUCE_SCATTER,
          "BARRIER", MeetingKind.BARRIER);

  /** Names of the collectives, in the order of their numbers. */
  private static final List<String> NUMBERED =
      List.of(
          "ALL_REDUCE",
          "REDUCE",
          "ALL_GATHER",
          "GATHER",
          "SCATTER",
          "BROADCAST",
          "ALL_TO_ALL",
          "REDUCE_SCATTER",
          "REDUCE_SCATTER_BLOCK",
          "BARRIER");

  private static final int MICROSECOND = 1000; // in nanoseconds
  private static final int GPU = 0;
  private static final int CPU = 1;

  private Chakra() {}

  /** The trace of so many ranks. */
  static Trace build(String file, List<List<ChakraNode>> ranks, String hash) {
    TraceBuilder builder = new TraceBuilder(file);
    builder.pes(ranks.size(), new SourceLine(file, 0));
    for (int rank = 0; rank < ranks.size(); rank++) {
      for (ChakraNode node : ranks.get(rank)) {
        int op = builder.add(rank, node.id(), act(node, rank), 0, node.at());
        for (String on : node.deps()) {
          builder.depend(rank, op, on, false, node.at());
        }
      }
    }
    return builder.build(hash);
  }

  private static Act act(ChakraNode node, int rank) {
    return switch (node.type()) {
      case "METADATA_NODE" -> new Act.Nothing();
      case "COMP_NODE" -> {
        if (node.micros().equals("0") && node.attributes().containsKey("num_ops")) {
          throw new TraceException(
              node.at(), "node " + node.id() + " has num_ops and no time; give it duration_micros");
        }
        long micros =
            TraceNumbers.whole(
                "duration_micros",
                node.micros(),
                TraceBuilder.MOST_PICOSECONDS / MICROSECOND / MICROSECOND,
                node.at());
        yield new Act.Compute(
            micros * MICROSECOND * MICROSECOND,
            "true".equals(node.attributes().get("is_cpu_op")) ? CPU : GPU);
      }
      case "COMM_SEND_NODE" -> {
        own(node, "comm_src", rank);
        yield new Act.Send(rank(node, "comm_dst"), size(node), tag(node));
      }
      case "COMM_RECV_NODE" -> {
        own(node, "comm_dst", rank);
        yield new Act.Receive(rank(node, "comm_src"), size(node), tag(node));
      }
      case "COMM_COLL_NODE" -> collective(node);
      default ->
          throw new TraceException(
              node.at(),
              "node "
                  + node.id()
                  + " is a "
                  + node.type()
                  + "; what is replayed is COMP_NODE, COMM_SEND_NODE, COMM_RECV_NODE,"
                  + " COMM_COLL_NODE and METADATA_NODE");
    };
  }

  private static Act collective(ChakraNode node) {
    String type = needed(node, "comm_type");
    if (type.matches("\\d")) {
      type = NUMBERED.get(Integer.parseInt(type));
    }
    MeetingKind kind = COLLECTIVES.get(type);
    if (kind == null) {
      throw new TraceException(
          node.at(),
          "node "
              + node.id()
              + " is a collective "
              + type
              + "; there are "
              + String.join(", ", COLLECTIVES.keySet()));
    }
    String group = node.attributes().getOrDefault("pg_name", "");
    if (!group.isEmpty() || node.attributes().getOrDefault("involved_dim", "").contains("false")) {
      throw new TraceException(
          node.at(),
          "node "
              + node.id()
              + " is a collective of some of the ranks; only those of all are replayed, write it"
              + " as sends and receives");
    }
    return new Act.Collective(kind, kind == MeetingKind.BARRIER ? 0 : size(node));
  }

  private static void own(ChakraNode node, String attribute, int rank) {
    String text = node.attributes().get(attribute);
    if (text != null && !text.equals(String.valueOf(rank))) {
      throw new TraceException(
          node.at(),
          "node "
              + node.id()
              + " of rank "
              + rank
              + " has "
              + attribute
              + "="
              + text
              + "; that is the rank of its file");
    }
  }

  private static int rank(ChakraNode node, String attribute) {
    return (int)
        TraceNumbers.whole(
            attribute, needed(node, attribute), TraceBuilder.MOST_PES - 1L, node.at());
  }

  private static long size(ChakraNode node) {
    return TraceNumbers.whole(
        "comm_size", needed(node, "comm_size"), TraceBuilder.MOST_BYTES, node.at());
  }

  private static long tag(ChakraNode node) {
    @Nullable String tag = node.attributes().get("comm_tag");
    return tag == null ? 0 : TraceNumbers.whole("comm_tag", tag, Long.MAX_VALUE, node.at());
  }

  private static String needed(ChakraNode node, String attribute) {
    String text = node.attributes().get(attribute);
    if (text == null) {
      throw new TraceException(
          node.at(), "node " + node.id() + ", a " + node.type() + ", needs " + attribute);
    }
    return text;
  }
}
