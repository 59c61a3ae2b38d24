package org.shmemlab.reports.finding;

import static java.util.Collections.nCopies;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.explore.WitnessStep;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.source.SourceFile;

class ScheduleTextTest {
  private static final ScheduleText TEXT =
      new ScheduleText(new SourceFile("loop.cu", "x = 0;\nwhile (x < 9) x++;\n"));

  private static WitnessStep step(int pe, int line) {
    return new WitnessStep(pe, "host", "", false, new SourceLine("loop.cu", line));
  }

  @Test
  void aLoopInOneLineTakesOneLine() {
    assertThat(
            TEXT.lines(
                ImmutableList.<WitnessStep>builder()
                    .add(step(0, 1))
                    .addAll(nCopies(1_000, step(0, 2)))
                    .addAll(nCopies(3, step(1, 2)))
                    .add(step(0, 2))
                    .build()))
        .containsExactly(
            "PE 0                                  PE 1                                  network",
            "1 x = 0;",
            "2 while (x < 9) x++; (1000 times)",
            "                                      2 while (x < 9) x++;",
            "                                      2 while (x < 9) x++;",
            "                                      2 while (x < 9) x++;",
            "2 while (x < 9) x++;");
  }
}
