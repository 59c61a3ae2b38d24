package org.shmemlab.conformance.mutants;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.operation.Acquire;
import org.shmemlab.model.operation.Caller;
import org.shmemlab.model.operation.Capabilities;
import org.shmemlab.model.operation.Carriage;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.ForwardingRules;
import org.shmemlab.model.operation.InFlight;
import org.shmemlab.model.operation.Loads;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.OrderingCall;
import org.shmemlab.model.operation.Parts;
import org.shmemlab.model.operation.Pending;

/** Transports in which single moments of an operation, or what an agent sees of them, differ. */
final class TransportMoments {
  private TransportMoments() {}

  static ImmutableList<TransportMutant> all() {
    return ImmutableList.of(
        parts(
            "delivered is visible",
            parts -> new Parts(false, parts.updateInTwoSteps(), parts.signalApart())),
        parts(
            "an update outside the GPU is one step",
            parts -> new Parts(parts.deliveryApart(), false, parts.signalApart())),
        parts(
            "a signal never overtakes the data of its put",
            parts -> new Parts(parts.deliveryApart(), parts.updateInTwoSteps(), false)),
        TransportMutant.ofRules(
            "updates of one card or one proxy do not exclude each other",
            rules ->
                Unseen.byEvent(
                    rules,
                    (pending, later) ->
                        pending.number() != later.number()
                            && pending.readBefore()
                            && pending.allHappened(Event.Kind.UPDATE_READ))),
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
                  public Carriage carriage(Operation operation) {
                    return super.carriage(operation).wordByWord(false);
                  }
                }),
        TransportMutant.ofRules(
            "a PE's own loads and stores are in flight",
            rules ->
                new ForwardingRules(rules) {
                  @Override
                  public Carriage carriage(Operation operation) {
                    return super.carriage(operation).atIssue(false);
                  }
                }),
        TransportMutant.ofRules(
            "a sync of two PEs does not follow the data",
            rules ->
                new ForwardingRules(rules) {
                  @Override
                  public boolean mayPass(OrderingCall call, Caller caller, InFlight inFlight) {
                    return call == OrderingCall.SYNC || super.mayPass(call, caller, inFlight);
                  }
                }),
        acquires(
            "waits and tests poll as the signal family does", Acquire.WAIT, Acquire.SIGNAL_WAIT),
        acquires("signal_wait_until ends as other waits do", Acquire.SIGNAL_WAIT, Acquire.WAIT),
        acquires(
            "a thread's fence leaves loads as they were",
            Acquire.THREAD_FENCE,
            Acquire.SIGNAL_WAIT),
        acquires("a thread's fence is a consistency operation", Acquire.THREAD_FENCE, Acquire.WAIT),
        TransportMutant.ofRules(
            "a thread's put reads its source where memory is",
            rules ->
                new ForwardingRules(rules) {
                  @Override
                  public Carriage carriage(Operation operation) {
                    Carriage its = super.carriage(operation);
                    return its.source(false, its.fencesSource());
                  }
                }),
        TransportMutant.ofRules(
            "a put with a signal has no fence of the thread",
            rules ->
                new ForwardingRules(rules) {
                  @Override
                  public Carriage carriage(Operation operation) {
                    Carriage its = super.carriage(operation);
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
                    return its.loads() == Loads.CACHED ? its.with(Loads.WARM) : its;
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

  private static TransportMutant acquires(String name, Acquire of, Acquire instead) {
    return TransportMutant.ofRules(
        name,
        rules ->
            new ForwardingRules(rules) {
              @Override
              public boolean mayObserve(int pe, Acquire acquire, InFlight inFlight) {
                return super.mayObserve(pe, acquire == of ? instead : acquire, inFlight);
              }

              @Override
              public Capabilities capabilities() {
                Capabilities its = super.capabilities();
                ImmutableSet<Acquire> refreshing =
                    Arrays.stream(Acquire.values())
                        .filter(
                            acquire -> its.refreshing().contains(acquire == of ? instead : acquire))
                        .collect(Sets.toImmutableEnumSet());
                return its.with(refreshing);
              }
            });
  }

  private static TransportMutant parts(String name, UnaryOperator<Parts> change) {
    return TransportMutant.ofRules(
        name,
        rules ->
            new ForwardingRules(rules) {
              @Override
              public Carriage carriage(Operation operation) {
                Carriage its = super.carriage(operation);
                return its.with(change.apply(its.parts()));
              }
            });
  }
}
