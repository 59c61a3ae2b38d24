package org.shmemlab.transports.patterns;

import com.google.common.collect.ImmutableSet;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.ReduceOp;
import org.shmemlab.transports.cost.fleet.Fleet;

/**
 * Collectives that a program puts on a stream, which NVSHMEM hands to NCCL where it finds that
 * library and no NVLink SHARP (docs/reference/nvshmem.md, section 5), by NCCL's own cost model
 * (docs/reference/network.md, section 5.6). Only PEs that all reach each other by loads and stores
 * are known here.
 */
public final class NcclOnStream {
  private static final ImmutableSet<ReduceOp> BITWISE =
      ImmutableSet.of(ReduceOp.AND, ReduceOp.OR, ReduceOp.XOR);

  private NcclOnStream() {}

  /**
   * How long a collective takes from its turn in the stream, by NCCL's figure for one call after
   * another, picoseconds; nothing where NVSHMEM takes an algorithm of its own.
   *
   * @param operator of a reduction, else null; NCCL has none that works on bits
   * @param bytes for each PE, as {@link MeetingKind} counts them
   */
  public static OptionalLong ps(
      MeetingKind kind, @Nullable ReduceOp operator, Fleet fleet, long bytes) {
    boolean onBits = operator != null && BITWISE.contains(operator);
    if (!fleet.collectives().nccl()
        || fleet.routes().useNetwork()
        || fleet.wires() == null
        || fleet.pes() < 2
        || onBits) {
      return OptionalLong.empty();
    }
    int others = fleet.pes() - 1;
    double microseconds;
    switch (kind) {
      case REDUCE -> microseconds = NcclAllreduce.fastest(fleet, bytes).microseconds(fleet, bytes);
      case BROADCAST -> microseconds = NcclAllreduce.ring(fleet, 1, bytes);
      case FCOLLECT, REDUCE_SCATTER ->
          microseconds = NcclAllreduce.ring(fleet, others, others * bytes);
      // NCCL's model has no sends; these go to all PEs at once.
      case ALLTOALL -> microseconds = NcclAllreduce.ring(fleet, 1, others * bytes);
      default -> {
        return OptionalLong.empty();
      }
    }
    return OptionalLong.of(Math.round(microseconds * 1e6));
  }
}
