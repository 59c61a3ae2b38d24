package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Findings that are known or allowed, from the command line to files for other tools. */
@Tag("compiler")
final class BaselineTest {
  private static final String ALLOW = " // shmemlab: allow conflict, because it shows progress";

  private static final String PROGRAM =
      """
      #include <stdio.h>
      #include <nvshmem.h>
      #include <nvshmemx.h>
      __global__ void k(int *x) {
        if (nvshmem_my_pe() == 0) {
          nvshmem_int_p(x, 1, 1);
          nvshmem_int_p(x + 1, 1, 1);
        } else {
          printf("%d\\n", x[0]);
          printf("%d\\n", x[1]);
        }
      }
      int main(void) {
        nvshmem_init();
        int *x = (int *)nvshmem_calloc(2, sizeof(int));
        k<<<1, 1>>>(x);
        cudaDeviceSynchronize();
        nvshmem_finalize();
        return 0;
      }
      """;

  @TempDir private Path folder;
  private Path file = Path.of("");
  private Path known = Path.of("");

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(folder.resolve("a.cu"), PROGRAM);
    known = folder.resolve("known.json");
  }

  private Session check(String... more) {
    List<String> words = new ArrayList<>(List.of("check", file.toString(), "--no-repair"));
    words.addAll(List.of(more));
    return Session.of(words.toArray(String[]::new));
  }

  private void edit(String from, String to) throws IOException {
    String text = Files.readString(file);
    assertThat(text).contains(from);
    Files.writeString(file, text.replace(from, to));
  }

  /**
   * A baseline takes the conflicts that a known one hides, too, and edits elsewhere change nothing.
   */
  @Test
  void whatIsKnownIsNoError() throws IOException {
    assertThat(check().exitCode()).isEqualTo(1);
    Session written = check("--write-baseline", known.toString());
    assertThat(written.exitCode()).isZero();
    assertThat(written.err()).isEqualTo("shmemlab: " + known + " has 2 findings\n");

    edit("int main", "static int unrelated;\n\nint main");
    edit("#include <stdio.h>\n", "// A new line.\n#include <stdio.h>\n");
    Session again = check("--baseline", known.toString());
    assertThat(again.exitCode()).isZero();
    assertThat(again.out())
        .contains(
            file + ":10:20: note: conflict, known: the baseline has it\n",
            "past 2 accepted conflicts as if there were none\n",
            "Verdict undefined, all of it accepted\n")
        .doesNotContain("error:");

    edit("x[1]", "x[1] + 0");
    Session changed = check("--baseline", known.toString());
    assertThat(changed.exitCode()).isEqualTo(1);
    assertThat(changed.out()).containsOnlyOnce("error: conflict: ").containsOnlyOnce("note: ");

    edit("nvshmem_int_p(x + 1, 1, 1);", "");
    Session repaired = check("--baseline", known.toString());
    assertThat(repaired.exitCode()).isZero();
    assertThat(repaired.err())
        .isEqualTo(
            "shmemlab: 1 finding of "
                + known
                + " was not found any more; --write-baseline makes it anew\n");
  }

  /** The search goes past a conflict that a comment allows, and finds the one that it hides. */
  @Test
  void aCommentAllowsOneFindingAndHidesNoOther() throws IOException {
    edit("x[0]);", "x[0]);" + ALLOW);
    Session one = check();
    assertThat(one.exitCode()).isEqualTo(1);
    assertThat(one.out())
        .contains(":9:20: note: conflict, allowed, because it shows progress\n")
        .containsOnlyOnce("error: conflict: ")
        .contains(":10:20: error: conflict: ");
    edit("x[1]);", "x[1]);" + ALLOW);
    assertThat(check("--strict").exitCode()).isZero();
  }

  @Test
  void aCommentThatAllowsNothingIsReported() throws IOException {
    edit("nvshmem_int_p(x, 1, 1);", "");
    edit("nvshmem_int_p(x + 1, 1, 1);", "");
    edit("x[0]);", "x[0]);" + ALLOW);
    Session unused = check();
    assertThat(unused.exitCode()).isZero();
    assertThat(unused.out())
        .contains(
            ":9:27: warning: this comment allows nothing: line 9 has no conflict that is left"
                + " to allow; remove it\n");
    assertThat(check("--strict").exitCode()).isEqualTo(1);
    edit(", because it shows progress", "");
    Session silent = check();
    assertThat(silent.exitCode()).isEqualTo(2);
    assertThat(silent.err())
        .contains(
            ":9:27: error: 'shmemlab: allow conflict': write it as 'allow KIND, because REASON'");
  }

  @Test
  void sarifSaysWhatIsNewAndWhatIsSuppressed() throws IOException {
    edit("x[0]);", "x[0]);" + ALLOW);
    Path log = folder.resolve("log.sarif");
    check("--write-baseline", known.toString(), "--export", log.toString());
    edit("x[1]", "x[1] + 0");
    check("--baseline", known.toString(), "--export", log.toString());
    JsonNode results = JsonMapper.shared().readTree(log.toFile()).get("runs").get(0).get("results");
    assertThat(results.size()).isEqualTo(2);
    assertThat(results.get(0).get("baselineState").asString()).isEqualTo("new");
    assertThat(results.get(0).has("suppressions")).isFalse();
    JsonNode suppression = results.get(1).get("suppressions").get(0);
    assertThat(suppression.get("kind").asString()).isEqualTo("inSource");
    assertThat(suppression.get("justification").asString()).isEqualTo("it shows progress");
  }

  /** A case for each finding, whichever profiles have it, with its text once, and times. */
  @Test
  void junitHasACaseForEachFinding() throws Exception {
    edit("x[0]);", "x[0]);" + ALLOW);
    Path xml = folder.resolve("cases.xml");
    check("--export", xml.toString());
    String text = Files.readString(xml);
    assertThat(text).containsOnlyOnce("and the load of PE 1 at").containsOnlyOnce("Missing order");
    Element suites =
        DocumentBuilderFactory.newDefaultInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(text)))
            .getDocumentElement();
    assertThat(suites.getAttribute("tests")).isEqualTo("3");
    assertThat(suites.getAttribute("failures")).isEqualTo("1");
    assertThat(suites.getAttribute("skipped")).isEqualTo("1");
    assertThat(Double.parseDouble(suites.getAttribute("time"))).isPositive();
    NodeList cases = suites.getElementsByTagName("testcase");
    List<String> names = new ArrayList<>();
    double sum = 0;
    for (int i = 0; i < cases.getLength(); i++) {
      Element one = (Element) cases.item(i);
      names.add(one.getAttribute("name"));
      assertThat(one.getAttribute("classname")).endsWith(".a_cu");
      sum += Double.parseDouble(one.getAttribute("time"));
    }
    assertThat(names)
        .containsExactly(
            "every order",
            "conflict: printf(\"%d\\n\", x[1]);",
            "conflict: printf(\"%d\\n\", x[0]);");
    assertThat(sum).isEqualTo(Double.parseDouble(suites.getAttribute("time")));
  }

  @Test
  void aBaselineThatIsNoneIsAMistakeInOneLine() throws IOException {
    Session missing = check("--baseline", known.toString());
    assertThat(missing.exitCode()).isEqualTo(2);
    assertThat(missing.err())
        .contains("--baseline: no such file: " + known + "; --write-baseline makes one");
    Files.writeString(known, "[]");
    assertThat(check("--baseline", known.toString()).err())
        .contains("--baseline: " + known + " is no baseline: ")
        .hasLineCount(1);
    assertThat(check("--baseline", "x", "--write-baseline", "y").err())
        .contains("--baseline and --write-baseline: leave one");
    assertThat(check("--baseline", known.toString(), "--robust").exitCode()).isEqualTo(2);
  }

  @Test
  void aSourceThatIsNotUnderstoodLeavesTheOldBaseline() throws IOException {
    Files.writeString(known, "old");
    edit("int main", "int int main");
    Session session = check("--write-baseline", known.toString());
    assertThat(session.exitCode()).isEqualTo(2);
    assertThat(session.err()).contains(known + " was not written");
    assertThat(Files.readString(known)).isEqualTo("old");
  }
}
