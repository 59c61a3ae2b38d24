package org.shmemlab.model.access;

import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.PeState;
import org.shmemlab.model.memory.Bytes;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.memory.MemoryObject;
import org.shmemlab.model.memory.ObjectTable;
import org.shmemlab.model.memory.Residence;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.program.Space;

/**
 * Tracks the objects of a PE's own memory, and which of its buffers are registered for transfers.
 */
public final class Allocation {
  private Allocation() {}

  /**
   * Makes an object in a PE's own memory, all zeros.
   *
   * @throws Fault when there are too many objects or the size is over 8 GiB
   */
  public static long allocate(
      JobState jobState, int pe, String name, Residence residence, long bytes) {
    return add(jobState, pe, new MemoryObject(name, residence, checked(bytes), jobState.owner()));
  }

  /**
   * The same, but it holds no value until one is written.
   *
   * @throws Fault when there are too many objects or the size is over 8 GiB
   */
  public static long allocateUnset(
      JobState jobState, int pe, String name, Residence residence, long bytes) {
    return add(jobState, pe, MemoryObject.unset(name, residence, checked(bytes), jobState.owner()));
  }

  private static long add(JobState jobState, int pe, MemoryObject object) {
    jobState.changed();
    return jobState.writablePe(pe).objects.add(object);
  }

  /**
   * Makes a read-only object with these bytes in a PE's own memory.
   *
   * @throws Fault when there are too many objects
   */
  public static long place(JobState jobState, int pe, String name, Bytes bytes) {
    MemoryObject object =
        new MemoryObject(name, Residence.READ_ONLY, bytes.length(), jobState.owner());
    object.write(0, bytes, 0, bytes.length());
    return add(jobState, pe, object);
  }

  /**
   * Ends the life of an object in a PE's own memory, that of a variable.
   *
   * @throws Fault if the address is not the start of a live object of this kind of memory
   */
  public static void release(JobState jobState, int pe, long address, Residence expected) {
    checked(jobState, pe, address, expected).remove(address);
    jobState.changed();
  }

  /**
   * The same of an object that the program frees.
   *
   * @param at the call that frees it
   * @throws Fault if the address is not the start of a live object of this kind of memory
   */
  public static void free(
      JobState jobState, int pe, long address, Residence expected, SourceLine at) {
    checked(jobState, pe, address, expected).remove(address, at);
    jobState.changed();
  }

  private static ObjectTable checked(JobState jobState, int pe, long address, Residence expected) {
    if (Address.space(address) != Space.PRIVATE) {
      throw new Fault("the address to free was not allocated there");
    }
    PeState state = jobState.writablePe(pe);
    MemoryObject object = state.objects.get(address);
    if (object.residence() != expected) {
      throw new Fault(
          "'%s' is %s, not %s", object.name(), object.residence().text(), expected.text());
    }
    return state.objects;
  }

  /** Makes the object at an address in a PE's own memory one of another kind of memory. */
  public static void move(JobState jobState, int pe, long address, Residence to) {
    PeState state = jobState.writablePe(pe);
    MemoryObject object = state.objects.get(address);
    state.objects.put(Address.index(address), object.in(to, jobState.owner()));
    jobState.changed();
  }

  /**
   * Makes an object in a PE's own memory the contents of a symmetric object of the same size; the
   * address in its own memory ends.
   */
  public static void adopt(JobState jobState, int pe, long address, long symmetric) {
    PeState state = jobState.writablePe(pe);
    MemoryObject object = state.objects.get(address);
    Residence heap = state.symmetric.get(symmetric).residence();
    state.symmetric.put(Address.index(symmetric), object.in(heap, jobState.owner()));
    state.objects.remove(address);
    jobState.changed();
  }

  /** Notes a buffer of a PE's own memory as fit for the local side of transfers. */
  public static void register(JobState jobState, int pe, long address, long bytes) {
    jobState.writablePe(pe).ownSetup().registered.put(address, bytes);
    jobState.changed();
  }

  /** Takes that back; false if nothing is registered at this address. */
  public static boolean unregister(JobState jobState, int pe, long address) {
    jobState.changed();
    return jobState.writablePe(pe).ownSetup().registered.remove(address) != null;
  }

  /** Takes back every registration of a PE. */
  public static void unregisterAll(JobState jobState, int pe) {
    jobState.writablePe(pe).ownSetup().registered.clear();
    jobState.changed();
  }

  private static long checked(long bytes) {
    if (bytes < 0 || bytes > Address.MAX_BYTES) {
      throw new Fault("an object of %s bytes: at most %s are supported", bytes, Address.MAX_BYTES);
    }
    return bytes;
  }
}
