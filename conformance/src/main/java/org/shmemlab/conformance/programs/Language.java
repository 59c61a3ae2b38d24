package org.shmemlab.conformance.programs;

/** The two languages that programs are written in. */
enum Language {
  CUDA("nvshmem_", "NVSHMEM_", ".cu"),
  OPENSHMEM("shmem_", "SHMEM_", ".c");

  private final String prefix;
  private final String constants;
  private final String suffix;

  Language(String prefix, String constants, String suffix) {
    this.prefix = prefix;
    this.constants = constants;
    this.suffix = suffix;
  }

  /** What every name of the library begins with. */
  String prefix() {
    return prefix;
  }

  /** What every constant of the library begins with. */
  String constants() {
    return constants;
  }

  /** How files in this language end. */
  String suffix() {
    return suffix;
  }
}
