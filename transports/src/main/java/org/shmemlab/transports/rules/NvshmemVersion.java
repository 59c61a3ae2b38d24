package org.shmemlab.transports.rules;

import java.util.Arrays;
import java.util.Optional;

/**
 * The releases of NVSHMEM that have rules. Those of 3.4.5 and 3.5 follow the sources; those of 3.8
 * are those of 3.5 but for the rows that the documents of 3.7 and 3.8 add.
 */
public enum NvshmemVersion {
  /** Tag v3.4.5-0. */
  V3_4_5("3.4.5"),
  /** The development branch of October 2025, version 3.5.1. */
  V3_5("3.5"),
  /** Release 3.8.0. */
  V3_8("3.8");

  private final String number;

  NvshmemVersion(String number) {
    this.number = number;
  }

  /** As on the command line. */
  public String number() {
    return number;
  }

  /** The version of a number, if it is one. */
  public static Optional<NvshmemVersion> of(String number) {
    return Arrays.stream(values()).filter(version -> version.number.equals(number)).findFirst();
  }
}
