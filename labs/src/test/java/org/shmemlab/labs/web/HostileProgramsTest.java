package org.shmemlab.labs.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs programs that try to use up shared resources: each is stopped, and the next one runs. */
@Tag("compiler")
class HostileProgramsTest {
  private static final String ENDLESS =
      "int main(void) { volatile int x = 0; for (;;) x = x + 1; }\n";

  private static LabServer server;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    server = Servers.open(Optional.empty());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @AfterEach
  void theNextOneRuns() throws Exception {
    try (Client next = Client.of(server)) {
      assertThat(
              next.run("#include <stdio.h>\nint main(void) { puts(\"fine\"); return 0; }\n", 1)
                  .json()
                  .at("/printed/0/text")
                  .asString())
          .isEqualTo("fine\n");
    }
  }

  @Test
  void anEndlessLoop() throws Exception {
    assertThat(run(ENDLESS)).contains("Stopped after 20,", "it may never end.");
  }

  @Test
  void memory() throws Exception {
    assertThat(
            run(
                """
                #include <stdlib.h>
                #include <string.h>
                int main(void) {
                  for (int i = 0; i < 1000; i++) memset(malloc(64 << 20), 1, 64 << 20);
                  return 0;
                }
                """))
        .contains("Stopped: the program needs more memory than a lab allows.");
  }

  @Test
  void hundredMegabytesOfOutput() throws Exception {
    String answer =
        run(
            """
            #include <stdio.h>
            int main(void) { for (int i = 0; i < 1000000; i++) printf("%099d\\n", i); return 0; }
            """);
    assertThat(answer).contains("Stopped: it prints more than 64 KiB.");
    assertThat(answer.length()).isLessThan(80_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "int fork(void);|fork()",
        "int vfork(void);|vfork()",
        "int system(const char *);|system(\"sh\")",
        "int execve(const char *, char **, char **);|execve(\"/bin/sh\", 0, 0)",
        "int posix_spawn(int *, const char *, void *, void *, char **, char **);"
            + "|posix_spawn(0, \"/bin/sh\", 0, 0, 0, 0)",
        "long syscall(long, ...);|syscall(57)",
        "int kill(int, int);|kill(-1, 9)",
      })
  void anotherProcess(String text) throws Exception {
    int cut = text.indexOf('|');
    assertThat(
            run(
                "extern \"C\" {\n%s\n}\nint main(void) { for (;;) %s; }\n"
                    .formatted(text.substring(0, cut), text.substring(cut + 1))))
        .contains("no file named defines '" + text.replaceAll(".*\\||\\(.*", "") + "'");
  }

  @Test
  void threadsWithoutEnd() throws Exception {
    assertThat(
            run(
                """
                #include <pthread.h>
                void *wait_for_ever(void *all) { for (;;) ; return all; }
                int main(void) {
                  for (;;) { pthread_t one; pthread_create(&one, 0, wait_for_ever, 0); }
                }
                """))
        .contains("\"good\":false");
  }

  @Test
  void anEndlessSearch() throws Exception {
    String many =
        """
        #include <nvshmem.h>
        __global__ void all(int *word) {
          int sum = 0;
          for (int i = 0; i < 8; i++) sum = 3 * sum + nvshmem_int_atomic_fetch_add(word, 1 + sum % 7, 0);
        }
        int main(void) {
          nvshmem_init();
          int *word = (int *)nvshmem_calloc(1, sizeof(int));
          all<<<1, 1>>>(word);
          cudaDeviceSynchronize();
          nvshmem_finalize();
        }
        """;
    try (Client client = Client.of(server)) {
      assertThat(client.check(many, 4, "").text()).contains("not every order could be looked at");
    }
  }

  @Test
  void aSourceThatGrows() throws Exception {
    StringBuilder laughs = new StringBuilder("#define A0 1,1,1,1,1,1,1,1,1,1\n");
    for (int i = 1; i < 9; i++) {
      laughs.append("#define A%d ".formatted(i));
      laughs.append("A%d,".formatted(i - 1).repeat(10).replaceAll(",$", "\n"));
    }
    assertThat(run(laughs + "int all[] = {A8};\nint main(void) { return 0; }\n"))
        .contains("Clang gave up on this source");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 65, 1_000_000_000})
  void morePesThanThereMayBe(int pes) throws Exception {
    try (Client client = Client.of(server)) {
      assertThat(client.run("int main(void) { return 0; }\n", pes).text())
          .contains("From 1 to 64 PEs");
    }
  }

  @Test
  void manyThingsAtOnce() throws Exception {
    try (Client client = Client.of(server)) {
      FutureTask<Integer> first = new FutureTask<>(() -> client.run(ENDLESS, 1).status());
      Thread.ofVirtual().start(first);
      int second = client.run(ENDLESS, 1).status();
      while (second == 200 && !first.isDone()) {
        second = client.run(ENDLESS, 1).status(); // it was before the first
      }
      assertThat(List.of(first.get(), second)).containsExactlyInAnyOrder(200, 429);
    }
  }

  private static String run(String text) throws IOException, InterruptedException {
    try (Client client = Client.of(server)) {
      return client.run(text, 1).text();
    }
  }
}
