package org.shmemlab.model.collectives;

import com.google.common.primitives.ImmutableLongArray;
import java.util.ArrayList;
import java.util.List;
import org.shmemlab.model.access.Frames;
import org.shmemlab.model.access.JobMemory;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.ScalarType;

/**
 * The symmetric arrays that a collective on an active set works with: {@code pSync}, and of a
 * reduction {@code pWrk}. From the arrival of any PE of the set to the return of each they belong
 * to the call; "a pSync array may be reused only if none of the PEs in the active set are still
 * processing a prior call that used the same pSync array", but by barriers of one set at once
 * (OpenSHMEM 1.4, "Collective routines").
 *
 * @param call a call whose arguments end with those arrays
 * @param values of its arguments
 */
public record WorkArrays(Instruction.Arrive call, ImmutableLongArray values) {
  private static final int SYNC_WORDS = 64; // SHMEM_*_SYNC_SIZE of the shipped header
  private static final long SYNC_VALUE = 0; // SHMEM_SYNC_VALUE of it
  private static final long LEAST_WORK = 64; // SHMEM_REDUCE_MIN_WRKDATA_SIZE of it

  /** One of them. */
  public record Array(String name, long address, int bytes) {}

  /** Those of a call that an agent is about to make, or is in. */
  public static WorkArrays of(Agent agent, Instruction.Arrive call) {
    return new WorkArrays(call, ImmutableLongArray.copyOf(Frames.values(agent, call.arguments())));
  }

  /** Whether a call has such arrays. */
  public static boolean has(Instruction.Arrive call) {
    return call.arguments().length() > call.kind().arguments();
  }

  /** Whether the same arrays may go to the next call of the same kind at once. */
  public boolean reusedAtOnce() {
    return call.kind() == MeetingKind.BARRIER || call.kind() == MeetingKind.SYNC;
  }

  public List<Array> arrays() {
    int first = call.kind().arguments();
    List<Array> arrays = new ArrayList<>(2);
    arrays.add(new Array("pSync", values.get(first), SYNC_WORDS * ScalarType.I64.bytes()));
    if (values.length() > first + 1) {
      arrays.add(new Array("pWrk", values.get(first + 1), workBytes()));
    }
    return arrays;
  }

  // max(nreduce / 2 + 1, SHMEM_REDUCE_MIN_WRKDATA_SIZE) elements
  private int workBytes() {
    long elements = Math.max(values.get(CollectiveOperands.LENGTH) / 2 + 1, LEAST_WORK);
    return Math.toIntExact(
        Math.min(Integer.MAX_VALUE, elements * CollectiveOperands.element(call)));
  }

  /**
   * Checks them as a PE arrives.
   *
   * @throws Fault if one is not symmetric or too small, or pSync is not as every call leaves it
   */
  void check(JobMemory memory, Agent agent) {
    for (Array array : arrays()) {
      try {
        memory.requireSymmetric(agent, array.address, array.bytes);
      } catch (Fault fault) {
        throw new Fault(
            "%s of this %s has to be a symmetric array of at least %s bytes: %s",
            array.name, call.kind().text(), array.bytes, fault.reason());
      }
    }
    long sync = arrays().get(0).address;
    for (int word = 0; word < SYNC_WORDS; word++) {
      long at = sync + (long) word * ScalarType.I64.bytes();
      boolean unset = !memory.loaded(agent, at, ScalarType.I64.bytes()).isSet();
      if (unset || memory.load(agent, ScalarType.I64, at) != SYNC_VALUE) {
        throw new Fault(
            "pSync[%s] of this %s does not hold SHMEM_SYNC_VALUE; initialise every element, and"
                + " synchronise before the first call",
            word, call.kind().text());
      }
    }
  }
}
