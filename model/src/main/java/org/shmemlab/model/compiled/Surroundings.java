package org.shmemlab.model.compiled;

import org.jspecify.annotations.Nullable;
import org.shmemlab.model.access.MemoryPages;
import org.shmemlab.model.device.Device;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.program.SpecialRegister;

/** Gives the regions of one machine memory and coordinates. */
public final class Surroundings {
  private final MemoryPages pages;
  private final Device device;

  public Surroundings(MemoryPages pages, Device device) {
    this.pages = pages;
    this.device = device;
  }

  /** The page that a plain load of an agent reads; null where the interpreter has to load. */
  public byte @Nullable [] read(Agent agent, long address, int bytes) {
    return pages.read(agent, address, bytes, true);
  }

  /** The same of a volatile load. */
  public byte @Nullable [] readVolatile(Agent agent, long address, int bytes) {
    return pages.read(agent, address, bytes, false);
  }

  /** The page that a store of an agent writes; null where the interpreter has to store. */
  public byte @Nullable [] write(Agent agent, long address, int bytes) {
    return pages.write(agent, address, bytes);
  }

  /** Whether plain accesses of an agent are left to the interpreter, to be followed. */
  boolean follows(Agent agent) {
    return pages.follows(agent);
  }

  /** A coordinate of a device thread. */
  public long coordinate(Agent thread, SpecialRegister register) {
    return device.special(thread, register);
  }
}
