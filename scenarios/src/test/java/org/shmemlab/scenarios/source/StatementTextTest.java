package org.shmemlab.scenarios.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StatementTextTest {
  private static final SourceFile FILE =
      new SourceFile(
          "text.c",
          """
          void f(int c) {
            p(1);  // first
            if (c) p(2);
            if (c)
              // alone
              p(3);
            for (int i = 0; i < g(c); i++) if (i == 2) q(i, c);
            else p(4);
            while (c) { p(5); }
            if (c) {
              p(6);
            }
            call(a_long_name_of_something, another_long_name, and_a_third_one_that_is_long);
          }
          """);

  @Test
  void aStatementIsPrintedWithoutTheTextBeforeIt() {
    assertThat(at(2, false)).isEqualTo(new StatementText("p(1);", false));
    assertThat(at(3, false)).isEqualTo(new StatementText("if (c) p(2);", false));
    assertThat(at(11, false)).isEqualTo(new StatementText("p(6);", false));
  }

  @Test
  void theWholeBodyOfAHeadNeedsBraces() {
    assertThat(at(3, true)).isEqualTo(new StatementText("p(2);", true));
    assertThat(at(6, false)).isEqualTo(new StatementText("p(3);", true));
    assertThat(at(7, true)).isEqualTo(new StatementText("q(i, c);", true));
    assertThat(at(8, true)).isEqualTo(new StatementText("p(4);", true));
    assertThat(at(9, true)).isEqualTo(new StatementText("p(5); }", false));
  }

  @Test
  void aLongStatementIsCut() {
    assertThat(at(13, false).text()).hasSize(60).endsWith("...");
  }

  @Test
  void aLineThatIsNotThereHasNoText() {
    assertThat(at(0, false).text()).isEmpty();
    assertThat(at(99, true).text()).isEmpty();
  }

  private static StatementText at(int line, boolean inside) {
    return StatementText.of(FILE, line, inside);
  }
}
