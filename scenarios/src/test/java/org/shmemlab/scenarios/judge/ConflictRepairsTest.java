package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.repair.Change;
import org.shmemlab.model.repair.Repair;
import org.shmemlab.model.repair.RepairCall;
import org.shmemlab.model.repair.RepairSearch;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.judge.ProgramJudgement.Found;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.testing.Draws;

/** Every repair that is named, looked at again by an exploration of its own. */
@Tag("catalogue")
@TestInstance(Lifecycle.PER_CLASS)
class ConflictRepairsTest {
  private static final ExplorationLimits LIMITS = new ExplorationLimits(300_000, () -> false);

  /** Conflicts that no repair is found for, with the reason. */
  private static final ImmutableMap<String, String> WITHOUT =
      ImmutableMap.of(
          "COUNT-LOAD", "a PE that does not find the count goes on without it",
          "SIG-FETCH", "a PE that does not find the signal goes on without it",
          "TEAM-BARRIER+outsider", "three hosts would have to call a barrier",
          "20_stale_flag/before.cu", "the flag of the second round needs another value");

  private final Map<String, LitmusProgram> tests = tests();

  ConflictRepairsTest() throws IOException {}

  /** Two kernels reset each other's flag: a repair that only one of the two conflicts leads to. */
  @Test
  void aConflictGetsTheRepairOfAnotherThatRepairsBoth() {
    SourceFile file =
        new SourceFile(
            "phases.cu",
            """
            #include <nvshmem.h>
            #include <nvshmemx.h>
            __global__ void phase(uint64_t *mine, uint64_t *next, int peer) {
              *next = 0;
              nvshmemx_signal_op(mine, 1, NVSHMEM_SIGNAL_SET, peer);
              nvshmem_signal_wait_until(mine, NVSHMEM_CMP_EQ, 1);
            }
            int main() {
              nvshmem_init();
              int peer = 1 - nvshmem_my_pe();
              uint64_t *flags = (uint64_t *)nvshmem_calloc(2, sizeof(uint64_t));
              cudaStream_t streams[2];
              for (int s = 0; s < 2; s++) cudaStreamCreate(streams + s);
              nvshmem_barrier_all();
              phase<<<1, 1, 0, streams[0]>>>(flags, flags + 1, peer);
              phase<<<1, 1, 0, streams[1]>>>(flags + 1, flags, peer);
              cudaDeviceSynchronize();
              nvshmem_finalize();
            }
            """);
    Program program = Objects.requireNonNull(CudaC.compile(file).program());
    ProgramJudgement judgement =
        ProgramJudgement.of(file, program, Job.ofPes(2), ProgramJudgement.profiles(program), LIMITS)
            .withRepairs(program, LIMITS);
    assertThat(judgement.findings()).hasSizeGreaterThan(1);
    assertThat(judgement.findings())
        .allSatisfy(
            found -> assertThat(found.repairs().flatMap(RepairSearch.Result::repair)).isPresent());
  }

  @Test
  void aRepairOfEveryUndefinedTestIsFoundAndHolds() throws IOException {
    TreeSet<String> without = new TreeSet<>();
    int conflicts = 0;
    for (LitmusProgram program : Draws.of(List.copyOf(tests.values()))) {
      LitmusAnswer answer = withRepairs(program);
      for (Finding.DataRace conflict : conflicts(answer.exploration())) {
        conflicts++;
        RepairSearch.Result result = answer.repairs().of(conflict).orElseThrow();
        if (result.repair().isEmpty()) {
          without.add(program.test().name());
        } else {
          int wrapping = program.test().question().line().line();
          assertThat(result.repair().get().changes())
              .allMatch(change ->
                  change instanceof Change.OnOtherPes || change.line().line() != wrapping);
          assertHolds(
              program.program(),
              program.test().pes(),
              Profile.NVSHMEM,
              answer.exploration(),
              conflict,
              result);
        }
      }
    }
    assertThat(conflicts).isGreaterThan(Draws.areWhole() ? 70 : 0);
    without.removeAll(WITHOUT.keySet());
    assertThat(without).isEmpty();
  }

  @Test
  void aRepairOfEveryConflictOfTheGalleryIsFoundAndHolds() throws IOException {
    TreeSet<String> without = new TreeSet<>();
    int conflicts = 0;
    for (SourceFile file : Draws.of(files("gallery", "before.(cu|c)"))) {
      Program program = Objects.requireNonNull(CudaC.compile(file).program());
      int pes = HeaderComment.of(file).pes().orElseThrow();
      ImmutableList<Profile> strict = ImmutableList.of(ProgramJudgement.profiles(program).get(0));
      ProgramJudgement judgement =
          ProgramJudgement.of(file, program, Job.ofPes(pes), strict, LIMITS)
              .withRepairs(program, LIMITS);
      for (Found found : judgement.findings()) {
        if (!(found.finding() instanceof Finding.DataRace conflict)) {
          assertThat(found.repairs()).as(file.path()).isEmpty();
          continue;
        }
        conflicts++;
        RepairSearch.Result result = found.repairs().orElseThrow();
        if (result.repair().isEmpty()) {
          without.add(Path.of("..", "gallery").relativize(Path.of(file.path())).toString());
        } else {
          assertHolds(
              program,
              pes,
              strict.get(0),
              judgement.answers().get(0).exploration(),
              conflict,
              result);
        }
      }
    }
    assertThat(conflicts).isGreaterThan(Draws.areWhole() ? 25 : 0);
    without.removeAll(WITHOUT.keySet());
    assertThat(without).isEmpty();
  }

