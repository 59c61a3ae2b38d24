package org.shmemlab.transports.cost;

import org.shmemlab.transports.cost.PathParameters.Fence;
import org.shmemlab.transports.cost.QueuePairs.Choice;
import org.shmemlab.transports.rules.BadTransport;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.Transport;
import org.shmemlab.transports.rules.Variable;
import org.shmemlab.transports.rules.Version;

/**
 * What a release of NVSHMEM and its environment change in the costs of a platform, whose numbers
 * are those of 3.4.5 (docs/reference/nvshmem.md, sections 3.2, 3.4 and 4.5). What nobody sets stays
 * as the platform has it.
 */
final class Configured {
  private Configured() {}

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
    boolean old = transport.version() == Version.V3_4_5;
    return switch (path.initiator()) {
      case STORES -> path;
      case QUEUE_PAIRS -> {
        QueuePairs queues = path.queues();
        int count = count(settings, Variable.IBGDA_NUM_RC_PER_PE, queues.count(), 1);
        Choice choice =
            settings.text(Variable.IBGDA_RC_MAP_BY).equals("warp")
                ? Choice.BY_WARP
                : Choice.BY_BLOCK;
        yield path.with(
            queues.with(
                count,
                count(settings, Variable.QP_DEPTH, queues.depth(), 1),
                count(settings, Variable.IBGDA_NUM_REQUESTS_IN_BATCH, queues.batch(), 1),
                old ? choice : Choice.NEXT),
            count,
            path.proxy(),
            path.fence());
      }
      case PROXY -> {
        Proxy proxy = path.proxy();
        int batch = count(settings, Variable.PROXY_REQUEST_BATCH_MAX, proxy.batch(), 1);
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
        count(settings, Variable.BARRIER_TG_DISSEM_KVAL, usual.syncRadix(), 2),
        bytes(settings, Variable.FCOLLECT_LL_THRESHOLD, usual.gatherBytes()),
        Math.max(1, bytes(settings, Variable.REDUCE_SCRATCH_SIZE, usual.scratchBytes())),
        !settings.has(Variable.DISABLE_NCCL));
  }

  private static int count(Settings settings, Variable variable, int usual, int least) {
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

  private static long bytes(Settings settings, Variable variable, long usual) {
    return settings.set().containsKey(variable) ? settings.bytes(variable) : usual;
  }
}
