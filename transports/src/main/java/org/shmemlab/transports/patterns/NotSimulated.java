package org.shmemlab.transports.patterns;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The tests of NVSHMEM's perftest that are not simulated (docs/reference/nvshmem.md, section 6).
 */
public enum NotSimulated {
  KERNEL(
      "stream_latency",
      "it times a kernel together with a copy; 'shmemlab run --platform' times a program that has both"),
  TILE(
      "tile_.*|(allgather|allreduce)(_latency)?",
      "tile collectives use multicast of NVSwitch, which no platform describes"),
  SETUP("malloc|init", "what a job does before it communicates is not timed");

  private final Pattern names;
  private final String reason;

  NotSimulated(String names, String reason) {
    this.names = Pattern.compile(names);
    this.reason = reason;
  }

  /** Why there is no test of a name, if perftest has one. */
  public static Optional<String> reason(String name) {
    String key = name.replace('-', '_').toLowerCase(Locale.ROOT);
    for (NotSimulated kind : values()) {
      if (kind.names.matcher(key).matches()) {
        return Optional.of(kind.reason);
      }
    }
    return Optional.empty();
  }
}
