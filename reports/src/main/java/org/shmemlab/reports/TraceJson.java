package org.shmemlab.reports;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.shmemlab.transports.simulate.Timeline;
import tools.jackson.databind.json.JsonMapper;

/**
 * A timeline in Chrome's trace event format, which Perfetto shows: a process for each PE with a
 * track for each of its agents, and one process each for proxies, queue pairs and links. Times are
 * microseconds.
 */
public final class TraceJson {
  private static final JsonMapper MAPPER = JsonMapper.shared();
  private static final double PS_PER_US = 1e6;
  private static final int FIRST_STATION = 10_000_000; // beyond every PE

  private TraceJson() {}

  /** Writes a whole timeline as one JSON object. */
  public static void write(Timeline timeline, PrintStream out) {
    out.print("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
    Map<Integer, String> processes = new LinkedHashMap<>();
    for (int i = 0; i < timeline.size(); i++) {
      Timeline.Slice slice = timeline.get(i);
      boolean ofAgent = slice.track() == Timeline.Track.AGENT;
      int process = ofAgent ? slice.pe() : FIRST_STATION + slice.track().ordinal();
      processes.putIfAbsent(process, ofAgent ? "PE " + slice.pe() : name(slice.track()));
      out.printf(
          Locale.ROOT,
          "{\"ph\":\"X\",\"pid\":%d,\"tid\":%d,\"ts\":%.6f,\"dur\":%.6f,\"name\":%s},\n",
          process,
          slice.number(),
          slice.from() / PS_PER_US,
          (slice.to() - slice.from()) / PS_PER_US,
          MAPPER.writeValueAsString(slice.name()));
    }
    processes.forEach((process, name) ->
        out.printf(
            Locale.ROOT,
            "{\"ph\":\"M\",\"pid\":%d,\"name\":\"process_name\",\"args\":{\"name\":\"%s\"}},\n",
            process,
            name));
    out.print("{\"ph\":\"M\",\"pid\":0,\"name\":\"trace_end\",\"args\":{}}\n]}\n");
    out.flush();
  }

  private static String name(Timeline.Track track) {
    return switch (track) {
      case AGENT -> "agents";
      case PROXY -> "proxies";
      case QUEUE_PAIR -> "queue pairs";
      case LINK -> "links";
    };
  }
}
