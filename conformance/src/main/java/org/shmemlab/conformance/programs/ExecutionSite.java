package org.shmemlab.conformance.programs;

/**
 * Names the place where a statement is executed.
 *
 * @param pe the PE
 * @param kind what kind of agent executes it
 */
record ExecutionSite(int pe, Kind kind) {
  enum Kind {
    /** A thread of a kernel. */
    DEVICE,
    /** A CUDA program's host, which cannot touch device memory itself. */
    BESIDE_DEVICE,
    /** A thread of an OpenSHMEM program. */
    HOST
  }

  boolean touchesMemory() {
    return kind != Kind.BESIDE_DEVICE;
  }
}
