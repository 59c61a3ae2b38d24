package org.shmemlab.model.job;

import com.google.common.primitives.ImmutableIntArray;

/**
 * An ordered set of PEs. A program names it by a handle; WORLD is 0.
 *
 * @param id number among all teams of the job
 * @param name how messages call it
 * @param members world PE numbers in team order
 */
public record Team(int id, String name, ImmutableIntArray members) {
  /** Handles of teams that exist from the start, with the values of the shipped headers. */
  public static final int WORLD = 0;

  public static final int SHARED = 1;
  public static final int NODE = 2;
  public static final int MPI_WORLD = 3;
  public static final int MPI_SELF = 4;
  static final int FIRST_USER = 16;

  /** Whether a handle names a team that the program did not make. */
  public static boolean isPredefined(long handle) {
    return handle >= 0 && handle < FIRST_USER;
  }

  public int size() {
    return members.length();
  }

  /** The position of a world PE in the team, or -1. */
  public int indexOf(int pe) {
    int guess = pe < members.length() ? pe : members.length() - 1;
    return members.get(guess) == pe ? guess : members.indexOf(pe);
  }
}
