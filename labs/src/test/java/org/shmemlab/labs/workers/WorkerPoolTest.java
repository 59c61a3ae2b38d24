package org.shmemlab.labs.workers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.shmemlab.labs.grading.FeedbackText;
import org.shmemlab.labs.grading.Grade;
import org.shmemlab.labs.grading.Grading;
import org.shmemlab.labs.grading.GradingLimits;
import org.shmemlab.labs.lesson.Lab;
import org.shmemlab.labs.lesson.Labs;
import org.shmemlab.labs.workers.WorkerPool.Task;
import org.shmemlab.scenarios.source.SourceFile;

@Tag("compiler")
class WorkerPoolTest {
  private static final Lab LAB = Labs.known().find("3").orElseThrow();

  private static final String MUCH_MEMORY =
      """
      #include <stdlib.h>
      #include <string.h>
      int main(void) {
        for (int i = 0; i < 100; i++) memset(malloc(64 << 20), 1, 64 << 20);
        return 0;
      }
      """;

  @Test
  void gradesAreThoseOfOneProcessInTheOrderOfTheAnswers() throws Exception {
    List<Task> tasks = new ArrayList<>();
    List<Grade> alone = new ArrayList<>();
    Grading grading = new Grading(GradingLimits.USUAL, Optional.empty());
    for (String file : List.of("wrong_barrier.cu", "solution.cu", "start.cu", "solution.cu")) {
      SourceFile source = new SourceFile(file, LAB.file(file));
      tasks.add(new Task(LAB, source));
      alone.add(grading.grade(LAB, source));
    }
    assertThat(grade(RequestLimits.USUAL, tasks)).isEqualTo(alone);
  }

  @Test
  void oneThatTakesTooMuchMemoryHarmsNoOther() throws Exception {
    List<Grade> grades = grade(new RequestLimits(128, Duration.ofMinutes(2)), around(MUCH_MEMORY));
    assertThat(grades).extracting(Grade::points).containsExactly(10, 0, 10);
    assertThat(FeedbackText.first(grades.get(1)))
        .isEqualTo("the program needs more memory than a lab allows");
  }

  @Test
  void oneThatTakesTooLongHarmsNoOther() throws Exception {
    String endless = "int main(void) { volatile int x = 0; for (;;) x = x + 1; }\n";
    List<Grade> grades = grade(new RequestLimits(512, Duration.ofNanos(1)), List.of(task(endless)));
    assertThat(FeedbackText.first(grades.get(0)))
        .isEqualTo("to look at its orders takes longer than a lab allows");
  }

  @Test
  void aProcessEndsInTheMiddleOfItsWorkWithItsParent() throws Exception {
    Lab halo = Labs.known().find("9").orElseThrow(); // takes minutes where it is not made small
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                WorkerSlot.classPath(),
                Worker.class.getName(),
                "0")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (OutputStream requests = process.getOutputStream()) {
      Request.Code code = new Request.Code("lab.cu", halo.file(Lab.SOLUTION));
      Request request = new Request.Check(code, 4, "");
      requests.write((Worker.JSON.writeValueAsString(request) + "\n").getBytes(UTF_8));
    } // as where its reader has been killed
    try (InputStream replies = process.getInputStream()) {
      assertThat(replies.readAllBytes()).isEmpty();
    }
  }

  @Test
  void aStoppedRunHasTheGradesSoFar() throws Exception {
    Task good = task(LAB.file(Lab.SOLUTION));
    AtomicInteger graded = new AtomicInteger();
    try (WorkerPool workers = new WorkerPool(1, RequestLimits.USUAL, Optional.empty(), "0")) {
      List<Task> many = Collections.nCopies(500, good);
      assertThat(workers.grade(many, graded::set, () -> graded.get() >= 2))
          .hasSizeBetween(2, 499)
          .allMatch(Grade::full);
    }
  }

  private static List<Task> around(String text) {
    Task good = task(LAB.file(Lab.SOLUTION));
    return List.of(good, task(text), good);
  }

  private static Task task(String text) {
    return new Task(LAB, new SourceFile("lab.cu", text));
  }

  private static List<Grade> grade(RequestLimits allowance, List<Task> tasks)
      throws IOException, InterruptedException {
    try (WorkerPool workers = new WorkerPool(1, allowance, Optional.empty(), "0")) {
      return workers.grade(tasks, _ -> {}, () -> false);
    }
  }
}
