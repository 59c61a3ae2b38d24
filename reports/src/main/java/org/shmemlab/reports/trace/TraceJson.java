package org.shmemlab.reports.trace;

import com.google.errorprone.annotations.FormatMethod;
import com.google.errorprone.annotations.FormatString;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.transports.simulate.Message;
import org.shmemlab.transports.simulate.QueueLength;
import org.shmemlab.transports.simulate.Timeline;
import org.shmemlab.transports.simulate.Timeline.Slice;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes a timeline in Chrome's trace event format, which Perfetto shows: a process for each PE
 * with a track for each of its agents, and one process each for proxies, queue pairs and links,
 * with a track for each of them. Simultaneous work of a station is on several tracks of the same
 * name, as slices of one track must not overlap. An arrow leads from the call of an operation to
 * where it becomes visible, on a track of the target; a counter shows how many operations a station
 * has. Slices name their source line. Times are microseconds.
 */
public final class TraceJson {
  private static final JsonMapper MAPPER = JsonMapper.shared();
  private static final double PS_PER_US = 1e6;
  private static final int FIRST_STATION = 10_000_000; // beyond every PE
  private static final int OF_AGENTS = 0;
  private static final int OF_ARRIVALS = 1;
  private static final String ARRIVALS = "arrivals";
  private static final long MOMENT = 1_000; // an arrow ends in a slice, which has to have a length

  private final StringBuilder out = new StringBuilder();
  private final Map<Integer, Group> processes = new TreeMap<>();

  private TraceJson() {}

