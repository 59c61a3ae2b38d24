package org.shmemlab.conformance.mutants;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.operation.Capabilities;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.EventGranularity;
import org.shmemlab.model.operation.ForwardingRules;
import org.shmemlab.model.operation.InFlight;
import org.shmemlab.model.operation.IssueTraits;
import org.shmemlab.model.operation.LoadSource;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.OrderingCall;
import org.shmemlab.model.operation.Pending;

/**
 * Makes transports that differ in properties outside of all tables: how finely the events of an
 * operation are distinguished, mutual exclusion, caches, and refused calls.
 */
final class TransportMoments {
  private TransportMoments() {}

  static ImmutableList<TransportMutant> all() {
    return ImmutableList.of(
        parts(
            "delivered is visible",
            parts -> new EventGranularity(false, parts.updateInTwoSteps(), parts.signalApart())),
        parts(
            "an update outside the GPU is one step",
            parts -> new EventGranularity(parts.deliveryApart(), false, parts.signalApart())),
        parts(
            "a signal never overtakes the data of its put",
            parts -> new EventGranularity(parts.deliveryApart(), parts.updateInTwoSteps(), false)),
        TransportMutant.ofRules(
            "updates of one card or one proxy do not exclude each other", Overlapping::new),
        TransportMutant.ofRules(
            "a word need not show what was delivered to it in that order",
            rules ->
                new ForwardingRules(rules) {
                  @Override
                  public boolean mayHappen(Pending operation, Event event, InFlight inFlight) {
                    boolean shows =
                        event.kind() == Event.Kind.VISIBLE
                            && operation.kinds().contains(Event.Kind.DELIVERED);
                    return shows || super.mayHappen(operation, event, inFlight);
                  }
                }),
        TransportMutant.ofRules(
            "an operation shows all its words at once",
            rules ->
                new ForwardingRules(rules) {
                  @Override
                  public IssueTraits issueTraits(Operation operation) {
                    return super.issueTraits(operation).wordByWord(false);
                  }
                }),
        TransportMutant.ofRules(
            "a PE's own loads and stores are in flight",
            rules ->
                new ForwardingRules(rules) {
                  @Override
                  public IssueTraits issueTraits(Operation operation) {
                    return super.issueTraits(operation).atIssue(false);
                  }
                }),
        refreshing(
            "a wait or test leaves loads as they were",
            calls -> Sets.difference(calls, ImmutableSet.of(OrderingCall.WAIT))),
        refreshing(
            "a thread's fence leaves loads as they were",
            calls -> Sets.difference(calls, ImmutableSet.of(OrderingCall.THREAD_FENCE))),
        refreshing(
            "signal_wait_until makes loads fresh",
            calls -> Sets.union(calls, ImmutableSet.of(OrderingCall.SIGNAL_WAIT))),
        TransportMutant.ofRules(
            "a thread's put reads its source where memory is",
            rules ->
                new ForwardingRules(rules) {
                  @Override
                  public IssueTraits issueTraits(Operation operation) {
                    IssueTraits its = super.issueTraits(operation);
                    return its.source(false, its.fencesSource());
                  }
                }),
        TransportMutant.ofRules(
            "a put with a signal has no fence of the thread",
            rules ->
                new ForwardingRules(rules) {
                  @Override
                  public IssueTraits issueTraits(Operation operation) {
                    IssueTraits its = super.issueTraits(operation);
                    return its.source(its.loadsSource(), false);
                  }
                }),
        TransportMutant.ofRules(
            "caches hold all memory when a kernel begins",
            rules ->
                new ForwardingRules(rules) {
                  @Override
                  public Capabilities capabilities() {
                    Capabilities its = super.capabilities();
                    return its.loads() == LoadSource.CACHED ? its.with(LoadSource.WARM) : its;
                  }
                }),
        TransportMutant.ofRules(
            "no call is refused",
            rules ->
                new ForwardingRules(rules) {
                  @Override
                  public @Nullable String refusal(Operation operation, boolean strided) {
                    return null;
                  }
                }));
  }

  private static TransportMutant refreshing(
      String name, Function<ImmutableSet<OrderingCall>, Set<OrderingCall>> change) {
    return TransportMutant.ofRules(
        name,
        rules ->
            new ForwardingRules(rules) {
              @Override
              public Capabilities capabilities() {
                Capabilities its = super.capabilities();
                return its.with(Sets.immutableEnumSet(change.apply(its.refreshing())));
              }
            });
  }

  private static TransportMutant parts(String name, UnaryOperator<EventGranularity> change) {
    return TransportMutant.ofRules(
        name,
        rules ->
            new ForwardingRules(rules) {
              @Override
              public IssueTraits issueTraits(Operation operation) {
                IssueTraits its = super.issueTraits(operation);
                return its.with(change.apply(its.parts()));
              }
            });
  }
}
