package org.shmemlab.scenarios.observed;

import org.shmemlab.model.spec.Profile;

/**
 * What ran where.
 *
 * @param backend "nvshmem" or "openshmem"
 * @param library name and version
 * @param devices the GPUs, or "CPU"
 * @param driver of the GPUs, as the kernel says it; empty for CPUs
 * @param setting what else decides the way between PEs
 * @param machine the processor's architecture
 * @param date in UTC, of the machine that ran it
 * @param pes number of PEs
 * @param instances that each test was asked for
 * @param seed of the delays and places
 * @param command that ran it
 */
public record Run(
    String backend,
    String library,
    String devices,
    String driver,
    String setting,
    String machine,
    String date,
    int pes,
    long instances,
    long seed,
    String command) {

  /** The weakest reading of the documents that this library follows. */
  public Profile profile() {
    return backend.equals("openshmem") ? Profile.OPENSHMEM : Profile.NVSHMEM;
  }
}
