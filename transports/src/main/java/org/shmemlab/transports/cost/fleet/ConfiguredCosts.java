package org.shmemlab.transports.cost.fleet;

import org.shmemlab.transports.cost.parameters.CollectiveSettings;
import org.shmemlab.transports.cost.parameters.PathParameters;
import org.shmemlab.transports.cost.parameters.PathParameters.Fence;
import org.shmemlab.transports.cost.parameters.Proxy;
import org.shmemlab.transports.cost.parameters.QueuePairs;
import org.shmemlab.transports.cost.parameters.QueuePairs.Choice;
import org.shmemlab.transports.rules.BadTransport;
import org.shmemlab.transports.rules.EnvironmentVariable;
import org.shmemlab.transports.rules.NvshmemVersion;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.Transport;

/**
 * Adapts the costs of a platform, whose numbers are those of 3.4.5, to a release of NVSHMEM and its
 * environment (docs/reference/nvshmem.md, sections 3.2, 3.4 and 4.5). Costs without a setting stay
 * as the platform has them.
 */
final class ConfiguredCosts {
  private ConfiguredCosts() {}

  /**
   * A fleet as its transport drives it.
   *
   * @throws BadTransport if a setting does not fit the platform
   */
  static Fleet by(Fleet fleet) {
    Transport transport = fleet.routes().transport();
    Settings settings = transport.settings();
    return fleet.with(
        NicChoice.of(settings, fleet),
        network(transport, fleet.remote()),
        collectives(settings, fleet.collectives()));
  }

  private static PathParameters network(Transport transport, PathParameters path) {
    Settings settings = transport.settings();
    boolean old = transport.version() == NvshmemVersion.V3_4_5;
    return switch (path.initiator()) {
      case STORES -> path;
      case QUEUE_PAIRS -> {
        QueuePairs queues = path.queues();
        EnvironmentVariable pairs = transport.variable(EnvironmentVariable.IBGDA_NUM_RC_PER_PE);
        EnvironmentVariable batch =
            transport.variable(EnvironmentVariable.IBGDA_NUM_REQUESTS_IN_BATCH);
        int count = count(settings, pairs, queues.count(), 1);
        Choice choice =
            settings.text(EnvironmentVariable.IBGDA_RC_MAP_BY).equals("warp")
                ? Choice.BY_WARP
                : Choice.BY_BLOCK;
        yield path.with(
            queues.with(
                count,
                count(settings, EnvironmentVariable.QP_DEPTH, queues.depth(), 1),
                count(settings, batch, queues.batch(), 1),
                old ? choice : Choice.NEXT),
            count,
            path.proxy(),
            path.fence());
      }
      case PROXY -> {
        Proxy proxy = path.proxy();
        int batch = count(settings, EnvironmentVariable.PROXY_REQUEST_BATCH_MAX, proxy.batch(), 1);
        boolean lost = !old && path.fence() == Fence.DRAINS;
        yield path.with(
            path.queues(),
            path.quietQueues(),
            proxy.withBatch(batch),
            lost ? Fence.LOST : path.fence());
      }
    };
  }

  private static CollectiveSettings collectives(Settings settings, CollectiveSettings usual) {
    return new CollectiveSettings(
        count(settings, EnvironmentVariable.BARRIER_TG_DISSEM_KVAL, usual.syncRadix(), 2),
        bytes(settings, EnvironmentVariable.FCOLLECT_LL_THRESHOLD, usual.gatherBytes()),
        Math.max(1, bytes(settings, EnvironmentVariable.REDUCE_SCRATCH_SIZE, usual.scratchBytes())),
        !settings.has(EnvironmentVariable.DISABLE_NCCL));
  }

  private static int count(Settings settings, EnvironmentVariable variable, int usual, int least) {
    if (!settings.set().containsKey(variable)) {
      return usual;
    }
    int count = settings.count(variable);
    if (count < least) {
      throw new BadTransport(
          variable.environmentName() + " is at least " + least + ", not " + count);
    }
    return count;
  }

  private static long bytes(Settings settings, EnvironmentVariable variable, long usual) {
    return settings.set().containsKey(variable) ? settings.bytes(variable) : usual;
  }
}
