package org.shmemlab.plan.trace;

import com.google.common.base.Splitter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.SourceLine;

/**
 * Reads schedules in GOAL, the text format of LogGOPSim (Hoefler, Schneider, Lumsdaine: "LogGOPSim
 * - Simulating Large-Scale Applications in the LogGOPS Model", 2010; its scanner txt2bin.re), which
 * ATLAHS writes, too. Times of {@code calc} are nanoseconds.
 */
final class GoalTrace {
  private static final String NAME = "[a-zA-Z]\\w*";
  private static final Pattern RANKS = Pattern.compile("num_ranks\\s+(\\d+)");
  private static final Pattern RANK = Pattern.compile("rank\\s+(\\d+)");
  private static final Pattern OPERATION =
      Pattern.compile(
          "(?:(?<label>"
              + NAME
              + ")\\s*:\\s*)?(?:(?<way>send|recv)\\s+(?<bytes>\\d+)\\s*b\\s+(?<to>to|from)\\s+"
              + "(?<peer>-?\\d+)(?:\\s+tag\\s+(?<tag>-?\\d+))?(?:\\s+cpu\\s+(?<by>\\d+))?"
              + "(?:\\s+nic\\s+(?<nic>\\d+))?|calc\\s+(?<calc>\\d+)(?:\\s+cpu\\s+(?<cpu>\\d+))?)");
  private static final Pattern DEPENDENCY =
      Pattern.compile("(?<later>" + NAME + ")\\s+(?<how>i?requires)\\s+(?<earlier>" + NAME + ")");
  private static final int NOWHERE = -1;
  private static final long MOST_UNITS = 255;

  private final String file;
  private final TraceBuilder builder;
  private final Set<Integer> ranks = new HashSet<>();
  private final List<Pending> pending = new ArrayList<>();
  private int rank = NOWHERE;
  private @Nullable SourceLine opened;
  private boolean expectsBrace;

  private record Pending(int rank, String later, String earlier, boolean begun, SourceLine at) {}

  private GoalTrace(String file) {
    this.file = file;
    this.builder = new TraceBuilder(file);
  }

  /** Reads all of a text. */
  static Trace read(String file, String text, String hash) {
    GoalTrace goal = new GoalTrace(file);
    int number = 0;
    boolean inComment = false;
    for (String line : Splitter.on('\n').split(text)) {
      SourceLine at = new SourceLine(file, ++number);
      StringBuilder code = new StringBuilder();
      for (int i = 0; i < line.length(); i++) {
        if (inComment) {
          if (line.startsWith("*/", i)) {
            inComment = false;
            i++;
          }
        } else if (line.startsWith("/*", i)) {
          inComment = true;
          code.append(' ');
          i++;
        } else if (line.startsWith("//", i)) {
          break;
        } else {
          code.append(line.charAt(i));
        }
      }
      String spaced = code.toString().replace("{", ";{;").replace("}", ";};");
      for (String statement : Splitter.on(';').trimResults().omitEmptyStrings().split(spaced)) {
        goal.statement(statement, at);
      }
    }
    if (inComment) {
      throw new TraceException(new SourceLine(file, number), "a comment without an end, */");
    }
    return goal.end(hash);
  }

  private void statement(String text, SourceLine at) {
    Matcher count = RANKS.matcher(text);
    Matcher header = RANK.matcher(text);
    if (expectsBrace != text.equals("{")) {
      throw new TraceException(
          at, expectsBrace ? "a { belongs after 'rank " + rank + "'" : "a { without a rank");
    }
    if (text.equals("{")) {
      expectsBrace = false;
    } else if (rank != NOWHERE && text.equals("}")) {
      rank = NOWHERE;
    } else if (rank != NOWHERE) {
      inRank(text, at);
    } else if (count.matches() && builder.pes() == 0) {
      long number = TraceNumbers.whole("num_ranks", count.group(1), TraceBuilder.MOST_PES, at);
      builder.pes((int) number, at);
    } else if (header.matches() && builder.pes() > 0) {
      rank = (int) TraceNumbers.whole("rank", header.group(1), builder.pes() - 1L, at);
      if (!ranks.add(rank)) {
        throw new TraceException(at, "rank " + rank + " is there twice; put both together");
      }
      expectsBrace = true;
      opened = at;
    } else {
      throw new TraceException(
          at,
          builder.pes() == 0
              ? "a schedule begins with num_ranks and a number, not with '" + shown(text) + "'"
              : "'" + shown(text) + "' is outside of a rank; write rank N { before it");
    }
  }

  private void inRank(String text, SourceLine at) {
    Matcher operation = OPERATION.matcher(text);
    Matcher dependency = DEPENDENCY.matcher(text);
    if (operation.matches()) {
      builder.add(rank, operation.group("label"), act(operation, at), 0, at);
    } else if (dependency.matches()) {
      pending.add(
          new Pending(
              rank,
              dependency.group("later"),
              dependency.group("earlier"),
              dependency.group("how").equals("irequires"),
              at));
    } else {
      throw new TraceException(
          at,
          "'"
              + shown(text)
              + "' is none of 'send 8b to 1 tag 5', 'recv 8b from 1 tag 5', 'calc 100 cpu 0',"
              + " 'l2 requires l1', 'l2 irequires l1' or }");
    }
  }

  private static Act act(Matcher parts, SourceLine at) {
    String calc = parts.group("calc");
    if (calc != null) {
      String cpu = parts.group("cpu");
      return new Act.Compute(
          TraceNumbers.picoseconds("calc", calc, at),
          cpu == null ? 0 : (int) TraceNumbers.whole("cpu", cpu, MOST_UNITS, at));
    }
    boolean sends = parts.group("way").equals("send");
    if (sends != parts.group("to").equals("to")) {
      throw new TraceException(at, "write 'send ... to' and 'recv ... from'");
    }
    String tagged = parts.group("tag");
    if (parts.group("peer").startsWith("-") || (tagged != null && tagged.startsWith("-"))) {
      throw new TraceException(
          at, "a message from any rank or of any tag is not replayed; name its rank and tag");
    }
    long bytes = TraceNumbers.whole("size", parts.group("bytes"), TraceBuilder.MOST_BYTES, at);
    int peer = (int) TraceNumbers.whole("rank", parts.group("peer"), TraceBuilder.MOST_PES, at);
    long tag = tagged == null ? 0 : TraceNumbers.whole("tag", tagged, 0xFFFF_FFFFL, at);
    return sends ? new Act.Send(peer, bytes, tag) : new Act.Receive(peer, bytes, tag);
  }

  private static String shown(String text) {
    int most = 40;
    return text.length() <= most ? text : text.substring(0, most) + "...";
  }

  private Trace end(String hash) {
    if (builder.pes() == 0) {
      throw new TraceException(
          new SourceLine(file, 0), "a schedule begins with num_ranks and a number; this has none");
    }
    if (rank != NOWHERE && opened != null) {
      throw new TraceException(opened, "rank " + rank + " has no end; write } after it");
    }
    for (Pending one : pending) {
      Integer later = builder.labelled(one.rank, one.later);
      if (later == null) {
        throw new TraceException(
            one.at, "rank " + one.rank + " has no operation '" + one.later + "' that could wait");
      }
      builder.depend(one.rank, later, one.earlier, one.begun, one.at);
    }
    return builder.build(hash);
  }
}
