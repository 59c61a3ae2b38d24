package org.shmemlab.transports.rules;

import java.util.Optional;
import org.shmemlab.transports.platform.PathKind;

/**
 * InfiniBand by the library DOCA GPUNetIO, a remote transport of NVSHMEM 3.7 and later. It has two
 * ways of data: the host's processor drives queue pairs of its own, as IBDEVX does, for the host
 * and by the proxy for the device; with NVSHMEM_GPUNETIO_ENABLE_GDAKI=1 threads of the GPU drive
 * others, as IBGDA does.
 *
 * <p>Sources: NVSHMEM 3.8 API, "Environment Variables"; transport/gpunetio/gpunetio.cpp: the
 * device's operations take the next of several queue pairs, a fence of these is a quiet, the host
 * has one queue pair, the NIC carries out atomics; gdaki_device.cuh: the next of a counter that all
 * threads share, a fence is a quiet.
 */
final class GpuNetIo {
  /** The name, also on the command line. */
  static final String NAME = "gpunetio";

  private GpuNetIo() {}

  /** Whether these settings ask for it. */
  static boolean isChosen(Settings settings) {
    return settings.text(EnvironmentVariable.REMOTE_TRANSPORT).equals(NAME);
  }

  /** The network that works as the device's side does. */
  static PathKind path(Settings settings) {
    return settings.has(EnvironmentVariable.GPUNETIO_ENABLE_GDAKI)
        ? PathKind.IBGDA
        : PathKind.IBDEVX;
  }

  /** The variable for the number of queue pairs to each PE that one of these networks uses. */
  static EnvironmentVariable queues(PathKind path) {
    return path == PathKind.IBGDA
        ? EnvironmentVariable.GPUNETIO_NUM_RC_PER_PE_GPU
        : EnvironmentVariable.GPUNETIO_NUM_RC_PER_PE_CPU;
  }

  /** Settings that choose it by its name on the command line. */
  static Settings chosen(Settings settings) {
    String remote = settings.set().get(EnvironmentVariable.REMOTE_TRANSPORT);
    if (remote != null && !remote.equals(NAME)) {
      throw new BadTransport(
          "NVSHMEM_REMOTE_TRANSPORT=" + remote + " asks for another network than " + NAME);
    }
    return settings.with(EnvironmentVariable.REMOTE_TRANSPORT, NAME);
  }

  /** The contradiction in settings that speak of it, of a release, if there is one. */
  static Optional<String> problem(Settings settings, NvshmemVersion version) {
    if (!isChosen(settings)) {
      return settings.has(EnvironmentVariable.GPUNETIO_ENABLE_GDAKI)
          ? Optional.of(
              "NVSHMEM_GPUNETIO_ENABLE_GDAKI=1 is for the transport gpunetio; set"
                  + " NVSHMEM_REMOTE_TRANSPORT=gpunetio, too")
          : Optional.empty();
    }
    if (version != NvshmemVersion.V3_8) {
      return Optional.of(
          "gpunetio is a transport of NVSHMEM 3.7 and later; write gpunetio@3.8, not "
              + version.number());
    }
    if (settings.has(EnvironmentVariable.IB_ENABLE_IBGDA)) {
      return Optional.of(
          "NVSHMEM_IB_ENABLE_IBGDA=1 and gpunetio are not modelled together; for threads of the GPU"
              + " set NVSHMEM_GPUNETIO_ENABLE_GDAKI=1");
    }
    return Optional.empty();
  }
}
