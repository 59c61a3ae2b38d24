package org.shmemlab.scenarios.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.model.program.SourceLine;

class DiagnosticsTest {
  private final Diagnostics diagnostics = new Diagnostics();

  private void errors(int count) {
    for (int line = 1; line <= count; line++) {
      diagnostics.error(new SourceLine("a.c", line), "wrong");
    }
  }

  @Test
  void theFirstErrorsAreReportedAsTheyAre() {
    errors(20);
    errors(20); // the same again, as of a header that is read twice
    assertThat(diagnostics.all()).hasSize(20).allMatch(one -> one.message().equals("wrong"));
  }

  @ParameterizedTest
  @CsvSource({"21, 1 more error", "34, 14 more errors"})
  void howManyMoreThereAreIsSaidAtTheFirstOfThem(int count, String told) {
    errors(count);
    errors(count);
    assertThat(diagnostics.all()).hasSize(21);
    assertThat(diagnostics.all().getLast().line().line()).isEqualTo(21);
    assertThat(diagnostics.all().getLast().message())
        .isEqualTo(told + " from here on; correct those above first");
  }
}
