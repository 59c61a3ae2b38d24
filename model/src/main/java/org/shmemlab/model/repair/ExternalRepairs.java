package org.shmemlab.model.repair;

import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.ExternalCall;

/**
 * The external calls that a repair may insert, by the names that programs have for them.
 *
 * @param drainDevice a host's wait for all streams of its PE; no arguments
 * @param joinThread a host's wait for the end of a thread, whose number is the argument
 */
public record ExternalRepairs(ExternalCall drainDevice, ExternalCall joinThread) {
  /** The external call that a kind of call consists of; null where there is none. */
  @Nullable ExternalCall of(RepairCall kind) {
    return kind == RepairCall.DEVICE_SYNCHRONIZE ? drainDevice : null;
  }
}
