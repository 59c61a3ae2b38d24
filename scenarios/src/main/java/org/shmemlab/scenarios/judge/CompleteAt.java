package org.shmemlab.scenarios.judge;

import java.util.function.Predicate;
import org.shmemlab.model.operation.Capabilities;
import org.shmemlab.model.operation.ForwardingRules;
import org.shmemlab.model.operation.InFlight;
import org.shmemlab.model.operation.OrderingRules;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.program.SourceLine;

/**
 * Forwards to other rules, but completes the operations of some lines before their agent's next
 * step; signal_fetch then returns the word in memory. If these are all lines, only interleavings
 * are left.
 */
final class CompleteAt extends ForwardingRules {
  private final Predicate<SourceLine> lines;
  private final Capabilities capabilities;

  CompleteAt(OrderingRules rules, Predicate<SourceLine> lines) {
    super(rules);
    this.lines = lines;
    this.capabilities = rules.capabilities().signalFetchRunsAhead(false);
  }

  // The last event is the acknowledgement, or the landing that a return waits for anyway.
  @Override
  public boolean mayReturn(Pending operation, InFlight inFlight) {
    return lines.test(operation.operation().origin().line())
        ? operation.onlyLastLeft() && operation.locallyComplete()
        : super.mayReturn(operation, inFlight);
  }

  @Override
  public Capabilities capabilities() {
    return capabilities;
  }
}
