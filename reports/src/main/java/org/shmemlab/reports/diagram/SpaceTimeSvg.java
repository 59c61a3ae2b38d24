package org.shmemlab.reports.diagram;

import com.google.common.html.HtmlEscapers;
import com.google.errorprone.annotations.FormatMethod;
import java.util.List;
import java.util.Locale;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.scenarios.spacetime.SpaceTime;
import org.shmemlab.scenarios.spacetime.SpaceTime.Edge;
import org.shmemlab.scenarios.spacetime.SpaceTime.Kind;
import org.shmemlab.scenarios.spacetime.SpaceTime.Missing;
import org.shmemlab.scenarios.spacetime.SpaceTime.Tick;
import org.shmemlab.scenarios.spacetime.SpaceTime.Window;

/**
 * Draws a space-time diagram as SVG: lanes down the page, operations as arrows from issue to their
 * last event, windows as bars next to the memory that they are about, edges of happens-before as
 * thin lines, and a missing edge as a dashed red one. Colours are classes of the page's style
 * sheet; each part of a step carries its number, so that a page can show a part.
 */
public final class SpaceTimeSvg {
  private static final int COLOURS = 6;
  private static final int MOST_CHARACTERS = 28;

  private final SpaceTime picture;
  private final boolean narrow;
  private final Labels labels;
  private final DiagramLayout places;
  private final Arrows arrows;
  private final EventWords words;
  private final StringBuilder svg = new StringBuilder();

  private SpaceTimeSvg(SpaceTime picture, SourceFile source, boolean narrow) {
    this.picture = picture;
    this.narrow = narrow;
    this.labels = new Labels(picture, source);
    this.places = new DiagramLayout(picture, narrow);
    this.arrows = new Arrows(picture);
    this.words = new EventWords(picture, labels, places, arrows);
  }

  /**
   * Draws a diagram.
   *
   * @param id makes the names inside of it differ from those of other diagrams of a page
   * @param title what a screen reader says that it shows
   */
  public static String of(SpaceTime picture, SourceFile source, String id, String title) {
    return new SpaceTimeSvg(picture, source, false).draw(id, title);
  }

  /** Draws the same for a phone: with numbers of lines in place of words. */
  public static String narrow(SpaceTime picture, SourceFile source, String id, String title) {
    return new SpaceTimeSvg(picture, source, true).draw(id + "-narrow", title);
  }

  private String draw(String id, String title) {
    line(
        "<svg xmlns='http://www.w3.org/2000/svg' class='spacetime %s' role='img'"
            + " aria-labelledby='%s-title' viewBox='0 0 %d %d' width='%d' height='%d'>",
        narrow ? "narrow" : "wide",
        id,
        places.width(),
        places.height(),
        places.width(),
        places.height());
    line("<title id='%s-title'>%s</title>", id, escaped(title));
    line("<defs>");
    for (String kind : List.of("o0", "o1", "o2", "o3", "o4", "o5", "edge", "missing")) {
      line(
          "<marker id='%s-%s' class='head %s' viewBox='0 0 8 8' refX='8' refY='4' markerWidth='8'"
              + " markerHeight='8' markerUnits='userSpaceOnUse' orient='auto'>"
              + "<path d='M0 0L8 4L0 8z'/></marker>",
          id, kind, kind);
    }
    line("</defs>");
    steps();
    groups();
    windows();
    edges(id);
    flights(id);
    ticks();
    missing(id);
    line("</svg>");
    return svg.toString();
  }

  // ---------------------------------------------------------------- the ground

  private void steps() {
    int last = picture.ticks().size();
    int from = 0;
    for (int tick = 1; tick <= last; tick++) {
      if (tick == last || step(tick) != step(from)) {
        line(
            "<g class='step' data-step='%d'><rect x='0' y='%d' width='%d' height='%d'/>"
                + "<text x='%d' y='%d'>%d</text></g>",
            step(from),
            places.y(from) - DiagramLayout.ROW / 2,
            places.width(),
            (tick - from) * DiagramLayout.ROW,
            places.gutter() - 8,
            places.y(from) + 4,
            step(from));
        from = tick;
      }
    }
  }

  private int step(int tick) {
    return picture.ticks().get(tick).step();
  }

