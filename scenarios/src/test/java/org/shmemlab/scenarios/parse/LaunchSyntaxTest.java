package org.shmemlab.scenarios.parse;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.shmemlab.scenarios.source.Diagnostics;
import org.shmemlab.scenarios.source.SourceFile;

class LaunchSyntaxTest {
  private static String rewrite(String text) {
    return new String(LaunchSyntax.rewrite(new SourceFile("t.cu", text), new Diagnostics("t.cu")));
  }

  @Test
  void launchesBecomeCallsOfTheSameLength() {
    assertThat(rewrite("k<<<g, b>>>(x);")).isEqualTo("k  (g, b)  (x);");
  }

  @Test
  void linesStayWhereTheyAre() {
    assertThat(rewrite("k<int><<<\n g(1, 2),\n b\n>>>(\nx);\ny"))
        .isEqualTo("k<int>  (\n g(1, 2),\n b\n)  (\nx);\ny");
  }

  @Test
  void textsCommentsAndTemplatesAreLeftAlone() {
    String text =
        "s = \"a<<<b>>>c\"; // <<< >>>\n/* <<< */ c = '<'; A<B<C<int>>> x; n = 1'000'000;";
    assertThat(rewrite(text)).isEqualTo(text);
  }

  @Test
  void anUnclosedLaunchEndsWithItsStatement() {
    assertThat(rewrite("k<<<1; A<B<C<D>>> x;")).isEqualTo("k  (1; A<B<C<D>>> x;");
  }
}
