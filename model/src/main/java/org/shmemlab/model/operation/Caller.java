package org.shmemlab.model.operation;

/**
 * Describes the caller of a call that issues nothing.
 *
 * @param agent number of the calling agent
 * @param pe its PE
 * @param onDevice whether device code calls, or the host and its streams
 * @param context OpenSHMEM context or queue pair of NVSHMEM; 0 is the default one
 * @param target the PE that the call is for, or {@link #ALL}
 */
public record Caller(int agent, int pe, boolean onDevice, int context, int target) {
  /** No PE in particular. */
  public static final int ALL = -1;

  /** The caller of a fence or quiet for all PEs. */
  public Caller(int agent, int pe, boolean onDevice, int context) {
    this(agent, pe, onDevice, context, ALL);
  }

  /** Whether the call is for an operation on this PE's memory. */
  public boolean isFor(Operation operation) {
    return target == ALL || target == operation.pe();
  }

  /**
   * Whether a fence that it calls orders an operation whose issue happens-before the call.
   *
   * @param issueTraits how that operation is carried out
   */
  public boolean fences(Operation operation, IssueTraits issueTraits) {
    return operation.origin().context() == context
        && isFor(operation)
        && issueTraits.fencedBy().include(onDevice);
  }
}
