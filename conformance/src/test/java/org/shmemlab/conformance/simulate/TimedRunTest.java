package org.shmemlab.conformance.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.model.operation.OrderingRules;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.schedule.OutputRecorder;
import org.shmemlab.model.schedule.RoundRobin;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.model.schedule.Runner;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.runtime.RuntimeSystem;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.fleet.Fleets;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.platform.Platforms;
import org.shmemlab.transports.rules.TransportRules;
import org.shmemlab.transports.simulate.StepTrace;
import org.shmemlab.transports.simulate.TimedResult;
import org.shmemlab.transports.simulate.TimedRun;
import org.shmemlab.transports.simulate.TraceChecker;

/**
 * Checks that every example runs in simulated time over several transports, prints the same as
 * otherwise, and each of its steps is one that the ordering rules allow.
 */
@Tag("simulation")
class TimedRunTest {
  private static final long MOST_INSTRUCTIONS = 20_000_000;

  private static final int PES = 4;
  private static final int NODE = 2;

  private record Ran(TimedResult result, StepTrace trace, List<String> lines) {}

  private static Program program(String name) throws IOException {
    Path file = folder().resolve(name);
    Program program = CudaC.compile(new SourceFile(name, Files.readString(file))).program();
    assertNotNull(program);
    return program;
  }

  private static Machine machine(Program program, int pes, OrderingRules rules) {
    Job job = new Job(pes, NODE, ImmutableList.of(), ImmutableMap.of(), Job.Gpu.H200);
    return new Machine(program, job, rules, new RuntimeSystem());
  }

  private static OrderingRules rules(String transport) {
    return new TransportRules(fleet("hgx-h200", PathKind.of(transport).orElseThrow()).routes());
  }

  private static Fleet fleet(String platform, PathKind remote) {
    return Fleets.on(Platforms.named(platform), PES, NODE, remote);
  }

  private static Ran run(
      Program program, OrderingRules rules, Fleet fleet, double jitter, long seed) {
    OutputRecorder printed = new OutputRecorder(MOST_INSTRUCTIONS);
    TimedRun run = new TimedRun(machine(program, PES, rules), fleet, jitter, seed, printed);
    StepTrace trace = new StepTrace();
    run.writeTo(trace);
    TimedResult result = run.run();
    return new Ran(result, trace, printed.text().lines().sorted().toList());
  }

  private static List<String> untimed(Program program) {
    OutputRecorder printed = new OutputRecorder(MOST_INSTRUCTIONS);
    new Runner(machine(program, PES, new Immediate()), new RoundRobin(), printed).run();
    return printed.text().lines().sorted().toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "alltoall_transpose.cu",
        "atomic_ticket.cu",
        "collective_launch.cu",
        "moe_dispatch.cu",
        "mpi_init.cu",
        "on_stream.cu",
        "put_block.cu",
        "put_signal_pipeline.cu",
        "ring_allreduce.cu",
        "ring_bcast.cu",
        "ring_shift.cu",
        "teams_2d.cu",
        "uid_init.cu",
        "work_stealing.cu",
        "osh_histogram.c",
        "osh_lock.c",
        "osh_openmp.c",
        "osh_ring.c",
        "osh_threads.c"
      })
  void everyStepOfATimedRunIsAllowed(String name) throws IOException {
    Program program = program(name);
    for (PathKind remote : List.of(PathKind.IBGDA, PathKind.IBRC)) {
      OrderingRules rules = rules(remote.key());
      Ran ran = run(program, rules, fleet("hgx-h200", remote), 0.3, 7);
      assertInstanceOf(RunResult.Finished.class, ran.result.result(), ran.lines.toString());
      assertEquals(Optional.empty(), TraceChecker.check(ran.trace, machine(program, PES, rules)));
      assertTrue(ran.result.picoseconds() > 0);
      assertEquals(untimed(program), ran.lines);
    }
  }

  @Test
  void theSameRunIsTheSameToThePicosecond() throws IOException {
    Program program = program("moe_dispatch.cu");
    Fleet fleet = fleet("hgx-h200", PathKind.IBRC);
    Ran first = run(program, rules("ibrc"), fleet, 0.5, 3);
    Ran again = run(program, rules("ibrc"), fleet, 0.5, 3);
    Ran other = run(program, rules("ibrc"), fleet, 0.5, 4);
    assertEquals(first.result, again.result);
    assertTrue(first.result.picoseconds() != other.result.picoseconds());
  }

  @Test
  void aTraceIsNoRunOfASmallerJob() throws IOException {
    Program program = program("ring_shift.cu");
    OrderingRules rules = new Specification(Profile.ORDERING_PAGE);
    Ran ran = run(program, rules, fleet("hgx-h200", PathKind.IBGDA), 0, 0);
    assertEquals(Optional.empty(), TraceChecker.check(ran.trace, machine(program, PES, rules)));
    int other = PES - 1; // a job of fewer PEs cannot take the same steps
    assertTrue(TraceChecker.check(ran.trace, machine(program, other, rules)).isPresent());
  }

  @Test
  void aSlowerNetworkMakesALongerRun() throws IOException {
    Program program = program("ring_shift.cu");
    OrderingRules rules = new Specification(Profile.ORDERING_PAGE);
    long near =
        run(program, rules, Fleets.on(Platforms.named("hgx-h200"), PES, PES, PathKind.IBGDA), 0, 0)
            .result
            .picoseconds();
    long far = run(program, rules, fleet("hgx-h200", PathKind.IBGDA), 0, 0).result.picoseconds();
    assertTrue(near < far);
  }

  @Test
  void anAtomicToTheSameNodeTakesTheNetworkInAJobOfSeveralNodes() {
    String text =
        """
        #include <nvshmem.h>
        __global__ void both(int *at) {
          %s
        }
        int main() {
          nvshmem_init();
          int *word = (int *)nvshmem_calloc(1, sizeof(int));
          if (nvshmem_my_pe() == 0) both<<<1, 1>>>(word);
          cudaDeviceSynchronize();
          nvshmem_barrier_all();
          nvshmem_free(word);
          nvshmem_finalize();
        }
        """;
    assertTrue(slowdownByNodes(text.formatted("nvshmem_int_p(at, 1, 1);")) < 1_000_000);
    assertTrue(
        slowdownByNodes(text.formatted("nvshmem_int_atomic_fetch_add(at, 1, 1);")) > 4_000_000);
  }

  // How much longer, in picoseconds, than the same without the call.
  private static long slowdownByNodes(String text) {
    return cost(text, NODE) - cost(text, PES);
  }

  private static long cost(String text, int perNode) {
    String without = text.replaceAll("(?m)^ +nvshmem_int_.*$", "");
    return time(text, perNode) - time(without, perNode);
  }

  private static long time(String text, int perNode) {
    Program program = CudaC.compile(new SourceFile("call.cu", text)).program();
    assertNotNull(program);
    Fleet fleet = Fleets.on(Platforms.named("hgx-h200"), PES, perNode, PathKind.IBGDA);
    return run(program, new TransportRules(fleet.routes()), fleet, 0, 0).result.picoseconds();
  }

  private static Path folder() {
    Path here = Path.of("").toAbsolutePath();
    for (Path at = here; at != null; at = at.getParent()) {
      if (Files.isDirectory(at.resolve("examples"))) {
        return at.resolve("examples");
      }
    }
    throw new AssertionError("no folder examples above " + here);
  }
}
