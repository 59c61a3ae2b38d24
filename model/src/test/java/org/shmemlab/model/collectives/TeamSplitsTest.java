package org.shmemlab.model.collectives;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.model.job.Team;
import org.shmemlab.model.job.Teams;
import org.shmemlab.model.machine.Insides;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.schedule.RoundRobin;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.model.sketch.Sketch;

/** Tests the members of a team that a split makes, and their order (OpenSHMEM 1.6, section 9.4). */
class TeamSplitsTest {
  private static final int PES = 6;

  private final Sketch sketch = new Sketch();

  /** The members of the team that each PE got, as its handle says; null where it got none. */
  private List<List<Integer>> split(MeetingKind kind, int... arguments) {
    Machine machine =
        sketch.machine(
            PES,
            new Immediate(),
            code -> {
              Sketch.init(code);
              Sketch.print(code, handle(code, kind, arguments));
            });
    RunResult result = sketch.run(machine, new RoundRobin());
    assertThat(result).isInstanceOf(RunResult.Finished.class);
    List<List<Integer>> teams = new ArrayList<>();
    TreeMap<Integer, Long> handles = new TreeMap<>();
    for (String line : sketch.output()) {
      String[] parts = line.split(":", 2);
      handles.put(Integer.parseInt(parts[0]), Long.parseLong(parts[1]));
    }
    handles.forEach((pe, handle) ->
        teams.add(
            handle < 0 ? null : Teams.team(Insides.state(machine), pe, handle).members().asList()));
    return teams;
  }

  private static int handle(CodeBuilder code, MeetingKind kind, int... arguments) {
    ImmutableIntArray.Builder registers = ImmutableIntArray.builder();
    registers.add(code.constant(Team.WORLD));
    for (int argument : arguments) {
      registers.add(code.constant(argument));
    }
    code.emit(
        new Instruction.Arrive(
            kind, Family.OPENSHMEM, null, null, CallScope.THREAD, registers.build()));
    int result = code.register();
    code.emit(new Instruction.Depart(result));
    return result;
  }

  @Property(tries = 150)
  void aStridedSplitTakesEachPeOfItsProgression(
      @ForAll @IntRange(min = -1, max = PES) int start,
      @ForAll @IntRange(min = -3, max = 3) int stride,
      @ForAll @IntRange(min = 0, max = PES + 1) int size) {
    List<Integer> members = IntStream.range(0, size).mapToObj(i -> start + i * stride).toList();
    boolean valid =
        size > 0
            && members.stream().distinct().count() == size
            && members.stream().allMatch(pe -> pe >= 0 && pe < PES);
    TeamSplitsTest fresh = new TeamSplitsTest();
    List<List<Integer>> teams = fresh.split(MeetingKind.TEAM_SPLIT_STRIDED, start, stride, size);
    for (int pe = 0; pe < PES; pe++) {
      assertThat(teams.get(pe)).isEqualTo(valid && members.contains(pe) ? members : null);
    }
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "3", "4", "6", "7"})
  void aSplitInTwoDimensionsMakesRowsAndColumns(int range) {
    List<List<Integer>> rows = new TeamSplitsTest().split(MeetingKind.TEAM_SPLIT_2D, range, 0);
    List<List<Integer>> columns = new TeamSplitsTest().split(MeetingKind.TEAM_SPLIT_2D, range, 1);
    for (int pe = 0; pe < PES; pe++) {
      int me = pe;
      assertThat(rows.get(pe))
          .isEqualTo(all().filter(other -> other / range == me / range).boxed().toList());
      assertThat(columns.get(pe))
          .isEqualTo(all().filter(other -> other % range == me % range).boxed().toList());
    }
  }

  private static IntStream all() {
    return IntStream.range(0, PES);
  }

  @ParameterizedTest
  @CsvSource({"0", "-3"})
  void rowsHaveAtLeastOneMember(int range) {
    assertThat(
            sketch.run(
                PES,
                code -> {
                  Sketch.init(code);
                  handle(code, MeetingKind.TEAM_SPLIT_2D, range, 0);
                }))
        .isInstanceOfSatisfying(
            RunResult.Failed.class,
            failed -> assertThat(failed.failure().text()).contains("x range " + range));
  }

  @ParameterizedTest
  @CsvSource({"5, 0", "0, 0"})
  void oneColourIsOneTeamInTheOrderOfItsParent(int colour, int key) {
    assertThat(split(MeetingKind.TEAM_SPLIT_COLOR, colour, key))
        .allMatch(team -> team.equals(all().boxed().toList()));
  }

  @Test
  void aPeWithoutAColourIsInNoTeam() {
    assertThat(split(MeetingKind.TEAM_SPLIT_COLOR, -1, 0)).containsOnlyNulls();
  }
}
