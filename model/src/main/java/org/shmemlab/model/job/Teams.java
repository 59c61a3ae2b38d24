package org.shmemlab.model.job;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableIntArray;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.step.MeetingPlace;

/** Manages the teams of a job, and the handles by which its PEs name them. */
public final class Teams {
  private Teams() {}

  /**
   * The team of a handle.
   *
   * @throws Fault if this PE has no such team, or it is a communicator and MPI is not initialised
   */
  public static Team team(JobState jobState, int pe, long handle) {
    if ((handle == Team.MPI_WORLD || handle == Team.MPI_SELF) && jobState.mpiStatus(pe) != 1) {
      throw new Fault(
          "MPI is used %s", jobState.mpiStatus(pe) == 0 ? "before MPI_Init" : "after MPI_Finalize");
    }
    Team team = findTeam(jobState, pe, handle);
    if (team == null) {
      throw new Fault("team handle %s names no team of PE %s", handle, pe);
    }
    return team;
  }

  /**
   * The team of a handle that a call was given which has begun: since then another thread of this
   * PE may have given the handle back.
   *
   * @throws Fault as {@link #team}, if the handle never named a team
   */
  public static Team ofCall(JobState jobState, int pe, long handle) {
    OptionalInt former = formerTeam(jobState, pe, handle);
    return former.isPresent() ? jobState.teams.get(former.getAsInt()) : team(jobState, pe, handle);
  }

  /** The team of a handle, or null if this PE has no such team. */
  public static @Nullable Team findTeam(JobState jobState, int pe, long handle) {
    if (handle == Team.WORLD || handle == Team.MPI_WORLD) {
      return jobState.teams.get((int) handle == Team.WORLD ? 0 : 1);
    }
    JobLayout layout = jobState.job().layout();
    if (handle == Team.SHARED) {
      return jobState.teams.get(2 + layout.domain(pe)); // in the order in which Startup makes them
    }
    if (handle == Team.NODE) {
      return jobState.teams.get(2 + layout.domains() + layout.node(pe));
    }
    if (handle == Team.MPI_SELF) {
      return new Team(-1 - pe, "MPI_COMM_SELF", ImmutableIntArray.of(pe));
    }
    Integer id = named(jobState, pe, handle);
    return id == null || id < 0 ? null : jobState.teams.get(id);
  }

  /**
   * Number of the team that a handle named before this PE gave it back; empty if it still names it,
   * or never named one.
   */
  public static OptionalInt formerTeam(JobState jobState, int pe, long handle) {
    Integer id = named(jobState, pe, handle);
    return id == null || id >= 0 ? OptionalInt.empty() : OptionalInt.of(~id);
  }

  private static @Nullable Integer named(JobState jobState, int pe, long handle) {
    List<Integer> own = jobState.peState(pe).teams;
    long index = handle - Team.FIRST_USER;
    return index >= 0 && index < own.size() ? own.get((int) index) : null;
  }

  /** The handle of the team with these members, made on first use. */
  public static int teamOf(JobState jobState, int pe, ImmutableIntArray members, String name) {
    for (Team team : jobState.teams) {
      if (team.name().equals(name) && team.members().equals(members)) {
        int known = jobState.peState(pe).teams.indexOf(team.id());
        return known >= 0 ? Team.FIRST_USER + known : join(jobState, pe, team);
      }
    }
    return join(jobState, pe, newTeam(jobState, name, members));
  }

  public static Team newTeam(JobState jobState, String name, ImmutableIntArray members) {
    Team team = new Team(jobState.teams.size(), name, members);
    jobState.teams = ImmutableList.<Team>builder().addAll(jobState.teams).add(team).build();
    return team;
  }

  /** Number of members of the team of an id; the teams of one PE have negative ids. */
  public static int teamSize(JobState jobState, int id) {
    return id < 0 ? 1 : jobState.teams.get(id).size();
  }

  /** World numbers of the PEs that meet at a place of PEs. */
  public static ImmutableIntArray membersOf(JobState jobState, MeetingPlace place) {
    if (place instanceof MeetingPlace.InTeam in) {
      return in.team() < 0
          ? ImmutableIntArray.of(-1 - in.team())
          : jobState.teams.get(in.team()).members();
    }
    return jobState.teams.get(0).members();
  }

  /**
   * The collective that a PE reaches with its next call of the team of a handle.
   *
   * @throws Fault as {@link #team}
   */
  public static MeetingPlace.InTeam nextMeeting(JobState jobState, int pe, long handle) {
    int team = team(jobState, pe, handle).id();
    return new MeetingPlace.InTeam(team, jobState.peState(pe).collectives.getOrDefault(team, 0));
  }

  /** A PE has reached a collective of a team. */
  public static void came(JobState jobState, int pe, int team) {
    PeState state = jobState.writablePe(pe);
    ImmutableMap.Builder<Integer, Integer> collectives = ImmutableMap.builder();
    collectives.putAll(state.collectives);
    collectives.put(team, state.collectives.getOrDefault(team, 0) + 1);
    state.collectives = collectives.buildKeepingLast();
  }

  /** Gives a PE a handle for a team. */
  public static int join(JobState jobState, int pe, Team team) {
    List<Integer> own = jobState.writablePe(pe).ownSetup().teams;
    own.add(team.id());
    return Team.FIRST_USER + own.size() - 1;
  }

  /** Takes a PE's handle of a team back. */
  public static void leave(JobState jobState, int pe, long handle) {
    List<Integer> own = jobState.writablePe(pe).ownSetup().teams;
    int slot = (int) handle - Team.FIRST_USER;
    own.set(slot, ~own.get(slot));
  }
}
