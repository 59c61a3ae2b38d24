package org.shmemlab.conformance.axiomatic;

import com.google.common.collect.ImmutableList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.shmemlab.conformance.axiomatic.Action.Team;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.Element;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.ScalarType;

/**
 * Follows the barriers and collectives of one agent: the agents that it meets, and the data that it
 * moves there.
 *
 * @param stuck takes paths that end where no other agent arrives
 */
record AxiomaticCollectives(int pe, AgentCode code, Consumer<Path> stuck) {
  private static final SymbolicValue ZERO = new SymbolicValue.Const(0);

  void arrive(PathState way, Instruction.Arrive i) {
    ImmutableList<Word> none = ImmutableList.of();
    Instruction.Depart depart = (Instruction.Depart) code.body().get(way.pc);
    switch (i.kind()) {
      case BLOCK_BARRIER -> meet(way, i, Team.WORLD, none, none);
      case SYNC, BARRIER -> meet(way, i, team(way, i.arguments().get(0)), none, none);
      case TEAM_SPLIT_STRIDED -> {
        if (!team(way, i.arguments().get(0)).equals(Team.WORLD)) {
          throw new BeyondAxioms("a team within a team");
        }
        Team part =
            new Team(
                (int) way.constant(i.arguments().get(1)),
                (int) way.constant(i.arguments().get(2)),
                (int) way.constant(i.arguments().get(3)));
        meet(way, i, Team.WORLD, none, none);
        way.set(depart.dst(), new SymbolicValue.Const(part.contains(pe) ? handle(part) : -1));
      }
      case REDUCE -> {
        Team team = team(way, i.arguments().get(0));
        ScalarType type = number(i);
        if (type == null || type.floating()) {
          throw new BeyondAxioms("a reduction of floating-point numbers");
        }
        long count = way.constant(i.arguments().get(3));
        long destination = way.address(i.arguments().get(1));
        long source = way.address(i.arguments().get(2));
        meet(
            way,
            i,
            team,
            Word.row(pe, source, type.bytes(), count, 1),
            Word.row(pe, destination, type.bytes(), count, 1));
      }
      default -> throw new BeyondAxioms("the collective " + i.kind().text());
    }
  }

  private void meet(
      PathState way,
      Instruction.Arrive i,
      Team team,
      ImmutableList<Word> from,
      ImmutableList<Word> to) {
    way.act(new Action.Meet(i.kind(), team, number(i), i.operator(), from, to));
    stuck.accept(new PathState(way).path(true));
    if (i.kind() != MeetingKind.TEAM_SPLIT_STRIDED
        && code.body().get(way.pc) instanceof Instruction.Depart depart) {
      way.set(depart.dst(), ZERO);
    }
  }

  private static @Nullable ScalarType number(Instruction.Arrive i) {
    Element element = i.element();
    return element == null ? null : element.number();
  }

  // Strided teams of the world: their handles say which.
  private static long handle(Team team) {
    return 1L << 30 | (long) team.start() << 20 | (long) team.stride() << 10 | team.size();
  }

  private Team team(PathState way, int register) {
    long handle = way.constant(register);
    if (handle == 0) {
      return Team.WORLD;
    }
    if (handle >>> 30 != 1) {
      throw new BeyondAxioms("a predefined team other than the world");
    }
    return new Team(
        (int) (handle >> 20 & 0x3FF), (int) (handle >> 10 & 0x3FF), (int) (handle & 0x3FF));
  }
}
