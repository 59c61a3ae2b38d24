package org.shmemlab.reports.diagram;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.shmemlab.scenarios.spacetime.EventGraph;
import org.shmemlab.scenarios.spacetime.EventGraph.Arrow;
import org.shmemlab.scenarios.spacetime.EventGraph.Event;
import org.shmemlab.scenarios.spacetime.SpaceTime;

/**
 * Places a graph of events, in pixels. Each agent has a column, and each PE one for the events of
 * operations at its memory, on the side of the other PEs. An event is below those that its arrows
 * come from, and below those above it in its column.
 */
final class EventGraphLayout {
  static final int WIDTH = 96;
  static final int HEIGHT = 32;
  private static final int COLUMN = WIDTH + 14;
  private static final int ROW = HEIGHT + 30;
  private static final int MARGIN = 8;
  private static final int HEADING = 44;

  private final EventGraph graph;
  private final int[] laneColumn;
  private final int[] memoryColumn; // by PE; of operations
  private final int[] left; // by PE: its first column
  private final int[] right;
  private final int columns;
  private final int[] rows; // by event
  private final int count;

  EventGraphLayout(EventGraph graph) {
    this.graph = graph;
    this.laneColumn = new int[graph.lanes().size()];
    this.memoryColumn = new int[graph.pes()];
    this.left = new int[graph.pes()];
    this.right = new int[graph.pes()];
    Arrays.fill(laneColumn, SpaceTime.NONE);
    Arrays.fill(memoryColumn, SpaceTime.NONE);
    int next = 0;
    for (int pe = 0; pe < graph.pes(); pe++) {
      left[pe] = next;
      boolean inner = pe > 0 && pe == graph.pes() - 1;
      if (inner && hasOperations(pe)) {
        memoryColumn[pe] = next++;
      }
      for (int lane = 0; lane < laneColumn.length; lane++) {
        if (graph.lanes().get(lane).pe() == pe && acts(lane)) {
          laneColumn[lane] = next++;
        }
      }
      if (!inner && hasOperations(pe)) {
        memoryColumn[pe] = next++;
      }
      right[pe] = next - 1;
    }
    this.columns = next;
    this.rows = new int[graph.events().size()];
    this.count = rows();
  }

  private boolean acts(int lane) {
    return graph.events().stream().anyMatch(event -> event.lanes().contains(lane));
  }

  private boolean hasOperations(int pe) {
    return graph.events().stream().anyMatch(event -> event.lanes().isEmpty() && event.pe() == pe);
  }

  // Returns how many there are.
  private int rows() {
    int[] free = new int[columns];
    List<List<Integer>> before = new ArrayList<>();
    graph.events().forEach(_ -> before.add(new ArrayList<>()));
    for (Arrow arrow : graph.arrows()) {
      if (arrow.from() < arrow.to()) { // a signal may be seen before it is visible
        before.get(arrow.to()).add(arrow.from());
      }
    }
    int last = 0;
    for (int i = 0; i < rows.length; i++) {
      int row = 0;
      for (int earlier : before.get(i)) {
        row = Math.max(row, rows[earlier] + 1);
      }
      for (int column = first(i); column <= end(i); column++) {
        row = Math.max(row, free[column]);
      }
      rows[i] = row;
      for (int column = first(i); column <= end(i); column++) {
        free[column] = row + 1;
      }
      last = Math.max(last, row + 1);
    }
    return last;
  }

  private int first(int event) {
    Event one = graph.events().get(event);
    return one.lanes().isEmpty()
        ? memoryColumn[one.pe()]
        : one.lanes().stream().mapToInt(lane -> laneColumn[lane]).min().orElseThrow();
  }

  private int end(int event) {
    Event one = graph.events().get(event);
    return one.lanes().isEmpty()
        ? memoryColumn[one.pe()]
        : one.lanes().stream().mapToInt(lane -> laneColumn[lane]).max().orElseThrow();
  }

  boolean isShown(int pe) {
    return left[pe] <= right[pe];
  }

  int left(int pe) {
    return MARGIN / 2 + left[pe] * COLUMN;
  }

  int right(int pe) {
    return MARGIN / 2 + (right[pe] + 1) * COLUMN;
  }

  int width() {
    return columns * COLUMN + MARGIN;
  }

  int height() {
    return HEADING + count * ROW;
  }

  /** The left side of an event's box. */
  int x(int event) {
    return MARGIN + 3 + first(event) * COLUMN;
  }

  int width(int event) {
    return (end(event) - first(event)) * COLUMN + WIDTH;
  }

  int middle(int event) {
    return x(event) + width(event) / 2;
  }

  /** The upper side. */
  int y(int event) {
    return HEADING + rows[event] * ROW;
  }

  /** The middle of a lane's column; {@link SpaceTime#NONE} where it has none. */
  int lane(int lane) {
    return laneColumn[lane] == SpaceTime.NONE
        ? SpaceTime.NONE
        : MARGIN + 3 + laneColumn[lane] * COLUMN + WIDTH / 2;
  }

  /** The middle of the column of operations at a PE; {@link SpaceTime#NONE} where it has none. */
  int memory(int pe) {
    return memoryColumn[pe] == SpaceTime.NONE
        ? SpaceTime.NONE
        : MARGIN + 3 + memoryColumn[pe] * COLUMN + WIDTH / 2;
  }

  /** Whether another event stands between two of one column. */
  boolean isBetween(int from, int to) {
    if (first(from) != first(to)) {
      return false;
    }
    for (int i = 0; i < rows.length; i++) {
      if (first(i) <= first(from)
          && first(from) <= end(i)
          && Math.min(rows[from], rows[to]) < rows[i]
          && rows[i] < Math.max(rows[from], rows[to])) {
        return true;
      }
    }
    return false;
  }
}
