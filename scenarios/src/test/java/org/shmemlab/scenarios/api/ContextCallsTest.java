package org.shmemlab.scenarios.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ContextCallsTest {
  @Test
  void operationsOfAContextAreCompletedWithIt() {
    CProgram program =
        CProgram.shmem(
            "static int x; static long y;",
            """
              shmem_ctx_t ctx; shmem_team_t team = 9;
              int status = shmem_ctx_create(SHMEM_CTX_PRIVATE, &ctx);
              int one = 1; long old = 7;
              shmem_ctx_int_put_nbi(ctx, &x, &one, 1, (me + 1) % n);
              shmem_ctx_long_atomic_fetch_add_nbi(ctx, &old, &y, 3, me);
              shmem_ctx_fence(ctx);
              shmem_quiet(ctx);
              status += shmem_ctx_get_team(ctx, &team);
              shmem_ctx_destroy(ctx);
              shmem_barrier_all();
              printf("%d %d %ld %ld %d\\n", status, x, y, old, team == SHMEM_TEAM_WORLD);
            """);
    assertThat(program.run(2).lines()).containsExactly("0 1 3 0 1", "0 1 3 0 1");
  }

  @Test
  void noContextIsIgnored() {
    CProgram program =
        CProgram.shmem(
            """
              shmem_team_t team;
              shmem_ctx_quiet(SHMEM_CTX_INVALID);
              shmem_ctx_fence(SHMEM_CTX_INVALID);
              shmem_ctx_destroy(SHMEM_CTX_INVALID);
              int status = shmem_ctx_get_team(SHMEM_CTX_INVALID, &team);
              printf("%d %d", status != 0, team);
            """);
    assertThat(program.run(1).output()).isEqualTo("1 -1");
  }

  private static final String ODD_TEAM =
      """
        static long x;
        shmem_team_t odd;
        shmem_team_split_strided(SHMEM_TEAM_WORLD, 1, 2, n / 2, NULL, 0, &odd);
        shmem_ctx_t ctx = 7;
      """;

  @Test
  void aTeamsContextNumbersPesAsTheTeamDoes() {
    CProgram program =
        CProgram.shmem(
            ODD_TEAM
                + """
                  int status = shmem_team_create_ctx(odd, 0, &ctx);
                  if (me == 3) {
                    long one = 1;
                    shmem_ctx_long_put_nbi(ctx, &x, &one, 1, 0);
                    shmem_ctx_quiet(ctx);
                    shmem_ctx_long_atomic_add(ctx, &x, 10, 0);
                    shmem_ctx_long_p(ctx, &x, shmem_ctx_long_g(ctx, &x, 0), 1);
                    shmem_ctx_quiet(ctx);
                  }
                  shmem_barrier_all();
                  printf("%d: %d %d %ld\\n", me, status != 0, ctx == SHMEM_CTX_INVALID, x);
                  shmem_ctx_destroy(ctx);
                """);
    assertThat(program.run(4).lines())
        .containsExactly("0: 1 1 0", "1: 0 0 11", "2: 1 1 0", "3: 0 0 11");
  }

  @Test
  void aContextReturnsItsTeam() {
    CProgram program =
        CProgram.shmem(
            ODD_TEAM
                + """
                  shmem_team_t of = 9, world = 9, none = 9;
                  shmem_team_create_ctx(odd, SHMEM_CTX_PRIVATE, &ctx);
                  int got = shmem_ctx_get_team(ctx, &of);
                  shmem_ctx_get_team(SHMEM_CTX_DEFAULT, &world);
                  if (me == 1)
                    printf("%d %d %d %d", got, of == odd, world == SHMEM_TEAM_WORLD,
                           shmem_ctx_get_team(SHMEM_CTX_INVALID, &none) != 0 && none == -1);
                """);
    assertThat(program.run(2).output()).isEqualTo("0 1 1 1");
  }

  @Test
  void theNumberOfAPeIsOneOfTheContextsTeam() {
    CProgram program =
        CProgram.shmem(
            ODD_TEAM
                + """
                  shmem_team_create_ctx(odd, 0, &ctx);
                  if (me == 1) shmem_ctx_long_p(ctx, &x, 1, 1);
                """);
    assertThat(program.run(2).failure())
        .isEqualTo("PE 1 is out of range: the context's team has PEs 0 to 0");
  }

  @Test
  void theEndOfATeamIsTheEndOfItsContextsAndCompletesWhatIsOnThem() {
    CProgram program =
        CProgram.shmem(
            ODD_TEAM
                + """
                  shmem_team_create_ctx(odd, 0, &ctx);
                  static long one = 1;
                  if (me == 1) shmem_ctx_long_put_nbi(ctx, &x, &one, 1, 1);
                  shmem_team_destroy(odd);
                  shmem_sync_all();
                  if (me == 3) printf("%ld", x);
                """);
    for (int seed = 0; seed < 10; seed++) {
      assertThat(program.runScheduled(seed, 4).output()).isEqualTo("1");
    }
    CProgram used =
        CProgram.shmem(
            ODD_TEAM
                + """
                  shmem_team_create_ctx(odd, 0, &ctx);
                  shmem_team_destroy(odd);
                  if (me == 1) shmem_ctx_quiet(ctx);
                """);
    assertThat(used.run(2).failure())
        .isEqualTo("communication on a context that was never created or is destroyed");
  }

  @Test
  void aPrivateContextOutlivesItsTeamAndIsOfNoMoreUse() {
    CProgram program =
        CProgram.shmem(
            ODD_TEAM
                + """
                  shmem_team_create_ctx(odd, SHMEM_CTX_PRIVATE, &ctx);
                  shmem_team_destroy(odd);
                  if (me == 1) shmem_ctx_long_p(ctx, &x, 1, 0);
                """);
    assertThat(program.run(2).failure())
        .isEqualTo("communication on a context whose team is destroyed");
  }

  @Test
  void aPrivateContextIsItsThreadsAlone() {
    CProgram program =
        CProgram.shmem(
            """
            #include <pthread.h>
            #define shmem_init() shmem_init_thread(SHMEM_THREAD_MULTIPLE, &level)
            static int level;
            static shmem_ctx_t ctx;
            static long x;
            static void *other(void *nothing) {
              shmem_ctx_long_p(ctx, &x, 1, 0);
              return nothing;
            }
            """,
            """
              pthread_t thread;
              shmem_ctx_create(SHMEM_CTX_PRIVATE, &ctx);
              pthread_create(&thread, NULL, other, NULL);
              pthread_join(thread, NULL);
            """);
    assertThat(program.run(1).failure())
        .isEqualTo(
            "communication on a context that is private to the thread that created it; create it"
                + " without SHMEM_CTX_PRIVATE, or one for each thread");
  }
}
