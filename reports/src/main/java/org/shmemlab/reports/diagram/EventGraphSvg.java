package org.shmemlab.reports.diagram;

import com.google.common.collect.ImmutableList;
import com.google.common.html.HtmlEscapers;
import com.google.errorprone.annotations.FormatMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.shmemlab.scenarios.spacetime.EventGraph;
import org.shmemlab.scenarios.spacetime.EventGraph.Access;
import org.shmemlab.scenarios.spacetime.EventGraph.Arrow;
import org.shmemlab.scenarios.spacetime.EventGraph.Event;
import org.shmemlab.scenarios.spacetime.EventGraph.Order;
import org.shmemlab.scenarios.spacetime.SpaceTime;

/**
 * Draws a graph of events as SVG: a box for each event, and an arrow for each pair of a relation,
 * with the relation's name as axiomatic models write it. Parts carry the number of their step.
 */
public final class EventGraphSvg {
  private static final int MOST_CHARACTERS = 14;
  private static final int MOST_SMALL = 16;
  private static final int BESIDE = 26; // how far arrows between the same two boxes are apart
  private static final int AROUND = 74; // how far an arrow goes around boxes of its column

  private final EventGraph graph;
  private final Labels labels;
  private final EventGraphLayout places;
  private final StringBuilder svg = new StringBuilder();

  private EventGraphSvg(EventGraph graph, Labels labels) {
    this.graph = graph;
    this.labels = labels;
    this.places = new EventGraphLayout(graph);
  }

  /**
   * Draws a graph.
   *
   * @param id makes the names inside of it differ from those of other pictures of a page
   */
  public static String of(EventGraph graph, Labels labels, String id) {
    return new EventGraphSvg(graph, labels).draw(id);
  }

  private String draw(String id) {
    line(
        "<svg xmlns='http://www.w3.org/2000/svg' class='events' role='img' aria-labelledby='%s-title'"
            + " viewBox='0 0 %d %d' width='%d' height='%d'>",
        id, places.width(), places.height(), places.width(), places.height());
    line("<title id='%s-title'>%s</title>", id, escaped(title()));
    line("<defs>");
    for (Order order : Order.values()) {
      line(
          "<marker id='%s-%s' class='arrowhead %s' viewBox='0 0 8 8' refX='8' refY='4'"
              + " markerWidth='8' markerHeight='8' markerUnits='userSpaceOnUse' orient='auto'>"
              + "<path d='M0 0L8 4L0 8z'/></marker>",
          id, name(order), name(order));
    }
    line("</defs>");
    groups();
    ImmutableList<Arrow> arrows = graph.arrows();
    List<String> words = new ArrayList<>();
    for (int i = 0; i < arrows.size(); i++) {
      arrow(id, arrows, i, words);
    }
    for (int i = 0; i < graph.events().size(); i++) {
      event(i);
    }
    words.forEach(svg::append);
    line("</svg>");
    return svg.toString();
  }

  private String title() {
    return "Event graph: "
        + graph.arrows().stream()
            .filter(arrow -> arrow.order() != Order.OPERATION)
            .map(arrow -> letter(arrow.from()) + " " + words(arrow) + " " + letter(arrow.to()))
            .collect(Collectors.joining(", "));
  }

  private void groups() {
    for (int pe = 0; pe < graph.pes(); pe++) {
      if (!places.isShown(pe)) {
        continue;
      }
      line(
          "<rect class='group' x='%d' y='2' width='%d' height='%d' rx='6'/>"
              + "<text class='heading' x='%d' y='18'>PE %d</text>",
          places.left(pe) + 2,
          places.right(pe) - places.left(pe) - 4,
          places.height() - 6,
          (places.left(pe) + places.right(pe)) / 2,
          pe);
      if (places.memory(pe) != SpaceTime.NONE) {
        line("<text class='who' x='%d' y='34'>operations</text>", places.memory(pe));
      }
    }
    for (int lane = 0; lane < graph.lanes().size(); lane++) {
      if (places.lane(lane) != SpaceTime.NONE) {
        text("who", places.lane(lane), 34, Labels.agent(graph.lanes().get(lane)));
      }
    }
  }

  // ---------------------------------------------------------------- events

  private void event(int number) {
    Event event = graph.events().get(number);
    String kind = event.isToCome() ? " to-come" : event.lanes().size() > 1 ? " meeting" : "";
    line(
        "<g class='event%s%s' data-step='%d'><title>%s</title><rect x='%d' y='%d' width='%d'"
            + " height='%d' rx='4'/>",
        kind,
        event.lanes().isEmpty() ? " network o" + event.flight() % 6 : "",
        event.step(),
        escaped(labels.line(event.line())),
        places.x(number),
        places.y(number),
        places.width(number),
        EventGraphLayout.HEIGHT);
    text("what", places.middle(number), places.y(number) + 13, letter(number) + " " + what(event));
    text("place", places.middle(number), places.y(number) + 26, place(event));
    line("</g>");
  }

