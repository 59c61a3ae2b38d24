package org.shmemlab.reports.diagram;

import com.google.common.base.Splitter;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.step.Access;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.scenarios.spacetime.SpaceTime;
import org.shmemlab.scenarios.spacetime.SpaceTime.Flight;
import org.shmemlab.scenarios.spacetime.SpaceTime.Tick;

/** Writes the words of a diagram. Operations are numbered from 1, in order of issue. */
public final class Labels {
  private static final Pattern LIBRARY = Pattern.compile("\\b(?:nv)?shmemx?_(?=\\w+\\()");
  private static final Pattern THREAD =
      Pattern.compile("thread (\\d+) of block (\\d+) of kernel (.+)");

  private final SpaceTime picture;
  private final SourceFile source;

  /** The words of a diagram of a schedule of this program. */
  public Labels(SpaceTime picture, SourceFile source) {
    this.picture = picture;
    this.source = source;
  }

  /** An agent without its PE: "host", "deliver: block 0, thread 3". */
  public static String agent(SpaceTime.Lane lane) {
    return THREAD.matcher(lane.agent()).replaceFirst("$3: block $2, thread $1");
  }

  /** A line of the program, stripped; empty where it has none. */
  public String text(SourceLine line) {
    for (SourceFile file : source.files()) {
      if (file.path().equals(line.file())) {
        List<String> lines = Splitter.on('\n').splitToList(file.text());
        return line.line() >= 1 && line.line() <= lines.size()
            ? lines.get(line.line() - 1).strip()
            : "";
      }
    }
    return "";
  }

  /**
   * "18 int_put_nbi(inbox, outbox, 1, 1);": a line's number and text, without the library's name
   * before each call.
   */
  public String line(SourceLine line) {
    String text = LIBRARY.matcher(text(line)).replaceAll("");
    return (text.isEmpty() ? line.toString() : line.line() + " " + text).strip();
  }

  /** The action of an agent at a tick. */
  public String act(Tick tick) {
    return switch (tick.kind()) {
      case ISSUE -> {
        Flight flight = picture.flights().get(tick.flight());
        yield tick.line().line() + " " + call(flight) + " → PE " + flight.to();
      }
      case FENCE -> tick.line().line() + " passes the fence";
      case QUIET -> tick.line().line() + " all complete: " + text(tick.line());
      default -> line(tick.line());
    };
  }

  /** A call without its library's name, which all have. */
  public static String call(Flight flight) {
    return flight.call().replaceFirst("^(?:nv)?shmemx?_", "");
  }

  /** "1 visible", "2 source read, word 3". */
  public String event(Tick tick) {
    return (tick.flight() + 1)
        + " "
        + event(tick.kind())
        + (tick.word() == SpaceTime.NONE ? "" : ", word " + tick.word());
  }

  /** "1 in flight". */
  static String inFlight(int flight) {
    return (flight + 1) + " in flight";
  }

  private static String event(SpaceTime.Kind kind) {
    return switch (kind) {
      case RMW -> "updated";
      default -> kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    };
  }

  /** The reason for the order of two ticks. */
  public static String edge(SpaceTime.Edge edge) {
    return switch (edge.by()) {
      case FENCE -> "fence";
      case QUIET -> "quiet waited";
      case WAIT -> "wait saw it";
      case RETURN -> "its call returned";
      case CALL -> "its call waited";
      case CUDA -> "order of CUDA";
    };
  }

  /** "operation 1 may write bytes 0 to 3 of inbox on PE 1". */
  public static String window(SpaceTime.Window window) {
    String bytes =
        window.first() == window.last()
            ? "byte " + window.first()
            : "bytes " + window.first() + " to " + window.last();
    return "operation "
        + (window.flight() + 1)
        + (writes(window.use()) ? " may write " : " may read ")
        + bytes
        + " of "
        + window.object()
        + " on PE "
        + window.pe();
  }

  /** Whether an access changes what it touches. */
  public static boolean writes(Access.Use use) {
    return use.updates();
  }

  /** A text that is no longer than so many characters. */
  public static String shortened(String text, int most) {
    return text.length() <= most ? text : text.substring(0, Math.max(0, most - 1)) + "…";
  }
}
