package org.shmemlab.reports.diagram;

import com.google.common.base.Strings;
import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.scenarios.spacetime.SpaceTime;
import org.shmemlab.scenarios.spacetime.SpaceTime.Kind;
import org.shmemlab.scenarios.spacetime.SpaceTime.Lane;
import org.shmemlab.scenarios.spacetime.SpaceTime.Missing;
import org.shmemlab.scenarios.spacetime.SpaceTime.Tick;

/**
 * Draws a space-time diagram as text: a column for each lane, time down the lines, an arrow from PE
 * to PE for each event of an operation.
 */
final class SpaceTimeText {
  private static final int GUTTER = 5;
  private static final int NARROWEST = 22; // of a lane
  private static final char LIFELINE = '|';

  /** Codes of terminals (ECMA-48, SGR): bold red; blue, magenta, cyan, yellow, green. */
  private static final String RED = "1;31";

  private static final ImmutableList<String> COLOURS =
      ImmutableList.of("34", "35", "36", "33", "32");

  private final SpaceTime picture;
  private final Labels labels;
  private final int column;
  private final boolean coloured;
  private final boolean ofAgents; // else a lane stands for all agents of its PE
  private final List<Lane> lanes;
  private final List<String> lines = new ArrayList<>();

  private SpaceTimeText(SpaceTime picture, SourceFile source, Drawing how) {
    int width = how.width();
    this.coloured = how.coloured();
    this.picture = picture;
    this.labels = new Labels(picture, source);
    // Lanes that would be too narrow to read share the column of their PE.
    this.ofAgents = (width - GUTTER) / Math.max(1, picture.lanes().size()) >= NARROWEST;
    this.lanes =
        ofAgents
            ? picture.lanes()
            : java.util.stream.IntStream.range(0, picture.pes())
                .mapToObj(pe -> new Lane(pe, "all agents"))
                .toList();
    this.column = Math.max(NARROWEST, (width - GUTTER) / Math.max(1, lanes.size()));
  }

  /** Draws a diagram; lanes are no narrower than can be read, so many of them take more room. */
  static ImmutableList<String> lines(SpaceTime picture, SourceFile source, Drawing how) {
    return new SpaceTimeText(picture, source, how).draw();
  }

  private ImmutableList<String> draw() {
    StringBuilder heading = new StringBuilder(Strings.padEnd("step", GUTTER, ' '));
    for (Lane lane : lanes) {
      String name = "PE " + lane.pe() + " " + Labels.agent(lane);
      heading.append(Strings.padEnd(Labels.shortened(name, column - 1), column, ' '));
    }
    lines.add(heading.toString().stripTrailing());
    int step = -1;
    for (Tick tick : picture.ticks()) {
      String number = tick.step() == step || tick.step() == 0 ? "" : String.valueOf(tick.step());
      step = tick.step();
      char[] row = row(number);
      if (tick.kind().ofNetwork()) {
        event(row, tick);
      } else {
        act(row, tick);
      }
      String line = new String(row).stripTrailing();
      lines.add(
          tick.flight() == SpaceTime.NONE
              ? line
              : in(COLOURS.get(tick.flight() % COLOURS.size()), line));
    }
    picture.missing().ifPresent(this::missing);
    return ImmutableList.copyOf(lines);
  }

  private char[] row(String number) {
    char[] row = " ".repeat(GUTTER + lanes.size() * column).toCharArray();
    put(row, 0, number);
    for (int i = 0; i < lanes.size(); i++) {
      row[x(i)] = LIFELINE;
    }
    return row;
  }

  private int x(int column) {
    return GUTTER + column * this.column;
  }

  private int place(int lane) {
    return ofAgents ? lane : picture.lanes().get(lane).pe();
  }

  // The lane that stands for the memory of a PE: its first, seen from PE 0.
  private int memory(int pe) {
    for (int i = 0; i < lanes.size(); i++) {
      if (lanes.get(i).pe() == pe) {
        return i;
      }
    }
    return 0;
  }

  private void act(char[] row, Tick tick) {
    for (int lane : tick.lanes()) {
      row[x(place(lane))] = mark(tick.kind());
    }
    int first = place(tick.lanes().get(0));
    if (tick.kind() == Kind.MEETING) {
      int last = place(tick.lanes().getLast());
      for (int x = x(first) + 1; x < x(last); x++) {
        row[x] = row[x] == ' ' ? '=' : row[x];
      }
    }
    String number = tick.kind() == Kind.ISSUE ? tick.flight() + 1 + ": " : "";
    put(row, x(first) + 2, Labels.shortened(number + labels.act(tick), column - 3));
  }

  private static char mark(Kind kind) {
    return switch (kind) {
      case ISSUE -> '*';
      case FENCE -> '-';
      case QUIET -> '=';
      case MEETING -> '+';
      default -> 'o';
    };
  }

  private void event(char[] row, Tick tick) {
    SpaceTime.Flight flight = picture.flights().get(tick.flight());
    int issuer = place(flight.lane());
    int home = memory(flight.to());
    boolean atHome =
        switch (tick.kind()) {
          case ACKNOWLEDGED, LANDED, SOURCE_READ -> false;
          default -> true;
        };
    String words = labels.event(tick);
    if (issuer == home || tick.kind() == Kind.SOURCE_READ) {
      put(row, x(issuer) + 2, Labels.shortened("(" + words + ")", column - 3));
      return;
    }
    arrow(row, x(issuer), x(home), atHome, words);
  }

  // From one lane to another; it points at who comes second.
  private static void arrow(char[] row, int issuer, int home, boolean there, String words) {
    int left = Math.min(issuer, home);
    int right = Math.max(issuer, home);
    for (int x = left + 1; x < right; x++) {
      row[x] = row[x] == LIFELINE ? '+' : '-';
    }
    boolean toRight = (home > issuer) == there;
    row[toRight ? right - 1 : left + 1] = toRight ? '>' : '<';
    int room = right - left - 5;
    String text = " " + Labels.shortened(words, Math.max(1, room - 2)) + " ";
    put(row, left + 1 + (right - left - 1 - text.length()) / 2, text);
  }

  private void missing(Missing gap) {
    lines.add(new String(row("")).stripTrailing());
    side(gap.first(), "");
    side(gap.second(), "");
    String words = "missing order: nothing puts one of these two before the other";
    lines.add(in(RED, " ".repeat(GUTTER) + words));
  }

  private void side(Missing.Side side, String number) {
    char[] row = row(number);
    row[x(place(side.lane()))] = '!';
    String text =
        side.flight() == SpaceTime.NONE
            ? labels.line(side.line())
            : side.flight() + 1 + " in flight: " + labels.line(side.line());
    put(row, x(place(side.lane())) + 2, Labels.shortened(text, column - 3));
    lines.add(in(RED, new String(row).stripTrailing()));
  }

  private String in(String colour, String line) {
    return coloured ? "\u001b[" + colour + "m" + line + "\u001b[0m" : line;
  }

  private static void put(char[] row, int at, String text) {
    for (int i = 0; i < text.length() && at + i < row.length; i++) {
      row[at + i] = text.charAt(i);
    }
  }
}
