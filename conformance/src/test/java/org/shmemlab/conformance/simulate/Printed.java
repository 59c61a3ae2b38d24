package org.shmemlab.conformance.simulate;

import java.util.List;
import org.shmemlab.model.machine.Output;
import org.shmemlab.model.schedule.Runner;

/** What a run prints, until it has gone on for too long. */
final class Printed implements Runner.Observer {
  private static final long MOST_INSTRUCTIONS = 20_000_000;

  private final StringBuilder text = new StringBuilder();

  @Override
  public void output(List<Output> pieces) {
    pieces.forEach(piece -> text.append(piece.text()));
  }

  @Override
  public boolean goOn(long instructions) {
    return instructions < MOST_INSTRUCTIONS;
  }

  String text() {
    return text.toString().trim();
  }

  List<String> lines() {
    return text.toString().lines().sorted().toList();
  }
}
