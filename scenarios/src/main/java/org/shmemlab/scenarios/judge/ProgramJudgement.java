package org.shmemlab.scenarios.judge;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingIdentity;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.interpreter.RuntimeCall;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.Output;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.machine.PresentLoops.PresentLoop;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.Program.HeapSide;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.repair.Repair;
import org.shmemlab.model.repair.RepairSearch;
import org.shmemlab.model.spec.Conflicts.Conflict;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Switch;
import org.shmemlab.scenarios.accepted.Acceptance;
import org.shmemlab.scenarios.accepted.Acceptances;
import org.shmemlab.scenarios.accepted.AcceptedFindings;
import org.shmemlab.scenarios.accepted.Allowance;
import org.shmemlab.scenarios.runtime.cuda.CudaStreams;
import org.shmemlab.scenarios.runtime.library.NcclSetup;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * The judgement of a program under some profiles.
 *
 * @param source the program
 * @param job how it was started
 * @param answers one for each profile, the weakest promise first
 * @param expected the finding that it announces: a kind of finding, "unspecified" or "nothing"
 * @param acceptances the findings that are accepted
 * @param endless loops in which a run is given up, where no explored execution ends
 */
public record ProgramJudgement(
    SourceFile source,
    Job job,
    ImmutableList<Answer> answers,
    Optional<String> expected,
    Acceptances acceptances,
    ImmutableList<PresentLoop> endless) {

  /** A judgement of which nothing is accepted. */
  public ProgramJudgement(
      SourceFile source, Job job, ImmutableList<Answer> answers, Optional<String> expected) {
    this(source, job, answers, expected, Acceptances.NONE, ImmutableList.of());
  }

  /**
   * The answer under one profile; outcomes are the PEs' outputs.
   *
   * @param repairs the repairs of its conflicts, if they were asked for; a conflict that a weaker
   *     promise has, too, is repaired there
   * @param past the accepted conflicts that the exploration went past
   * @param further findings that other conflicts hide; see {@link FurtherFindings}
   */
  public record Answer(
      Profile profile,
      Exploration exploration,
      ConflictRepairs repairs,
      ImmutableList<Conflict> past,
      ImmutableList<Finding> further) {
    /** An answer of an exploration that ends where a conflict is. */
    public Answer(Profile profile, Exploration exploration, ConflictRepairs repairs) {
      this(profile, exploration, repairs, ImmutableList.of(), ImmutableList.of());
    }

    private Answer with(ConflictRepairs found) {
      return new Answer(profile, exploration, found, past, further);
    }

    private Answer withFurther(ImmutableList<Finding> others) {
      return new Answer(profile, exploration, repairs, past, others);
    }

    /** The conflicts that the search for a repair goes past: those that are no part of it. */
    private ImmutableList<Conflict> others() {
      return Stream.concat(past.stream(), FurtherFindings.conflicts(further).stream())
          .collect(ImmutableList.toImmutableList());
    }

    private Answer with(Predicate<Finding> kept) {
      ImmutableList<Finding> findings =
          exploration.findings().stream().filter(kept).collect(ImmutableList.toImmutableList());
      return new Answer(profile, exploration.withFindings(findings), repairs, past, further);
    }
  }

  /**
   * A finding, reported once.
   *
   * @param finding as the first profile that has it shows it
   * @param profiles those that have it
   * @param repairs the result of the search for its repair, if that was asked for
   * @param acceptance why it is accepted, if it is
   */
  public record Found(
      Finding finding,
      ImmutableSet<Profile> profiles,
      Optional<RepairSearch.Result> repairs,
      Optional<Acceptance> acceptance) {
    public FindingKind kind() {
      return finding.kind();
    }

    private Found join(Found other) {
      return new Found(
          finding, Sets.union(profiles, other.profiles).immutableCopy(), repairs, acceptance);
    }
  }

  /** The strongest promise on a GPU that runs one task at a time. */
  private static final Profile TASKS_IN_TURN =
      Profile.ORDERING_PAGE.with(Switch.STREAMS_RUN_AT_ONCE, false);

  /** Whether the profiles agree on the meaning of the program. */
  public enum Verdict {
    /** Every execution is defined; it may still hang or fail an assertion. */
    DEFINED,
    /** Some execution has a conflict or a misuse, whichever way the documents are read. */
    UNDEFINED,
    /** That depends on which document is read. */
    UNSPECIFIED
  }

  /**
   * The profiles that a program is judged by: OpenSHMEM's own for a program that calls OpenSHMEM
   * and not NVSHMEM, wherever it includes {@code shmem.h}; for one that makes a device communicator
   * of NCCL the two readings of its documents, and for all other programs those of NVSHMEM's. A
   * program that makes streams is judged on a GPU, too, that runs one task at a time.
   */
  public static ImmutableList<Profile> profiles(Program program) {
    if (program.symmetricHeap() == HeapSide.HOST) {
      return ImmutableList.of(Profile.OPENSHMEM);
    }
    if (calls(program, NcclSetup.DEVICE_API)) {
      return Profile.ofNccl().collect(ImmutableList.toImmutableList());
    }
    return calls(program, CudaStreams.STREAM_CREATE)
        ? ImmutableList.of(Profile.NVSHMEM, Profile.ORDERING_PAGE, TASKS_IN_TURN)
        : ImmutableList.of(Profile.NVSHMEM, Profile.ORDERING_PAGE);
  }

  private static boolean calls(Program program, RuntimeCall call) {
    return program.functions().stream()
        .flatMap(function -> function.body().stream())
        .anyMatch(instruction ->
            instruction instanceof Instruction.Invoke invoke && invoke.call().equals(call));
  }

  /** Explores a program under each of these profiles, the weakest promise first. */
  public static ProgramJudgement of(
      SourceFile file, Program program, Job job, List<Profile> profiles, ExplorationLimits limits) {
    List<Answer> answers = new ArrayList<>();
    for (Profile profile : profiles) {
      if (!isInVain(profile, answers, limits)) {
        answers.add(
            new Answer(
                profile,
                limits.explore(program, job, profile, ProgramJudgement::printed),
                ConflictRepairs.NOT_ASKED));
      }
    }
    ImmutableList<PresentLoop> endless =
        answers.stream().allMatch(answer -> EndlessLoops.areLikely(answer.exploration()))
            ? EndlessLoops.of(program, job, profiles.get(0), limits.options().stop())
            : ImmutableList.of();
    return new ProgramJudgement(
        file,
        job,
        together(ImmutableList.copyOf(answers)),
        Announcement.of(file).expected(),
        Acceptances.NONE,
        endless);
  }

  // Of tasks in turn only a hang counts that tasks at once do not show. The searches of random
  // schedules, which other processes share, may not depend on results.
  private static boolean isInVain(Profile profile, List<Answer> before, ExplorationLimits limits) {
    return profile.equals(TASKS_IN_TURN)
        && limits.engine() != Engine.RANDOM
        && before.stream().anyMatch(answer -> answer.exploration().hangs());
  }

  // Next to other profiles, tasks in turn only show which waits rely on more than that: a GPU that
  // runs them at once shows all else.
  private static ImmutableList<Answer> together(ImmutableList<Answer> answers) {
    if (answers.size() == 1) {
      return answers;
    }
    boolean hang = readings(answers).anyMatch(answer -> answer.exploration().hangs());
    return answers.stream()
        .map(answer ->
            answer.profile().equals(TASKS_IN_TURN)
                ? answer.with(finding -> !hang && finding.kind() == FindingKind.DEADLOCK)
                : answer)
        .collect(ImmutableList.toImmutableList());
  }

  private static Stream<Answer> readings(ImmutableList<Answer> answers) {
    return answers.stream()
        .filter(answer -> answers.size() == 1 || !answer.profile().equals(TASKS_IN_TURN));
  }

  /** Number of PEs. */
  public int pes() {
    return job.pes();
  }

  /**
   * The same judgement with the findings that its conflicts hide.
   *
   * @param limits those that it was judged within
   */
  public ProgramJudgement pastConflicts(Program program, ExplorationLimits limits) {
    return with(
        answers.stream()
            .map(answer -> answer.withFurther(FurtherFindings.of(program, job, answer, limits)))
            .collect(ImmutableList.toImmutableList()),
        acceptances);
  }

  /**
   * The same judgement with the repairs of each conflict under the weakest promise that has it, and
   * without the further findings that these repairs mend.
   *
   * @param limits those that it was judged within
   */
  public ProgramJudgement withRepairs(Program program, ExplorationLimits limits) {
    Set<Object> known = new HashSet<>();
    List<Repair> found = new ArrayList<>();
    List<Answer> all = new ArrayList<>();
    Predicate<SourceLine> open = new RepairableLines(source);
    for (Answer answer : answers) {
      Exploration exploration = answer.exploration();
      ImmutableList<Finding> first =
          exploration.findings().stream()
              .filter(finding -> known.add(finding.identity()) && acceptances.of(finding).isEmpty())
              .collect(ImmutableList.toImmutableList());
      ConflictRepairs repairs =
          ConflictRepairs.of(
              program,
              job,
              answer.profile(),
              exploration,
              answer.others(),
              first,
              found,
              limits,
              open);
      found.addAll(repairs.repairs());
      all.add(answer.with(repairs));
    }
    return with(
        all.stream()
            .map(answer ->
                answer.with(
                    answer
                        .repairs()
                        .completedBy(
                            found,
                            program,
                            job,
                            answer.profile(),
                            answer.exploration(),
                            answer.others(),
                            limits,
                            open)))
            .map(answer ->
                answer.withFurther(FurtherFindings.left(program, job, answer, found, limits)))
            .collect(ImmutableList.toImmutableList()),
        acceptances);
  }

  /**
   * The same judgement with the findings that are accepted. A conflict ends the search of the
   * executions that show it, so the executions after an accepted one are searched again, as if its
   * accesses were in no conflict, until there is no further conflict.
   *
   * @param limits those that it was judged within
   */
  public ProgramJudgement accepting(
      AcceptedFindings accepted, Program program, ExplorationLimits limits) {
    ProgramJudgement judged = with(answers, accepted.of(source, unique()));
    int known = 0;
    for (ImmutableList<Conflict> past = judged.acceptedConflicts();
        past.size() > known;
        past = judged.acceptedConflicts()) {
      known = past.size();
      ImmutableList<Answer> further = judged.searched(past, program, limits);
      ProgramJudgement all = judged.with(further, Acceptances.NONE);
      judged = all.with(further, accepted.of(source, all.unique()));
    }
    accepted.settle(source, judged.unique(), judged.complete());
    return judged;
  }

  private ProgramJudgement with(ImmutableList<Answer> others, Acceptances acceptances) {
    return new ProgramJudgement(source, job, others, expected, acceptances, endless);
  }

  private List<Finding> unique() {
    return findings().stream().map(Found::finding).toList();
  }

  private ImmutableList<Conflict> acceptedConflicts() {
    return accepted().stream()
        .map(found -> found.finding().accesses())
        .filter(accesses -> accesses.size() == 2)
        .map(accesses -> Conflict.of(accesses.get(0), accesses.get(1)))
        .collect(ImmutableList.toImmutableList());
  }

  /** The answers with the findings of a search past conflicts. */
  private ImmutableList<Answer> searched(
      ImmutableList<Conflict> past, Program program, ExplorationLimits limits) {
    ImmutableList.Builder<Answer> all = ImmutableList.builder();
    for (Answer answer : answers) {
      Exploration before = answer.exploration();
      Exploration after =
          limits.explore(program, job, answer.profile(), past, ProgramJudgement::printed);
      Set<FindingIdentity> known = new HashSet<>();
      ImmutableList<Finding> findings =
          Stream.concat(before.findings().stream(), after.findings().stream())
              .filter(finding -> known.add(finding.identity()))
              .collect(ImmutableList.toImmutableList());
      all.add(
          new Answer(
              answer.profile(),
              after.withFindings(findings),
              answer.repairs(),
              past,
              ImmutableList.of()));
    }
    return together(all.build());
  }

  /** Every finding with the profiles that have it. */
  public ImmutableList<Found> findings() {
    return found(answer -> answer.exploration().findings());
  }

  /** Every finding that conflicts hide, with the profiles that have it. */
  public ImmutableList<Found> further() {
    ImmutableSet<FindingIdentity> shown =
        findings().stream()
            .map(found -> found.finding().identity())
            .collect(ImmutableSet.toImmutableSet());
    return found(Answer::further).stream()
        .filter(found -> !shown.contains(found.finding().identity()))
        .collect(ImmutableList.toImmutableList());
  }

  private ImmutableList<Found> found(Function<Answer, ImmutableList<Finding>> of) {
    Map<Object, Found> found = new LinkedHashMap<>();
    for (Answer answer : answers) {
      for (Finding finding : of.apply(answer)) {
        found.merge(
            finding.identity(),
            new Found(
                finding,
                ImmutableSet.of(answer.profile()),
                answer.repairs().of(finding),
                acceptances.of(finding)),
            Found::join);
      }
    }
    return ImmutableList.copyOf(found.values());
  }

  /**
   * The findings that every profile has, or that only the strongest promise still shows, without
   * the accepted ones.
   */
  public ImmutableList<Found> errors() {
    return findings().stream()
        .filter(found -> isError(found) && found.acceptance().isEmpty())
        .collect(ImmutableList.toImmutableList());
  }

  /**
   * The findings of the weakest promise alone, without the accepted ones: the program relies on
   * promises that only some documents make.
   */
  public ImmutableList<Found> warnings() {
    return findings().stream()
        .filter(found -> !isError(found) && found.acceptance().isEmpty())
        .collect(ImmutableList.toImmutableList());
  }

  /** The findings that are accepted, errors and warnings. */
  public ImmutableList<Found> accepted() {
    return findings().stream()
        .filter(found -> found.acceptance().isPresent())
        .collect(ImmutableList.toImmutableList());
  }

  /** Whether something was found, and all of it is accepted. */
  public boolean isAccepted() {
    return !findings().isEmpty() && errors().isEmpty() && warnings().isEmpty();
  }

  /** The comments that allow nothing, where every order was seen: a cache's loads none shows. */
  public ImmutableList<Allowance> unusedAllowances() {
    return acceptances.unused().stream()
        .filter(one -> complete() && one.kind() != FindingKind.STALE)
        .collect(ImmutableList.toImmutableList());
  }

  /** Whether a finding is an error: the strongest promise has it, too, or tasks in turn do. */
  public boolean isError(Found found) {
    return found.profiles().contains(readings().get(readings().size() - 1).profile())
        || found.profiles().contains(TASKS_IN_TURN);
  }

  /** The answers of different readings of the documents, the weakest promise first. */
  public ImmutableList<Answer> readings() {
    return readings(answers).collect(ImmutableList.toImmutableList());
  }

  /** The verdict as far as the explorations went, whatever is accepted; see {@link #complete}. */
  public Verdict verdict() {
    List<Found> undefined = findings().stream().filter(ProgramJudgement::leavesNoMeaning).toList();
    if (undefined.stream().anyMatch(this::isError)) {
      return Verdict.UNDEFINED;
    }
    return undefined.isEmpty() ? Verdict.DEFINED : Verdict.UNSPECIFIED;
  }

  private static boolean leavesNoMeaning(Found found) {
    return found.kind().isUndefined();
  }

  /** Whether every order was seen under every profile. */
  public boolean complete() {
    return answers.stream().allMatch(answer -> answer.exploration().complete());
  }

  /**
   * Whether the finding that the program announces, if it does, was found: an error of that kind,
   * nothing at all in every execution, or something that only some documents forbid
   * ("unspecified").
   */
  public boolean asExpected() {
    return expected
        .map(kind ->
            switch (kind) {
              case "nothing" -> findings().isEmpty() && complete();
              case "unspecified" -> verdict() == Verdict.UNSPECIFIED;
              default ->
                  findings().stream()
                      .anyMatch(found -> isError(found) && found.kind().word().equals(kind));
            })
        .orElse(true);
  }

  /** The outputs of the PEs, in order of PEs. */
  public static String printed(Machine machine) {
    return printed(machine.takeOutput());
  }

  /** The outputs of the PEs among these, in order of PEs. */
  static String printed(List<Output> output) {
    Map<Integer, StringBuilder> byPe = new TreeMap<>();
    for (Output piece : output) {
      byPe.computeIfAbsent(piece.pe(), _ -> new StringBuilder()).append(piece.text());
    }
    return String.join("", byPe.values());
  }
}
