package org.shmemlab.model.operation;

/**
 * Every operation completes when it is issued: the order an unlucky programmer believes in. A
 * program that needs these rules fails on real networks, but the output of a correct program is
 * possible under these rules, too.
 */
public record Immediate() implements OrderingRules {
  private static final IssueTraits AT_ISSUE = IssueTraits.USUAL.atIssue(true);
  private static final Capabilities CAPABILITIES = Capabilities.PLAIN.actsAtIssue(true);

  @Override
  public String name() {
    return "immediate";
  }

  @Override
  public Capabilities capabilities() {
    return CAPABILITIES;
  }

  @Override
  public IssueTraits issueTraits(Operation operation) {
    return AT_ISSUE;
  }

  @Override
  public boolean mayHappen(Pending operation, Event event, InFlight inFlight) {
    return true;
  }

  @Override
  public boolean mayReturn(Pending operation, InFlight inFlight) {
    return true;
  }

  @Override
  public boolean mayPass(OrderingCall call, Caller caller, InFlight inFlight) {
    return inFlight.isEmpty();
  }
}
