package org.shmemlab.conformance.mutants;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.shmemlab.model.operation.LoadSource;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.rules.EnvironmentVariable;
import org.shmemlab.transports.rules.Hardware;
import org.shmemlab.transports.rules.NvshmemVersion;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.Transport;

/** Replaces transports by others: the effect of a release, a setting or a link is gone. */
final class TransportChanges {
  private TransportChanges() {}

  static ImmutableList<TransportMutant> all() {
    ImmutableList.Builder<TransportMutant> mutants = ImmutableList.builder();
    mutants.add(
        TransportMutant.ofTransport(
            "the proxy of 3.5 keeps the device's fence",
            transport ->
                byProxy(transport) ? release(transport, NvshmemVersion.V3_4_5) : transport),
        TransportMutant.ofTransport(
            "ibgda of 3.5 chooses its queue pair as 3.4.5",
            transport ->
                byProxy(transport) ? transport : release(transport, NvshmemVersion.V3_4_5)),
        TransportMutant.ofTransport(
            "ibgda of 3.4.5 takes its queue pairs in turn",
            transport ->
                TransportMutants.on(PathKind.IBGDA).test(transport)
                    ? release(transport, NvshmemVersion.V3_5)
                    : transport),
        link(
            "relaxed PCIe reorders nothing",
            l -> new Hardware(false, l.adaptiveRouting(), l.lateVisibility(), l.loads())),
        link("every load finds what memory holds", l -> l.with(LoadSource.COHERENT)),
        link(
            "adaptive routing reorders nothing",
            l -> new Hardware(l.relaxedPcie(), false, l.lateVisibility(), l.loads())));
    for (EnvironmentVariable variable :
        ImmutableList.of(
            EnvironmentVariable.IB_NUM_RC_PER_DEVICE,
            EnvironmentVariable.IBGDA_NUM_RC_PER_PE,
            EnvironmentVariable.IB_ENABLE_RELAXED_ORDERING,
            EnvironmentVariable.DISABLE_IB_NATIVE_ATOMICS,
            EnvironmentVariable.DISABLE_GDRCOPY,
            EnvironmentVariable.CUMEM_GRANULARITY,
            EnvironmentVariable.BYPASS_FLUSH)) {
      mutants.add(
          TransportMutant.ofTransport(
              variable.name() + " changes nothing", transport -> without(transport, variable)));
    }
    mutants.add(
        as(PathKind.PCIE, PathKind.NVLINK, "carries atomics"),
        as(PathKind.IBRC, PathKind.IBDEVX, "lets the card carry out every update"),
        as(PathKind.IBDEVX, PathKind.IBRC, "lets the target's proxy carry out atomics"),
        as(PathKind.IBDEVX, PathKind.UCX, "promises no order"),
        as(PathKind.IBGDA, PathKind.IBDEVX, "has one queue pair and a fence that does not wait"),
        as(PathKind.UCX, PathKind.CXI, "holds back what follows a fence to any PE"),
        as(PathKind.UCX, PathKind.IBDEVX, "keeps order"),
        as(PathKind.CXI, PathKind.UCX, "holds back what follows a fence to the same PE alone"),
        as(PathKind.CXI, PathKind.EFA, "lets the target's proxy carry out updates"),
        as(PathKind.VERBS, PathKind.UCX, "holds back what follows a fence to the same PE alone"),
        as(PathKind.VERBS, PathKind.EFA, "lets the target's proxy carry out updates"),
        as(PathKind.EFA, PathKind.CXI, "lets the NIC carry out updates, signals after a fence"));
    return mutants.build();
  }

  private static boolean byProxy(Transport transport) {
    return transport.network().filter(PathKind::isProxied).isPresent();
  }

  private static Transport release(Transport transport, NvshmemVersion version) {
    return new Transport(
        transport.peer(),
        transport.network(),
        version,
        transport.settings(),
        transport.link(),
        transport.sharing());
  }

  private static TransportMutant link(String name, UnaryOperator<Hardware> change) {
    return TransportMutant.ofTransport(
        name, transport -> transport.over(change.apply(transport.link())));
  }

  private static Transport without(Transport transport, EnvironmentVariable variable) {
    Settings settings = transport.settings();
    return new Transport(
        transport.peer(),
        transport.network(),
        transport.version(),
        settings.set().containsKey(variable)
            ? settings.with(variable, variable.standard())
            : settings,
        transport.link(),
        transport.sharing());
  }

  private static TransportMutant as(PathKind fabric, PathKind other, String what) {
    return TransportMutant.ofTransport(
        fabric.key() + " " + what + ", as " + other.key(),
        transport ->
            TransportMutants.on(fabric).test(transport)
                ? new Transport(
                    !fabric.isRemote() ? Optional.of(other) : transport.peer(),
                    !fabric.isRemote() ? Optional.empty() : Optional.of(other),
                    transport.version(),
                    transport.settings(),
                    transport.link(),
                    transport.sharing())
                : transport);
  }
}
