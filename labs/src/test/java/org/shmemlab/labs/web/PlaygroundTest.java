package org.shmemlab.labs.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.labs.grading.GradingLimits;
import org.shmemlab.labs.workbench.Shown;
import org.shmemlab.labs.workbench.Workbench;
import org.shmemlab.scenarios.source.SourceFile;

@Tag("compiler")
class PlaygroundTest {
  private final Workbench workbench = new Workbench(GradingLimits.USUAL, "0");

  @ParameterizedTest
  @CsvSource({
    "ring.cu, lab.cu, nvshmem: nothing wrong, nvlink: nothing wrong",
    "fence.cu, lab.cu, nvshmem: conflict, nvshmem-ordering-page: nothing wrong",
    "ring.c, lab.c, openshmem-1.6: nothing wrong, efa: nothing wrong",
    "mp.litmus, lab.litmus, nvshmem: forbidden, ucx@3.5: allowed",
    "sb.litmus, lab.litmus, nvshmem: forbidden, nvlink: forbidden",
  })
  void examplesAreNamedByTheirTextAndHaveAVerdictForEachDocumentAndTransport(
      String name, String file, String one, String other) {
    String text =
        Playground.examples().stream()
            .filter(example -> example.name().equals(name))
            .findFirst()
            .orElseThrow()
            .text();
    assertThat(Playground.file(text)).isEqualTo(file);
    Shown shown = workbench.check(new SourceFile(file, text), 2, "all", 0);
    assertThat(shown.details()).contains(one, other);
  }

  /** With and without each part of a litmus test that is for people alone. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "C MP\n\"Why.\"\n",
        "C MP\n",
        "\"Why.\"\n",
        "pes 3\n",
        "",
        "\n// by me\n/* on\n two lines */\nC MP  \r\n",
      })
  void aLitmusTestNeedsNoNameNoReasonAndNoExpectation(String head) {
    String text = head + "{ long x; }\nP0 { nvshmem_long_p(&x, 1, 0); }\nexists (x@0 = 1)\n";
    String file = Playground.file(text);
    assertThat(file).isEqualTo("lab.litmus");
    Shown shown = workbench.check(new SourceFile(file, text), 2, "", 0);
    assertThat(shown.summary()).contains("nvshmem: allowed");
    assertThat(String.join("\n", shown.details())).contains("\nexpect nvshmem: allowed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "// C MP\n", "int main(void) { return 0; }", "C\nMP {", "/*"})
  void otherTextsAreCuda(String text) {
    assertThat(Playground.file(text)).isEqualTo("lab.cu");
  }
}
