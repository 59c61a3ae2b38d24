package org.shmemlab.model.access;

import org.jspecify.annotations.Nullable;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.memory.MemoryObject;
import org.shmemlab.model.memory.ObjectTable;
import org.shmemlab.model.memory.Residence;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.Space;

/**
 * Finds the pages of memory that the plain accesses of an agent may use at once: a short way
 * through {@link JobMemory} for memory of its own PE that is alive, reachable, initialized, not
 * cached and not followed access by access. It leads to the same values and has the same effects.
 * Where it does not lead, the page is null, and there was no effect.
 */
public final class MemoryPages {
  private final JobState jobState;
  private final boolean coherent;

  public MemoryPages(JobState jobState, PlainLoads plainLoads) {
    this.jobState = jobState;
    this.coherent = plainLoads.coherent();
  }

  /**
   * The page that an agent's load of a scalar reads, or null.
   *
   * @param plain whether a cache may answer
   */
  public byte @Nullable [] read(Agent agent, long address, int bytes, boolean plain) {
    Space space = Address.space(address);
    if (agent.hasCopies() || (plain && space == Space.SYMMETRIC && !findsMemory(agent))) {
      return null;
    }
    ObjectTable table =
        space == Space.CONSTANT ? jobState.variables().constants() : table(agent, space);
    MemoryObject object = table == null ? null : table.find(address);
    return object == null || !reaches(agent, object) || isFollowed(agent, space, object)
        ? null
        : object.readable(Address.offset(address), bytes);
  }

  /** The page that an agent's store of a scalar writes, or null; wakes agents that wait for it. */
  public byte @Nullable [] write(Agent agent, long address, int bytes) {
    Space space = Address.space(address);
    if (agent.hasCopies() || (space == Space.SYMMETRIC && !coherent)) {
      return null;
    }
    ObjectTable table = table(agent, space);
    MemoryObject object = table == null ? null : table.find(address);
    if (object == null
        || object.owner() != jobState.owner()
        || !object.residence().writable()
        || !reaches(agent, object)
        || isFollowed(agent, space, object)) {
      return null;
    }
    byte[] page = object.writable(Address.offset(address), bytes);
    if (page != null) {
      if (space != Space.LOCAL) {
        jobState.writablePe(agent.pe);
      }
      jobState.changed();
      if (space == Space.SYMMETRIC) {
        jobState.wakeups().word(agent.pe, Address.index(address));
      }
    }
    return page;
  }

  private @Nullable ObjectTable table(Agent agent, Space space) {
    return switch (space) {
      case PRIVATE -> jobState.peState(agent.pe).objects;
      case SYMMETRIC -> jobState.peState(agent.pe).symmetric;
      case LOCAL -> agent.locals;
      case SHARED -> agent.onDevice() ? jobState.blockOf(agent).shared : null;
      case CONSTANT, PEER, FUNCTION, NONE -> null;
    };
  }

  private boolean findsMemory(Agent agent) {
    return coherent || !agent.onDevice();
  }

  /** Whether accesses of an agent to memory that others reach are followed one by one. */
  public boolean follows(Agent agent) {
    return jobState.happensBeforeListener().follows(agent.id, false);
  }

  private boolean isFollowed(Agent agent, Space space, MemoryObject object) {
    boolean own =
        space == Space.LOCAL
            || (agent.kind == Agent.Kind.HOST && object.residence() == Residence.HOST);
    return space != Space.CONSTANT && jobState.happensBeforeListener().follows(agent.id, own);
  }

  private static boolean reaches(Agent agent, MemoryObject object) {
    Residence residence = object.residence();
    return switch (agent.kind) {
      case HOST -> residence.reachableFromHost();
      case DEVICE_THREAD -> residence.reachableFromDevice();
      case STREAM, KEEPER -> true;
    };
  }
}
