package org.shmemlab.labs.grading;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shmemlab.labs.lesson.BadLab;
import org.shmemlab.labs.lesson.Lab;
import org.shmemlab.labs.lesson.Labs;
import org.shmemlab.labs.lesson.Mistake;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.testing.Draws;

/** Checks the labs of the project: their questions, and their grades of each known answer. */
@Tag("catalogue")
class LessonsTest {
  private static final Path FOLDER = Path.of("src/main/resources/org/shmemlab/labs/lessons");
  private static final Labs LABS = Labs.known();

  static List<Lab> labs() {
    return LABS.all();
  }

  static List<Lab> someLabs() {
    return Draws.of(labs());
  }

  static List<Wrong> someWrongAnswers() {
    return Draws.of(wrongAnswers().toList());
  }

  /** An answer that a lab knows, with the mistake that it makes. */
  record Wrong(Lab lab, String file, Mistake mistake) {
    @Override
    public String toString() {
      return lab.name() + "/" + file;
    }
  }

  static Stream<Wrong> wrongAnswers() {
    return labs().stream()
        .flatMap(lab ->
            lab.mistakes().stream()
                .flatMap(mistake ->
                    mistake.files().stream().map(file -> new Wrong(lab, file, mistake))));
  }

  @ParameterizedTest
  @MethodSource("someLabs")
  void solutionHasFullPoints(Lab lab) {
    Grade grade = grade(lab, Lab.SOLUTION);
    assertThat(grade.points()).as(String.join("\n", FeedbackText.lines(grade))).isEqualTo(10);
    assertThat(grade.of()).isEqualTo(10);
  }

  @ParameterizedTest
  @MethodSource("someWrongAnswers")
  void aWrongAnswerGetsItsMistakeFirst(Wrong wrong) {
    Grade grade = grade(wrong.lab, wrong.file);
    assertThat(FeedbackText.first(grade))
        .as(String.join("\n", FeedbackText.lines(grade)))
        .isEqualTo(wrong.mistake.say());
    assertThat(grade.points()).isLessThan(grade.of());
    assertThat(grade.results().stream().flatMap(result -> result.troubles().stream()))
        .as("it compiles")
        .noneMatch(trouble -> trouble.kind().equals("source"));
  }

  @ParameterizedTest
  @MethodSource("labs")
  void eachAnswerGetsItsOwnMistake(Lab lab) {
    assertThat(lab.mistakes()).allSatisfy(mistake -> assertThat(mistake.files()).hasSize(1));
    assertThat(lab.mistakes().stream().map(Mistake::say)).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("labs")
  void hasItsStartAndThreeWrongAnswers(Lab lab) {
    List<String> known = new ArrayList<>();
    lab.mistakes().forEach(mistake -> known.addAll(mistake.files()));
    assertThat(known).contains(Lab.START).doesNotHaveDuplicates();
    List<String> wrong = lab.files().keySet().stream().filter(f -> f.startsWith("wrong_")).toList();
    assertThat(known).containsAll(wrong);
    assertThat(wrong).hasSizeGreaterThanOrEqualTo(3);
  }

  @ParameterizedTest
  @MethodSource("labs")
  void programsSayWhichLabTheyAreFor(Lab lab) {
    lab.files()
        .forEach((name, text) -> {
          if (name.endsWith(".cu")) {
            assertThat(text).as(name).startsWith("// lab: " + lab.number() + "\n");
          }
        });
  }

  @ParameterizedTest
  @MethodSource("labs")
  void pageHasAnIdeaATaskWhatToReadAndThreeHints(Lab lab) {
    String page = lab.file(Lab.README);
    assertThat(page).startsWith("# Lab " + lab.number() + ": " + lab.title() + "\n");
    assertThat(page).contains("\n## Task\n", "\n## Read\n", "\n## Hints\n", "`lab.cu`");
    assertThat(page.lines().count()).as("one page").isLessThan(65);
    assertThat(lab.hints()).hasSizeGreaterThanOrEqualTo(3).allMatch(hint -> !hint.isEmpty());
    assertThat(new HashSet<>(lab.hints())).hasSameSizeAs(lab.hints());
  }

  @Test
  void indexNamesAllFiles() throws IOException, BadLab {
    assertThat(Labs.in(FOLDER).all()).isEqualTo(LABS.all());
    try (Stream<Path> lines = Files.list(FOLDER)) {
      assertThat(lines.filter(Files::isDirectory).count()).isEqualTo(LABS.all().size());
    }
  }

  @Test
  void numbersHaveNoGap() {
    for (int i = 0; i < labs().size(); i++) {
      assertThat(labs().get(i).number()).isEqualTo(i + 1);
    }
  }

  private static Grade grade(Lab lab, String file) {
    return new Grading(GradingLimits.USUAL, Optional.empty())
        .grade(lab, new SourceFile(file, lab.file(file)));
  }
}