  private void groups() {
    int bottom = places.height() - 4;
    for (int pe = 0; pe < picture.pes(); pe++) {
      line(
          "<rect class='pe' x='%d' y='4' width='%d' height='%d' rx='6'/><text class='pe' x='%d'"
              + " y='24'>PE %d</text>",
          places.left(pe),
          places.right(pe) - places.left(pe),
          bottom - 4,
          (places.left(pe) + places.right(pe)) / 2,
          pe);
      if (pe > 0) {
        line(
            "<text class='network' x='%d' y='24'>network</text>",
            (places.right(pe - 1) + places.left(pe)) / 2);
      }
    }
    for (int lane = 0; lane < picture.lanes().size(); lane++) {
      SpaceTime.Lane one = picture.lanes().get(lane);
      line(
          "<path class='lane' d='M%d %dV%d'/>",
          places.lane(lane), DiagramLayout.HEADING - 4, bottom - 6);
      if (!narrow) {
        text("who", places.lane(lane), 46, one.pe() == 0, 0, Labels.agent(one));
      }
    }
  }

  private void windows() {
    for (int i = 0; i < picture.windows().size(); i++) {
      Window window = picture.windows().get(i);
      int top = places.y(Math.max(0, window.opened()));
      int bottom =
          window.closed() == SpaceTime.NONE ? places.height() - 10 : places.y(window.closed());
      int opened = step(Math.max(0, window.opened()));
      line(
          "<g class='window %s %s%s' data-step='%d' data-until='%s'><title>%s</title>"
              + "<rect x='%d' y='%d' width='%d' height='%d' rx='3'/><text x='%d'"
              + " y='%d'>%d</text></g>",
          colour(window.flight()),
          Labels.writes(window.use()) ? "writes" : "reads",
          isMissing(window) ? " missing" : "",
          opened,
          window.closed() == SpaceTime.NONE ? "" : String.valueOf(step(window.closed())),
          escaped(Labels.window(window)),
          places.bar(i),
          top,
          DiagramLayout.BAR - 4,
          Math.max(6, bottom - top),
          places.bar(i) + DiagramLayout.BAR / 2 - 2,
          top + 12,
          window.flight() + 1);
    }
  }

  private boolean isMissing(Window window) {
    return window.closed() == SpaceTime.NONE
        && picture
            .missing()
            .filter(gap -> is(window, gap.first()) || is(window, gap.second()))
            .isPresent();
  }

  private static boolean is(Window window, Missing.Side side) {
    return side.flight() == window.flight()
        && side.use() == window.use()
        && side.pe() == window.pe();
  }

  // ---------------------------------------------------------------- arrows

  private void flights(String id) {
    for (Arrows.Arrow arrow : arrows.all()) {
      Tick from = picture.ticks().get(arrow.from());
      Tick to = picture.ticks().get(arrow.to());
      boolean back = to.kind() == Kind.ACKNOWLEDGED;
      line(
          "<path class='flight %s%s' data-step='%d' d='M%d %dL%d %d'"
              + " marker-end='url(#%s-o%d)'/>",
          colour(to.flight()),
          back ? " back" : "",
          to.step(),
          places.x(from),
          places.y(arrow.from()),
          places.x(to),
          places.y(arrow.to()),
          id,
          to.flight() % COLOURS);
    }
    for (int flight = 0; flight < picture.flights().size(); flight++) {
      int last = arrows.last(flight);
      if (!picture.flights().get(flight).over() && last >= 0 && places.endRows() > 0) {
        int x = places.inNetwork(flight);
        int y = places.atEnd(0);
        Tick from = picture.ticks().get(last);
        line(
            "<g class='open %s' data-step='%d'><path class='flight' d='M%d %dL%d %d'/><circle"
                + " cx='%d' cy='%d' r='5'/></g>",
            colour(flight), from.step(), places.x(from), places.y(last), x, y, x, y);
        if (!narrow) {
          EventWords.Spot spot = words.inFlight(flight);
          text("event", spot.x(), spot.y(), spot.ends(), from.step(), Labels.inFlight(flight));
        }
      }
    }
  }

  private void edges(String id) {
    for (Edge edge : picture.edges()) {
      if (!edge.by().isDrawn()) {
        continue;
      }
      Tick from = picture.ticks().get(edge.from());
      Tick to = picture.ticks().get(edge.to());
      int x1 = places.x(from);
      int x2 = places.x(to);
      int y1 = places.y(edge.from());
      int y2 = places.y(edge.to());
      String path =
          x1 == x2
              ? String.format(
                  Locale.ROOT,
                  "M%d %dQ%d %d %d %d",
                  x1,
                  y1,
                  x1 + bulge(from),
                  (y1 + y2) / 2,
                  x2,
                  y2)
              : String.format(Locale.ROOT, "M%d %dL%d %d", x1, y1, x2, y2);
      line(
          "<path class='edge %s' data-step='%d' d='%s' marker-end='url(#%s-edge)'><title>%s</title>"
              + "</path>",
          edge.by().name().toLowerCase(Locale.ROOT), to.step(), path, id, Labels.edge(edge));
    }
  }

