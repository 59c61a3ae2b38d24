package org.shmemlab.model.operation;

import org.jspecify.annotations.Nullable;
import org.shmemlab.model.threads.ThreadOrder;

/** Forwards to other rules, but for the methods that a subclass overrides. */
public abstract class ForwardingRules implements OrderingRules {
  private final OrderingRules rules;

  protected ForwardingRules(OrderingRules rules) {
    this.rules = rules;
  }

  @Override
  public String name() {
    return rules.name();
  }

  @Override
  public Capabilities capabilities() {
    return rules.capabilities();
  }

  @Override
  public boolean weakAtomics() {
    return rules.weakAtomics();
  }

  @Override
  public ThreadOrder threads() {
    return rules.threads();
  }

  @Override
  public IssueTraits issueTraits(Operation operation) {
    return rules.issueTraits(operation);
  }

  @Override
  public @Nullable String refusal(Operation operation, boolean strided) {
    return rules.refusal(operation, strided);
  }

  @Override
  public boolean mayHappen(Pending operation, Event event, InFlight inFlight) {
    return rules.mayHappen(operation, event, inFlight);
  }

  @Override
  public boolean mayReturn(Pending operation, InFlight inFlight) {
    return rules.mayReturn(operation, inFlight);
  }

  @Override
  public boolean mayPass(OrderingCall call, Caller caller, InFlight inFlight) {
    return rules.mayPass(call, caller, inFlight);
  }

  @Override
  public boolean mayHoldBack(Operation earlier, Operation later, boolean fenced) {
    return rules.mayHoldBack(earlier, later, fenced);
  }
}
