package org.shmemlab.reports.diagram;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.shmemlab.scenarios.spacetime.SpaceTime;
import org.shmemlab.scenarios.spacetime.SpaceTime.Flight;
import org.shmemlab.scenarios.spacetime.SpaceTime.Tick;

/**
 * Places the words of the network's events: next to their event, where they cover no other words
 * and as few arrows as possible. An arrow over the network carries its words.
 */
final class EventWords {
  private static final int CHARACTER = 7; // pixels, of 11 px monospace with a little air
  private static final int HEIGHT = 11;
  private static final int GAP = 8;
  private static final int ASIDE = 28;
  private static final int[] DOWN = {-5, 13, 4, -16, 24};
  private static final int COVERED_WORDS = 1_000;
  private static final int COVERED_ARROW = 12;

  private final SpaceTime picture;
  private final DiagramLayout places;
  private final Arrows arrows;
  private final Map<Integer, Spot> spots = new HashMap<>();
  private final Map<Integer, Spot> inFlight = new HashMap<>();
  private final List<Box> taken = new ArrayList<>();

  /**
   * Where words stand.
   *
   * @param x of their beginning, or of their end
   * @param y of the line that they stand on
   * @param far how hard it is to see what they belong to: 0 for the best place
   */
  record Spot(int x, int y, boolean ends, int far) {
    private Box box(int width) {
      return new Box(ends ? x - width : x, y - HEIGHT + 2, ends ? x : x + width, y + 2);
    }
  }

  private record Box(int left, int top, int right, int bottom) {
    boolean meets(Box other) {
      return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }

    // Whether a straight line comes through: in its height, it is between the sides.
    boolean isCrossed(int x1, int y1, int x2, int y2) {
      if (Math.max(y1, y2) < top || Math.min(y1, y2) > bottom) {
        return false;
      }
      double first = at(x1, y1, x2, y2, top);
      double second = at(x1, y1, x2, y2, bottom);
      return Math.max(first, second) > left && Math.min(first, second) < right;
    }

    private static double at(int x1, int y1, int x2, int y2, int y) {
      if (y1 == y2) {
        return (x1 + x2) / 2.0;
      }
      double part = Math.clamp((double) (y - y1) / (y2 - y1), 0, 1);
      return x1 + part * (x2 - x1);
    }
  }

  EventWords(SpaceTime picture, Labels labels, DiagramLayout places, Arrows arrows) {
    this.picture = picture;
    this.places = places;
    this.arrows = arrows;
    for (int i = 0; i < picture.ticks().size(); i++) {
      if (picture.ticks().get(i).kind().ofNetwork()) {
        String words = labels.event(picture.ticks().get(i));
        spots.put(i, best(candidates(i, words.length() * CHARACTER), words, i));
      }
    }
    for (int flight = 0; flight < picture.flights().size(); flight++) {
      if (!picture.flights().get(flight).over()) {
        inFlight.put(flight, best(atEnd(flight), Labels.inFlight(flight), SpaceTime.NONE));
      }
    }
  }

  /** Where the words of an event stand. */
  Spot spot(int tick) {
    return Objects.requireNonNull(spots.get(tick), "an event of the network");
  }

  /** Where it stands that an operation is still on its way at the end. */
  Spot inFlight(int flight) {
    return Objects.requireNonNull(inFlight.get(flight), "an operation that is not over");
  }

  // Its own arrow may cross the words of an event.
  private Spot best(ImmutableList<Spot> candidates, String words, int event) {
    int width = words.length() * CHARACTER;
    Spot best = candidates.get(0);
    int least = Integer.MAX_VALUE;
    for (Spot spot : candidates) {
      int cost = cost(event, spot.box(width)) + spot.far();
      if (cost < least) {
        least = cost;
        best = spot;
      }
    }
    taken.add(best.box(width));
    return best;
  }

  private ImmutableList<Spot> atEnd(int flight) {
    int x = places.inNetwork(flight);
    int y = places.atEnd(0);
    ImmutableList.Builder<Spot> spots = ImmutableList.builder();
    for (int down = 0; down < DOWN.length; down++) {
      spots.add(new Spot(x + GAP, y + DOWN[down], false, 3 * down));
      spots.add(new Spot(x - GAP, y + DOWN[down], true, 1 + 3 * down));
    }
    return spots.build();
  }

  private ImmutableList<Spot> candidates(int number, int width) {
    Tick tick = picture.ticks().get(number);
    Flight flight = picture.flights().get(tick.flight());
    int from = picture.lanes().get(flight.lane()).pe();
    int other = tick.pe() == from ? flight.to() : from;
    int side = places.facing(tick.pe(), other);
    int towards = side == places.right(tick.pe()) ? 1 : -1;
    int y = places.y(number);
    ImmutableList.Builder<Spot> spots = ImmutableList.builder();
    int before = arrows.before(number);
    int end = places.x(tick);
    int start = before == SpaceTime.NONE ? end : places.x(picture.ticks().get(before));
    if (Math.abs(start - end) >= places.network()) {
      int middle = towards * (GAP + 4 + width / 2);
      int slope = (places.y(before) - y) * middle / (start - end);
      spots.add(
          new Spot(
              side + towards * GAP,
              y + slope + 4,
              towards < 0,
              Math.max(0, Math.abs(slope) - HEIGHT)));
    }
    for (int away = 0; away <= 2; away++) {
      for (int down = 0; down < DOWN.length; down++) {
        int x = side + towards * (GAP + away * ASIDE);
        spots.add(new Spot(x, y + DOWN[down], towards < 0, 1 + 3 * down + 8 * away));
      }
    }
    return spots.build();
  }

  private int cost(int number, Box box) {
    int cost = 0;
    for (Box other : taken) {
      cost += box.meets(other) ? COVERED_WORDS : 0;
    }
    for (Arrows.Arrow arrow : arrows.all()) {
      Tick from = picture.ticks().get(arrow.from());
      Tick to = picture.ticks().get(arrow.to());
      boolean crossed =
          arrow.to() != number
              && box.isCrossed(
                  places.x(from), places.y(arrow.from()), places.x(to), places.y(arrow.to()));
      cost += crossed ? COVERED_ARROW : 0;
    }
    return cost;
  }
}
