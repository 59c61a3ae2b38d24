package org.shmemlab.transports.cost.fleet;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import org.shmemlab.transports.impair.Impairments;

/**
 * Holds how many times as long as the platform says some GPUs and NICs take, and which NICs PEs use
 * on nodes that lack some. {@link ImpairedFleet} finds it out of {@link Impairments}.
 *
 * @param gpus for what the GPU of each PE does; empty where all are as usual
 * @param bytes for a byte, by NIC over all nodes; empty likewise
 * @param messages for a message, by NIC over all nodes; empty likewise
 * @param cards by node, where they are not those of the other nodes
 */
public record MachineCondition(
    ImmutableDoubleArray gpus,
    ImmutableDoubleArray bytes,
    ImmutableDoubleArray messages,
    ImmutableMap<Integer, NicAssignment> cards) {
  /** All as the platform says. */
  public static final MachineCondition USUAL =
      new MachineCondition(
          ImmutableDoubleArray.of(),
          ImmutableDoubleArray.of(),
          ImmutableDoubleArray.of(),
          ImmutableMap.of());

  /** How long the GPU of a PE takes for what usually takes so long, picoseconds. */
  public long on(int pe, long ps) {
    return gpus.isEmpty() ? ps : times(ps, gpus.get(pe));
  }

  /** The remaining rate of the GPU of a PE, bytes per second. */
  public double rateOn(int pe, double rate) {
    return gpus.isEmpty() ? rate : rate / gpus.get(pe);
  }

  /** The remaining rate of a NIC, bytes per second. */
  public double rateOf(int nic, double rate) {
    return bytes.isEmpty() ? rate : rate / bytes.get(nic);
  }

  /** How long a NIC takes for a message for which it usually takes so long, picoseconds. */
  public long gapOf(int nic, long ps) {
    return messages.isEmpty() ? ps : times(ps, messages.get(nic));
  }

  /** Whether all NICs take the usual time for a byte. */
  public boolean usualBytes() {
    return bytes.isEmpty();
  }

  /** Whether all NICs take the usual time for a message. */
  public boolean usualMessages() {
    return messages.isEmpty();
  }

  // A time that stays is not rounded.
  private static long times(long ps, double times) {
    return times == 1 ? ps : Math.round(ps * times);
  }
}
