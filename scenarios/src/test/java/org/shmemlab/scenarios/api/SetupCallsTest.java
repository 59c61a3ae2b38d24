package org.shmemlab.scenarios.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SetupCallsTest {
  @Test
  void theLibrarySaysWhatItsHeaderSays() {
    String format = "printf(\"%d %d %d %s\\n\", major == ";
    CProgram shmem =
        CProgram.shmem(
            """
              int major, minor, level, ready; char name[SHMEM_MAX_NAME_LEN];
              shmem_info_get_version(&major, &minor);
              shmem_info_get_name(name);
              shmem_query_thread(&level);
              shmem_query_initialized(&ready);
            """
                + format
                + "SHMEM_MAJOR_VERSION && minor == SHMEM_MINOR_VERSION,"
                + " level == SHMEM_THREAD_MULTIPLE, ready, name);");
    assertThat(shmem.run(1).lines()).containsExactly("1 1 1 ShmemLab");
    CProgram nvshmem =
        CProgram.nvshmem(
            "",
            """
              int major, minor, a, b, c, level; char name[NVSHMEM_MAX_NAME_LEN];
              nvshmem_info_get_version(&major, &minor);
              nvshmem_info_get_name(name);
              nvshmem_query_thread(&level);
              nvshmemx_vendor_get_version_info(&a, &b, &c);
              int vendor = a == NVSHMEM_VENDOR_MAJOR_VERSION && b == NVSHMEM_VENDOR_MINOR_VERSION &&
                           c == NVSHMEM_VENDOR_PATCH_VERSION;
              int status = nvshmemx_init_status() == NVSHMEM_STATUS_IS_INITIALIZED;
            """
                + format
                + "NVSHMEM_MAJOR_VERSION && minor == NVSHMEM_MINOR_VERSION,"
                + " level == NVSHMEM_THREAD_SERIALIZED, vendor && status, name);");
    assertThat(nvshmem.run(1).lines()).containsExactly("1 1 1 ShmemLab");
  }

  @Test
  void theLibraryEndsWithTheFinalisationOfItsFirstStart() {
    assertThat(
            CProgram.shmem(
                    "shmem_init(); shmem_finalize(); shmem_barrier_all(); printf(\"%d\\n\", me);")
                .run(2)
                .lines())
        .containsExactly("0", "1");
    assertThat(CProgram.shmem("shmem_finalize(); shmem_barrier_all();").run(1).failure())
        .isEqualTo("communication after the library was finalised");
  }

  @Test
  void aGlobalExitEndsEveryPe() {
    CProgram program =
        CProgram.shmem(
            "static int x;", "if (me == 1) shmem_global_exit(3); shmem_int_wait(&x, 0);");
    assertThat(program.run(3).result().toString()).contains("3, 3, 3");
  }

  /** Starts NVSHMEM a second time, by a unique id, in a process that has finished the first. */
  private static CProgram byUniqueId(String rank, String ranks) {
    return CProgram.nvshmem(
        "",
        """
          nvshmem_finalize();
          nvshmemx_uniqueid_t id = NVSHMEMX_UNIQUEID_INITIALIZER;
          nvshmemx_init_attr_t attr = NVSHMEMX_INIT_ATTR_INITIALIZER;
          nvshmemx_get_uniqueid(&id);
          nvshmemx_set_attr_uniqueid_args(%s, %s, &id, &attr);
          printf("%%d\\n", nvshmemx_init_attr(NVSHMEMX_INIT_WITH_UNIQUEID, &attr));
        """
            .formatted(rank, ranks));
  }

  @Test
  void ranksThatAreNotTheJobsOwnAreRefused() {
    assertThat(byUniqueId("me", "n").run(2).lines()).containsExactly("0", "0");
    assertThat(byUniqueId("n - 1 - me", "n").run(2).lines()).containsExactly("1", "1");
    assertThat(byUniqueId("me", "n + 1").run(2).lines()).containsExactly("1", "1");
  }

  @Test
  void aCommunicatorThatIsNotTheWholeJobIsRefused() {
    CProgram program =
        CProgram.nvshmem(
            "#include <mpi.h>",
            """
              nvshmem_finalize();
              MPI_Init(&argc, &argv);
              MPI_Comm world = MPI_COMM_WORLD, copy, half;
              MPI_Comm_dup(world, &copy);
              MPI_Comm_split(world, me % 2, 0, &half);
              nvshmemx_init_attr_t attr = NVSHMEMX_INIT_ATTR_INITIALIZER;
              attr.mpi_comm = &copy;
              int whole = nvshmemx_init_attr(NVSHMEMX_INIT_WITH_MPI_COMM, &attr);
              nvshmem_finalize();
              nvshmemx_set_attr_mpi_comm_args(&half, &attr);
              int part = nvshmemx_init_attr(NVSHMEMX_INIT_WITH_MPI_COMM, &attr);
              printf("%d %d\\n", whole, part);
              MPI_Finalize();
            """);
    assertThat(program.run(3).lines()).containsExactly("0 1", "0 1", "0 1");
    assertThat(program.run(1).lines()).containsExactly("0 0");
  }
}
