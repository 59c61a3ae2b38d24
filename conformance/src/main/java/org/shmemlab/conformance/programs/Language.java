package org.shmemlab.conformance.programs;

/** Names the languages that programs are written in: libraries of C or of CUDA. */
public enum Language {
  CUDA("nvshmem_", "NVSHMEM_", ".cu", "#include <nvshmem.h>\n#include <nvshmemx.h>\n"),
  OPENSHMEM("shmem_", "SHMEM_", ".c", "#include <shmem.h>\n"),
  NCCL("nccl", "NCCL_", ".cu", "#include <mpi.h>\n#include <nccl.h>\n#include <nccl_device.h>\n");

  private static final String USUAL =
      """
      #include <pthread.h>
      #include <semaphore.h>
      #include <stdint.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      """;

  private final String prefix;
  private final String constants;
  private final String suffix;
  private final String headers;

  Language(String prefix, String constants, String suffix, String headers) {
    this.prefix = prefix;
    this.constants = constants;
    this.suffix = suffix;
    this.headers = headers;
  }

  /** Whether it has kernels. */
  boolean hasKernels() {
    return this != OPENSHMEM;
  }

  /** The beginning of every name of the library. */
  String prefix() {
    return prefix;
  }

  /** The beginning of every constant of the library. */
  String constants() {
    return constants;
  }

  /** How files in this language end. */
  public String suffix() {
    return suffix;
  }

  /** The first lines of a file. */
  String includes() {
    return USUAL + headers;
  }
}
