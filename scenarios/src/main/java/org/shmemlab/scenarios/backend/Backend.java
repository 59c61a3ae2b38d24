package org.shmemlab.scenarios.backend;

import java.util.Locale;

/** A library that runs programs on real machines. */
public enum Backend {
  /** NVIDIA GPUs: {@code nvcc} and NVSHMEM 3.4. */
  NVSHMEM("cu"),
  /** CPUs: {@code oshcc} and OpenSHMEM 1.4. */
  OPENSHMEM("c");

  private final String ending;

  Backend(String ending) {
    this.ending = ending;
  }

  /** The word on command lines and in results. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The ending of source files, without the dot. */
  String ending() {
    return ending;
  }
}
