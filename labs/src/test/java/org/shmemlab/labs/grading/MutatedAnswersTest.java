package org.shmemlab.labs.grading;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.shmemlab.labs.grading.Grade.Result;
import org.shmemlab.labs.lesson.Criterion;
import org.shmemlab.labs.lesson.Lab;
import org.shmemlab.labs.lesson.Labs;
import org.shmemlab.labs.lesson.Mistake;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.testing.Draws;

/**
 * Holds the feedback on changed answers against explorations of the same answers, and of answers
 * with the advised call inserted into their text.
 *
 * <p>Most of the time goes to the compiler. Answers that differ in comments and blanks alone are
 * one, and criteria share the macros of the exploration where their lines are known with these, so
 * that most answers are compiled once. Criteria of simulated time are left out: an exploration says
 * nothing about them.
 */
@Tag("catalogue")
class MutatedAnswersTest {
  /** All of them take {@code -Pthorough}. */
  private static final int ANSWERS = Boolean.getBoolean("shmemlab.thorough") ? 1_800 : 80;

  private static final int CHANGES = 1_500;
  private static final long SEED = 53;
  private static final GradingLimits LIMITS = GradingLimits.USUAL;

  /** The call that the explanation of a wrong answer asks for. */
  private static final ImmutableMap<String, List<String>> ADVICE =
      ImmutableMap.<String, List<String>>builder()
          .put("01/wrong_no_barrier.cu", calls("barrier"))
          .put("02/wrong_sync.cu", calls("barrier"))
          .put("02/wrong_quiet.cu", calls("barrier"))
          .put("03/wrong_fence_at_reader.cu", calls("quiet"))
          .put("03/wrong_quiet_late.cu", calls("quiet"))
          .put("04/wrong_fence_between_flags.cu", calls("fence"))
          .put("04/wrong_two_fences.cu", calls("quiet"))
          .put("04/wrong_quiet_at_reader.cu", calls("quiet"))
          .put("04/wrong_quiet_too_late.cu", calls("quiet"))
          .put("06/wrong_fence.cu", calls("quiet"))
          .put("06/wrong_quiet_behind.cu", calls("quiet"))
          .put("07/wrong_no_quiet.cu", calls("quiet"))
          .put("08/wrong_no_fence.cu", calls("fence"))
          .buildOrThrow();

  /** The kinds of calls that the explanation of a wrong answer says are not there. */
  private static final ImmutableMap<String, List<String>> ABSENT =
      ImmutableMap.<String, List<String>>builder()
          .put("01/start.cu", List.of("put", "p"))
          .put("01/wrong_own_copy.cu", List.of("put", "p"))
          .put("01/wrong_no_barrier.cu", List.of("barrier"))
          .put("02/wrong_no_wait.cu", List.of("barrier", "sync"))
          .put("04/start.cu", List.of("fence", "quiet"))
          .put("09/wrong_no_wait.cu", List.of("signal_wait"))
          .put("12/start.cu", List.of("threadfence"))
          .buildOrThrow();

  private static final ImmutableMap<String, Pattern> NAMES =
      ImmutableMap.of(
          "put", Pattern.compile("_put\\w*\\("),
          "p", Pattern.compile("_p\\("),
          "barrier", Pattern.compile("_barrier\\w*\\("),
          "sync", Pattern.compile("nvshmemx?_sync\\w*\\("),
          "fence", Pattern.compile("_fence\\("),
          "quiet", Pattern.compile("_quiet\\w*\\("),
          "signal_wait", Pattern.compile("_signal_wait\\w*\\("),
          "threadfence", Pattern.compile("__threadfence\\("));

  /** Whether a call helps, by the program, its start and the call. */
  private static final Map<String, Boolean> HELPS = new ConcurrentHashMap<>();

  /** A changed answer. */
  record Answer(Lab lab, String change, String text) {
    @Override
    public String toString() {
      return lab.name() + ": " + change;
    }
  }

  private static List<String> calls(String word) {
    return switch (word) {
      case "barrier" ->
          List.of("nvshmemx_barrier_all_on_stream(stream);", "nvshmem_barrier_all();");
      default -> List.of("nvshmem_" + word + "();", "nvshmemx_" + word + "_on_stream(stream);");
    };
  }

  static List<Answer> answers() {
    List<Answer> all = new ArrayList<>();
    Set<String> known = new HashSet<>();
    for (Lab whole : Labs.known().all()) {
      Lab lab = quicker(whole);
      for (Map.Entry<String, String> file : lab.files().entrySet()) {
        if (file.getKey().endsWith(".cu")) {
          AnswerMutations.of(file.getValue())
              .forEach((text, change) -> {
                if (known.add(lab.number() + normalised(text))) {
                  all.add(new Answer(lab, file.getKey() + " with " + change, text));
                }
              });
        }
      }
    }
    assertThat(all).hasSizeGreaterThanOrEqualTo(CHANGES);
    Collections.shuffle(all, new Random(Draws.seed(SEED)));
    return all.subList(0, ANSWERS);
  }

  /** A program without its comments and blanks. */
  private static String normalised(String text) {
    return text.replaceAll("//.*", "").replaceAll("\\s+", " ");
  }

