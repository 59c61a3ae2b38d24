package org.shmemlab.scenarios.observed;

import java.util.Arrays;
import java.util.Optional;
import org.shmemlab.model.operation.LoadSource;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.transports.rules.Hardware;
import org.shmemlab.transports.rules.NvshmemVersion;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.Transport;

/**
 * The machine, the library and the settings of one run.
 *
 * @param backend "nvshmem" or "openshmem"
 * @param library name and version
 * @param devices the GPUs, or "CPU"
 * @param driver of the GPUs, as the kernel says it; empty for CPUs
 * @param setting further settings that decide the path between PEs
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
  private static final String MAPPED = "peers mapped";

  /** The weakest reading of the documents that this library follows. */
  public Profile profile() {
    return backend.equals("openshmem") ? Profile.OPENSHMEM : Profile.NVSHMEM;
  }

  /**
   * The way between the PEs: NVLink where all of them map each other's memory, on GPUs whose caches
   * some runs fill before a test; empty where {@link Transport} has no such library, or the run
   * does not say.
   */
  public Optional<Transport> transport() {
    if (!backend.equals("nvshmem") || !setting.startsWith(MAPPED)) {
      return Optional.empty();
    }
    Optional<NvshmemVersion> version =
        Arrays.stream(NvshmemVersion.values())
            .filter(one -> library.equals("NVSHMEM " + one.number()))
            .findFirst();
    return version.map(one ->
        Transport.of("nvlink@" + one.number(), Settings.DEFAULT)
            .over(Hardware.ORDERLY.with(LoadSource.WARM)));
  }
}
