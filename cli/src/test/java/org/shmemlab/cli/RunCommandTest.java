package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RunCommandTest extends RunFixture {
  // ---------------------------------------------------------------- output

  @Test
  void linesOfPesNeverMix() throws IOException {
    for (String seed : List.of("1", "2", "3", "4")) {
      Session session = run(printsItsRank(), "-n", "3", "--seed", seed);
      assertThat(session.exitCode()).isZero();
      assertThat(session.out().lines())
          .containsExactlyInAnyOrder(
              "I am 0", "I am 1", "I am 2", "and done", "and done", "and done");
      assertThat(session.err().lines()).containsExactlyInAnyOrder("e0", "e1", "e2");
    }
  }

  @Test
  void tagsNameThePeThatPrinted() throws IOException {
    Session session = run(printsItsRank(), "-n", "2", "--tag-output");
    assertThat(session.out().lines())
        .containsExactlyInAnyOrder("0: I am 0", "0: and done", "1: I am 1", "1: and done");
    assertThat(session.err().lines()).containsExactlyInAnyOrder("0: e0", "1: e1");
  }

  @Test
  void bytesAreWrittenUnchanged() throws IOException {
    Path file =
        write(
            "bytes.c",
            "#include <stdio.h>",
            "int main(void) {",
            "  for (int i = 1; i < 256; i++) putchar(i);",
            "  return 0;",
            "}");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream none = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    int exitCode =
        Main.run(new PrintStream(out, true, StandardCharsets.UTF_8), none, "run", file.toString());
    byte[] all = new byte[255];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) (i + 1);
    }
    assertThat(exitCode).isZero();
    assertThat(out.toByteArray()).isEqualTo(all);
  }

  @Test
  void argumentsAndEnvironmentReachTheProgram() throws IOException {
    Path file =
        write(
            "arguments.c",
            "#include <stdio.h>",
            "#include <stdlib.h>",
            "int main(int argc, char **argv) {",
            "  for (int i = 1; i < argc; i++) printf(\"[%s]\", argv[i]);",
            "  printf(\"%s %d\\n\", getenv(\"MODE\"), getenv(\"PATH\") == NULL);",
            "  return 0;",
            "}");
    Session session = run(file, "--arg", "one two", "--arg=-v", "--arg", "@x", "--env", "MODE=a=b");
    assertThat(session.err()).isEmpty();
    assertThat(session.out()).isEqualTo("[one two][-v][@x]a=b 1\n");
  }

  // ---------------------------------------------------------------- ends

  @Test
  void statusesOfPesAreReported() throws IOException {
    Path file =
        write(
            "status.c",
            "#include <mpi.h>",
            "int main(int argc, char **argv) {",
            "  int rank;",
            "  MPI_Init(&argc, &argv);",
            "  MPI_Comm_rank(MPI_COMM_WORLD, &rank);",
            "  MPI_Finalize();",
            "  return rank == 3 ? 7 : rank < 2 ? 5 : 0;",
            "}");
    Session session = run(file, "-n", "5");
    assertThat(session.exitCode()).isEqualTo(1);
    assertThat(session.err().lines())
        .containsExactly(
            "shmemlab: PEs 0-1 exited with status 5",
            "shmemlab: PE 3 exited with status 7",
            "shmemlab: that was one order of many; 'shmemlab check "
                + file
                + " -n 5' looks at all of them");
    assertThat(run(file, "-n", "4").err()).contains("shmemlab: PE 3 exited with status 7");
  }

  @Test
  void aMistakeOfTheProgramNamesLineAndPe() throws IOException {
    Path file =
        write(
            "outside.cu",
            "#include <stdio.h>",
            "__global__ void kernel(int *numbers) {",
            "  numbers[threadIdx.x] = 1;",
            "}",
            "int main() {",
            "  int *numbers;",
            "  cudaMalloc(&numbers, 4);",
            "  printf(\"before\\n\");",
            "  kernel<<<1, 2>>>(numbers);",
            "  cudaDeviceSynchronize();",
            "  return 0;",
            "}");
    Session session = run(file);
    assertThat(session.exitCode()).isEqualTo(1);
    assertThat(session.out()).isEqualTo("before\n");
    assertThat(session.err().lines()).hasSize(2);
    assertThat(session.err())
        .startsWith(file + ":3:24: error: ")
        .contains("(PE 0, thread 1 of block 0 of kernel kernel)\n")
        .endsWith("'shmemlab check " + file + "' looks at all of them\n");
  }

  @Test
  void bfloat16NumbersAreReduced() throws IOException {
    Path file =
        write(
            "reduce.cu",
            "#include <cstdio>",
            "#include <cuda_bf16.h>",
            "#include <nvshmem.h>",
            "#include <nvshmemx.h>",
            "__global__ void set(__nv_bfloat16 *x, int me) {",
            "  x[0] = __float2bfloat16(1.0f + me);",
            "  x[1] = __float2bfloat16(256.0f);",
            "  x[2] = __float2bfloat16(me ? -3.0f : 0.5f);",
            "}",
            "int main() {",
            "  nvshmem_init();",
            "  int me = nvshmem_my_pe();",
            "  cudaSetDevice(me);",
            "  __nv_bfloat16 *x = (__nv_bfloat16 *)nvshmem_malloc(12), y[6];",
            "  set<<<1, 1>>>(x, me);",
            "  nvshmemx_bfloat16_sum_reduce_on_stream(NVSHMEM_TEAM_WORLD, x + 3, x, 2, 0);",
            "  nvshmemx_bfloat16_min_reduce_on_stream(NVSHMEM_TEAM_WORLD, x + 5, x + 2, 1, 0);",
            "  nvshmemx_bfloat16_sum_reduce_on_stream(NVSHMEM_TEAM_WORLD, x, x + 3, 1, 0);",
            "  cudaMemcpy(y, x, 12, cudaMemcpyDeviceToHost);",
            "  printf(\"%g %g %g %g\\n\", __bfloat162float(y[0]), __bfloat162float(y[3]),",
            "         __bfloat162float(y[4]), __bfloat162float(y[5]));",
            "  nvshmem_free(x);",
            "  nvshmem_finalize();",
            "}");
    Session session = run(file, "-n", "2");
    assertThat(session.out()).as(session.err()).isEqualTo("6 3 512 -3\n6 3 512 -3\n");
  }

  @Test
  void errorsAreReportedByTheMacrosOfNvshmemsOwnPrograms() throws IOException {
    Path file =
        write(
            "report.cu",
            "#include <nvshmem.h>",
            "#include <nvshmemx.h>",
            "int main() {",
            "  NVSHMEMI_ERROR_PRINT(\"%d is odd\\n\", 3);",
            "  NVSHMEMI_NZ_EXIT(0, \"nothing\\n\");",
            "  NVSHMEMI_ERROR_EXIT(\"%s\\n\", \"the end\");",
            "}");
    Session session = run(file, "-n", "1", "--headers", "own");
    assertThat(session.err())
        .contains("report.cu:4: main: 3 is odd\n", "report.cu:6: main: the end\n")
        .doesNotContain("nothing");
    assertThat(session.exitCode()).isEqualTo(1);
  }

  @Test
  void aMistakeInACopyIsReportedAtItsCall() throws IOException {
    Path file =
        write(
            "copy.cu",
            "int main() {",
            "  int *numbers, here[4];",
            "  cudaMalloc(&numbers, 8);",
            "  cudaMemcpy(here, numbers, 16, cudaMemcpyDeviceToHost);",
            "  return 0;",
            "}");
    Session session = run(file);
    assertThat(session.exitCode()).isEqualTo(1);
    assertThat(session.err()).startsWith(file + ":4:3: error: ");
  }

  private Path skipsTheBarrier() throws IOException {
    return write(
        "skip.c",
        "#include <mpi.h>",
        "int main(int argc, char **argv) {",
        "  int rank;",
        "  MPI_Init(&argc, &argv);",
        "  MPI_Comm_rank(MPI_COMM_WORLD, &rank);",
        "  if (rank != 1)",
        "    MPI_Barrier(MPI_COMM_WORLD);",
        "  return 0;",
        "}");
  }

  @Test
  void aDeadlockReportsTheConditionOfEachBlockedAgent() throws IOException {
    Path file = skipsTheBarrier();
    Session session = run(file, "-n", "3");
    assertThat(session.exitCode()).isEqualTo(3);
    assertThat(session.err().lines())
        .containsExactly(
            file + ": error: deadlock: no PE can proceed",
            "  PE 0 host at "
                + file
                + ":7:5 waits in barrier: 2 of 3 have arrived; missing PE 1 (has exited)",
            "  PE 2 host at "
                + file
                + ":7:5 waits in barrier: 2 of 3 have arrived; missing PE 1 (has exited)",
            "shmemlab: that was one order of many; 'shmemlab check "
                + file
                + " -n 3' looks at all of them");
  }

  @Test
  void aLargeDeadlockIsReportedInPart() throws IOException {
    Session session = run(skipsTheBarrier(), "-n", "100");
    assertThat(session.exitCode()).isEqualTo(3);
    assertThat(session.err().lines()).hasSize(23).element(21).isEqualTo("  and 79 more");
  }

  @Test
  void anEndlessLoopIsADeadlock() throws IOException {
    Path file = write("endless.c", "int main(void) {", "  int x = 1;", "  while (x) ;", "}");
    Session session = run(file);
    assertThat(session.exitCode()).isEqualTo(3);
    assertThat(session.err()).contains(file + ":3:3 runs on without end");
  }

  @Test
  void theNumberOfInstructionsCanBeLimited() throws IOException {
    Path file =
        write(
            "long.c",
            "int main(void) {",
            "  unsigned long sum = 0;",
            "  for (unsigned long i = 0; i < 1000000000000ul; i++) sum += i;",
            "  return sum == 0;",
            "}");
    Session session = run(file, "--max-instructions", "100000");
    assertThat(session.exitCode()).isEqualTo(4);
    assertThat(session.err())
        .matches(
            "shmemlab: stopped after 10\\d{4} instructions\\n"
                + "  PE 0 host at .*long.c:3:\\d+ runs\\n");
  }

  @Test
  void threadsThatAreStoppedAreCounted() throws IOException {
    Path file =
        write(
            "grid.cu",
            "__global__ void k() { for (long i = 0; i < 1000000000; i++) ; }",
            "int main() { k<<<1, 8>>>(); return cudaDeviceSynchronize(); }");
    Session session = run(file, "--max-instructions", "100000");
    assertThat(session.exitCode()).isEqualTo(4);
    assertThat(session.err()).contains(" threads of kernel k at ").containsPattern("\\d+ run\n");
  }

  // ---------------------------------------------------------------- JSON

  private static JsonNode json(Session session) {
    assertThat(session.err()).isEmpty();
    JsonNode document = JsonMapper.shared().readTree(session.out());
    assertThat(document.get("exit_code").asInt()).isEqualTo(session.exitCode());
    return document.get("results").get(0);
  }

  @Test
  void jsonHoldsTheOutput() throws IOException {
    Path file = printsItsRank();
    JsonNode run = json(run(file, "-n", "2", "--seed", "3", "--json"));
    assertThat(run.propertyNames())
        .containsExactly(
            "file",
            "pes",
            "seed",
            "result",
            "statuses",
            "output",
            "instructions",
            "diagnostics",
            "deadlock",
            "hints");
    assertThat(run.get("file").asString()).isEqualTo(file.toString());
    assertThat(run.get("pes").asInt()).isEqualTo(2);
    assertThat(run.get("seed").asLong()).isEqualTo(3);
    assertThat(run.get("result").asString()).isEqualTo("finished");
    assertThat(run.get("statuses").toString()).isEqualTo("[0,0]");
    assertThat(run.get("instructions").asLong()).isPositive();
    assertThat(run.get("output").valueStream().map(JsonNode::toString))
        .containsExactlyInAnyOrder(
            "{\"pe\":0,\"stream\":\"stderr\",\"text\":\"e0\\n\"}",
            "{\"pe\":1,\"stream\":\"stderr\",\"text\":\"e1\\n\"}",
            "{\"pe\":0,\"stream\":\"stdout\",\"text\":\"I am 0\\n\"}",
            "{\"pe\":1,\"stream\":\"stdout\",\"text\":\"I am 1\\n\"}",
            "{\"pe\":0,\"stream\":\"stdout\",\"text\":\"and done\"}",
            "{\"pe\":1,\"stream\":\"stdout\",\"text\":\"and done\"}");
  }

  @Test
  void jsonHoldsADeadlock() throws IOException {
    Session session = run(skipsTheBarrier(), "-n", "2", "--json");
    JsonNode run = json(session);
    assertThat(session.exitCode()).isEqualTo(3);
    assertThat(run.get("result").asString()).isEqualTo("deadlock");
    assertThat(run.get("seed").isNull()).isTrue();
    JsonNode waiting = run.get("deadlock").get(0);
    assertThat(waiting.get("pe").asInt()).isZero();
    assertThat(waiting.get("who").asString()).isEqualTo("host");
    assertThat(waiting.get("line").asInt()).isEqualTo(7);
    assertThat(waiting.get("what").asString()).startsWith("waits in barrier");
  }

  @Test
  void jsonHoldsAFailure() throws IOException {
    Path file =
        write(
            "early.c",
            "#include <mpi.h>",
            "int main(void) {",
            "  int rank;",
            "  MPI_Comm_rank(MPI_COMM_WORLD, &rank);",
            "  return rank;",
            "}");
    Session session = run(file, "--json");
    JsonNode run = json(session);
    assertThat(session.exitCode()).isEqualTo(1);
    assertThat(run.get("result").asString()).isEqualTo("failed");
    JsonNode finding = run.get("diagnostics").get(0);
    assertThat(finding.get("file").asString()).isEqualTo(file.toString());
    assertThat(finding.get("line").asInt()).isEqualTo(4);
    assertThat(finding.get("severity").asString()).isEqualTo("error");
    assertThat(finding.get("text").asString()).isEqualTo("MPI is used before MPI_Init");
    assertThat(finding.get("pe").asInt()).isZero();
  }

  @Test
  void jsonHoldsWhatIsWrongWithTheSource() throws IOException {
    Session session = run(write("wrong.c", "int main(void) { return x; }"), "--json");
    JsonNode run = json(session);
    assertThat(session.exitCode()).isEqualTo(2);
    assertThat(run.get("result").asString()).isEqualTo("rejected");
    assertThat(run.get("diagnostics").get(0).get("pe").isNull()).isTrue();
  }

  // ---------------------------------------------------------------- simulated time

  @Test
  void aKernelThatIsNotTheLastTaskOfItsStreamTakesTimeToStart() {
    Session session =
        Session.of("run", "../examples/ring_shift.cu", "-n", "2", "--platform", "hgx-h200");
    assertThat(Double.parseDouble(timesOfFirstPe(session)[8])).as("launch, us").isGreaterThan(2);
  }

  /** The row of the table of PEs for PE 0 of a timed run: its number, and times in microseconds. */
  static String[] timesOfFirstPe(Session session) {
    return session
        .out()
        .lines()
        .filter(line -> line.matches(" +0( +[0-9.]+){9}"))
        .findFirst()
        .orElseThrow()
        .strip()
        .split(" +", -1);
  }

  @Test
  void aTimedRunEndsWithWhereItsTimeWent() {
    Session session = Example.named("ring_shift.cu").run("--platform", "hgx-h200");
    assertThat(session.exitCode()).isZero();
    assertThat(session.out())
        .contains("received message")
        .contains("Simulated time ")
        .contains("fence/quiet")
        .contains("One put of 8 bytes and a quiet inside a node: ");
  }

  @Test
  void manyRunsCountTheirOutcomes() {
    Session session =
        Example.named("ring_shift.cu")
            .run("--platform", "hgx-h200", "--jitter", "0.5", "--runs", "3");
    assertThat(session.out()).startsWith("States 1\n3       :>");
  }

  @Test
  void aTraceNamesATrackForEachAgentAndStation() throws IOException {
    Path trace = folder.resolve("ring.trace.json");
    for (String path : List.of("ibrc", "ibgda")) {
      Session.of(
          ("run ../examples/ring_shift.cu -n 16 --platform hgx-h200:2 --transport "
                  + path
                  + " --export "
                  + trace)
              .split(" "));
      Set<String> tracks = new HashSet<>();
      Set<String> processes = new HashSet<>();
      Map<String, Double> free = new HashMap<>();
      for (JsonNode event :
          JsonMapper.shared().readTree(Files.readString(trace)).get("traceEvents")) {
        String name = event.get("name").asString();
        if (name.equals("thread_name")) {
          tracks.add(event.get("args").get("name").asString());
        } else if (name.equals("process_name")) {
          processes.add(event.get("args").get("name").asString());
        } else if (event.get("ph").asString().equals("X")) {
          String track = event.get("pid") + " " + event.get("tid");
          double from = event.get("ts").asDouble();
          assertThat(from).isGreaterThan(free.getOrDefault(track, 0.0) - 1e-6);
          free.put(track, from + event.get("dur").asDouble());
        }
      }
      assertThat(processes).contains("PE 0", "PE 15", "links");
      assertThat(tracks)
          .contains("host", "stream 3", "port of PE 0", "NIC 7")
          .contains(path.equals("ibrc") ? "proxy of PE 7" : "queue pair 0");
    }
  }

  @Test
  void aTestInSimulatedTimeShowsTheFenceThatRelease35Loses() throws IOException {
    Path test =
        write(
            "fenced.litmus",
            "C fenced",
            "\"The fence keeps the flag behind the data.\"",
            "{ long x; long f; }",
            "P0 { nvshmem_long_p(&x, 1, 1); nvshmem_fence(); nvshmem_long_atomic_set(&f, 1, 1); }",
            "P1 { nvshmem_long_wait_until(&f, NVSHMEM_CMP_EQ, 1); long r0 = x; }",
            "exists (1:r0 = 0)",
            "expect nvshmem: forbidden");
    assertThat(outcomes(test, "cxi")).containsExactly("1:r0=1;");
    assertThat(outcomes(test, "cxi@3.5")).containsExactly("1:r0=0;", "1:r0=1;");
  }

  private static List<String> outcomes(Path test, String transport) {
    Session session =
        Session.of(
            "run",
            test.toString(),
            "--platform",
            "alps",
            "--gpus-per-node",
            "1",
            "--transport",
            transport,
            "--runs",
            "200",
            "--jitter",
            "5");
    List<String> outcomes =
        session.out().lines().skip(1).map(line -> line.replaceAll(".*:>", "")).toList();
    String looksAtAll = "depends on the order; 'shmemlab check " + test + "' looks at all orders";
    assertThat(session.err().contains(looksAtAll)).isEqualTo(outcomes.size() > 1);
    assertThat(session.err().lines().count()).isEqualTo(outcomes.size() > 1 ? 1 : 0);
    assertThat(session.exitCode()).isZero();
    return outcomes;
  }

  /** NVSHMEM 3.4.5 on two H200s ends such a program at its first allocation. */
  @Test
  void aProgramThatChoosesNoGpuIsReported() throws IOException {
    String chosen =
        """
        #include <nvshmem.h>
        #include <nvshmemx.h>
        int main() {
          nvshmem_init();
          cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
          nvshmem_free(nvshmem_malloc(8));
          nvshmem_finalize();
        }
        """;
    String unchosen =
        chosen.replace("  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));\n", "");
    assertThat(said(unchosen, "2")).containsOnlyOnce("no PE chooses its GPU");
    assertThat(said(chosen, "2")).isEmpty();
    assertThat(said(unchosen, "1")).isEmpty();
  }

  private String said(String text, String pes) throws IOException {
    Path file = Files.writeString(folder.resolve("gpu.cu"), text);
    Session session = Session.of("run", file.toString(), "-n", pes);
    assertThat(session.exitCode()).as(session.err()).isZero();
    return session.err();
  }
}
