package org.shmemlab.labs.classroom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shmemlab.labs.grading.Grading;
import org.shmemlab.labs.lesson.Lab;
import org.shmemlab.labs.lesson.Labs;
import org.shmemlab.scenarios.source.SourceFile;

/** Checks the reading of submissions, and the tables of grades. */
class GradesTest {
  private static final Labs LABS = Labs.known();
  private static final Lab LAB = LABS.find("1").orElseThrow();

  @TempDir private Path folder;

  @Test
  void findsStudentsInFolders() throws Exception {
    write("bob/lab.cu", "// lab: 2\n");
    write("ann/lab.cu", "// lab: 3\nint x;\n");
    write("ann/notes.txt", "nothing");
    List<Submission> found = Submissions.in(List.of(folder));
    assertThat(found).extracting(Submission::student).containsExactly("ann", "bob");
    assertThat(found.get(0).lab(LABS).orElseThrow().number()).isEqualTo(3);
    assertThat(found.get(1).lab(LABS).orElseThrow().number()).isEqualTo(2);
  }

  @Test
  void followsNoLinks() throws Exception {
    write("ann/lab.cu", "// lab: 3\n");
    Path outside = Files.writeString(folder.resolveSibling("outside.cu"), "secret");
    Files.createSymbolicLink(folder.resolve("ann/link.cu"), outside);
    Files.createSymbolicLink(folder.resolve("eve"), folder.resolve("ann"));
    assertThat(Submissions.in(List.of(folder))).hasSize(1);
    Files.delete(outside);
  }

  @Test
  void saysWhereNothingWasFound() {
    assertThatThrownBy(() -> Submissions.in(List.of(folder)))
        .isInstanceOf(Submissions.Unreadable.class)
        .hasMessageContaining("no .cu in this folder");
    assertThatThrownBy(() -> Submissions.in(List.of(folder.resolve("nobody"))))
        .hasMessageContaining("no such file or folder");
  }

  @Test
  void csvIsAMoodleWorksheetIntoWhichNoFormulaCanBePlanted() {
    String reason = "it prints \"a, b\"";
    String csv =
        GradesTable.csv(
            List.of(
                graded("Ann Example_4711_assignsubmission_file", reason),
                graded("=HYPERLINK(1)", "@SUM(1)")));
    assertThat(csv)
        .isEqualTo(
            """
            Identifier,Full name,Lab,File,Grade,Maximum grade,Feedback comments
            Participant 4711,Ann Example,01_pes_and_heap,lab.cu,0,10,"it prints ""a, b""\"
            "",'=HYPERLINK(1),01_pes_and_heap,lab.cu,0,10,'@SUM(1)
            """);
  }

  @Test
  void junitHasASuiteForEachAnswerAndACaseForEachCriterion() {
    String xml = GradesJunit.text(List.of(graded("ann <&>", "a\u0000b")));
    assertThat(xml)
        .contains("<testsuite name=\"ann &lt;&amp;&gt;, 01_pes_and_heap: 0/10\"")
        .contains("tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"2\"")
        .contains("message=\"a\uFFFDb\"");
  }

  private static Graded graded(String student, String reason) {
    return new Graded(
        new Submission(student, new SourceFile("lab.cu", "")),
        Grading.none(LAB, "endless", reason));
  }

  private void write(String file, String text) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
