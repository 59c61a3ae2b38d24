package org.shmemlab.reports.diagram;

import java.util.ArrayList;
import java.util.List;
import org.shmemlab.scenarios.spacetime.SpaceTime;
import org.shmemlab.scenarios.spacetime.SpaceTime.Tick;
import org.shmemlab.scenarios.spacetime.SpaceTime.Window;

/**
 * Places the parts of a diagram, in pixels. Time goes down, a row for each tick. Each PE is a group
 * of lanes with a strip for the windows on its memory, which faces the network: on the right of the
 * first PE, on the left of all others.
 */
final class DiagramLayout {
  static final int HEADING = 58;
  static final int ROW = 26;
  static final int BAR = 14;
  private static final int MARGIN = 12;
  private static final int END_ROWS = 2;

  /**
   * The widths that differ.
   *
   * @param gutter of the numbers of steps
   * @param label of an agent's words
   * @param network between two PEs
   */
  private record Widths(int gutter, int label, int network) {}

  private static final Widths WIDE = new Widths(34, 226, 176);

  /** For a phone: agents have their line numbers alone, and events of the network no words. */
  private static final Widths NARROW = new Widths(24, 32, 84);

  private final SpaceTime picture;
  private final Widths widths;
  private final int[] lanes;
  private final int[] left;
  private final int[] right;
  private final int[] strip; // where the first bar of a PE stands
  private final List<Integer> columns = new ArrayList<>(); // by window: which of the bars
  private final int width;
  private final int endRows;

  DiagramLayout(SpaceTime picture, boolean narrow) {
    this.picture = picture;
    this.widths = narrow ? NARROW : WIDE;
    this.lanes = new int[picture.lanes().size()];
    this.left = new int[picture.pes()];
    this.right = new int[picture.pes()];
    this.strip = new int[picture.pes()];
    this.endRows = picture.missing().isPresent() ? END_ROWS : hangs() ? 1 : 0;
    int[] bars = columns();
    int x = widths.gutter;
    for (int pe = 0; pe < picture.pes(); pe++) {
      int stripWidth = MARGIN + bars[pe] * BAR;
      left[pe] = x;
      if (pe > 0) {
        strip[pe] = x + MARGIN / 2;
        x += stripWidth;
      }
      for (int lane = 0; lane < lanes.length; lane++) {
        if (picture.lanes().get(lane).pe() == pe) {
          lanes[lane] = pe == 0 ? x + widths.label : x + MARGIN;
          x += widths.label + MARGIN;
        }
      }
      if (pe == 0) {
        strip[pe] = x + MARGIN / 2;
        x += stripWidth;
      }
      right[pe] = x;
      x += widths.network;
    }
    this.width = x - widths.network + MARGIN;
  }

  private boolean hangs() {
    return picture.flights().stream().anyMatch(flight -> !flight.over());
  }

  // Gives bars that overlap in time columns of their own; gives how many columns each PE has.
  private int[] columns() {
    int[] bars = new int[picture.pes()];
    List<Window> windows = picture.windows();
    for (int i = 0; i < windows.size(); i++) {
      int column = 0;
      while (taken(i, column)) {
        column++;
      }
      columns.add(column);
      int pe = windows.get(i).pe();
      bars[pe] = Math.max(bars[pe], column + 1);
    }
    return bars;
  }

  private boolean taken(int window, int column) {
    Window one = picture.windows().get(window);
    for (int i = 0; i < window; i++) {
      Window other = picture.windows().get(i);
      if (columns.get(i) == column
          && other.pe() == one.pe()
          && other.opened() <= end(one)
          && one.opened() <= end(other)) {
        return true;
      }
    }
    return false;
  }

  private int end(Window window) {
    return window.closed() == SpaceTime.NONE ? Integer.MAX_VALUE : window.closed();
  }

  int gutter() {
    return widths.gutter;
  }

  int network() {
    return widths.network;
  }

  int width() {
    return width;
  }

  int height() {
    return HEADING + (picture.ticks().size() + endRows) * ROW + MARGIN;
  }

  /** The middle of a tick's row. */
  int y(int tick) {
    return HEADING + tick * ROW + ROW / 2;
  }

  /** The middle of a row after the last tick. */
  int atEnd(int row) {
    return y(picture.ticks().size() + row);
  }

  int endRows() {
    return endRows;
  }

  int lane(int lane) {
    return lanes[lane];
  }

  int left(int pe) {
    return left[pe];
  }

  int right(int pe) {
    return right[pe];
  }

  /** The left side of a window's bar. */
  int bar(int window) {
    return strip[picture.windows().get(window).pe()] + columns.get(window) * BAR;
  }

  /** The side of a PE that faces another, or its memory. */
  int facing(int pe, int other) {
    return other > pe || (other == pe && pe == 0) ? right[pe] : left[pe];
  }

  /** Where a tick is. */
  int x(Tick tick) {
    if (tick.flight() == SpaceTime.NONE || !tick.kind().ofNetwork()) {
      return lanes[tick.lanes().get(0)];
    }
    SpaceTime.Flight flight = picture.flights().get(tick.flight());
    int from = picture.lanes().get(flight.lane()).pe();
    return switch (tick.kind()) {
      case ACKNOWLEDGED, LANDED -> lanes[flight.lane()];
      case SOURCE_READ -> facing(from, flight.to());
      default -> facing(flight.to(), from);
    };
  }

  /** Where in the network an operation is drawn that is still on its way at the end. */
  int inNetwork(int flight) {
    SpaceTime.Flight one = picture.flights().get(flight);
    int from = picture.lanes().get(one.lane()).pe();
    int side = facing(from, one.to());
    int towards = side == right[from] ? 1 : -1;
    return side + towards * (widths.network / 4 + flight % 3 * widths.network / 5);
  }
}
