package org.shmemlab.transports.simulate;

import org.shmemlab.transports.cost.stations.Stage;
import org.shmemlab.transports.cost.stations.StageListener;

/** Puts the stages of operations on the tracks of a timeline. */
record TrackRecorder(Timeline timeline) implements StageListener {
  @Override
  public void stage(Stage stage, Server server, int number, int tag, long from, long to) {
    if (stage == Stage.ISSUE || stage == Stage.QUIET) {
      return; // agents show it
    }
    Timeline.Group group =
        switch (server) {
          case PROXY -> Timeline.Group.PROXIES;
          case QUEUE_PAIR -> Timeline.Group.QUEUE_PAIRS;
          case PORT, CARD -> Timeline.Group.LINKS;
        };
    String name =
        switch (server) {
          case PROXY -> "proxy of PE " + number;
          case QUEUE_PAIR -> "queue pair " + number;
          case PORT -> "port of PE " + number;
          case CARD -> "NIC " + number;
        };
    timeline.add(group, number, name, stage.text(), tag, from, to);
  }
}
