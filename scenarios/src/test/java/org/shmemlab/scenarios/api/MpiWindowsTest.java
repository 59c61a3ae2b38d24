package org.shmemlab.scenarios.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.spec.Profile;

/** MPI's windows on memory of the node (MPI 4.1, chapter 12). */
@Tag("compiler")
class MpiWindowsTest {
  @Test
  void putsAndGetsBetweenFences() {
    CProgram program =
        CProgram.mpi(
            """
              int *mine, got, x = 10 * me, *flavor, found;
              MPI_Win window;
              MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &window);
              mine[0] = me;
              mine[1] = -1;
              MPI_Win_fence(0, window);
              MPI_Get(&got, 1, MPI_INT, (me + 1) % n, 0, 1, MPI_INT, window);
              MPI_Put(&x, 1, MPI_INT, (me + 1) % n, 1, 1, MPI_INT, window);
              MPI_Win_fence(0, window);
              MPI_Win_get_attr(window, MPI_WIN_CREATE_FLAVOR, &flavor, &found);
              printf("%d %d %d %d\\n", me, got, mine[1], found && *flavor == MPI_WIN_FLAVOR_ALLOCATE);
              MPI_Win_free(&window);
            """);
    assertThat(program.run(3).lines()).containsExactly("0 1 20 1", "1 2 0 1", "2 0 10 1");
  }

  @Test
  void sharedPartsFollowEachOther() {
    CProgram program =
        CProgram.mpi(
            """
              int *mine, *next, unit;
              MPI_Aint bytes;
              MPI_Win window;
              MPI_Win_allocate_shared(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &window);
              MPI_Win_lock_all(MPI_MODE_NOCHECK, window);
              *mine = 100 + me;
              MPI_Win_sync(window);
              MPI_Barrier(MPI_COMM_WORLD);
              MPI_Win_sync(window);
              MPI_Win_shared_query(window, (me + 1) % n, &bytes, &unit, &next);
              printf("%d next %d\\n", me, *next);
              if (me == 0) printf("all %d %d %d\\n", mine[0], mine[1], mine[2]);
              MPI_Win_unlock_all(window);
              MPI_Win_free(&window);
            """);
    assertThat(program.run(3).lines())
        .containsExactly("0 next 101", "1 next 102", "2 next 100", "all 100 101 102");
  }

  @Test
  void epochsOfAGroup() {
    CProgram program =
        CProgram.mpi(
            """
              int *mine, x = 7, other = 1 - me;
              MPI_Group all, partner;
              MPI_Win window;
              MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &window);
              MPI_Comm_group(MPI_COMM_WORLD, &all);
              MPI_Group_incl(all, 1, &other, &partner);
              if (me == 0) {
                MPI_Win_start(partner, 0, window);
                MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
                MPI_Win_complete(window);
              } else {
                *mine = 0;
                MPI_Win_post(partner, 0, window);
                MPI_Win_wait(window);
                printf("%d\\n", *mine);
              }
              MPI_Win_free(&window);
            """);
    assertThat(program.run(2).lines()).containsExactly("7");
  }

  @Test
  void aMissingFenceIsAConflict() {
    assertThat(put("MPI_Win_fence(0, window);").explore(2, Profile.NVSHMEM).findings()).isEmpty();
    assertThat(put("").explore(2, Profile.NVSHMEM).findings()).isNotEmpty();
  }

  private static CProgram put(String fence) {
    return CProgram.mpi(
        """
          int *mine, x = 7;
          MPI_Win window;
          MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &window);
          *mine = 0;
          MPI_Win_fence(0, window);
          if (me == 0) MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
        """
            + fence
            + """
              if (me == 1) printf("%d", *mine);
              MPI_Win_free(&window);
            """);
  }
}
