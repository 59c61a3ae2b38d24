package org.shmemlab.transports.accuracy;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Describes the simulation for some rows, as the table says it. The PEs and nodes are those of the
 * row.
 *
 * @param rows which ones
 * @param on a platform, or a machine of the table
 * @param by the path that is tested, as platforms name it
 * @param run a test of {@code perftest}, {@code dispatch}, {@code forward} (dispatch with high
 *     throughput), {@code pairs} (PEs of one half put to those of the other), {@code words} (each
 *     PE stores one at every other) or {@code nccl} (all-reduce by NCCL's own model)
 * @param with options of the run; {@code $queues} is what the group of this name matched
 * @param inputs ids of rows that those options come from
 */
record Experiment(
    RowFilter rows,
    String on,
    String by,
    String run,
    @Nullable Map<String, String> with,
    @Nullable List<String> inputs) {

  /** Whether an option of the run comes from a row. */
  boolean isInput(String id) {
    return inputs != null && inputs.contains(id);
  }

  /** Its name in reports. */
  String scenario() {
    return run + " on " + on + ", " + by;
  }
}
