package org.shmemlab.plan.trace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.shmemlab.transports.cost.Fleet;
import org.shmemlab.transports.cost.Fleets;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.platform.Platforms;
import org.shmemlab.transports.traffic.Play;
import org.shmemlab.transports.traffic.Played;
import org.shmemlab.transports.traffic.Script;

/** Replays texts of traces in tests. */
final class Replays {
  private Replays() {}

  static Trace csv(String text) {
    return Csv.read("t.csv", text, "");
  }

  static Trace goal(String text) {
    return Goal.read("t.goal", text, "");
  }

  /** On so many nodes of one GPU, so that every message passes the network. */
  static Fleet fleet(int pes) {
    return Fleets.on(Platforms.named("gh200"), pes, 1, PathKind.IBGDA);
  }

  static Played play(Script script) {
    return Play.on(fleet(script.pes()), script);
  }

  static Played play(Trace trace) {
    return play(new TraceScript(trace, 1));
  }

  static Path write(Path folder, String name, String text) {
    try {
      return Files.writeString(folder.resolve(name), text);
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }
}
