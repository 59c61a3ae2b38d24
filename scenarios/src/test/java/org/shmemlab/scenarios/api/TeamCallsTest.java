package org.shmemlab.scenarios.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TeamCallsTest {
  @Test
  void aStridedSplitNumbersItsMembersAndLeavesTheOthersWithoutATeam() {
    CProgram program =
        CProgram.shmem(
            """
              shmem_team_t odd = 77;
              int status = shmem_team_split_strided(SHMEM_TEAM_WORLD, 1, 2, n / 2, NULL, 0, &odd);
              printf("%d: %d %d %d %d %d\\n", me, status, odd == SHMEM_TEAM_INVALID,
                     shmem_team_my_pe(odd), shmem_team_n_pes(odd),
                     shmem_team_translate_pe(odd, 1, SHMEM_TEAM_WORLD));
              if (odd != SHMEM_TEAM_INVALID) shmem_team_sync(odd);
              shmem_team_destroy(odd);
            """);
    assertThat(program.run(5).lines())
        .containsExactly(
            "0: 0 1 -1 -1 -1",
            "1: 0 0 0 2 3",
            "2: 0 1 -1 -1 -1",
            "3: 0 0 1 2 3",
            "4: 0 1 -1 -1 -1");
  }

  @Test
  void aGridOfPesHasRowsAndColumns() {
    CProgram program =
        CProgram.nvshmem(
            "",
            """
              nvshmem_team_t x, y;
              nvshmem_team_config_t config;
              int status =
                  nvshmem_team_split_2d(NVSHMEM_TEAM_WORLD, 3, &config, 0, &x, NULL, 0, &y);
              nvshmem_team_get_config(x, &config);
              printf("%d: %d %d/%d %d/%d %d\\n", me, status, nvshmem_team_my_pe(x),
                     nvshmem_team_n_pes(x), nvshmem_team_my_pe(y), nvshmem_team_n_pes(y),
                     config.num_contexts);
              nvshmem_barrier(x);
              nvshmem_barrier(y);
              nvshmem_team_destroy(y);
              nvshmem_team_destroy(x);
            """);
    assertThat(program.run(5).lines())
        .containsExactly(
            "0: 0 0/3 0/2 0",
            "1: 0 1/3 0/2 0",
            "2: 0 2/3 0/1 0",
            "3: 0 0/2 1/2 0",
            "4: 0 1/2 1/2 0");
  }

  @Test
  void aTeamRemembersHowManyContextsItIsFor() {
    CProgram program =
        CProgram.shmem(
            """
              shmem_team_t a, b;
              shmem_team_config_t config = {3}, now;
              shmem_team_split_strided(
                  SHMEM_TEAM_WORLD, 0, 1, 2, &config, SHMEM_TEAM_NUM_CONTEXTS, &a);
              shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, 2, &config, 0, &b);
              shmem_team_get_config(a, SHMEM_TEAM_NUM_CONTEXTS, &now);
              int first = now.num_contexts;
              shmem_team_get_config(b, SHMEM_TEAM_NUM_CONTEXTS, &now);
              int second = now.num_contexts;
              shmem_team_get_config(a, 0, &now);
              if (me == 0) printf("%d %d %d", first, second, now.num_contexts);
            """);
    assertThat(program.run(2).output()).isEqualTo("3 0 0");
  }

  @Test
  void noTeamIsSplitWithoutMeetingAnybody() {
    CProgram program =
        CProgram.shmem(
            """
              shmem_team_t a = 5, b = 5;
              shmem_team_config_t config;
              if (me == 0) {
                int s = shmem_team_split_strided(SHMEM_TEAM_INVALID, 0, 1, 1, NULL, 0, &a) != 0;
                int t =
                    shmem_team_split_2d(SHMEM_TEAM_INVALID, 1, NULL, 0, &a, NULL, 0, &b) != 0;
                int u = shmem_team_get_config(SHMEM_TEAM_INVALID, 1, &config) != 0;
                printf("%d %d %d %d %d", s, t, u, a, b);
              }
            """);
    assertThat(program.run(2).output()).isEqualTo("1 1 1 -1 -1");
  }

  @Test
  void aTeamThatExistsFromTheStartCannotBeDestroyed() {
    CProgram program = CProgram.shmem("shmem_team_destroy(SHMEM_TEAM_WORLD);");
    assertThat(program.run(2).failure())
        .isEqualTo("a team that exists from the start cannot be destroyed");
  }

  @Test
  void aCollectiveOfNoTeamIsAMistake() {
    CProgram program = CProgram.shmem("shmem_team_sync(SHMEM_TEAM_INVALID);");
    assertThat(program.run(2).failure()).isEqualTo("team handle -1 names no team of PE 0");
  }
}
