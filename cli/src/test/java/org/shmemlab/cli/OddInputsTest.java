package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Checks that odd input leads to one line that says so, whichever way it is run. */
@Tag("compiler")
class OddInputsTest {
  private static final String SIZES =
      """
      #include <nvshmem.h>
      int main(void) {
        nvshmem_init();
        long *a = (long *)nvshmem_malloc(1024);
        long *b = (long *)nvshmem_malloc(1024);
        nvshmem_team_t team;
        nvshmem_team_split_strided(NVSHMEM_TEAM_WORLD, 0, 1, 2, NULL, 0, &team);
        CALL;
        nvshmem_free(b);
        nvshmem_free(a);
        nvshmem_finalize();
      }
      """;

  @TempDir Path folder;

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  /** Runs with and without simulated time, and checks: all three say the same. */
  private void refused(String text, String why) throws IOException {
    String file = write("odd.cu", text).toString();
    for (List<String> command :
        List.of(
            List.of("run", file, "-n", "2"),
            List.of("run", file, "-n", "2", "--json"),
            List.of("run", file, "-n", "2", "--platform", "hgx-h200"),
            List.of("check", file, "-n", "2"))) {
      Session session = Session.of(command.toArray(String[]::new));
      assertThat(session.exitCode()).as(session.err()).isEqualTo(1);
      assertThat(session.out() + session.err()).contains(why);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          nvshmem_long_broadcast(NVSHMEM_TEAM_WORLD, b, a, 1ul << 61, 0)    | broadcast over more than 2 GiB
          nvshmem_long_fcollect(NVSHMEM_TEAM_WORLD, b, a, 1ul << 61)        | fcollect over more than 2 GiB
          nvshmem_long_alltoall(NVSHMEM_TEAM_WORLD, b, a, (1ul << 60) + 1)  | alltoall over more than 2 GiB
          nvshmem_long_sum_reduce(NVSHMEM_TEAM_WORLD, b, a, 1ul << 61)      | reduction over more than 2 GiB
          nvshmem_long_sum_reduce(NVSHMEM_TEAM_WORLD, b, a, -1)             | reduction of -1 elements
          """)
  void aCollectiveOfMoreElementsThanMemoryHas(String call, String why) throws IOException {
    refused(SIZES.replace("CALL", call), why);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1L << 32, 1L << 32, 1        | alltoalls over more than 2 GiB
          1L << 62, 1L << 62, 2        | alltoalls over more than 2 GiB
          1L << 60, 1L << 60, 17       | alltoalls over more than 2 GiB
          1, 1, 1ul << 61              | alltoalls over more than 2 GiB
          0, 1, 1                      | alltoalls with strides of 0 and 1 elements: each is 1 or more
          1, -1, 1                     | alltoalls with strides of 1 and -1 elements: each is 1 or more
          1, 1, -1                     | alltoalls of -1 elements
          """)
  void anAlltoallsWhoseStridesLeadNowhere(String sizes, String why) throws IOException {
    String call = "nvshmem_long_alltoalls(NVSHMEM_TEAM_WORLD, b, a, " + sizes + ")";
    String openShmem =
        """
        #include <shmem.h>
        long a[64], b[64];
        int main(void) {
          shmem_init();
          %s;
          shmem_finalize();
        }
        """
            .formatted(call.replace("nvshmem_", "shmem_").replace("NVSHMEM_", "SHMEM_"));
    Path file = write("odd.c", openShmem);
    for (List<String> more : List.of(List.<String>of(), List.of("--platform", "hgx-h200"))) {
      List<String> words = new ArrayList<>(List.of("run", file.toString(), "-n", "2"));
      words.addAll(more);
      Session session = Session.of(words.toArray(String[]::new));
      assertThat(session.exitCode()).isEqualTo(1);
      assertThat(session.err()).startsWith(file + ":5:3: error: " + why);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nvshmem_team_sync(team)",
        "nvshmem_long_alltoall(team, b, a, 1)",
        "nvshmem_long_sum_reduce(team, b, a, 1)"
      })
  void aTeamThatWasDestroyed(String call) throws IOException {
    refused(SIZES.replace("CALL", "nvshmem_team_destroy(team); " + call), "names no team of PE ");
  }

  @Test
  void aCommentThatAsksForNoPesAsksForNothing() throws IOException {
    String text = "// run: shmemlab run odd.cu -n 0\n";
    Path file = write("odd.cu", text + SIZES.replace("CALL", "nvshmem_team_destroy(team)"));
    Session session = Session.of("check", file.toString(), "--json");
    assertThat(session.exitCode()).as(session.err()).isZero();
    assertThat(JsonMapper.shared().readTree(session.out()).at("/results/0/pes").asInt())
        .isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"odd.cu", "odd.litmus"})
  void aByteOrderMarkIsNoPartOfASource(String name) throws IOException {
    String text =
        name.endsWith(".cu")
            ? SIZES.replace("CALL", "nvshmem_team_destroy(team)")
            : Files.readString(Path.of("../litmus/mp/MP+amo+none+same.litmus"));
    Session session = Session.of("check", write(name, "\uFEFF" + text).toString());
    assertThat(session.exitCode()).as(session.err() + session.out()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "2, program a\0b.cu",
    "6, define X=a\0b",
    "6, arg a\0b",
    "8, 0 PE\0 0",
  })
  void aNulInAReplay(int line, String text) throws IOException {
    Session saved =
        Session.of(
            "check",
            "../gallery/01_flag_overtakes_data/before.cu",
            "--save-replays",
            folder.resolve("replays").toString());
    assertThat(saved.exitCode()).isZero();
    Path replay;
    try (var files = Files.list(folder.resolve("replays"))) {
      replay = files.sorted().findFirst().orElseThrow();
    }
    List<String> lines = new ArrayList<>(Files.readAllLines(replay));
    lines.add(line - 1, text);
    Files.write(replay, lines);
    Session session = Session.of("check", "--replay", replay.toString());
    assertThat(session.exitCode()).isEqualTo(2);
    assertThat(session.err())
        .isEqualTo(
            replay
                + ":"
                + line
                + ": error: a NUL character, which no path, macro or argument can hold\n");
  }

