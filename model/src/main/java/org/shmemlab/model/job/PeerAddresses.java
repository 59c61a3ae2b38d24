package org.shmemlab.model.job;

import java.util.List;
import org.shmemlab.model.memory.FailureReason;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.Space;

/** Addresses of a PE that lead to objects of other PEs. */
public final class PeerAddresses {
  private PeerAddresses() {}

  /**
   * The mapping of an object of another PE into this PE's address space.
   *
   * @param address the address of the object in the address space of the other PE
   * @return an address; for the own PE the address itself
   * @throws Fault if the PE has mapped as many as it can
   */
  public static long map(JobState jobState, int pe, long address, int target) {
    if (target == pe) {
      return address;
    }
    long start = Address.start(address);
    PeState state = jobState.writablePe(pe).ownSetup();
    PeState.Mapping wanted = new PeState.Mapping(target, start);
    int index = state.mappings.indexOf(wanted);
    if (index < 0) {
      index = state.mappings.size();
      if (index + 1 == Address.MAX_OBJECTS) {
        throw new Fault("PE %s maps more than %s objects of other PEs", pe, index);
      }
      state.mappings.add(wanted);
    }
    return Address.at(Address.of(Space.PEER, 0, index + 1), address);
  }

  public static PeState.Mapping mapping(JobState jobState, int pe, long address) {
    List<PeState.Mapping> mappings = jobState.peState(pe).mappings;
    int index = Address.index(address) - 1;
    if (index < 0 || index >= mappings.size()) {
      throw new Fault("address %s is outside every object", FailureReason.Varying.hex(address));
    }
    PeState.Mapping mapping = mappings.get(index);
    return new PeState.Mapping(mapping.pe(), Address.at(mapping.address(), address));
  }

  /** The PE in whose memory an address of a PE lies. */
  public static int holder(JobState jobState, int pe, long address) {
    return Address.space(address) == Space.PEER ? mapping(jobState, pe, address).pe() : pe;
  }
}
