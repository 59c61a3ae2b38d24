package org.shmemlab.conformance.mutants;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.shmemlab.model.order.Moment;
import org.shmemlab.model.order.RuleCondition;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.rules.Transport;

/**
 * Switches off every property of the transports in turn: here those in their tables, in {@link
 * TransportMoments} those outside of all tables, in {@link TransportChanges} releases, settings and
 * links.
 */
public final class TransportMutants {
  private static final ImmutableList<OperationGroup> LEFT_IN_FLIGHT =
      ImmutableList.of(
          OperationGroup.PUT_NBI, OperationGroup.P, OperationGroup.AMO, OperationGroup.SIGNAL);

  private TransportMutants() {}

  /** The mutants, in the order of the page. */
  public static ImmutableList<TransportMutant> all() {
    return ImmutableList.<TransportMutant>builder()
        .addAll(fences())
        .addAll(quiets())
        .addAll(returns())
        .addAll(orders())
        .addAll(waits())
        .addAll(TransportMoments.all())
        .addAll(TransportChanges.all())
        .build();
  }

  private static List<TransportMutant> fences() {
    ImmutableList.Builder<TransportMutant> mutants = ImmutableList.builder();
    for (OperationGroup kind : LEFT_IN_FLIGHT) {
      mutants.add(
          TransportMutant.ofTables(
              "a fence delays nothing after " + kind.name(), TableChange.unfenced(kind)),
          TransportMutant.ofTables(
              "the fence of ibgda does not wait for " + kind.name(),
              on(PathKind.IBGDA),
              TableChange.free(Moment.FENCE, kind)));
    }
    for (OperationGroup kind : OperationGroup.UPDATES) {
      mutants.add(
          TransportMutant.ofTables(
              "the fence of a thread does not wait for " + kind.name(),
              TransportMutants::direct,
              TableChange.free(Moment.FENCE, kind)));
    }
    mutants.add(
        TransportMutant.ofTables(
            "a fence orders the operations of either side",
            TableChange.fencesOnlyWhere(RuleCondition.FENCE_OF_EITHER_SIDE)));
    return mutants.build();
  }

  private static List<TransportMutant> quiets() {
    ImmutableList.Builder<TransportMutant> mutants = ImmutableList.builder();
    for (OperationGroup kind : OperationGroup.UPDATES) {
      mutants.add(
          TransportMutant.ofTables(
              "the quiet of a thread does not wait for " + kind.name(),
              TransportMutants::direct,
              TableChange.free(Moment.QUIET, kind)));
    }
    List<OperationGroup> ofNetworks =
        ImmutableList.<OperationGroup>builder()
            .addAll(LEFT_IN_FLIGHT)
            .add(OperationGroup.GET_NBI)
            .build();
    for (OperationGroup kind : ofNetworks) {
      mutants.add(
          TransportMutant.ofTables(
              "the quiet of a network does not wait for " + kind.name(),
              transport -> !direct(transport),
              TableChange.free(Moment.QUIET, kind)));
    }
    mutants.add(
        TransportMutant.ofTables(
            "the flush of a network does not wait for put_nbi",
            transport -> !direct(transport),
            TableChange.free(Moment.FLUSH, OperationGroup.PUT_NBI)));
    mutants.add(
        TransportMutant.ofTables(
            "the quiet of a network waits for its own agent's operations alone",
            TableChange.ofItsAgent(Moment.QUIET)));
    return mutants.build();
  }

  private static List<TransportMutant> returns() {
    ImmutableList.Builder<TransportMutant> mutants = ImmutableList.builder();
    for (OperationGroup kind :
        List.of(OperationGroup.PUT, OperationGroup.GET, OperationGroup.G, OperationGroup.AMO)) {
      mutants.add(
          TransportMutant.ofTables(
              kind.name() + " returns at once from a network",
              transport -> !direct(transport),
              TableChange.returnsAtOnce(kind)));
    }
    for (OperationGroup kind :
        List.of(
            OperationGroup.PUT,
            OperationGroup.PUT_NBI,
            OperationGroup.GET,
            OperationGroup.GET_NBI,
            OperationGroup.G)) {
      mutants.add(
          TransportMutant.ofTables(
              kind.name() + " returns before the thread has copied",
              TransportMutants::direct,
              TableChange.returnsAtOnce(kind)));
    }
    mutants.add(
        TransportMutant.ofTables(
            "put waits for itself alone, not for its PE's earlier operations there",
            TableChange.returnsForItself()));
    return mutants.build();
  }

  private static List<TransportMutant> orders() {
    ImmutableList.Builder<TransportMutant> mutants = ImmutableList.builder();
    for (PathKind path : PathKind.values()) {
      if (!path.isRemote()
          || path == PathKind.IBRC
          || path == PathKind.IBDEVX
          || path == PathKind.IBGDA) {
        for (OperationGroup kind : LEFT_IN_FLIGHT) {
          mutants.add(
              TransportMutant.ofTables(
                  path.key() + " does not keep later operations after " + kind.name(),
                  on(path),
                  TableChange.unordered(kind)));
        }
      }
      mutants.add(
          TransportMutant.ofTables(
              path.key() + " does not hold back signals", on(path), TableChange.signalsUnordered()),
          TransportMutant.ofTables(
              path.key() + " keeps the order of issue to each PE",
              on(path),
              TableChange.plus(
                  "remote-read, update | arrival | issued before, same agent, same target")));
    }
    return mutants.build();
  }

  private static List<TransportMutant> waits() {
    String delivered = "visible by write | %s | to this PE, delivered";
    return List.of(
        TransportMutant.ofTables(
            "a sync of two PEs does not follow the data", TableChange.free(Moment.SYNC)),
        TransportMutant.ofTables(
            "a wait or test shows no more than it waits for", TableChange.free(Moment.WAIT)),
        TransportMutant.ofTables(
            "signal_wait_until ends as other waits do",
            TableChange.plus(delivered.formatted("signal-wait"))),
        TransportMutant.ofTables(
            "a thread's fence is a consistency operation",
            TableChange.plus(delivered.formatted("thread-fence"))));
  }

  static Predicate<Transport> on(PathKind path) {
    Optional<PathKind> wanted = Optional.of(path);
    return !path.isRemote()
        ? transport -> transport.peer().equals(wanted) && !transport.isMixed()
        : transport -> transport.network().equals(wanted) && transport.peer().isEmpty();
  }

  private static boolean direct(Transport transport) {
    return transport.peer().isPresent() && !transport.isMixed();
  }
}
