package org.shmemlab.scenarios.spacetime;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.primitives.ImmutableIntArray;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.Witness;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.judge.ExplorationLimits;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.replay.Semantics;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.scenarios.spacetime.SpaceTime.Edge;
import org.shmemlab.scenarios.spacetime.SpaceTime.Kind;

@Tag("compiler")
class SpaceTimesTest {
  private static final Semantics NVSHMEM = new Semantics.Promised(Profile.NVSHMEM);

  private static LitmusProgram test(String between, String write) {
    return Objects.requireNonNull(
        Litmus.compile(
                new SourceFile(
                    "t.litmus",
                    """
                    C t
                    "For pictures."
                    { long x; long f; }
                    P0 {
                      %s
                      %s
                      nvshmem_long_atomic_set(&f, 1, 1);
                    }
                    P1 {
                      nvshmem_long_wait_until(&f, NVSHMEM_CMP_EQ, 1);
                      long r0 = nvshmem_long_atomic_fetch(&x, 1);
                    }
                    exists (1:r0 = 1)
                    expect nvshmem: allowed
                    """
                        .formatted(write, between)))
            .program());
  }

  private static SpaceTime of(LitmusProgram program, String outcome) {
    Diagrams diagrams = Diagrams.of(program, Long.MAX_VALUE, () -> false);
    ImmutableMap<String, Witness> schedules =
        diagrams.schedules(ImmutableSet.of(outcome), NVSHMEM, 10_000);
    return diagrams
        .of(Objects.requireNonNull(schedules.get(outcome)).choices(), NVSHMEM)
        .orElseThrow();
  }

  /** Such a picture would be of no use, and of many agents it would take longer than the check. */
  @Test
  void aScheduleOfTooManyStepsIsNotDrawn() {
    Diagrams few = Diagrams.of(test("", ATOMIC), Long.MAX_VALUE, () -> false);
    assertThat(few.of(ImmutableIntArray.copyOf(new int[3_000]), NVSHMEM)).isEmpty();
    SourceFile source =
        new SourceFile(
            "a.cu",
            """
            #include <nvshmem.h>
            __global__ void all(long *x) { nvshmem_long_atomic_inc(x, 0); }
            int main() {
              nvshmem_init();
              all<<<1, 1024>>>((long *)nvshmem_calloc(1, 8));
              cudaDeviceSynchronize();
              nvshmem_finalize();
            }
            """);
    Program program = Objects.requireNonNull(CudaC.compile(source).program());
    Diagrams many = Diagrams.of(source, program, Job.ofPes(2), Long.MAX_VALUE, () -> false);
    assertThat(many.of(ImmutableIntArray.of(0, 0, 0), NVSHMEM)).isPresent();
    assertThat(many.of(ImmutableIntArray.copyOf(new int[600]), NVSHMEM)).isEmpty();
  }

  /** An address may be that of another object, at a place which that one does not have. */
  @ParameterizedTest
  @ValueSource(strings = {"2147483647", "-1", "1", "3", "1L << 40", "0x7fffffff00000000L"})
  void whatIsNotThereHoldsNothing(String index) {
    SourceFile source =
        new SourceFile(
            "a.cu",
            """
            #include <nvshmem.h>
            int main() {
              nvshmem_init();
              int *box = (int *)nvshmem_calloc(1, sizeof(int));
              int *other = (int *)nvshmem_calloc(1, sizeof(int));
              int value = 42;
              cudaMemcpyAsync(box + (%s), &value, sizeof(int), cudaMemcpyHostToDevice, 0);
            }
            """
                .formatted(index));
    Program program = Objects.requireNonNull(CudaC.compile(source).program());
    Finding finding =
        ProgramJudgement.of(
                source,
                program,
                Job.ofPes(2),
                List.of(Profile.NVSHMEM),
                new ExplorationLimits(Engine.STATES, new SearchOptions(10_000, 0, () -> false)))
            .findings()
            .get(0)
            .finding();
    Diagrams diagrams = Diagrams.of(source, program, Job.ofPes(2), Long.MAX_VALUE, () -> false);
    assertThat(diagrams.of(finding, NVSHMEM)).isPresent();
  }

