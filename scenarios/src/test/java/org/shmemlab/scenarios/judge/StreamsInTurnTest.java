package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.choices.Choices;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.testing.Draws;

/**
 * Tasks of several streams may run one after another, in the order in which they were queued: a
 * wait in a stream must not need a task that was queued later. The programs queue what their
 * argument says; a few lines of simulation decide which of them hang, and on which GPU.
 */
@Tag("random")
class StreamsInTurnTest {
  private static final ImmutableList<String> STREAMS = ImmutableList.of("a", "b");
  private static final int FLAGS = 2;
  private static final int TASKS = 4;

  /** Each task is three letters: its stream, s (set) or w (wait), its flag. */
  private static final SourceFile SOURCE =
      new SourceFile(
          "tasks.cu",
          """
          #include <nvshmem.h>
          #include <nvshmemx.h>
          int main(int argc, char **argv) {
            nvshmem_init();
            uint64_t *flags = (uint64_t *)nvshmem_calloc(2, sizeof(uint64_t));
            cudaStream_t a, b;
            cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
            cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
            for (const char *task = argv[1]; *task; task += 3) {
              cudaStream_t stream = task[0] == 'a' ? a : b;
              uint64_t *flag = flags + (task[2] - '0');
              if (task[1] == 's')
                nvshmemx_signal_op_on_stream(flag, 1, NVSHMEM_SIGNAL_SET, 0, stream);
              else
                nvshmemx_signal_wait_until_on_stream(flag, NVSHMEM_CMP_EQ, 1, stream);
            }
            cudaDeviceSynchronize();
            nvshmem_free(flags);
            nvshmem_finalize();
            return 0;
          }
          """);

  @Test
  void aWaitThatNeedsALaterTaskIsADeadlockOfStreamsThatRunInTurn() {
    Program program = Checked.compiled(SOURCE);
    ExplorationLimits limits = new ExplorationLimits(10_000, () -> false);
    Map<String, Integer> kinds = new TreeMap<>();
    for (int draw = 0; draw < Draws.of(300); draw++) {
      List<String> tasks = drawn(new SeededChoices(draw));
      Job job =
          new Job(1, 1, ImmutableList.of(String.join("", tasks)), ImmutableMap.of(), Job.Gpu.H200);
      ImmutableList<Profile> profiles = ProgramJudgement.profiles(program);
      ProgramJudgement judgement = ProgramJudgement.of(SOURCE, program, job, profiles, limits);

      boolean hangs = hangsAtOnce(tasks);
      boolean hangsInTurn = hangsInTurn(tasks);
      assertThat(judgement.warnings()).as("%s", tasks).isEmpty();
      assertThat(judgement.answers()).as("%s", tasks).hasSize(hangs ? 2 : 3);
      assertThat(judgement.errors())
          .as("%s", tasks)
          .extracting(ProgramJudgement.Found::kind)
          .containsExactlyElementsOf(
              hangsInTurn ? List.of(FindingKind.DEADLOCK) : List.<FindingKind>of());
      judgement
          .errors()
          .forEach(found ->
              assertThat(found.profiles().contains(Profile.ORDERING_PAGE))
                  .as("%s", tasks)
                  .isEqualTo(hangs));
      kinds.merge(hangs ? "hangs" : hangsInTurn ? "hangs in turn" : "ends", 1, Integer::sum);
    }
    assertThat(kinds).hasSize(3);
  }

  private static List<String> drawn(Choices choices) {
    List<String> tasks = new ArrayList<>();
    for (int task = 0; task < TASKS; task++) {
      tasks.add(choices.pick(STREAMS) + (choices.yes(1, 2) ? "s" : "w") + choices.next(FLAGS));
    }
    return tasks;
  }

  private static boolean hangsInTurn(List<String> tasks) {
    Set<String> set = new HashSet<>();
    for (String task : tasks) {
      if (task.charAt(1) == 's') {
        set.add(task.substring(2));
      } else if (!set.contains(task.substring(2))) {
        return true;
      }
    }
    return false;
  }

  private static boolean hangsAtOnce(List<String> tasks) {
    Map<String, ArrayDeque<String>> queues = new TreeMap<>();
    tasks.forEach(task ->
        queues.computeIfAbsent(task.substring(0, 1), stream -> new ArrayDeque<>()).add(task));
    Set<String> set = new HashSet<>();
    boolean moved = true;
    while (moved) {
      moved = false;
      for (ArrayDeque<String> queue : queues.values()) {
        String task = queue.peek();
        if (task != null && (task.charAt(1) == 's' || set.contains(task.substring(2)))) {
          set.add(task.charAt(1) == 's' ? task.substring(2) : "");
          queue.remove();
          moved = true;
        }
      }
    }
    return queues.values().stream().anyMatch(queue -> !queue.isEmpty());
  }
}