  private static int bulge(Tick tick) {
    return tick.pe() == 0 ? 24 : -24;
  }

  private void missing(String id) {
    if (picture.missing().isEmpty()) {
      return;
    }
    Missing gap = picture.missing().get();
    int step = picture.moments().size() - 1;
    int x1 = x(gap.first());
    int x2 = x(gap.second());
    int y1 = places.atEnd(0);
    int y2 = places.atEnd(1);
    line(
        "<path class='missing' data-step='%d' d='M%d %dL%d %d' marker-end='url(#%s-missing)'/>",
        step, x1, y1, x2, y2, id);
    end(gap.first(), y1, step);
    end(gap.second(), y2, step);
    int middle = (x1 + x2) / 2;
    text(
        "missing",
        middle,
        (y1 + y2) / 2 + 12,
        x2 > x1,
        step,
        narrow ? "no order" : "missing order");
  }

  private int x(Missing.Side side) {
    return side.flight() == SpaceTime.NONE
        ? places.lane(side.lane())
        : places.inNetwork(side.flight());
  }

  private void end(Missing.Side side, int y, int step) {
    int x = x(side);
    line("<circle class='missing' data-step='%d' cx='%d' cy='%d' r='6'/>", step, x, y);
    if (side.flight() == SpaceTime.NONE) {
      boolean first = picture.lanes().get(side.lane()).pe() == 0;
      text("missing", first ? x - 12 : x + 12, y + 4, first, step, words(side.line()));
    }
  }

  // ---------------------------------------------------------------- ticks

  private void ticks() {
    for (int i = 0; i < picture.ticks().size(); i++) {
      Tick tick = picture.ticks().get(i);
      int y = places.y(i);
      if (tick.kind().ofNetwork()) {
        event(i, tick, y);
      } else {
        act(tick, y);
      }
    }
  }

  private void event(int number, Tick tick, int y) {
    line(
        "<circle class='event %s' data-step='%d' cx='%d' cy='%d' r='3.5'/>",
        colour(tick.flight()), tick.step(), places.x(tick), y);
    if (!narrow) {
      EventWords.Spot spot = words.spot(number);
      text("event", spot.x(), spot.y(), spot.ends(), tick.step(), labels.event(tick));
    }
  }

  private void act(Tick tick, int y) {
    int lane = tick.lanes().get(0);
    int x = places.lane(lane);
    if (tick.kind() == Kind.MEETING) {
      int far = places.lane(tick.lanes().getLast());
      line("<path class='meeting' data-step='%d' d='M%d %dH%d'/>", tick.step(), x, y, far);
      for (int one : tick.lanes()) {
        line(
            "<circle class='meeting' data-step='%d' cx='%d' cy='%d' r='5'/>",
            tick.step(), places.lane(one), y);
      }
    } else if (tick.kind() == Kind.ISSUE) {
      line(
          "<g class='issue %s' data-step='%d'><circle cx='%d' cy='%d' r='9'/><text x='%d'"
              + " y='%d'>%d</text></g>",
          colour(tick.flight()), tick.step(), x, y, x, y + 4, tick.flight() + 1);
    } else {
      line(
          "<rect class='act %s' data-step='%d' x='%d' y='%d' width='9' height='9'/>",
          tick.kind().name().toLowerCase(Locale.ROOT), tick.step(), x - 4, y - 4);
    }
    boolean first = tick.pe() == 0;
    int line = leavesRoomForWords(tick) ? y - 5 : y + 4;
    String words = narrow ? words(tick.line()) : labels.act(tick);
    text("act", first ? x - 14 : x + 14, line, first, tick.step(), words);
  }

  private String words(SourceLine line) {
    return narrow ? String.valueOf(line.line()) : labels.line(line);
  }

  // An arrow to a later PE leaves where the words stand, but from the first PE.
  private boolean leavesRoomForWords(Tick tick) {
    return tick.kind() == Kind.ISSUE
        && tick.pe() > 0
        && picture.flights().get(tick.flight()).to() > tick.pe();
  }

  private void text(String kind, int x, int y, boolean endsThere, int step, String text) {
    String shown = Labels.shortened(text, MOST_CHARACTERS);
    line(
        "<text class='%s%s' data-step='%d' x='%d' y='%d'>%s%s</text>",
        kind,
        endsThere ? " end" : "",
        step,
        x,
        y,
        escaped(shown),
        shown.equals(text) ? "" : "<title>" + escaped(text) + "</title>");
  }

  private static String colour(int flight) {
    return "o" + flight % COLOURS;
  }

  private static String escaped(String text) {
    return HtmlEscapers.htmlEscaper().escape(text);
  }

  @FormatMethod
  private void line(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
