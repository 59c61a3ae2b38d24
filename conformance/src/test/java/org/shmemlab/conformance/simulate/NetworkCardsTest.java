package org.shmemlab.conformance.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.schedule.OutputRecorder;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.runtime.RuntimeSystem;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.fleet.Fleets;
import org.shmemlab.transports.platform.Platforms;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.Transport;
import org.shmemlab.transports.rules.TransportRules;
import org.shmemlab.transports.simulate.TimedResult;
import org.shmemlab.transports.simulate.TimedRun;

/**
 * Checks that in simulated time a call of PE 0 makes a NIC send exactly where NVSHMEM gives it to a
 * network (docs/reference/nvshmem.md, section 3.1): accesses to memory that is not mapped, and in a
 * job that uses a network every atomic and every signal that adds.
 */
class NetworkCardsTest {
  private static final int PES = 4;

  /** Calls that choose their way by the peer. */
  private static final ImmutableList<String> BY_PEER =
      ImmutableList.of(
          "nvshmem_int_put(at, at + 1, 1, pe)",
          "nvshmem_int_put_nbi(at, at + 1, 1, pe)",
          "nvshmem_int_get(at, at + 1, 1, pe)",
          "nvshmem_int_p(at, 1, pe)",
          "nvshmem_int_g(at, pe)",
          "nvshmemx_int_put_signal_block(at, at + 1, 1, word, 1, NVSHMEM_SIGNAL_SET, pe)",
          "nvshmem_int_put_signal_nbi(at, at + 1, 1, word, 1, NVSHMEM_SIGNAL_SET, pe)",
          "nvshmemx_signal_op(word, 1, NVSHMEM_SIGNAL_SET, pe)");

  /** Calls that choose it by the whole job, or whose signal does. */
  private static final ImmutableList<String> BY_JOB =
      ImmutableList.of(
          "nvshmem_int_put_signal(at, at + 1, 1, word, 1, NVSHMEM_SIGNAL_ADD, pe)",
          "nvshmem_int_put_signal_nbi(at, at + 1, 1, word, 1, NVSHMEM_SIGNAL_ADD, pe)",
          "nvshmemx_signal_op(word, 1, NVSHMEM_SIGNAL_ADD, pe)",
          "nvshmem_int_atomic_add(at, 1, pe)",
          "nvshmem_int_atomic_fetch_add(at, 1, pe)");

  private static final Program PROGRAM = program();

  private static Program program() {
    StringBuilder cases = new StringBuilder();
    int number = 0;
    for (List<String> calls : List.of(BY_PEER, BY_JOB)) {
      for (String call : calls) {
        cases.append("case ").append(number++).append(": ").append(call).append("; break;\n");
      }
    }
    String text =
        """
        #include <nvshmem.h>
        #include <nvshmemx.h>
        #include <stdlib.h>
        __global__ void one(int which, int *at, uint64_t *word, int pe) {
          switch (which) {
            %s
          }
        }
        int main(int argc, char **argv) {
          nvshmem_init();
          int *at = (int *)nvshmem_calloc(2, sizeof(int));
          uint64_t *word = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));
          if (nvshmem_my_pe() == 0) one<<<1, 1>>>(atoi(argv[1]), at, word, atoi(argv[2]));
          cudaDeviceSynchronize();
          nvshmem_barrier_all();
          nvshmem_finalize();
        }
        """
            .formatted(cases);
    return Objects.requireNonNull(CudaC.compile(new SourceFile("one.cu", text)).program());
  }

  @ParameterizedTest
  @CsvSource({
    "hgx-h200, nvlink, 4, 4, false",
    "hgx-h200, nvlink+ibgda, 4, 4, false",
    "hgx-h200, nvlink+ibgda, 2, 2, true",
    "hgx-h200, nvlink+ibgda@3.5, 2, 2, true",
    "hgx-h200, nvlink+ibrc, 2, 2, true",
    "hgx-h200, ibrc, 2, 1, true",
    "hgx-h200, pcie, 4, 4, true",
    "hgx-h200, pcie+ibgda, 2, 2, true",
    "p5, pcie+efa, 4, 4, true",
    "alps, nvlink+cxi@3.5, 2, 2, true",
    "gb200-nvl72, nvlink+ibgda, 1, 4, false",
  })
  void sendWhatTheNetworkCarries(
      String platform, String transport, int perNode, int perDomain, boolean network) {
    Fleet fleet =
        Fleets.on(
            Platforms.named(platform), Transport.of(transport, Settings.DEFAULT), PES, perNode);
    List<String> wrong = new ArrayList<>();
    for (int target = 0; target < PES; target++) {
      boolean far = target / perDomain != 0;
      for (int call = 0; call < BY_PEER.size() + BY_JOB.size(); call++) {
        boolean byJob = call >= BY_PEER.size();
        boolean expected = far || (byJob && network);
        if (cardsSend(fleet, call, target) != expected) {
          String text = byJob ? BY_JOB.get(call - BY_PEER.size()) : BY_PEER.get(call);
          wrong.add(text + " with pe = " + target + (expected ? " does not" : " does"));
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static boolean cardsSend(Fleet fleet, int call, int target) {
    Job job =
        new Job(
            fleet.layout(),
            ImmutableList.of(String.valueOf(call), String.valueOf(target)),
            ImmutableMap.of(),
            Job.Gpu.H200,
            fleet.routes().transport().allowance());
    Machine machine =
        new Machine(PROGRAM, job, new TransportRules(fleet.routes()), new RuntimeSystem());
    TimedResult timed = new TimedRun(machine, fleet, 0, 0, new OutputRecorder(20_000_000)).run();
    assertInstanceOf(RunResult.Finished.class, timed.result());
    return timed.loads().stream()
        .anyMatch(load -> load.station().startsWith("NIC") && load.busyPs() > 0);
  }
}
