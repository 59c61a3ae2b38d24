package org.shmemlab.reports.diagram;

import com.google.errorprone.annotations.FormatMethod;
import java.util.Arrays;
import java.util.Locale;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.scenarios.spacetime.SpaceTime;
import org.shmemlab.scenarios.spacetime.SpaceTime.Edge;
import org.shmemlab.scenarios.spacetime.SpaceTime.Flight;
import org.shmemlab.scenarios.spacetime.SpaceTime.Missing;
import org.shmemlab.scenarios.spacetime.SpaceTime.Tick;

/**
 * Writes the order of the ticks of an execution, as a graph in Graphviz's language: solid arrows in
 * the order of each agent's program and of each operation's events, labelled ones for the edges of
 * a fence, a quiet or a wait, and a dashed red one where an order is missing.
 */
public final class OrderGraph {
  private final SpaceTime picture;
  private final Labels labels;
  private final StringBuilder graph = new StringBuilder();

  private OrderGraph(SpaceTime picture, SourceFile source) {
    this.picture = picture;
    this.labels = new Labels(picture, source);
  }

  /** The text of a graph. */
  public static String of(SpaceTime picture, SourceFile source, String title) {
    return new OrderGraph(picture, source).text(title);
  }

  private String text(String title) {
    line("digraph order {");
    line("  label=%s;", quoted(title));
    line("  node [shape=box, fontname=\"monospace\"];");
    agents();
    network();
    order();
    picture.missing().ifPresent(this::missing);
    line("}");
    return graph.toString();
  }

  private void agents() {
    for (int lane = 0; lane < picture.lanes().size(); lane++) {
      line("  subgraph cluster_%d {", lane);
      line("    label=%s;", quoted("PE " + picture.lanes().get(lane).pe() + ", " + agent(lane)));
      for (int i = 0; i < picture.ticks().size(); i++) {
        Tick tick = picture.ticks().get(i);
        if (!tick.kind().ofNetwork() && tick.lanes().indexOf(lane) == 0) {
          line("    t%d [label=%s];", i, quoted(labels.act(tick)));
        }
      }
      line("  }");
    }
  }

  private String agent(int lane) {
    return Labels.agent(picture.lanes().get(lane));
  }

  private void network() {
    for (int i = 0; i < picture.ticks().size(); i++) {
      Tick tick = picture.ticks().get(i);
      if (tick.kind().ofNetwork()) {
        line("  t%d [shape=ellipse, label=%s];", i, quoted(labels.event(tick)));
      }
    }
  }

  private void order() {
    int[] ofLane = new int[picture.lanes().size()];
    int[] ofFlight = new int[picture.flights().size()];
    Arrays.fill(ofLane, SpaceTime.NONE);
    Arrays.fill(ofFlight, SpaceTime.NONE);
    for (int i = 0; i < picture.ticks().size(); i++) {
      Tick tick = picture.ticks().get(i);
      for (int lane : tick.lanes()) {
        arrow(ofLane[lane], i);
        ofLane[lane] = i;
      }
      if (tick.flight() != SpaceTime.NONE) {
        arrow(ofFlight[tick.flight()], i);
        ofFlight[tick.flight()] = i;
      }
    }
    for (Edge edge : picture.edges()) {
      line(
          "  t%d -> t%d [label=%s, style=bold];",
          edge.from(), edge.to(), quoted(Labels.edge(edge)));
    }
  }

  private void arrow(int from, int to) {
    if (from != SpaceTime.NONE) {
      line("  t%d -> t%d;", from, to);
    }
  }

  private void missing(Missing gap) {
    line("  m0 [color=red, label=%s];", quoted(side(gap.first())));
    line("  m1 [color=red, label=%s];", quoted(side(gap.second())));
    end(gap.first(), "m0");
    end(gap.second(), "m1");
    line("  m0 -> m1 [dir=none, style=dashed, color=red, label=\"missing order\"];");
  }

  // An access follows the last step of its operation or its agent.
  private void end(Missing.Side side, String node) {
    for (int i = picture.ticks().size() - 1; i >= 0; i--) {
      Tick tick = picture.ticks().get(i);
      if (side.flight() != SpaceTime.NONE
          ? tick.flight() == side.flight()
          : tick.lanes().contains(side.lane())) {
        line("  t%d -> %s;", i, node);
        return;
      }
    }
  }

  private String side(Missing.Side side) {
    if (side.flight() == SpaceTime.NONE) {
      return "PE " + side.pe() + ", " + agent(side.lane()) + ": " + labels.line(side.line());
    }
    Flight flight = picture.flights().get(side.flight());
    return "operation " + (side.flight() + 1) + " at PE " + side.pe() + ": " + Labels.call(flight);
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", " ") + '"';
  }

  @FormatMethod
  private void line(String format, Object... values) {
    graph.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