  @Test
  void aReplayOfATestThatHasOtherPes() throws IOException {
    Path replays = folder.resolve("replays");
    Session.of("check", "../litmus/buffers/SRC-NBI.litmus", "--save-replays", replays.toString());
    Path replay;
    try (var files = Files.list(replays)) {
      replay = files.sorted().findFirst().orElseThrow();
    }
    String text = Files.readString(replay);
    assertThat(text).containsPattern("\npes \\d+\n");
    Files.writeString(replay, text.replaceFirst("\npes \\d+\n", "\npes 1000000\n"));
    Session session = Session.of("check", "--replay", replay.toString());
    assertThat(session.exitCode()).as(session.err()).isEqualTo(2);
    assertThat(session.err())
        .contains(" is a schedule of 1000000 PEs, but ../litmus/buffers/SRC-NBI.litmus has ")
        .hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource({
    "'\"count\":1000000', '\"count\":99999999999999999999', of more than 64 bits",
    "'\"instances\":1000000', '\"instances\":99999999999999999999', of more than 64 bits",
    "'\"count\":1000000', '\"count\":-5', a negative number under 'count': -5",
    "'\"pes\":1', '\"pes\":99999999999', no such number is possible under 'pes': 99999999999",
  })
  void numbersInResultsThatCannotBe(String is, String instead, String why) throws IOException {
    List<String> rows = Files.readAllLines(Path.of("../results/h200-x2-1/litmus.jsonl"));
    String text = rows.get(0) + "\n" + rows.get(1) + "\n";
    assertThat(text).contains(is);
    Path file = write("litmus.jsonl", text.replace(is, instead));
    Session session = Session.of("native", "compare", file.toString());
    assertThat(session.exitCode()).isEqualTo(2);
    assertThat(session.err()).contains(why).hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource({
    "put-bw -t 5000, -t 5000: a block has at most 1024 threads",
    "put-bw --pes 9999999, --pes 9999999: put-bw is between exactly 2 PEs",
    "alltoall --gpus-per-node 0, 'a node has at least 1 PE, not 0'",
  })
  void aBenchmarkThatNoMachineCanRun(String options, String why) {
    Session session = Session.of(("perftest " + options + " --platform hgx-h200").split(" "));
    assertThat(session.exitCode()).isEqualTo(2);
    assertThat(session.err()).startsWith("shmemlab: error: " + why).hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          run x.cu --platfrom hgx-h200           | Unknown option: '--platfrom'; did you mean '--platform'? (
          chek x.cu                              | 'x.cu'; did you mean 'check'? (
          perftest put_bww --platform hgx-h200   | no test 'put_bww'; did you mean 'put-bw'? (try
          """)
  void aSuggestionFollowsASlipOfThePen(String command, String why) {
    Session session = Session.of(command.split(" "));
    assertThat(session.exitCode()).isEqualTo(2);
    assertThat(session.err()).contains(why).hasLineCount(1);
  }

  @Test
  void aSuggestionFollowsACallWithASlip() throws IOException {
    Path file = write("slip.cu", "#include <nvshmem.h>\nint main(void) { nvshmem_inti(); }\n");
    assertThat(Session.of("run", file.toString()).err())
        .isEqualTo(
            file + ":2:18: error: no such call: nvshmem_inti; did you mean 'nvshmem_init'?\n");
  }

  /** Wherever an object may stand whose size no int holds. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "int main(void) { int s[N]; s[3] = 1; return s[2]; }",
        "int main(void) { int s[N] = {}; return s[2]; }",
        "static int s[N]; int main(void) { return s[2]; }",
        "static int s[N], *p = s + 3; int main(void) { return *p; }",
        "S *p; int main(void) { *p = *p; return p->last; }",
        "S *p; S of() { return *p; } int main(void) { return of().last; }",
        "S *p; int f(S a) { return a.last; } int main(void) { return f(*p); }",
        "S *p; int f(int n, ...) { return n; } int main(void) { return f(1, *p); }",
        "struct T { S s; int after; } *p; int main(void) { return p->after; }",
        "S *p; int main(void) { return p[3].last + (&p[5].last - p->c); }",
        "S *p; int main(void) { memset(p, 0, sizeof *p); memcpy(p, p + 1, sizeof *p); }",
        "__global__ void k() { int s[N]; s[3] = 1; } int main(void) { k<<<1, 1>>>(); }",
        "__global__ void k(S *p) { *p = *p; } int main(void) { k<<<1, 1>>>(0); }",
        "__global__ void k() { __shared__ S s; s.last = 1; } int main(void) { k<<<1, 1>>>(); }",
        "__device__ S s; __global__ void k() { s.last = 1; } int main(void) { k<<<1, 1>>>(); }",
      })
  void anObjectOf4GiB(String text) throws IOException {
    String head =
        """
        #include <nvshmem.h>
        #include <string.h>
        #define N 4294967296
        struct S { char c[N]; int last; };
        """;
    Path file = write("huge.cu", head + text + "\n");
    for (String command : List.of("run", "check")) {
      Session session = Session.of(command, file.toString(), "-n", "2");
      String said = session.out() + session.err();
      assertThat(session.exitCode()).as(said).isIn(1, 2, 4);
      assertThat(said).contains("huge.cu").doesNotContain("internal error");
    }
  }

  /** After a wait, where caches may hold what the thread has read before. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "x[3] = 1",
        "x[0] = x[3]",
        "while (!x[3])",
        "*(volatile long *)(x + 3) = 1",
        "memcpy(x + 2, x, 16)",
        "nvshmem_long_put(x, x + 2, 2, peer)",
        "nvshmem_long_put(x + 2, x, 2, peer)",
        "nvshmem_long_get(x, x + 2, 2, peer)",
        "nvshmem_long_get_nbi(x + 2, x, 2, peer)",
        "nvshmem_long_p(x + 3, 1, peer)",
        "x[0] = nvshmem_long_g(x + 3, peer)",
        "nvshmem_long_atomic_add(x + 3, 1, peer)",
        "nvshmem_long_wait_until(x + 3, NVSHMEM_CMP_EQ, 1)",
        "while (!nvshmem_long_test(x + 3, NVSHMEM_CMP_EQ, 1))",
        "atomicAdd((unsigned long long *)x + 3, 1)",
        "((long *)nvshmem_ptr(x, peer))[3] = 1",
        "x[0] = ((long *)nvshmem_ptr(x, peer))[3]",
      })
  void anAccessBeyondItsObject(String statement) throws IOException {
    Path file =
        write(
            "behind.cu",
            """
            #include <nvshmem.h>
            #include <nvshmemx.h>
            #include <string.h>
            __global__ void k(long *x, uint64_t *flag) {
              int peer = !nvshmem_my_pe();
              long seen = x[0];
              nvshmem_long_p(x + 2, 7, peer);
              nvshmem_fence();
              nvshmemx_signal_op(flag, 1, NVSHMEM_SIGNAL_SET, peer);
              nvshmem_signal_wait_until(flag, NVSHMEM_CMP_NE, 0);
              %s;
            }
            int main(void) {
              nvshmem_init();
              cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
              long *x = (long *)nvshmem_calloc(3, sizeof(long));
              uint64_t *flag = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));
              k<<<1, 1>>>(x, flag);
              cudaDeviceSynchronize();
              nvshmem_finalize();
            }
            """
                .formatted(statement));
    for (String more : List.of("", "--engine dpor", "--engine random", "--transport nvlink")) {
      List<String> words = new ArrayList<>(List.of("check", file.toString(), "-n", "2"));
      words.addAll(more.isEmpty() ? List.of() : List.of(more.split(" ")));
      Session session = Session.of(words.toArray(String[]::new));
      String said = session.out() + session.err();
      assertThat(session.exitCode()).as(more + said).isEqualTo(1);
      assertThat(said).contains("behind.cu:11", "which has 24 bytes");
    }
  }

  /** Where words of one put come one after the other, and caches hold some of them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "long r2 = x[3];",
        "long r2 = x[2] + x[1000];",
        "x[3] = r1; long r2 = x[3];",
        "long r2 = nvshmem_long_g(x + 3, 1);",
        "nvshmem_long_put(x, x + 3, 1, 0); long r2 = x[2];",
      })
  void aLitmusTestThatLeavesItsObject(String last) throws IOException {
    String text = Files.readString(Path.of("../litmus/coherence/TEAR.litmus"));
    assertThat(text).contains("long r2 = x[2];");
    String file = write("tear.litmus", text.replace("long r2 = x[2];", last)).toString();
    for (String more : List.of("", "--engine dpor", "--transport nvlink", "--transport ibgda")) {
      List<String> words = new ArrayList<>(List.of("check", file));
      words.addAll(more.isEmpty() ? List.of() : List.of(more.split(" ")));
      Session session = Session.of(words.toArray(String[]::new));
      assertThat(session.exitCode()).as(more + session.out() + session.err()).isIn(0, 1, 2);
    }
  }

  @Test
  void aProgramThatPrintsWithoutEndDoesNotFillTheMemory() throws IOException {
    Path file =
        write(
            "prints.c",
            """
            #include <stdio.h>
            int main(void) { for (;;) printf("%01000d\\n", 1); }
            """);
    Session session = Session.of("run", file.toString(), "--json", "--max-instructions", "300000");
    assertThat(session.exitCode()).isEqualTo(4);
    JsonNode run = JsonMapper.shared().readTree(session.out()).at("/results/0");
    assertThat(session.out().length()).isBetween(10 << 20, 20 << 20);
    assertThat(run.at("/hints/0").asString())
        .matches("the program printed \\d+ characters more than have room here; .*");
    assertThat(run.at("/deadlock/0/what").asString()).isEqualTo("runs");
  }

  @Test
  void whatIsFoundOutranksWhatIsNotUnderstood() throws IOException {
    Path bad = write("bad.cu", "int main(void) { return x; }");
    Path wrong =
        write(
            "wrong.cu",
            """
            #include <nvshmem.h>
            int main(void) {
              nvshmem_init();
              if (nvshmem_my_pe() == 0) nvshmem_barrier_all();
              nvshmem_finalize();
            }
            """);
    Path right = Path.of("../litmus/mp/MP+amo+none+same.litmus");
    for (List<String> more : List.of(List.<String>of(), List.of("--transport", "nvlink"))) {
      assertThat(exitCode(more, bad, right)).isEqualTo(2);
      assertThat(exitCode(more, bad, wrong)).isEqualTo(1);
      assertThat(exitCode(more, wrong, bad)).isEqualTo(1);
    }
  }

  private static int exitCode(List<String> options, Path... files) {
    List<String> words = new ArrayList<>(List.of("check"));
    words.addAll(options);
    for (Path file : files) {
      words.add(file.toString());
    }
    Session session = Session.of(words.toArray(String[]::new));
    assertThat(session.out() + session.err()).contains("bad.cu:1:");
    return session.exitCode();
  }
}
