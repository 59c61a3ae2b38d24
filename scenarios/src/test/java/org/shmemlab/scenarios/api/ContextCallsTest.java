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
}
