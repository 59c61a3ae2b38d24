package org.shmemlab.transports.rules;

import java.util.Arrays;
import java.util.Optional;

/** The releases of NVSHMEM whose sources the rules follow. */
public enum NvshmemVersion {
  /** Tag v3.4.5-0. */
  V3_4_5("3.4.5"),
  /** The development branch of October 2025, version 3.5.1. */
  V3_5("3.5");

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
