package org.shmemlab.conformance.programs;

import java.util.ArrayList;
import java.util.List;
import org.shmemlab.model.choices.Choices;

/**
 * Draws statements of several agents together: collectives of the PEs, of all or of those of the
 * team {@code m} if the program has one, and calls of the threads of a block.
 */
final class TeamStatements {
  private final Choices choices;
  private final Language language;
  private final int pes;
  private final String p;
  private final boolean split;
  private final String members; // first, stride, how many

  TeamStatements(Choices choices, Language language, int pes) {
    this.choices = choices;
    this.language = language;
    this.pes = pes;
    this.p = language.prefix();
    this.split = choices.yes(1, 6);
    int first = split && choices.yes(1, 4) ? pes - 1 : 0;
    int stride = split && choices.yes(1, 4) ? 2 : 1;
    int most = (pes - first + stride - 1) / stride;
    this.members = first + ", " + stride + ", " + (most - (split ? choices.next(most) / 2 : 0));
  }

  /** The first statements of every PE. */
  List<Line> start() {
    return split
        ? List.of(Line.of(p + "team_split_strided(" + world() + ", " + members + ", NULL, 0, &m);"))
        : List.of();
  }

  private String world() {
    return language.constants() + "TEAM_WORLD";
  }

  private String team() {
    return split && choices.yes() ? "m" : world();
  }

  /** A PE, named by its number, or by the one that it has in the team. */
  String pe(int number) {
    return split && choices.yes(1, 4)
        ? p + "team_translate_pe(m, " + number + ", " + world() + ")"
        : Integer.toString(number);
  }

  /** A statement of all PEs of a team. */
  Line collective(ExecutionSite at) {
    List<Line> ways = new ArrayList<>();
    ways.add(Line.of(p + "barrier_all();"));
    ways.add(Line.of(p + "sync_all();"));
    String team = team();
    ways.add(Line.of(p + "team_sync(" + team + ");"));
    ways.add(Line.of(p + "long_broadcast(" + team + ", x, y, 1, 0);"));
    ways.add(Line.of(p + "long_sum_reduce(" + team + ", x, y, 1);"));
    ways.add(Line.of(p + "long_fcollect(" + team + ", x, y, 1);"));
    ways.add(Line.of(p + "long_alltoall(" + team + ", x, y, 1);"));
    if (split
        && (at.kind() == ExecutionSite.Kind.BESIDE_DEVICE || language == Language.OPENSHMEM)) {
      ways.add(Line.of(p + "team_destroy(m);"));
    }
    if (at.kind() == ExecutionSite.Kind.BESIDE_DEVICE) {
      String stream = choices.pick("0", "a", "b");
      ways.add(Line.of("nvshmemx_barrier_all_on_stream(" + stream + ");"));
      ways.add(Line.of("nvshmemx_team_sync_on_stream(" + team + ", " + stream + ");"));
      ways.add(
          Line.of("nvshmemx_long_broadcast_on_stream(" + team + ", x, y, 1, 0, " + stream + ");"));
      ways.add(
          Line.of("nvshmemx_long_sum_reduce_on_stream(" + team + ", x, y, 1, " + stream + ");"));
    }
    return choices.pick(ways);
  }

  /** Whether a kernel with this statement needs a collective launch. */
  static boolean isCollective(String text) {
    return text.contains("barrier_all")
        || text.contains("sync_all")
        || text.contains("team_sync")
        || text.contains("_broadcast")
        || text.contains("_reduce")
        || text.contains("_fcollect")
        || text.contains("_alltoall");
  }

  /** The threads of a function on a PE mostly meet between its phases, if there are several. */
  void meet(Draft draft, int team, int pe) {
    if (team >= 0 && draft.threads(team) > 1 && draft.kept()) {
      draft.together(team, pe, block(draft.threads(team)));
    }
  }

  // A statement of all threads of a block, or of its one warp.
  private Line block(int threads) {
    String mask = Integer.toString((1 << threads) - 1);
    List<Line> ways = new ArrayList<>();
    ways.add(Line.of("__syncthreads();"));
    ways.add(Line.of("__syncwarp(" + mask + ");"));
    ways.add(Line.meeting("r = __shfl_sync(" + mask + ", 5, 0);", "r = 5;"));
    ways.add(Line.meeting("r = __ballot_sync(" + mask + ", 1);", "r = " + mask + ";"));
    ways.add(Line.meeting("r = __any_sync(" + mask + ", agent == 0);", "r = 1;"));
    ways.add(transfer(threads));
    ways.add(scoped(threads, "nvshmemSCOPE(flush)();"));
    return choices.pick(ways);
  }

  /**
   * A put of 16 bytes that a block makes, and that adds them to the counter that its wait is for.
   */
  Line counted(int to, int threads) {
    String call = "nvshmemx_putmem_signal_counted_nbi_block(x, y, 16, s, " + to + ");";
    String byHand = "nvshmem_long_put_signal_nbi(x, y, 2, s, 16, NVSHMEM_SIGNAL_ADD, " + to + ");";
    return Line.of(
        call,
        threads == 1 ? byHand : "__syncthreads(); if (agent == 0) " + byHand + " __syncthreads();");
  }

  /** A call of one side that the threads of a block, or of its one warp, make together. */
  Line transfer(int threads) {
    String pe = Integer.toString(choices.next(pes));
    String signal = ", s, 1, NVSHMEM_SIGNAL_SET, ";
    return scoped(
        threads,
        choices.pick(
            "nvshmemSCOPE(long_put)(x, y, 2, " + pe + ");",
            "nvshmemSCOPE(long_put_nbi)(x, y, 2, " + pe + ");",
            "nvshmemSCOPE(long_get)(y + 2, x, 2, " + pe + ");",
            "nvshmemSCOPE(long_get_nbi)(y + 2, x, 2, " + pe + ");",
            "nvshmemSCOPE(long_iput)(x, y, 1, 2, 2, " + pe + ");",
            "nvshmemSCOPE(long_put_signal)(x, y, 1" + signal + pe + ");",
            "nvshmemSCOPE(long_put_signal_nbi)(x, y, 1" + signal + pe + ");"));
  }

  /** A collective of the PEs that the threads of a block, or of its one warp, make together. */
  Line meeting(int threads) {
    String team = team();
    return scoped(
        threads,
        choices.pick(
            "nvshmemSCOPE(barrier_all)();",
            "nvshmemSCOPE(sync_all)();",
            "nvshmemSCOPE(team_sync)(" + team + ");",
            "nvshmemSCOPE(long_broadcast)(" + team + ", x, y, 1, 0);",
            "nvshmemSCOPE(long_sum_reduce)(" + team + ", x, y, 1);",
            "nvshmemSCOPE(long_fcollect)(" + team + ", x, y, 1);"));
  }

  // By hand all come, one of them makes the call, and all wait for it.
  private Line scoped(int threads, String call) {
    boolean warp = choices.yes();
    String meet = warp ? "__syncwarp(" + ((1 << threads) - 1) + ");" : "__syncthreads();";
    String byHand = call.replaceFirst("SCOPE\\((\\w+)\\)", "_$1");
    return Line.of(
        call.replaceFirst("SCOPE\\((\\w+)\\)", "x_$1_" + (warp ? "warp" : "block")),
        "%1$s if (agent == 0) %2$s %1$s"
            .formatted(meet, byHand.replace("nvshmem_flush", "nvshmemx_flush")));
  }
}
