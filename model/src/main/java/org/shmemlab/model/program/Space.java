package org.shmemlab.model.program;

/**
 * The kinds of memory an address can name. An {@linkplain Address address} carries its space, so
 * ownership and reach are known for every access.
 */
public enum Space {
  /** No object: the null pointer and small integers. */
  NONE,
  /** Code: the address of a function, never dereferenced. */
  FUNCTION,
  /** String literals and launch parameters: read-only, the same for every agent of a PE. */
  CONSTANT,
  /** One PE's own memory, host or device: globals, heap, {@code cudaMalloc}, host variables. */
  PRIVATE,
  /** The symmetric heap: the same address names one object on every PE. */
  SYMMETRIC,
  /** Another PE's symmetric object, mapped by {@code nvshmem_ptr}. */
  PEER,
  /** Shared memory of one thread block. */
  SHARED,
  /** Variables of one device thread. */
  LOCAL
}
