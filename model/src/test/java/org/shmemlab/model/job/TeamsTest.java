package org.shmemlab.model.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.shmemlab.model.sketch.Faults.refused;

import com.google.common.primitives.ImmutableIntArray;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.machine.Insides;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.sketch.Sketch;

/** Teams, and the handles by which PEs name them. */
class TeamsTest {
  private final Machine machine = Sketch.idle(JobLayout.ofNodes(5, 2));
  private final JobState state = Insides.state(machine);

  @Test
  void theSharedTeamHasThePesThatMapEachOthersMemory() {
    Machine joined = Sketch.idle(new JobLayout(5, 2, 4));
    assertThat(joined.team(3, Team.SHARED).members()).isEqualTo(pes(0, 1, 2, 3));
    assertThat(joined.team(3, Team.NODE).members()).isEqualTo(pes(2, 3));
    Machine apart = Sketch.idle(new JobLayout(5, 2, 1));
    assertThat(apart.team(3, Team.SHARED).members()).isEqualTo(pes(3));
    assertThat(apart.team(4, Team.NODE).members()).isEqualTo(pes(4));
  }

  @Test
  void teamsFollowNodes() {
    assertThat(machine.team(3, Team.WORLD).members()).isEqualTo(pes(0, 1, 2, 3, 4));
    assertThat(machine.team(3, Team.SHARED).members()).isEqualTo(pes(2, 3));
    assertThat(machine.team(3, Team.NODE).name()).isEqualTo("the node team");
    assertThat(machine.team(4, Team.NODE).members()).isEqualTo(pes(4));
    assertThat(Teams.findTeam(state, 2, Team.MPI_SELF))
        .isEqualTo(new Team(-3, "MPI_COMM_SELF", pes(2)));
    assertThat(Teams.findTeam(state, 2, Team.MPI_WORLD)).extracting(Team::size).isEqualTo(5);
    refused(() -> machine.team(0, Team.MPI_WORLD), "MPI is used before MPI_Init");
    refused(() -> machine.team(0, Team.MPI_SELF), "MPI is used before MPI_Init");
    refused(() -> machine.team(0, 15), "team handle 15 names no team of PE 0");
    refused(() -> machine.team(0, -1), "team handle -1 names no team");
  }

  @Test
  void aTeamHasOneHandlePerPeAndIsLeftByEachAlone() {
    int own = Teams.teamOf(state, 1, pes(1, 3), "half");
    assertThat(own).isGreaterThanOrEqualTo(16);
    assertThat(Teams.teamOf(state, 1, pes(1, 3), "half")).isEqualTo(own);
    int other = Teams.teamOf(state, 1, pes(1, 2), "half");
    assertThat(other).isNotEqualTo(own);
    int peers = Teams.teamOf(state, 3, pes(1, 3), "half");
    assertThat(machine.team(3, peers)).isEqualTo(machine.team(1, own));
    Machine fork = machine.fork();
    Teams.leave(state, 1, own);
    assertThat(Teams.findTeam(state, 1, own)).isNull();
    assertThat(fork.team(1, own).members()).isEqualTo(pes(1, 3));
    assertThat(machine.team(3, peers).members()).isEqualTo(pes(1, 3));
    assertThat(Teams.teamSize(state, machine.team(3, peers).id())).isEqualTo(2);
    assertThat(Team.isPredefined(own)).isFalse();
    assertThat(Team.isPredefined(Team.MPI_SELF)).isTrue();
    assertThat(Team.isPredefined(-1)).isFalse();
  }

  private static ImmutableIntArray pes(int... numbers) {
    return ImmutableIntArray.copyOf(numbers);
  }
}
