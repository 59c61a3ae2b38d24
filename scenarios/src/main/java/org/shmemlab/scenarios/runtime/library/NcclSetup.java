package org.shmemlab.scenarios.runtime.library;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.interpreter.RuntimeCall;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.job.Team;
import org.shmemlab.model.job.Teams;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.program.CallTraits;
import org.shmemlab.model.program.Kept;
import org.shmemlab.scenarios.runtime.call.CHeader;
import org.shmemlab.scenarios.runtime.call.DeclaredCall;

/**
 * Answers one rank alone about NCCL's communicators (NCCL documentation, "Communicator Creation and
 * Management Functions"): a communicator is the handle of a team plus 1, so that none is null.
 */
public final class NcclSetup {
  private static final int NO_RANK = -1;

  /** Communicator; gives the handle of its team. */
  public static final RuntimeCall TEAM = RuntimeCall.of("__nccl_team", NcclSetup::team);

  /** Team; gives the caller's number in it. */
  public static final RuntimeCall RANK =
      RuntimeCall.of("__nccl_rank", CallTraits.lookingAt(Kept.TEAMS), NcclSetup::rank);

  /** Team; gives the number of its members, or -1. */
  public static final RuntimeCall RANKS =
      RuntimeCall.of("__nccl_ranks", CallTraits.lookingAt(Kept.TEAMS), NcclSetup::ranks);

  /**
   * Team, rank of the sender, rank of the receiver, 0 for data or 1 for acknowledgements; gives the
   * team of these two, the sender first.
   */
  public static final RuntimeCall CHANNEL = RuntimeCall.of("__nccl_channel", NcclSetup::channel);

  /** Stops where a reduction has a datatype or an operator that is not known. */
  public static final RuntimeCall UNKNOWN_REDUCTION =
      RuntimeCall.of("__nccl_unknown_reduction", NcclSetup::unknownReduction);

  /** Marks a program that makes a device communicator. */
  public static final RuntimeCall DEVICE_API = RuntimeCall.of("__nccl_device_api", _ -> 0);

  /** The calls of the family that code of ours makes by a symbol. */
  public static final ImmutableList<DeclaredCall> DECLARED =
      ImmutableList.of(
          CHeader.OWN.host("int __nccl_rank(int team)", RANK),
          CHeader.OWN.host("int __nccl_ranks(int team)", RANKS),
          CHeader.OWN.host("int __nccl_device_api(void)", DEVICE_API));

  /** The calls of the family that code of ours makes. */
  public static final ImmutableList<RuntimeCall> CALLS =
      ImmutableList.of(TEAM, CHANNEL, UNKNOWN_REDUCTION);

  private NcclSetup() {}

  private static long team(ServiceCall call) {
    long handle = call.argument(0) - 1;
    if (find(call, handle) == null) {
      throw new Fault(
          "NCCL is given a communicator that ncclCommInitRank or ncclCommSplit did not make");
    }
    return handle;
  }

  private static long rank(ServiceCall call) {
    Team team = find(call, call.argument(0));
    return team == null ? NO_RANK : team.indexOf(call.pe());
  }

  private static long ranks(ServiceCall call) {
    Team team = find(call, call.argument(0));
    return team == null ? NO_RANK : team.size();
  }

  private static @Nullable Team find(ServiceCall call, long handle) {
    return Teams.findTeam(call.jobState(), call.pe(), handle);
  }

  private static long channel(ServiceCall call) {
    Team team = Teams.team(call.jobState(), call.pe(), call.argument(0));
    ImmutableIntArray.Builder members = ImmutableIntArray.builder(2);
    for (int i = 1; i <= 2; i++) {
      long rank = call.argument(i);
      if (rank < 0 || rank >= team.size()) {
        throw new Fault("rank %s is out of range in a communicator of %s", rank, team.size());
      }
      members.add(team.members().get((int) rank));
    }
    String what = call.argument(3) == 0 ? "messages" : "acknowledgements";
    ImmutableIntArray ends = members.build();
    if (ends.get(0) == ends.get(1)) {
      return NO_RANK; // nccl.c copies what a rank sends to itself
    }
    return Teams.teamOf(
        call.jobState(),
        call.pe(),
        ends,
        "the NCCL %s from PE %s to PE %s of team %s"
            .formatted(what, ends.get(0), ends.get(1), team.id()));
  }

  private static long unknownReduction(ServiceCall call) {
    throw Fault.unknown("not supported yet: an NCCL reduction of this datatype or operator");
  }
}
