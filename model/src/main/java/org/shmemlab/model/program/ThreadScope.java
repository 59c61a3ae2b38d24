package org.shmemlab.model.program;

/**
 * Whose accesses an atomic or a fence of CUDA is in order with: the scopes of the PTX ISA, "Memory
 * Consistency Model", section "Scope".
 */
public enum ThreadScope {
  /** The threads of its own block. */
  BLOCK,
  /** The threads of its own GPU. */
  DEVICE,
  /** All threads of all GPUs, and the hosts. */
  SYSTEM
}
