package org.shmemlab.plan.trace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.fleet.Fleets;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.platform.Platforms;
import org.shmemlab.transports.traffic.ScriptResult;
import org.shmemlab.transports.traffic.ScriptRun;
import org.shmemlab.transports.traffic.TrafficScript;

/** Replays texts of traces in tests. */
final class Replays {
  private Replays() {}

  static Trace csv(String text) {
    return CsvTrace.read("t.csv", text, "");
  }

  static Trace goal(String text) {
    return GoalTrace.read("t.goal", text, "");
  }

  /** On so many nodes of one GPU, so that every message passes the network. */
  static Fleet fleet(int pes) {
    return Fleets.on(Platforms.named("gh200"), pes, 1, PathKind.IBGDA);
  }

  static ScriptResult play(TrafficScript script) {
    return ScriptRun.on(fleet(script.pes()), script);
  }

  static ScriptResult play(Trace trace) {
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