  private static final String ATOMIC = "nvshmem_long_atomic_set(&x, 1, 1);";

  @Test
  void anOperationGoesFromItsIssueToItsLastEvent() {
    SpaceTime picture = of(test("nvshmem_quiet();", ATOMIC), "1:r0=1;");
    List<Kind> first =
        picture.ticks().stream()
            .filter(tick -> tick.flight() == 0)
            .map(SpaceTime.Tick::kind)
            .toList();
    assertThat(first).containsExactly(Kind.ISSUE, Kind.RMW, Kind.ACKNOWLEDGED);
    assertThat(picture.flights()).allMatch(SpaceTime.Flight::over);
    assertThat(picture.flights().get(0).call()).isEqualTo("nvshmem_long_atomic_set");
  }

  @Test
  void aQuietComesAfterWhatItWaitedFor() {
    SpaceTime picture = of(test("nvshmem_quiet();", ATOMIC), "1:r0=1;");
    assertThat(picture.edges())
        .filteredOn(edge -> edge.by() == Edge.By.QUIET)
        .anySatisfy(edge -> {
          assertThat(picture.ticks().get(edge.from()).kind()).isEqualTo(Kind.ACKNOWLEDGED);
          assertThat(picture.ticks().get(edge.to()).kind()).isEqualTo(Kind.QUIET);
        });
  }

  @Test
  void aFenceOrdersWhatHappensAtTheTarget() {
    SpaceTime picture = of(test("nvshmem_fence();", ATOMIC), "1:r0=1;");
    assertThat(picture.edges())
        .filteredOn(edge -> edge.by() == Edge.By.FENCE)
        .singleElement()
        .satisfies(edge -> {
          assertThat(picture.ticks().get(edge.from()).flight()).isZero();
          assertThat(picture.ticks().get(edge.to()).flight()).isEqualTo(1);
        });
  }

  @Test
  void aWaitComesAfterWhatItSaw() {
    SpaceTime picture = of(test("", ATOMIC), "1:r0=0;");
    assertThat(picture.edges())
        .filteredOn(edge -> edge.by() == Edge.By.WAIT)
        .singleElement()
        .satisfies(edge -> {
          assertThat(picture.ticks().get(edge.from()).flight()).isEqualTo(1);
          assertThat(picture.ticks().get(edge.to()).line().line()).isEqualTo(10);
        });
  }

  @Test
  void memoryIsReportedByItsChanges() {
    SpaceTime picture = of(test("nvshmem_quiet();", ATOMIC), "1:r0=1;");
    List<String> names = picture.cells().stream().map(cell -> cell.pe() + cell.name()).toList();
    assertThat(names).contains("1x", "1f");
    List<String> ofX =
        picture.moments().stream()
            .flatMap(moment -> moment.changes().stream())
            .filter(change -> change.cell() == names.indexOf("1x"))
            .map(SpaceTime.Change::value)
            .toList();
    assertThat(ofX).containsExactly("0", "1");
  }

  @Test
  void aConflictLeavesAWindowOpenAndAnOrderMissing() {
    LitmusProgram program = test("", "nvshmem_long_put_nbi(&x, &x, 1, 1);");
    Finding finding =
        LitmusJudgement.of(
                program,
                List.of(Profile.NVSHMEM),
                new ExplorationLimits(Engine.STATES, new SearchOptions(10_000, 0, () -> false)))
            .answers()
            .get(0)
            .exploration()
            .findings()
            .get(0);
    SpaceTime picture =
        Diagrams.of(program, Long.MAX_VALUE, () -> false).of(finding, NVSHMEM).orElseThrow();
    SpaceTime.Missing missing = picture.missing().orElseThrow();
    assertThat(missing.first().flight()).isZero();
    assertThat(picture.windows())
        .anySatisfy(window -> {
          assertThat(window.flight()).isZero();
          assertThat(window.pe()).isEqualTo(1);
          assertThat(window.closed()).isEqualTo(SpaceTime.NONE);
        });
  }
}
