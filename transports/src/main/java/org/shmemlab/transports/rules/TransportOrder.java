package org.shmemlab.transports.rules;

import java.util.List;
import java.util.Optional;
import org.shmemlab.model.operation.Origin;
import org.shmemlab.model.operation.Sides;
import org.shmemlab.model.order.CompiledTable;
import org.shmemlab.model.order.TableCompiler;
import org.shmemlab.transports.platform.PathKind;

/** Compiles the tables of a transport for a job: those of its two sides may differ. */
final class TransportOrder {
  private final Routes routes;

  private TransportOrder(Routes routes) {
    this.routes = routes;
  }

  /** The order between operations of a job on these channels. */
  static CompiledTable of(Routes routes) {
    return new TransportOrder(routes).compiled();
  }

  private CompiledTable compiled() {
    TableCompiler compiler = new TableCompiler(this::oneQueue);
    for (boolean onDevice : List.of(false, true)) {
      Sides side = Sides.of(onDevice);
      Optional<Network> network = routes.transport().network(onDevice);
      compiler.add(
          routes.transport().table(TransportTables.DIRECT),
          side,
          key -> is(OrderSetting.named(key), network));
      compiler.add(TransportTables.GIN, side, _ -> false);
      network
          .map(Network::path)
          .map(PathKind::key)
          .ifPresent(path ->
              compiler.add(
                  routes.transport().table(path),
                  side,
                  key -> is(OrderSetting.named(key), network)));
    }
    return compiler.compiled();
  }

  private boolean oneQueue(Origin earlier, Origin later) {
    return routes.network(later).filter(its -> its.oneQueue(earlier, later)).isPresent();
  }

  private boolean is(OrderSetting setting, Optional<Network> network) {
    return switch (setting) {
      case ONE_QUEUE -> network.filter(its -> its.queues() == 1).isPresent();
      case ONE_QUEUE_OF_DEVICE ->
          routes.transport().network(true).filter(its -> its.queues() == 1).isPresent();
      case WRITES_OVERTAKE -> network.filter(Network::writesOvertake).isPresent();
      case FENCE_IS_LOST -> network.filter(Network::losesFence).isPresent();
      case FLUSH_IS_BYPASSED -> routes.transport().settings().has(EnvironmentVariable.BYPASS_FLUSH);
      case TWO_PES -> routes.layout().pes() == 2;
    };
  }
}
