package org.shmemlab.model.machine;

import org.jspecify.annotations.Nullable;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.PeState;
import org.shmemlab.model.job.PeerAddresses;
import org.shmemlab.model.memory.MemoryObject;
import org.shmemlab.model.memory.ObjectTable;
import org.shmemlab.model.operation.Origin;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.Space;
import org.shmemlab.model.step.Access.Place;

/** Finds the objects that addresses name, also after the end of an object's life. */
final class AddressedObjects {
  private final JobState jobState;

  AddressedObjects(JobState jobState) {
    this.jobState = jobState;
  }

  /** The object at an address as this agent sees it, or null if it names none. */
  @Nullable Place of(Agent agent, long address) {
    Space space = Address.space(address);
    int index = Address.index(address);
    return switch (space) {
      case PRIVATE -> ofPe(space, agent.pe, address, jobState.peState(agent.pe).objects);
      case SYMMETRIC -> ofPe(space, agent.pe, address, jobState.peState(agent.pe).symmetric);
      case PEER -> {
        PeState.Mapping mapping = PeerAddresses.mapping(jobState, agent.pe, address);
        yield remote(mapping.pe(), mapping.address());
      }
      case SHARED ->
          new Place(space, agent.pe, agent.grid << 16 | agent.block, index, "shared memory");
      case LOCAL -> {
        MemoryObject object = agent.locals == null ? null : agent.locals.find(address);
        yield object == null ? null : new Place(space, agent.pe, agent.id, index, object.name());
      }
      case NONE, FUNCTION, CONSTANT -> null;
    };
  }

  /** The object at an address of a PE, which may have freed it since. */
  Place remote(int pe, long address) {
    ObjectTable table = table(pe, address);
    return ofPe(Address.space(address), pe, address, table, table.find(address));
  }

  private ObjectTable table(int pe, long address) {
    PeState state = jobState.peState(pe);
    return Address.space(address) == Space.PRIVATE ? state.objects : state.symmetric;
  }

  /** Where an operation's local side is; the issuing agent may have ended since. */
  @Nullable Place local(Origin origin, long address) {
    Agent agent = jobState.agent(origin.agent());
    if (agent != null && agent.pe == origin.pe()) {
      return of(agent, address);
    }
    return switch (Address.space(address)) {
      case SYMMETRIC -> remote(origin.pe(), address);
      case PRIVATE ->
          ofPe(Space.PRIVATE, origin.pe(), address, jobState.peState(origin.pe()).objects);
      default -> null;
    };
  }

  /** Whether an address names memory of a PE that was given back. */
  boolean isGone(Agent agent, long address) {
    return switch (Address.space(address)) {
      case PRIVATE -> jobState.peState(agent.pe).objects.wasAlive(address);
      case SYMMETRIC -> jobState.peState(agent.pe).symmetric.wasAlive(address);
      case PEER -> {
        PeState.Mapping mapping = PeerAddresses.mapping(jobState, agent.pe, address);
        yield table(mapping.pe(), mapping.address()).wasAlive(mapping.address());
      }
      case SHARED, LOCAL, NONE, FUNCTION, CONSTANT -> false;
    };
  }

  // An index is used again, perhaps by another agent: earlier accesses belong to another object.
  private static Place ofPe(
      Space space, int pe, long address, ObjectTable table, @Nullable MemoryObject object) {
    return new Place(
        space,
        pe,
        Address.generation(address),
        Address.index(address),
        object == null ? table.nameOfEnded(address) : object.name());
  }

  // A use of an object after its life races with its end, unless it is ordered after that.
  private static @Nullable Place ofPe(Space space, int pe, long address, ObjectTable table) {
    MemoryObject object = table.find(address);
    return object == null && !table.wasAlive(address)
        ? null
        : ofPe(space, pe, address, table, object);
  }
}
