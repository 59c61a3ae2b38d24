package org.shmemlab.model.access;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.PeState;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.memory.MemoryObject;
import org.shmemlab.model.memory.ObjectTable;
import org.shmemlab.model.memory.Residence;
import org.shmemlab.model.program.Address;

/**
 * Judges accesses beyond the end of an object. Real machines have memory there: pinned memory and
 * the symmetric heap of a host are there in steps, the heap of a GPU and the shared memory of a
 * block go on. A job that goes on after a misuse does so, too.
 */
final class BeyondObjects {
  /** Bytes in whose multiples cudaMallocHost takes memory. */
  private static final int PINNED_STEP = 512;

  private static final int HEAP_STEP = 16; // alignof(max_align_t), as malloc has it

  private final JobState jobState;

  BeyondObjects(JobState jobState) {
    this.jobState = jobState;
  }

  /**
   * Makes sure that all of a range lies in an object, which is enlarged where the job goes on.
   *
   * @throws Fault outside the object, and where the job ends at a misuse
   */
  void include(Agent agent, long address, int bytes, MemoryObject object) {
    long offset = Address.offset(address);
    long end = offset + bytes;
    if (object.has(offset, bytes)) {
      return;
    }
    if (offset < 0 || bytes < 0 || end > endOfMemory(address, object)) {
      throw object.outside(offset, bytes);
    }
    jobState.tolerate(agent, object.outside(offset, bytes));
    switch (Address.space(address)) {
      case SYMMETRIC -> {
        for (int pe = 0; pe < jobState.job().pes(); pe++) {
          PeState state = jobState.writablePe(pe);
          state.heapBytes += end - enlarge(state.symmetric, address, end);
        }
      }
      case PRIVATE -> enlarge(jobState.writablePe(agent.pe).objects, address, end);
      case LOCAL -> enlarge(agent.locals(), address, end);
      default -> throw object.outside(offset, bytes);
    }
  }

  /** Enlarges an object; gives its size before. */
  @CanIgnoreReturnValue
  private long enlarge(ObjectTable objects, long address, long bytes) {
    MemoryObject small = objects.get(address);
    objects.put(Address.index(address), small.enlarged(bytes, jobState.owner()));
    return small.size();
  }

  private long endOfMemory(long address, MemoryObject object) {
    return switch (object.residence()) {
      case DEVICE_HEAP -> Address.MAX_BYTES;
      case PINNED -> roundUp(object.size(), PINNED_STEP);
      case HOST_HEAP ->
          Address.index(address) > jobState.variables().lastSymmetric()
              ? roundUp(object.size(), HEAP_STEP)
              : object.size();
      case HOST -> roundUp(object.size(), Long.BYTES);
      default -> object.size();
    };
  }

  private static long roundUp(long bytes, int step) {
    return (bytes + step - 1) / step * step;
  }

  /**
   * Whether a read leaves a variable in shared memory, where the block has others after it.
   *
   * @throws Fault if the whole shared memory of the block ends before, or the job ends at a misuse
   */
  boolean isInShared(Agent agent, MemoryObject object, long offset, int bytes) {
    if (object.residence() != Residence.SHARED || object.has(offset, bytes)) {
      return false;
    }
    ObjectTable shared = jobState.sharedOf(agent);
    long size = 0;
    for (int i = 0; i < shared.top(); i++) {
      MemoryObject variable = shared.at(i);
      size += variable == null ? 0 : variable.size();
    }
    if (offset < 0 || offset + bytes > size) {
      throw object.outside(offset, bytes);
    }
    jobState.tolerate(agent, object.outside(offset, bytes));
    return true;
  }
}
