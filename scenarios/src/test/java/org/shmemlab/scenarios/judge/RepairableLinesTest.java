package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.source.SourceFile;

class RepairableLinesTest {
  private static boolean open(String text, String at) {
    return new RepairableLines(new SourceFile("a.cu", text))
        .test(new SourceLine("a.cu", 1, text.indexOf(at) + 1));
  }

  @Test
  void theConditionAndTheStepOfAForAreNoPlaces() {
    String loop = "for (int i = first(0); i < last(9); i++) put(i);";
    assertThat(open(loop, "for")).isFalse(); // the branches of the loop
    assertThat(open(loop, "first")).isTrue();
    assertThat(open(loop, "last")).isFalse();
    assertThat(open(loop, "i++")).isFalse();
    assertThat(open(loop, "put")).isTrue();
    assertThat(open("for (int x : all) put(x);", "put")).isTrue();
    assertThat(open("while (*flag == 0) test();", "flag")).isTrue();
  }

  @Test
  void anotherFileIsNoPlace() {
    var lines = new RepairableLines(new SourceFile("a.cu", "put();"));
    assertThat(lines.test(new SourceLine("b.h", 1, 1))).isFalse();
    assertThat(lines.test(new SourceLine("a.cu", 0))).isFalse();
  }
}
