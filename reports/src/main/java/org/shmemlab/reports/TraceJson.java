package org.shmemlab.reports;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.shmemlab.transports.simulate.Timeline;
import org.shmemlab.transports.simulate.Timeline.Slice;
import tools.jackson.databind.json.JsonMapper;

/**
 * A timeline in Chrome's trace event format, which Perfetto shows: a process for each PE with a
 * track for each of its agents, and one process each for proxies, queue pairs and links, with a
 * track for each of them. What a station does at the same time stands on several tracks of the same
 * name, as slices of one track must not overlap. Times are microseconds.
 */
public final class TraceJson {
  private static final JsonMapper MAPPER = JsonMapper.shared();
  private static final double PS_PER_US = 1e6;
  private static final int FIRST_STATION = 10_000_000; // beyond every PE

  private final PrintStream out;

  private TraceJson(PrintStream out) {
    this.out = out;
  }

  /** Writes a whole timeline as one JSON object. */
  public static void write(Timeline timeline, PrintStream out) {
    out.print("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
    new TraceJson(out).processes(timeline);
    out.print("{\"ph\":\"M\",\"pid\":0,\"name\":\"trace_end\",\"args\":{}}\n]}\n");
    out.flush();
  }

  private void processes(Timeline timeline) {
    Map<Integer, Map<Integer, Map<String, List<Slice>>>> processes = new TreeMap<>();
    for (int i = 0; i < timeline.size(); i++) {
      Slice slice = timeline.get(i);
      boolean ofAgent = slice.group() == Timeline.Group.AGENTS;
      int process = ofAgent ? slice.number() : FIRST_STATION + slice.group().ordinal();
      processes
          .computeIfAbsent(process, _ -> new TreeMap<>())
          .computeIfAbsent(slice.number(), _ -> new TreeMap<>())
          .computeIfAbsent(slice.track(), _ -> new ArrayList<>())
          .add(slice);
    }
    processes.forEach((process, stations) -> {
      Slice any = stations.values().iterator().next().values().iterator().next().get(0);
      name(process, null, process(any));
      int track = 0;
      for (Map<String, List<Slice>> tracks : stations.values()) {
        for (List<Slice> slices : tracks.values()) {
          track = tracks(process, track, slices);
        }
      }
    });
  }

  // Each slice goes to the first track that is free; gives the number of the next track.
  private int tracks(int process, int first, List<Slice> slices) {
    slices.sort(Comparator.comparingLong(Slice::from).thenComparingLong(Slice::to));
    List<Long> freeAt = new ArrayList<>();
    for (Slice slice : slices) {
      int lane = 0;
      while (lane < freeAt.size() && freeAt.get(lane) > slice.from()) {
        lane++;
      }
      if (lane == freeAt.size()) {
        freeAt.add(slice.to());
        name(process, first + lane, slice.track());
      } else {
        freeAt.set(lane, slice.to());
      }
      out.printf(
          Locale.ROOT,
          "{\"ph\":\"X\",\"pid\":%d,\"tid\":%d,\"ts\":%.6f,\"dur\":%.6f,\"name\":%s},\n",
          process,
          first + lane,
          slice.from() / PS_PER_US,
          (slice.to() - slice.from()) / PS_PER_US,
          MAPPER.writeValueAsString(slice.name()));
    }
    return first + freeAt.size();
  }

  private void name(int process, @Nullable Integer track, String name) {
    out.printf(
        Locale.ROOT,
        "{\"ph\":\"M\",\"pid\":%d,%s\"name\":\"%s\",\"args\":{\"name\":%s}},\n",
        process,
        track == null ? "" : "\"tid\":" + track + ",",
        track == null ? "process_name" : "thread_name",
        MAPPER.writeValueAsString(name));
  }

  private static String process(Slice slice) {
    return switch (slice.group()) {
      case AGENTS -> "PE " + slice.number();
      case PROXIES -> "proxies";
      case QUEUE_PAIRS -> "queue pairs";
      case LINKS -> "links";
    };
  }
}