  private static String what(Event event) {
    if (event.accesses().isEmpty()) {
      return switch (event.kind()) {
        case ISSUE -> "issue " + (event.flight() + 1);
        case MEETING -> "barrier";
        default -> event.kind().name().toLowerCase(Locale.ROOT);
      };
    }
    Access first = event.accesses().get(0);
    String more = event.accesses().size() > 1 ? " …" : "";
    return kind(first) + " " + first.words() + value(first) + more;
  }

  private static String kind(Access access) {
    return access.reads() && access.writes() ? "U" : access.writes() ? "W" : "R";
  }

  private static String value(Access access) {
    if (access.toCome()) {
      return "";
    }
    return access.reads() && access.writes()
        ? "=" + access.read() + "→" + access.written()
        : "=" + (access.writes() ? access.written() : access.read());
  }

  private static String place(Event event) {
    String operation = event.flight() == SpaceTime.NONE ? "" : "op " + (event.flight() + 1) + ", ";
    return (event.isToCome() ? "open, " : operation) + "line " + event.line().line();
  }

  private static String letter(int number) {
    return number < 26
        ? String.valueOf((char) ('a' + number))
        : letter(number / 26 - 1) + letter(number % 26);
  }

  // ---------------------------------------------------------------- arrows

  private void arrow(String id, List<Arrow> arrows, int number, List<String> words) {
    Arrow arrow = arrows.get(number);
    int among = 0;
    for (int i = 0; i < number; i++) {
      Arrow other = arrows.get(i);
      boolean same =
          (other.from() == arrow.from() && other.to() == arrow.to())
              || (other.from() == arrow.to() && other.to() == arrow.from());
      among += same ? 1 : 0;
    }
    boolean down = places.y(arrow.from()) < places.y(arrow.to());
    boolean level = places.y(arrow.from()) == places.y(arrow.to());
    int side = places.middle(arrow.from()) <= places.middle(arrow.to()) ? 1 : -1;
    int x1 = level ? edge(arrow.from(), side) : places.middle(arrow.from());
    int x2 = level ? edge(arrow.to(), -side) : places.middle(arrow.to());
    int half = EventGraphLayout.HEIGHT / 2;
    int y1 = places.y(arrow.from()) + (level ? half : down ? EventGraphLayout.HEIGHT : 0);
    int y2 = places.y(arrow.to()) + (level ? half : down ? 0 : EventGraphLayout.HEIGHT);
    if (!level && x1 != x2) { // leaves on the side of its target
      x1 += side * EventGraphLayout.WIDTH / 4;
      x2 -= side * EventGraphLayout.WIDTH / 4;
    }
    int bulge =
        places.isBetween(arrow.from(), arrow.to())
            ? AROUND + among * BESIDE
            : (among + 1) / 2 * BESIDE * (among % 2 == 0 ? 1 : -1);
    int cx = (x1 + x2) / 2 + (x1 == x2 || !level ? bulge : 0);
    int cy = (y1 + y2) / 2 + (level ? bulge : 0);
    String step =
        String.valueOf(
            Math.max(
                graph.events().get(arrow.from()).step(), graph.events().get(arrow.to()).step()));
    line(
        "<g class='arrow %s' data-step='%s'><title>%s %s %s</title>"
            + "<path d='M%d %dQ%d %d %d %d'%s/></g>",
        name(arrow.order()),
        step,
        letter(arrow.from()),
        escaped(words(arrow)),
        letter(arrow.to()),
        x1,
        y1,
        cx,
        cy,
        x2,
        y2,
        arrow.order() == Order.MISSING
            ? ""
            : " marker-end='url(#%s-%s)'".formatted(id, name(arrow.order())));
    if (arrow.order() != Order.OPERATION && arrow.order() != Order.PROGRAM) {
      words.add(
          String.format(
              Locale.ROOT,
              "<g class='arrow %s' data-step='%s'><text x='%d' y='%d'>%s</text></g>\n",
              name(arrow.order()),
              step,
              (x1 + 2 * cx + x2) / 4,
              (y1 + 2 * cy + y2) / 4 + 3,
              escaped(words(arrow))));
    }
  }

  private int edge(int event, int side) {
    return side > 0 ? places.x(event) + places.width(event) : places.x(event);
  }

  private static String name(Order order) {
    return switch (order) {
      case PROGRAM -> "po";
      case OPERATION -> "op";
      case READS_FROM -> "rf";
      case COHERENCE -> "co";
      case FROM_READS -> "fr";
      case HAPPENS_BEFORE -> "hb";
      case MISSING -> "missing";
    };
  }

  private static String words(Arrow arrow) {
    return switch (arrow.order()) {
      case HAPPENS_BEFORE -> arrow.by();
      case MISSING -> "no order";
      default -> name(arrow.order());
    };
  }

  private void text(String kind, int x, int y, String text) {
    String shown = Labels.shortened(text, kind.equals("what") ? MOST_CHARACTERS : MOST_SMALL);
    line(
        "<text class='%s' x='%d' y='%d'>%s%s</text>",
        kind,
        x,
        y,
        escaped(shown),
        shown.equals(text) ? "" : "<title>" + escaped(text) + "</title>");
  }

  private static String escaped(String text) {
    return HtmlEscapers.htmlEscaper().escape(text);
  }

  @FormatMethod
  private void line(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