  @Test
  void whereATwinAddsOneCallTheRepairIsNoStronger() throws IOException {
    int compared = 0;
    for (LitmusProgram twin : Draws.of(List.copyOf(tests.values()))) {
      for (String name : twin.test().repairs()) {
        LitmusProgram test = Objects.requireNonNull(tests.get(name), name);
        Optional<RepairCall> added = added(test, twin);
        LitmusAnswer answer = withRepairs(test);
        if (added.isEmpty()
            || !answer.exploration().undefined()
            || withRepairs(twin).exploration().undefined()) {
          continue;
        }
        compared++;
        for (Finding.DataRace conflict : conflicts(answer.exploration())) {
          Repair repair = answer.repairs().of(conflict).orElseThrow().repair().orElseThrow();
          for (Change change : repair.changes()) {
            if (change instanceof Change.Insertion insertion) {
              assertThat(insertion.kind()).as(name).isLessThanOrEqualTo(added.get());
            }
          }
        }
      }
    }
    assertThat(compared).isGreaterThan(Draws.areWhole() ? 30 : -1);
  }

  // ---------------------------------------------------------------- properties of a repair

  private static void assertHolds(
      Program program,
      int pes,
      Profile profile,
      Exploration before,
      Finding.DataRace conflict,
      RepairSearch.Result result) {
    Program repaired = result.repair().orElseThrow().applyTo(program);
    Exploration after = LIMITS.explore(repaired, Job.ofPes(pes), profile, _ -> "");
    assertThat(after.complete()).as(program.name()).isTrue();
    assertThat(after.states()).as(program.name()).isEqualTo(result.states());
    assertThat(after.outcomes()).as(program.name()).isNotEmpty();
    assertThat(places(before)).as(program.name()).contains(conflict.identity());
    assertThat(places(after))
        .as(program.name())
        .doesNotContain(conflict.identity())
        .isSubsetOf(places(before));
    for (Change change : result.repair().get().changes()) {
      ImmutableList<Instruction> without = at(program, change.line());
      ImmutableList<Instruction> with = at(repaired, change.line());
      assertThat(with).as(change.toString()).isNotEqualTo(without);
      if (!(change instanceof Change.Rewriting)) {
        assertThat(with).as(change.toString()).hasSizeGreaterThan(without.size());
      }
    }
  }

  private static ImmutableSet<Object> places(Exploration exploration) {
    return exploration.findings().stream()
        .map(Finding::identity)
        .collect(ImmutableSet.toImmutableSet());
  }

  /** The instructions of a line. */
  private static ImmutableList<Instruction> at(Program program, SourceLine line) {
    ImmutableList.Builder<Instruction> found = ImmutableList.builder();
    for (AgentCode code : program.functions()) {
      for (int i = 0; i < code.body().size(); i++) {
        if (code.lines().get(i).equals(line)) {
          found.add(code.body().get(i));
        }
      }
    }
    return found.build();
  }

  private static ImmutableList<Finding.DataRace> conflicts(Exploration exploration) {
    return exploration.findings().stream()
        .filter(Finding.DataRace.class::isInstance)
        .map(Finding.DataRace.class::cast)
        .collect(ImmutableList.toImmutableList());
  }

  // ---------------------------------------------------------------- tests and twins

  /** The one kind of call that the twin has more lines of, if it differs in nothing else. */
  private static Optional<RepairCall> added(LitmusProgram test, LitmusProgram twin) {
    List<String> more = new ArrayList<>(statements(twin));
    List<String> less = new ArrayList<>(statements(test));
    statements(test).forEach(more::remove);
    statements(twin).forEach(less::remove);
    if (!less.isEmpty() || more.isEmpty() || more.stream().distinct().count() > 1) {
      return Optional.empty();
    }
    return switch (more.get(0)) {
      case "nvshmem_fence();" -> Optional.of(RepairCall.FENCE);
      case "nvshmem_quiet();" -> Optional.of(RepairCall.QUIET);
      case "__syncthreads();" -> Optional.of(RepairCall.BLOCK_BARRIER);
      case "nvshmem_barrier_all();" -> Optional.of(RepairCall.BARRIER);
      default -> Optional.empty();
    };
  }

  private static List<String> statements(LitmusProgram program) {
    String text = program.test().source().text();
    return program.test().bodies().stream()
        .flatMap(body -> text.substring(body.statements().from(), body.statements().to()).lines())
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .toList();
  }

  private static LitmusAnswer withRepairs(LitmusProgram program) {
    return LitmusJudgement.of(program, ImmutableList.of(Profile.NVSHMEM), LIMITS)
        .withRepairs(program, LIMITS)
        .answers()
        .get(0);
  }

  private static Map<String, LitmusProgram> tests() throws IOException {
    TreeMap<String, LitmusProgram> tests = new TreeMap<>();
    for (SourceFile file : files("litmus", ".*\\.litmus")) {
      LitmusProgram program = Objects.requireNonNull(Litmus.compile(file).program(), file.path());
      tests.put(program.test().name(), program);
    }
    return tests;
  }

  private static List<SourceFile> files(String folder, String name) throws IOException {
    List<Path> paths;
    try (var found = Files.walk(Path.of("..", folder))) {
      paths = found.filter(path -> path.getFileName().toString().matches(name)).sorted().toList();
    }
    List<SourceFile> files = new ArrayList<>();
    for (Path path : paths) {
      files.add(SourceFile.read(path));
    }
    return files;
  }
}
