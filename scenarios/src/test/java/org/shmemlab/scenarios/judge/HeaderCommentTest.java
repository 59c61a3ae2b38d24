package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.shmemlab.scenarios.source.Diagnostic;
import org.shmemlab.scenarios.source.SourceFile;

/** Checks how the lines at the head of a program are read. */
class HeaderCommentTest {
  private static HeaderComment of(String text) {
    return HeaderComment.of(new SourceFile("a.cu", text));
  }

  private static List<String> mistakes(String text) {
    return of(text).mistakes().stream().map(Diagnostic::toString).toList();
  }

  @Test
  void theNumberOfPesMayBeLeftToTheRunLine() {
    HeaderComment header =
        of("// run: shmemlab run a.cu -n 4\n// check: shmemlab check a.cu -D N=2 -DFAST\n");
    assertThat(header.pes()).hasValue(4);
    assertThat(header.options().macros()).containsEntry("N", "2").containsEntry("FAST", "1");
    assertThat(header.mistakes()).isEmpty();
  }

  @Test
  void otherOptionsAndOtherCommentsSayNothing() {
    HeaderComment header =
        of("// check: the flag is up\n// check: ./shmemlab check a.cu --no-repair --pes=3\n");
    assertThat(header.pes()).hasValue(3);
    assertThat(header.mistakes()).isEmpty();
  }

  @Test
  void anUnreadableLineIsAMistakeWithItsPlace() {
    String form = "; write it as '// check: shmemlab check FILE -n 2 -D NAME=VALUE'";
    assertThat(mistakes("// A program.\n// check: shmemlab check a.cu -n two -D 2N=1\n"))
        .containsExactly(
            "a.cu:2: error: check line: 'two' is no number of PEs" + form,
            "a.cu:2: error: check line: '2N=1' defines no macro" + form);
    assertThat(mistakes("#include <nvshmem.h>\n// check: shmemlab check a.cu -n 2\n"))
        .containsExactly(
            "a.cu:2: error: check line: it stands after other lines than comments; move it to the"
                + " head");
  }
}
