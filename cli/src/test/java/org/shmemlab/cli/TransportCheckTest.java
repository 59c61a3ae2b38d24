package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Splitter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("compiler")
class TransportCheckTest {
  private static final String PUT = "../litmus/mp/MP+put+none+same.litmus";
  private static final String BUG = "../gallery/01_flag_overtakes_data/before.cu";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--transport fast | transport 'fast': there are nvlink, pcie, ibrc, ibdevx, ibgda, ucx,"
            + " cxi, verbs, efa, gpunetio",
        "--transport ibrc --env NVSHMEM_X=1 | NVSHMEM_X is not a variable that NVSHMEM 3.4.5 to"
            + " 3.8 reads; check its spelling",
        "--transport ibrc --env QP_DEPTH=1 | --env QP_DEPTH=1: the name of a variable of NVSHMEM"
            + " begins with NVSHMEM_; of CUDA's there is CUDA_MPS_ACTIVE_THREAD_PERCENTAGE",
        "--transport ibrc --env NVSHMEM_QP_DEPTH | --env NVSHMEM_QP_DEPTH: write NAME=VALUE",
        "--transport ibrc --link fast | --link fast: there are relaxed-pcie, adaptive-routing,"
            + " late-visibility, coherent-loads, cached-loads, warm-caches",
        "--transport ibrc --link cached-loads,warm-caches | --link cached-loads,warm-caches: loads"
            + " are of one kind; name one of these flags",
        "--transport nvlink+ibrc | --transport nvlink+ibrc: say by --gpus-per-node which PEs share a"
            + " node",
        "--env NVSHMEM_IB_NUM_RC_PER_DEVICE=2 | --env without --transport asks for what these"
            + " variables choose, nvlink+ibrc: name the --transport that you mean, or say by"
            + " --gpus-per-node which PEs share a node",
        "--transport ibrc --pes-per-node 0 | --gpus-per-node 0: a node has at least 1 PE",
        "--transport ibrc --engine dpor | --engine dpor: under a transport there are auto, states,"
            + " random",
        "--transport ibrc --profile nvshmem | a check is under a --profile or under a --transport,"
            + " not both"
      })
  void aMistakeIsOneLine(String options, String message) {
    Session session = Session.of(("check " + PUT + " " + options).split(" "));
    assertThat(session.exitCode()).isEqualTo(2);
    assertThat(session.err())
        .isEqualToIgnoringNewLines(
            "shmemlab: error: " + message + " (try 'shmemlab check --help')\n");
  }

  @Test
  void aTransportHasItsTimeToo() {
    Session session =
        Session.of(
            "check", "../examples/ring_shift.cu", "-n", "4", "--transport=ibrc", "--time=1ms");
    assertThat(session.exitCode()).as(session.err()).isEqualTo(4);
    assertThat(session.out()).contains(" states, stopped: other orders were not seen");
  }

  @Test
  void showsAMissingFenceAfterABlockingPutOnNvlinkAlone() {
    Session nvlink = Session.of("check", PUT, "--transport", "nvlink");
    assertThat(nvlink.exitCode()).isZero();
    assertThat(nvlink.out())
        .contains(
            "Transport NVLink P2P of NVSHMEM 3.4.5, 2 PEs, one node\n",
            "*>1:r0=0;\n",
            "Observation MP+put+none+same Sometimes ",
            "Verdict allowed on nvlink 3.4.5\n");
    assertThat(Session.of("check", PUT, "--transport", "ibgda@3.5").out())
        .contains("1 on each node\n", "Verdict forbidden on ibgda 3.5\n");
  }

  @Test
  void aStridedTransferNeedsPeerAccessWhateverItsStrides(@TempDir Path folder) throws IOException {
    Path program = folder.resolve("a.cu");
    Files.writeString(
        program,
        """
        #include <nvshmem.h>
        int main(void) {
          nvshmem_init();
          long *x = (long *)nvshmem_malloc(64);
          if (nvshmem_my_pe() == 0) nvshmem_long_iput(x, x + 1, 1, 1, 1, 1);
          nvshmem_finalize();
          return 0;
        }
        """);
    Session network = Session.of("check", program.toString(), "--transport", "ibrc");
    assertThat(network.exitCode()).isEqualTo(1);
    assertThat(network.out())
        .contains("a.cu:5:29: ", "iput and iget are not implemented over a network");
    assertThat(Session.of("check", program.toString(), "--transport", "nvlink").exitCode())
        .isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "--transport nvlink, 'a.cu:3:35: error: use of an object that was freed'",
    "--transport ibrc, 'a.cu:3:35: error: use of an object that was freed'",
    "--engine dpor, 'a.cu:3:35 and the end of the object''s life of PE 1 at '",
    "--profile nvshmem, 'a.cu:3:35 and the end of the object''s life of PE 1 at '"
  })
  void whatIsInFlightToAFreedObjectIsAMistakeOfTheProgram(
      String option, String told, @TempDir Path folder) throws IOException {
    Path program = folder.resolve("a.cu");
    Files.writeString(
        program,
        """
        #include <nvshmem.h>
        #include <nvshmemx.h>
        __global__ void add(int *count) { nvshmem_int_atomic_inc(count, 1 - nvshmem_my_pe()); }
        int main(void) {
          nvshmem_init();
          int *count = (int *)nvshmem_calloc(1, sizeof(int));
          add<<<1, 1>>>(count);
          nvshmemx_barrier_all_on_stream(0);
          nvshmem_sync_all();
          nvshmem_barrier_all();
          nvshmem_free(count);
          nvshmem_finalize();
          return 0;
        }
        """);
    List<String> command =
        Splitter.on(' ').splitToList("check " + program + " --no-repair -n 2 " + option);
    Session session = Session.of(command.toArray(String[]::new));
    assertThat(session.exitCode()).isEqualTo(1);
    assertThat(session.out()).contains(told);
  }

  /** An old value from a cache after a wait is a finding of its own, with two repairs. */
  @Test
  void aLoadFromACacheIsReportedWithItsRepair(@TempDir Path folder) throws IOException {
    String slot = "../gallery/38_signal_wait_keeps_cache/before.cu";
    Session found =
        Session.of(("check " + slot + " --transport nvlink --save-replays " + folder).split(" "));
    assertThat(found.exitCode()).isZero(); // as announced
    assertThat(found.out())
        .contains(
            "Verdict a load is stale on nvlink 3.4.5, as announced\n",
            "before.cu:26:22: error: stale: this load may find in the L1 cache what bytes 0 to 3"
                + " of",
            "the wait at " + slot + ":25:7 polls its word and leaves the cache as it is (PE 1)\n",
            "  repair: insert `__threadfence();` after `nvshmem_signal_wait_until(filled, ",
            " in line 25 (verified: the load finds what was written in all ",
            "  repair: nvshmem_uint64_wait_until() in place of that of line 25 (verified: ");
    Session json = Session.of("check", slot, "--transport", "nvlink", "--json");
    assertThat(json.out())
        .contains(
            "\"kind\" : \"stale\"", "insert `__threadfence();` after ", "wait_until() in place of");
    Path file;
    try (var files = Files.list(folder)) {
      file = files.findFirst().orElseThrow();
    }
    Session again = Session.of("check", "--replay", file.toString());
    assertThat(again.exitCode()).isEqualTo(1);
    assertThat(again.out()).contains("before.cu:26:22: error: stale: ");
    assertThat(Session.of("check", slot).exitCode()).isZero();
    Session coherent =
        Session.of("check", slot, "--transport", "nvlink", "--link", "coherent-loads");
    assertThat(coherent.out()).contains("nothing found on nvlink 3.4.5, but it announces stale");
    assertThat(coherent.exitCode()).isEqualTo(1);
    Session after =
        Session.of(
            "check", slot.replace("before", "after"), "--transport", "nvlink", "--no-repair");
    assertThat(after.exitCode()).isZero();
    assertThat(after.out()).contains("nothing found on nvlink 3.4.5, as announced");
  }

  /** A timed run takes what the cache holds, says so, and without NVLink alone finds memory. */
  @Test
  void aTimedRunLoadsFromTheCache() {
    String slot = "../gallery/38_signal_wait_keeps_cache/before.cu";
    Session nvlink =
        Session.of("run", slot, "-n", "2", "--platform", "hgx-h200", "--transport", "nvlink");
    assertThat(nvlink.exitCode()).isZero();
    assertThat(nvlink.out()).startsWith("PE 1: 10, 10\n");
    assertThat(nvlink.err())
        .contains("before.cu:26:22: warning: this load may find in the L1 cache");
    Session network = Session.of("run", slot, "-n", "2", "--platform", "hgx-h200");
    assertThat(network.out()).startsWith("PE 1: 10, 20\n");
    assertThat(network.err()).isEmpty();
  }

  @Test
  void aScheduleUnderATransportIsRunAgainByItsRules(@TempDir Path folder) throws IOException {
    String bug = "../gallery/19_barrier_by_set/before.cu";
    Session found =
        Session.of(("check " + bug + " -n 2 --transport efa --save-replays " + folder).split(" "));
    assertThat(found.exitCode()).isEqualTo(1);
    Path file;
    try (var files = Files.list(folder)) {
      file = files.sorted().findFirst().orElseThrow();
    }
    assertThat(file.getFileName().toString()).endsWith("before.cu.efa.1.replay");
    Session again = Session.of("check", "--replay", file.toString());
    assertThat(again.exitCode()).isEqualTo(1);
    assertThat(again.out())
        .contains("Transport libfabric EFA of NVSHMEM 3.4.5, 2 PEs, 1 on each node", "deadlock");
    String steps = Files.readString(file).replaceFirst("(?s).*\nsteps\n", "");
    String choices =
        String.join(",", steps.lines().map(line -> line.substring(0, line.indexOf(' '))).toList());
    Session told =
        Session.of(("check " + bug + " -n 2 --transport efa --schedule " + choices).split(" "));
    assertThat(told.out()).isEqualTo(again.out());
    // The one queue pair of IBRC does not take the same steps.
    Files.writeString(file, Files.readString(file).replace("transport efa", "transport ibrc"));
    Session other = Session.of("check", "--replay", file.toString());
    assertThat(other.exitCode()).isEqualTo(2);
    assertThat(other.err()).contains(": error: step ");
  }

  @ParameterizedTest
  @CsvSource({"nvlink", "pcie"})
  void aLoadFromAPeerSeesTheThreadsOwnStore(String transport, @TempDir Path folder)
      throws IOException {
    Path test =
        Files.writeString(
            folder.resolve("own.litmus"),
            """
            C own
            "A thread's load sees its own earlier store to the same word."
            { long x; }
            P0 {
              long *peer = (long *) nvshmem_ptr(&x, 1);
              *peer = 1;
              long r0 = *peer;
              *((int *) peer + 1) = 2;
              long r1 = *peer;
            }
            P1 { }
            exists (0:r0 = 1 /\\ 0:r1 = 8589934593)
            expect nvshmem: undefined
            """);
    assertThat(Session.of("check", test.toString(), "--transport", transport).out())
        .contains("Observation own Always 1 0\n");
  }

  /** A kernel of the library puts them on the device's queue pairs, and a copy is a task. */
  @ParameterizedTest
  @CsvSource({"ibrc, 1, false", "ibrc, 2, true", "nvlink, 2, false"})
  void whatAStreamIssuesTakesTheWayOfTheDevice(
      String transport, String queues, boolean late, @TempDir Path folder) throws IOException {
    Path program = folder.resolve("a.cu");
    Files.writeString(
        program,
        """
        #include <stdio.h>
        #include <nvshmem.h>
        #include <nvshmemx.h>
        __global__ void look(long *x, long *f) {
          nvshmem_long_wait_until(f, NVSHMEM_CMP_EQ, 1);
          printf("x=%ld", *x);
        }
        int main(void) {
          nvshmem_init();
          long *x = (long *)nvshmem_calloc(2, sizeof(long));
          if (nvshmem_my_pe() == 0) {
            nvshmemx_long_p_on_stream(x, 1, 1, 0);
            nvshmemx_long_p_on_stream(x + 1, 1, 1, 0);
          } else {
            look<<<1, 1>>>(x, x + 1);
          }
          cudaDeviceSynchronize();
          nvshmem_barrier_all();
          return 0;
        }
        """);
    Session session =
        Session.of(
            "check",
            program.toString(),
            "--transport",
            transport,
            "--env",
            "NVSHMEM_IB_NUM_RC_PER_DEVICE=" + queues);
    assertThat(session.out()).contains("x=1");
    assertThat(session.out().contains("x=0")).isEqualTo(late);
  }

  @ParameterizedTest
  @CsvSource({"0, forbidden", "1, allowed"})
  void severalNetworkCardsKeepNoOrderBetweenThem(String ports, String verdict) {
    Session session =
        Session.of(
            "check",
            "../litmus/mp/MP+p+none+same.litmus",
            "--transport",
            "ibgda@3.5",
            "--env",
            "NVSHMEM_IBGDA_NUM_RC_PER_PE=1",
            "--env",
            "NVSHMEM_IBGDA_ENABLE_MULTI_PORT=" + ports);
    assertThat(session.out()).contains("Verdict " + verdict + " on ibgda 3.5");
  }

  @ParameterizedTest
  @CsvSource({"nvlink", "ibrc", "cxi"})
  void aPutToItselfMayComeBeforeOrAfterThatOfAnother(String transport, @TempDir Path folder)
      throws IOException {
    Path test =
        Files.writeString(
            folder.resolve("two.litmus"),
            """
            C two
            "Nothing orders the two updates of one word."
            { long x; }
            P0 { nvshmem_long_p(&x, 1, 1); }
            P1 { nvshmem_long_p(&x, 2, 1); }
            exists (x@1 = 2)
            expect nvshmem: undefined
            """);
    assertThat(Session.of("check", test.toString(), "--transport", transport).out())
        .contains("Observation two Sometimes 1 1\n");
  }

  @Test
  void readsTheEnvironment() {
    String test = "../litmus/mp/MP+p+none+same.litmus";
    Session env =
        Session.of(
            "check",
            test,
            "--env",
            "NVSHMEM_DISABLE_P2P=1",
            "--env",
            "NVSHMEM_IB_NUM_RC_PER_DEVICE=2");
    assertThat(env.out()).contains("NVSHMEM_IB_NUM_RC_PER_DEVICE=2", "allowed on ibrc 3.4.5");
  }

  @Test
  void followsAnExpectationForTheTransport(@TempDir Path folder) throws IOException {
    String text = Files.readString(Path.of(PUT)).stripTrailing();
    Path test = folder.resolve("MP+put+none+same.litmus");
    Files.writeString(test, text + "\nexpect nvlink: allowed\nexpect ibgda@3.5: allowed\n");
    Session asExpected = Session.of("check", test.toString(), "--transport", "nvlink");
    assertThat(asExpected.out()).contains("Verdict allowed on nvlink 3.4.5, as expected\n");
    assertThat(asExpected.exitCode()).isZero();
    Session different = Session.of("check", test.toString(), "--transport", "ibgda@3.5");
    assertThat(different.out()).contains("forbidden on ibgda 3.5, expected allowed (");
    assertThat(different.exitCode()).isEqualTo(1);
  }

  @Test
  void printsATableOfAlignedColumns() {
    Session session =
        Session.of("check", PUT, "../litmus/mp/MP+p+fence+same.litmus", "--all-transports");
    assertThat(session.exitCode()).isZero();
    List<String> lines = session.out().lines().toList();
    List<String> head = Splitter.onPattern("  +").splitToList(lines.get(0));
    assertThat(head).contains("nvshmem", "nvlink", "ibgda", "ibgda@3.5", "efa@3.5");
    assertThat(cell(lines, 1, "nvshmem")).isEqualTo("undefined");
    assertThat(cell(lines, 1, "nvlink")).isEqualTo("y");
    assertThat(cell(lines, 1, "ibrc")).isEqualTo("n");
    assertThat(cell(lines, 2, "nvshmem")).isEqualTo("n");
    assertThat(cell(lines, 2, "cxi")).isEqualTo("n");
    assertThat(cell(lines, 2, "cxi@3.5")).isEqualTo("y");
    assertThat(Session.of("check", PUT, "--all-transports", "--json").out())
        .contains("\"test\" : \"MP+put+none+same\"", "\"nvlink\" : \"y\"");
  }

  private static String cell(List<String> lines, int row, String column) {
    int at = (lines.get(0) + " ").indexOf(" " + column + " ") + 1;
    return Splitter.on(' ').splitToList(lines.get(row).substring(at)).get(0);
  }

  @Test
  void reportsTheOutputOfAProgram() {
    Session session = Session.of("check", BUG, "--transport", "ibrc", "--json");
    assertThat(session.out()).contains("\"transport\" : \"ibrc\"", "\"complete\" : true");
  }

  @Test
  void aFindingComesWithTheCommandThatRunsItsScheduleUnderTheSameRules() {
    String program = "../gallery/12_reset_before_launch/before.cu";
    Session session =
        Session.of(
            "check", program, "--transport", "ibgda@3.5", "--env", "NVSHMEM_IBGDA_NUM_RC_PER_PE=3");
    String replay =
        session.out().lines().filter(line -> line.contains("Replay: ")).findFirst().orElseThrow();
    assertThat(replay).contains("--transport ibgda@3.5", "--env NVSHMEM_IBGDA_NUM_RC_PER_PE=3");
    List<String> words = Splitter.on(' ').splitToList(replay.replaceFirst(".*shmemlab ", ""));
    Session again = Session.of(words.toArray(String[]::new));
    assertThat(again.err()).isEmpty();
    String error =
        session.out().lines().filter(line -> line.contains(": error: ")).findFirst().orElseThrow();
    assertThat(again.out()).contains(error);
  }

  @Test
  void memoryIsReleasedOnlyWhenWhatWasDeliveredIsVisible() {
    String program = "../gallery/07_sync_is_no_barrier/before.cu";
    Session session =
        Session.of("check", program, "--transport", "ibrc", "--link", "late-visibility");
    assertThat(session.out()).contains("States 4", "nothing found on ibrc 3.4.5");
    assertThat(session.exitCode()).isZero();
  }
}