  /** The whole trace as one JSON object. */
  public static String text(Timeline timeline) {
    TraceJson trace = new TraceJson();
    trace.gather(timeline);
    trace.out.append("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
    trace.processes.forEach(trace::write);
    QueueLength.of(timeline).forEach(trace::counter);
    trace.out.append("{\"ph\":\"M\",\"pid\":0,\"name\":\"trace_end\",\"args\":{}}\n]}\n");
    return trace.out.toString();
  }

  /** A process with its tracks, by number and name. */
  private record Group(String name, Map<Integer, Map<String, List<Event>>> tracks) {
    Group(String name) {
      this(name, new TreeMap<>());
    }

    List<Event> track(int number, String track) {
      return tracks
          .computeIfAbsent(number, _ -> new LinkedHashMap<>())
          .computeIfAbsent(track, _ -> new ArrayList<>());
    }
  }

  /**
   * A stretch of a track.
   *
   * @param details what a click on it shows, as JSON
   * @param arrows that begin or end in it
   */
  private record Event(String name, long from, long to, String details, List<Arrow> arrows) {
    Event(String name, long from, long to, String details) {
      this(name, from, to, details, new ArrayList<>(0));
    }
  }

  private record Arrow(int operation, String phase, long time) {}

  private void gather(Timeline timeline) {
    for (int i = 0; i < timeline.size(); i++) {
      Slice slice = timeline.get(i);
      if (slice.group() == Timeline.Group.AGENTS) {
        pe(slice.number())
            .track(OF_AGENTS, slice.track())
            .add(new Event(slice.name(), slice.from(), slice.to(), place(slice.line())));
      } else {
        processes
            .computeIfAbsent(
                FIRST_STATION + slice.group().ordinal(), _ -> new Group(name(slice.group())))
            .track(slice.number(), slice.track())
            .add(
                new Event(
                    slice.name() + " of operation " + slice.operation(),
                    slice.from(),
                    slice.to(),
                    ""));
      }
    }
    processes
        .values()
        .forEach(process ->
            process
                .tracks
                .values()
                .forEach(tracks ->
                    tracks
                        .values()
                        .forEach(events ->
                            events.sort(
                                Comparator.comparingLong(Event::from)
                                    .thenComparingLong(Event::to)))));
    for (Message message : timeline.operations()) {
      if (message.atTarget() != Message.NEVER) {
        arrow(message);
      }
    }
  }

  private Group pe(int number) {
    return processes.computeIfAbsent(number, pe -> new Group("PE " + pe));
  }

  private void arrow(Message message) {
    Event call = at(pe(message.from()).track(OF_AGENTS, message.agent()), message.issued());
    String name = message.kind().text();
    Event arrival =
        new Event(
            name + " of PE " + message.from(),
            message.atTarget(),
            message.atTarget() + MOMENT,
            "\"operation\":"
                + message.operation()
                + ",\"bytes\":"
                + message.bytes()
                + (place(message.line()).isEmpty() ? "" : "," + place(message.line())));
    pe(message.to()).track(OF_ARRIVALS, ARRIVALS).add(arrival);
    if (call != null) {
      call.arrows.add(new Arrow(message.operation(), "s", message.issued()));
      arrival.arrows.add(new Arrow(message.operation(), "f", message.atTarget()));
    }
  }

  // The last event that has begun at a time.
  private static @Nullable Event at(List<Event> events, long time) {
    int low = 0;
    int high = events.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (events.get(middle).from() <= time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == 0 ? null : events.get(low - 1);
  }

  private void write(int number, Group process) {
    meta(number, null, process.name());
    int track = 0;
    for (Map<String, List<Event>> tracks : process.tracks().values()) {
      for (Map.Entry<String, List<Event>> one : tracks.entrySet()) {
        track = write(number, track, one.getKey(), one.getValue());
      }
    }
  }

  // Each event goes to the first track that is free; gives the number of the next track.
  private int write(int process, int first, String name, List<Event> events) {
    events.sort(Comparator.comparingLong(Event::from).thenComparingLong(Event::to));
    List<Long> freeAt = new ArrayList<>();
    for (Event event : events) {
      int lane = 0;
      while (lane < freeAt.size() && freeAt.get(lane) > event.from()) {
        lane++;
      }
      if (lane == freeAt.size()) {
        freeAt.add(event.to());
        meta(process, first + lane, name);
      } else {
        freeAt.set(lane, event.to());
      }
      int track = first + lane;
      line(
          "{\"ph\":\"X\",\"pid\":%d,\"tid\":%d,\"ts\":%.6f,\"dur\":%.6f,\"name\":%s%s},",
          process,
          track,
          event.from() / PS_PER_US,
          (event.to() - event.from()) / PS_PER_US,
          MAPPER.writeValueAsString(event.name()),
          event.details().isEmpty() ? "" : ",\"args\":{" + event.details() + "}");
      for (Arrow arrow : event.arrows()) {
        line(
            "{\"ph\":\"%s\",\"bp\":\"e\",\"cat\":\"operation\",\"name\":\"operation\",\"id\":%d,"
                + "\"pid\":%d,\"tid\":%d,\"ts\":%.6f},",
            arrow.phase(), arrow.operation(), process, track, arrow.time() / PS_PER_US);
      }
    }
    return first + freeAt.size();
  }

  private void counter(QueueLength queue) {
    int process = FIRST_STATION + queue.group().ordinal();
    String name = MAPPER.writeValueAsString("operations at " + queue.track());
    for (QueueLength.Change change : queue.changes()) {
      line(
          "{\"ph\":\"C\",\"pid\":%d,\"ts\":%.6f,\"name\":%s,\"args\":{\"operations\":%d}},",
          process, change.time() / PS_PER_US, name, change.operations());
    }
  }

  private void meta(int process, @Nullable Integer track, String name) {
    line(
        "{\"ph\":\"M\",\"pid\":%d,%s\"name\":\"%s\",\"args\":{\"name\":%s}},",
        process,
        track == null ? "" : "\"tid\":" + track + ",",
        track == null ? "process_name" : "thread_name",
        MAPPER.writeValueAsString(name));
  }

  @FormatMethod
  private void line(@FormatString String format, Object... values) {
    out.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  private static String place(@Nullable SourceLine line) {
    return line == null || line.line() == 0
        ? ""
        : "\"file\":" + MAPPER.writeValueAsString(line.file()) + ",\"line\":" + line.line();
  }

  private static String name(Timeline.Group group) {
    return switch (group) {
      case AGENTS -> "agents";
      case PROXIES -> "proxies";
      case QUEUE_PAIRS -> "queue pairs";
      case LINKS -> "links";
    };
  }
}
