package org.shmemlab.conformance.mutants;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.ForwardingRules;
import org.shmemlab.model.operation.InFlight;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.OrderingRules;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.rules.Transport;

/** Every property of the transports switched off in turn. */
public final class TransportMutants {
  private static final ImmutableList<Kind> LEFT_IN_FLIGHT =
      ImmutableList.of(Kind.PUT_NBI, Kind.P, Kind.AMO, Kind.SIGNAL);

  private TransportMutants() {}

  /** The mutants, in the order of the page. */
  public static ImmutableList<TransportMutant> all() {
    return ImmutableList.<TransportMutant>builder()
        .addAll(fences())
        .addAll(quiets())
        .addAll(returns())
        .addAll(orders())
        .addAll(TransportMoments.all())
        .addAll(TransportChanges.all())
        .build();
  }

  private static List<TransportMutant> fences() {
    ImmutableList.Builder<TransportMutant> mutants = ImmutableList.builder();
    for (Kind kind : LEFT_IN_FLIGHT) {
      mutants.add(
          TransportMutant.ofRules(
              "nothing is held back by a fence behind " + kind.name(),
              rules ->
                  new ForwardingRules(rules) {
                    @Override
                    public boolean fenceSeparates(Operation earlier, Operation later) {
                      return super.fenceSeparates(earlier, later) && !kind.is(earlier);
                    }
                  }));
      mutants.add(
          TransportMutant.ofRules(
              "the fence of ibgda does not wait for " + kind.name(),
              on(PathKind.IBGDA),
              rules -> Unseen.byFence(rules, (pending, _) -> kind.is(pending.operation()))));
    }
    for (Kind kind : Kind.UPDATES) {
      mutants.add(
          TransportMutant.ofRules(
              "the fence of a thread does not wait for " + kind.name(),
              TransportMutants::direct,
              rules -> Unseen.byFence(rules, (pending, _) -> kind.is(pending.operation()))));
    }
    mutants.add(
        TransportMutant.ofRules(
            "a fence orders what either side issued",
            rules ->
                new ForwardingRules(rules) {
                  @Override
                  public boolean fenceReaches(Operation earlier, boolean onDevice) {
                    return true;
                  }
                }));
    return mutants.build();
  }

  private static List<TransportMutant> quiets() {
    ImmutableList.Builder<TransportMutant> mutants = ImmutableList.builder();
    for (boolean direct : List.of(true, false)) {
      List<Kind> kinds =
          direct
              ? Kind.UPDATES
              : ImmutableList.<Kind>builder().addAll(LEFT_IN_FLIGHT).add(Kind.GET_NBI).build();
      for (Kind kind : kinds) {
        mutants.add(
            TransportMutant.ofRules(
                "the quiet of "
                    + (direct ? "a thread" : "a network")
                    + " does not wait for "
                    + kind.name(),
                transport -> direct(transport) == direct,
                rules -> Unseen.byQuiet(rules, (pending, _) -> kind.is(pending.operation()))));
      }
    }
    mutants.add(
        TransportMutant.ofRules(
            "the quiet of a network waits for its own agent's operations alone",
            rules ->
                Unseen.byQuiet(
                    rules,
                    (pending, caller) -> pending.operation().origin().agent() != caller.agent())));
    return mutants.build();
  }

  private static List<TransportMutant> returns() {
    ImmutableList.Builder<TransportMutant> mutants = ImmutableList.builder();
    Predicate<Transport> direct = TransportMutants::direct;
    for (Kind kind : List.of(Kind.PUT, Kind.GET, Kind.G, Kind.AMO)) {
      mutants.add(
          returnsAtOnce(kind.name() + " returns at once from a network", direct.negate(), kind));
    }
    for (Kind kind : List.of(Kind.PUT, Kind.PUT_NBI, Kind.GET, Kind.GET_NBI, Kind.G)) {
      mutants.add(
          returnsAtOnce(kind.name() + " returns before the thread has copied", direct, kind));
    }
    mutants.add(
        TransportMutant.ofRules(
            "put waits for itself alone, not for what its PE sent there before",
            rules -> Unseen.byReturn(rules, (pending, own) -> pending.number() != own.number())));
    return mutants.build();
  }

  private static TransportMutant returnsAtOnce(
      String name, Predicate<Transport> touches, Kind kind) {
    return TransportMutant.ofRules(
        name,
        touches,
        rules ->
            new ForwardingRules(rules) {
              @Override
              public boolean mayReturn(Pending operation, InFlight inFlight) {
                return kind.is(operation.operation()) || super.mayReturn(operation, inFlight);
              }
            });
  }

  private static List<TransportMutant> orders() {
    ImmutableList.Builder<TransportMutant> mutants = ImmutableList.builder();
    for (PathKind fabric : PathKind.values()) {
      if (!fabric.isRemote()
          || fabric == PathKind.IBRC
          || fabric == PathKind.IBDEVX
          || fabric == PathKind.IBGDA) {
        for (Kind kind : LEFT_IN_FLIGHT) {
          mutants.add(
              TransportMutant.ofRules(
                  fabric.key() + " does not keep what follows behind " + kind.name(),
                  on(fabric),
                  rules ->
                      new ForwardingRules(rules) {
                        @Override
                        public boolean issueOrders(Operation earlier, Operation later) {
                          return super.issueOrders(earlier, later) && !kind.is(earlier);
                        }
                      }));
        }
      }
      mutants.add(
          TransportMutant.ofRules(
              fabric.key() + " does not hold back the signal of a put",
              on(fabric),
              rules ->
                  Unseen.byEvent(
                      rules,
                      (pending, later) ->
                          pending.number() < later.number()
                              && later.operation().signalPart() != null)));
      mutants.add(
          TransportMutant.ofRules(
              fabric.key() + " keeps the order of issue to each PE",
              on(fabric),
              TransportMutants::inOrder));
    }
    return mutants.build();
  }

  private static OrderingRules inOrder(OrderingRules rules) {
    return new ForwardingRules(rules) {
      @Override
      public boolean mayHappen(Pending operation, Event event, InFlight inFlight) {
        return super.mayHappen(operation, event, inFlight)
            && inFlight.pending().stream()
                .noneMatch(earlier -> before(earlier, operation) && !earlier.onlyLastLeft());
      }

      private boolean before(Pending earlier, Pending later) {
        return earlier.number() < later.number()
            && earlier.operation().origin().agent() == later.operation().origin().agent()
            && earlier.operation().pe() == later.operation().pe();
      }
    };
  }

  static Predicate<Transport> on(PathKind fabric) {
    Optional<PathKind> wanted = Optional.of(fabric);
    return !fabric.isRemote()
        ? transport -> transport.peer().equals(wanted) && !transport.isMixed()
        : transport -> transport.network().equals(wanted) && transport.peer().isEmpty();
  }

  static boolean direct(Transport transport) {
    return transport.peer().isPresent() && !transport.isMixed();
  }
}