  /** The lab without criteria of time, and with the macros of its orders in as many as possible. */
  private static Lab quicker(Lab lab) {
    Criterion.Orders orders = lab.orders().get(0);
    ImmutableList.Builder<Criterion> criteria = ImmutableList.builder();
    for (Criterion one : lab.criteria()) {
      Criterion.Test test =
          switch (one.test()) {
            case Criterion.Fast _, Criterion.Predicts _ -> null;
            case Criterion.Uses uses ->
                new Criterion.Uses(orders.start(), uses.required(), uses.forbidden());
            case Criterion.Runs runs
                when orders.prints() != null && runs.start().pes() == orders.start().pes() ->
                new Criterion.Runs(orders.start(), orders.prints(), runs.schedules());
            default -> one.test();
          };
      if (test != null) {
        criteria.add(new Criterion(one.name(), one.says(), one.points(), one.needs(), test));
      }
    }
    return new Lab(
        lab.name(), lab.title(), lab.minutes(), criteria.build(), lab.mistakes(), lab.files());
  }

  @Test
  void feedbackOnAChangedAnswerIsTrue() {
    List<String> untrue =
        Draws.of(answers()).parallelStream().flatMap(answer -> untrue(answer).stream()).toList();
    assertThat(untrue).as(String.join("\n", untrue)).isEmpty();
  }

  /** The untrue parts of the feedback on an answer. */
  static List<String> untrue(Answer answer) {
    Grade grade =
        new Grading(LIMITS, Optional.empty())
            .grade(answer.lab, new SourceFile("lab.cu", answer.text));
    List<String> untrue = new ArrayList<>();
    for (int i = 0; i < grade.results().size(); i++) {
      Criterion criterion = answer.lab.criteria().get(i);
      Result result = grade.results().get(i);
      if (grade.full()
          && criterion.test() instanceof Criterion.Orders orders
          && orders.transport() == null
          && !explored(answer.text, criterion, Profile.NVSHMEM).findings().isEmpty()) {
        untrue.add(answer + ": all points for an answer with a finding");
      }
      for (Trouble trouble : result.troubles()) {
        answer.lab.mistakes().stream()
            .filter(mistake -> mistake.say().equals(trouble.say()))
            .forEach(mistake -> untrue.addAll(untrue(answer, criterion, trouble, mistake)));
        if (trouble.kind().equals("missing call")) {
          String word = trouble.text().replaceAll(".*'(\\w+)'", "$1");
          if (isThere(answer.text, word)) {
            untrue.add(answer + ": says that there is no " + word);
          }
        }
      }
    }
    return untrue;
  }

  private static List<String> untrue(
      Answer answer, Criterion criterion, Trouble trouble, Mistake mistake) {
    List<String> untrue = new ArrayList<>();
    String key = answer.lab.name().substring(0, 2) + "/" + mistake.files().get(0);
    for (String word : ABSENT.getOrDefault(key, List.of())) {
      if (isThere(answer.text, word)) {
        untrue.add(answer + ": " + key + " says that there is no " + word);
      }
    }
    List<String> advised = ADVICE.getOrDefault(key, List.of());
    if (!advised.isEmpty()
        && trouble.kind().equals("conflict")
        && !HELPS.computeIfAbsent(
            normalised(answer.text) + criterion.start() + advised,
            _ -> helps(answer, criterion, advised))) {
      untrue.add(answer + ": " + key + " advises " + advised.get(0) + ", which does not help");
    }
    return untrue;
  }

  private static boolean isThere(String text, String word) {
    Pattern name = NAMES.get(word);
    return name != null && name.matcher(text.replaceAll("//.*", "")).find();
  }

  /**
   * Whether one of the calls, somewhere, leaves fewer conflicts and no other kind of mistake, but
   * for a misuse that the conflict has hidden.
   */
  private static boolean helps(Answer answer, Criterion criterion, List<String> calls) {
    List<Finding> before = explored(answer.text, criterion, Profile.NVSHMEM).findings();
    for (String call : calls) {
      for (String text : AnswerMutations.inserted(answer.text, call)) {
        if (CudaC.compile(source(text, criterion)).program() == null) {
          continue;
        }
        List<Finding> after = explored(text, criterion, Profile.NVSHMEM).findings();
        if (conflicts(after) < conflicts(before)
            && after.stream()
                .allMatch(finding ->
                    finding.kind() == FindingKind.CONFLICT
                        || finding.kind() == FindingKind.MISUSE
                        || before.stream().anyMatch(old -> old.kind() == finding.kind()))) {
          return true;
        }
      }
    }
    return false;
  }

  private static long conflicts(List<Finding> findings) {
    return findings.stream().filter(finding -> finding.kind() == FindingKind.CONFLICT).count();
  }

  private static SourceFile source(String text, Criterion criterion) {
    return new SourceFile("lab.cu", text).define(criterion.start().define());
  }

  private static Exploration explored(String text, Criterion criterion, Profile profile) {
    SourceFile source = source(text, criterion);
    Program program = CudaC.compile(source).program();
    if (program == null) {
      throw new AssertionError("it does not compile: " + text);
    }
    return ProgramJudgement.of(
            source,
            program,
            Job.ofPes(criterion.start().pes()),
            ImmutableList.of(profile),
            LIMITS.search(Engine.AUTO))
        .answers()
        .get(0)
        .exploration();
  }
}
