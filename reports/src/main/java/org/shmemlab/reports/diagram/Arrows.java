package org.shmemlab.reports.diagram;

import com.google.common.collect.ImmutableList;
import org.shmemlab.scenarios.spacetime.SpaceTime;
import org.shmemlab.scenarios.spacetime.SpaceTime.Tick;

/**
 * Computes the arrows of operations: from the issue to the first event, and from each event to the
 * next.
 */
final class Arrows {
  private final SpaceTime picture;
  private final ImmutableList<Arrow> all;

  /**
   * A part of an operation's way.
   *
   * @param from number of the tick where it begins
   * @param to number of the tick where it ends
   */
  record Arrow(int from, int to) {}

  Arrows(SpaceTime picture) {
    this.picture = picture;
    ImmutableList.Builder<Arrow> arrows = ImmutableList.builder();
    for (int i = 0; i < picture.ticks().size(); i++) {
      int before = picture.ticks().get(i).kind().ofNetwork() ? before(i) : SpaceTime.NONE;
      if (before != SpaceTime.NONE) {
        arrows.add(new Arrow(before, i));
      }
    }
    this.all = arrows.build();
  }

  ImmutableList<Arrow> all() {
    return all;
  }

  /** The event or issue that an event follows: of the same word, or of all. */
  int before(int tick) {
    Tick event = picture.ticks().get(tick);
    return last(event.flight(), event.word(), tick);
  }

  /** The last event or issue of an operation; {@link SpaceTime#NONE} where there is none. */
  int last(int flight) {
    return last(flight, SpaceTime.NONE, picture.ticks().size());
  }

  private int last(int flight, int word, int before) {
    for (int i = before - 1; i >= 0; i--) {
      Tick tick = picture.ticks().get(i);
      if (tick.flight() == flight
          && (tick.word() == word || tick.word() == SpaceTime.NONE || word == SpaceTime.NONE)) {
        return i;
      }
    }
    return SpaceTime.NONE;
  }
}
