package org.shmemlab.model.machine;

import com.google.common.primitives.ImmutableIntArray;

/**
 * An ordered set of PEs. A program names it by a handle; WORLD is 0.
 *
 * @param id number among all teams of the job
 * @param name how messages call it
 * @param members world PE numbers in team order
 */
public record Team(int id, String name, ImmutableIntArray members) {
  public int size() {
    return members.length();
  }

  /** The position of a world PE in the team, or -1. */
  public int indexOf(int pe) {
    int guess = pe < members.length() ? pe : members.length() - 1;
    return members.get(guess) == pe ? guess : members.indexOf(pe);
  }
}
