package org.shmemlab.model.program;

/**
 * Read-modify-write functions, of NVSHMEM's atomic memory operations and of CUDA's atomics.
 *
 * <p>{@link #INCREMENT_WRAP} and {@link #DECREMENT_WRAP} are CUDA's {@code atomicInc} and {@code
 * atomicDec}: they wrap at the operand. {@link #FETCH} reads only. {@link #ARRIVE} counts arrivals
 * and bytes at an {@link Mbarrier}.
 */
public enum AtomicOp {
  FETCH,
  SET,
  COMPARE_SWAP,
  ADD,
  SUB,
  AND,
  OR,
  XOR,
  MIN,
  MAX,
  INCREMENT_WRAP,
  DECREMENT_WRAP,
  ARRIVE;

  /** The amount that an update adds to its word, whatever its value; 0 if it does not add. */
  public long added(ScalarType type, long operand) {
    return switch (this) {
      case ADD -> type.floating() ? 0 : operand;
      case SUB -> type.floating() ? 0 : -operand;
      default -> 0;
    };
  }
}
