package org.shmemlab.transports.simulate;

import org.jspecify.annotations.Nullable;
import org.shmemlab.transports.cost.Stage;
import org.shmemlab.transports.cost.StageListener;

/** Puts the stages of operations on the tracks of a timeline. */
record Tracks(Timeline timeline) implements StageListener {
  @Override
  public void stage(Stage stage, int place, int tag, long from, long to) {
    Timeline.@Nullable Track track =
        switch (stage) {
          case PROXY -> Timeline.Track.PROXY;
          case QUEUE_PAIR -> Timeline.Track.QUEUE_PAIR;
          case COPY, SEND_WAIT, WIRE, RECEIVE, UPDATE, RETURN -> Timeline.Track.LINK;
          case ISSUE, QUIET -> null; // agents show it
        };
    if (track != null) {
      timeline.add(track, place, place, stage.text() + " of operation " + tag, from, to);
    }
  }
}
