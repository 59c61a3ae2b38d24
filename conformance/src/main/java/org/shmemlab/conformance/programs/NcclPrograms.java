package org.shmemlab.conformance.programs;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Optional;
import org.shmemlab.conformance.programs.Draft.Agent;
import org.shmemlab.model.choices.Choices;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.litmus.LitmusProgram;

/**
 * Draws programs with NCCL's device interface: a rank sends, completes and uses its buffers again,
 * the others wait and read; or all of them exchange signals. Ranks may meet at a barrier in
 * between, and a kernel may have several threads.
 */
public final class NcclPrograms {
  private final Choices choices;
  private final int ranks;
  private final Draft draft;
  private final NcclStatements statements;

  private NcclPrograms(Choices choices) {
    this.choices = choices;
    this.ranks = choices.yes(1, 8) ? 3 : 2;
    this.draft = new Draft(choices, Language.NCCL, ranks);
    this.statements = new NcclStatements(choices, ranks);
  }

  /** A program of a few statements; the same answers give the same program. */
  public static WholeProgram draw(Choices choices) {
    return new NcclPrograms(choices).draw();
  }

  /** A program as a litmus test of the calls that it is made of; empty where it is none. */
  public static Optional<LitmusProgram> litmus(WholeProgram program) {
    return StraightLine.of(program);
  }

  private WholeProgram draw() {
    switch (choices.next(8)) {
      case 5, 6 -> draft.team(1, 2);
      case 7 -> draft.team(2, 1);
      default -> draft.team(1, 1);
    }
    boolean signals = choices.yes(1, 4);
    List<Line> barrier = choices.yes(1, 4) ? statements.barrier() : ImmutableList.<Line>of();
    for (int rank = 0; rank < ranks; rank++) {
      if (signals) {
        exchange(rank);
      } else if (rank == 0) {
        send();
      } else if (barrier.isEmpty()) {
        draft.keep(agent(rank), 0, _ -> statements.await());
      } else {
        draft.perhaps(1, 3, agent(rank), 0, site -> statements.store(site.pe()));
      }
      meet(rank, barrier);
      if (!signals && rank > 0) {
        draft.keep(agent(rank), 1, site -> statements.read(site.pe()));
        draft.perhaps(1, 6, agent(rank), 1, _ -> statements.reset());
      }
    }
    return draft.program(choices.pick(Profile.NCCL_DEVICE, Profile.NCCL_DEVICE_LENIENT));
  }

  /** Some thread of a rank's kernel. */
  private Agent agent(int rank) {
    return choices.pick(draft.touching(rank));
  }

  private void send() {
    draft.keep(agent(0), 0, site -> statements.send(site.pe()));
    draft.perhaps(1, 6, agent(0), 0, site -> statements.store(site.pe()));
    draft.keep(
        agent(0),
        choices.next(2),
        site ->
            switch (choices.next(8)) {
              case 0, 1 -> statements.complete();
              case 2, 3, 4 -> statements.signalled(site.pe());
              case 5 -> statements.fence();
              default -> statements.signal(site.pe());
            });
    draft.keep(
        agent(0),
        1,
        site -> choices.yes() ? statements.store(site.pe()) : statements.signal(site.pe()));
  }

  private void exchange(int rank) {
    for (int left = 3; left > 0; left--) {
      draft.keep(
          agent(rank),
          choices.next(2),
          site ->
              switch (choices.next(7)) {
                case 0, 1 -> statements.signal(site.pe());
                case 2, 3 -> statements.signalled(site.pe());
                case 4 -> statements.complete();
                case 5 -> statements.reset();
                default -> statements.await();
              });
    }
  }

  // Threads of a block meet, and one thread of each rank meets those of the others.
  private void meet(int rank, List<Line> barrier) {
    boolean before = choices.yes();
    if (draft.threads(0) > 1 && draft.kept()) {
      draft.together(0, rank, statements.together(rank));
    }
    if (!barrier.isEmpty()) {
      draft.keep(draft.touching(rank).getFirst(), before ? 0 : 1, _ -> barrier.get(rank));
    }
  }
}
