package org.shmemlab.labs.lesson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabReaderTest {
  private static final String GOOD =
      """
      title: A title
      minutes: 20
      criteria:
        - name: prints
          says: it prints
          points: 4
          pes: 2
          define: {B: 2, A: 1}
          runs: {prints: ["1"]}
        - name: orders
          says: always
          points: 6
          needs: [prints]
          pes: 2
          orders: {}
      mistakes:
        - files: [start.cu]
          when: {kind: conflict, accesses: [put, load]}
          say: >
            Two
            lines.
      """;

  @TempDir private Path folder;

  private Path lab;

  @BeforeEach
  void files() throws IOException {
    lab = Files.createDirectory(folder.resolve("07_some_lab"));
    for (String file : new String[] {Lab.README, Lab.START, Lab.SOLUTION}) {
      Files.writeString(lab.resolve(file), "text of " + file);
    }
  }

  @Test
  void readsALab() throws IOException, BadLab {
    Lab read = read(GOOD);
    assertThat(read.number()).isEqualTo(7);
    assertThat(read.points()).isEqualTo(10);
    assertThat(read.criteria().get(0).start().define())
        .containsExactly(Map.entry("A", "1"), Map.entry("B", "2"));
    assertThat(read.criteria().get(1).test()).isInstanceOf(Criterion.Orders.class);
    assertThat(read.mistakes().get(0).say()).isEqualTo("Two lines.");
    assertThat(read.mistakes().get(0).when().accesses()).containsExactly("load", "put");
    assertThat(read.file(Lab.START)).isEqualTo("text of start.cu");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          points: 4             | pionts: 4              | 10 | 'points': Missing
          needs: [prints]       | need: [prints]         | 13 | 'need': Unrecognized
          points: 4             | points: many           | 6  | points
          points: 4             | points: 0              | 4  | a criterion has 1 point or more
          needs: [prints]       | needs: [print]         | 10 | it needs 'print', and no criterion before it is called so
          orders: {}            | says: twice            | 15 | Duplicate
          orders: {}            | fast: {platform: p5}   | 15 | at_most_us
          runs: {prints: ["1"]} | uses: {required: [putt]} | 4  | no calls are named 'putt'; there are put,
          name: orders          | name: prints           | 4  | two criteria are called 'prints'
          kind: conflict        | kind: conflct          | 17 | no kind 'conflct'; there are conflict, deadlock
          files: [start.cu]     | files: [begin.cu]      | 17 | there is no begin.cu next to it
          minutes: 20           | minutes: [             | 2  | 'minutes': Cannot
          needs: [prints]       | needs: [null]          | 13 | null
          runs: {prints: ["1"]} | runs: {prints: [null]} | 9  | null
          define: {B: 2, A: 1}  | define: {B: 2, A}      | 8  | null
          """)
  void saysWhatIsWrongAndWhere(String good, String bad, int line, String what) {
    assertThatThrownBy(() -> read(GOOD.replace(good, bad)))
        .isInstanceOf(BadLab.class)
        .message()
        .doesNotContain("\n")
        .matches(text -> text.startsWith(lab + "/lab.yaml:" + line + ": error: "), "line " + line)
        .contains(what);
  }

  /** Whatever key has no value: it is one line that says so, or is as if the key were not there. */
  @Test
  void noKeyWithoutAValueIsReadAsOne() {
    String all =
        GOOD.replace("orders: {}", "orders: {prints: [a], transport: ibrc, pes_per_node: 1}")
                .replace("needs: [prints]", "needs: [prints]\n    uses: {required: [put]}")
            + "    # end\n";
    Matcher key = Pattern.compile("([a-z_]+):( [^{|>\\n,}]+|(?=\\s))").matcher(GOOD + all);
    int refused = 0;
    while (key.find()) {
      for (String good : List.of(GOOD, all)) {
        String bad = good.replace(key.group(), key.group(1) + ": ");
        for (String text :
            List.of(
                bad,
                good.replaceFirst(Pattern.quote(key.group(1)) + ":[^#]*", key.group(1) + ":\n"))) {
          try {
            read(text);
          } catch (BadLab told) {
            refused++;
            assertThat(told.getMessage()).startsWith(lab + "/lab.yaml:").doesNotContain("\n");
          }
        }
      }
    }
    assertThat(refused).isGreaterThan(20);
  }

  @Test
  void missesFiles() throws IOException {
    Files.delete(lab.resolve(Lab.SOLUTION));
    assertThatThrownBy(() -> read(GOOD))
        .isInstanceOf(BadLab.class)
        .hasMessage(lab + "/lab.yaml: error: there is no solution.cu next to it");
  }

  @Test
  void patchIsAProgramByItsChanges() throws IOException, BadLab {
    Files.delete(lab.resolve(Lab.SOLUTION));
    Files.writeString(lab.resolve(Lab.START), "one\ntwo\nthree\n");
    patch("solution", Lab.START, "@@ -2,1 +2,1 @@", "-two", "+2");
    patch("wrong_end", Lab.SOLUTION, "@@ -2,2 +2,1 @@", " 2", "-three");
    Lab read = read(GOOD);
    assertThat(read.file(Lab.SOLUTION)).isEqualTo("one\n2\nthree\n");
    assertThat(read.file("wrong_end.cu")).isEqualTo("one\n2\n");
    assertThat(read.files()).doesNotContainKeys("solution.patch", "wrong_end.patch");
  }

  @ParameterizedTest
  @CsvSource({
    "start.cu,-another,its lines are not those of start.cu",
    "end.cu,-text of start.cu,its first line is '--- start.cu' or '--- solution.cu'",
  })
  void patchFitsItsProgram(String base, String change, String what) throws IOException {
    patch("wrong_end", base, "@@ -1,1 +1,0 @@", change);
    assertThatThrownBy(() -> read(GOOD))
        .isInstanceOf(BadLab.class)
        .hasMessage(lab + "/wrong_end.patch: error: " + what);
  }

  @Test
  void programIsThereOnce() throws IOException {
    patch("solution", Lab.START, "@@ -1,1 +1,1 @@", "-text of start.cu", "+more");
    assertThatThrownBy(() -> read(GOOD))
        .hasMessage(lab + "/solution.patch: error: there is also solution.cu");
  }

  private void patch(String name, String base, String... lines) throws IOException {
    Files.writeString(
        lab.resolve(name + ".patch"),
        "--- " + base + "\n+++ " + name + ".cu\n" + String.join("\n", lines) + "\n");
  }

  @Test
  void wantsFoldersOfLabs() {
    assertThatThrownBy(() -> Labs.in(folder))
        .isInstanceOf(BadLab.class)
        .hasMessageContaining("no folder in it has a lab.yaml");
  }

  private Lab read(String yaml) throws BadLab {
    try {
      Files.writeString(lab.resolve(Lab.FORMAT), yaml);
    } catch (IOException impossible) {
      throw new AssertionError(impossible);
    }
    return Labs.in(folder).find("7").orElseThrow();
  }
}
