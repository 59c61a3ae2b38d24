package org.shmemlab.model.program;

/**
 * Lists the scopes of atomics and fences (PTX ISA, "Memory Consistency Model", section "Scope").
 */
public enum ThreadScope {
  /** The threads of its own block. */
  BLOCK,
  /** The threads of its own GPU. */
  DEVICE,
  /** All threads of all GPUs, and the hosts. */
  SYSTEM
}
