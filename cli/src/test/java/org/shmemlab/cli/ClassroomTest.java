package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shmemlab.labs.lesson.Lab;
import org.shmemlab.labs.lesson.Labs;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Runs the steps of the workflow for GitHub Classroom in order by a shell, as a runner of GitHub
 * does: {@code bash -e} for each, where only {@code always()} continues after a step that failed
 * ("Workflow syntax for GitHub Actions", {@code defaults.run.shell} and {@code if}).
 */
@Tag("compiler")
class ClassroomTest {
  private static final Path FOLDER = Path.of("../labs/classroom");
  private static final Pattern EXPRESSION = Pattern.compile("\\$\\{\\{ *(.*?) *\\}\\}");

  @TempDir private Path workspace;

  private JsonNode workflow;
  private Path log;

  @BeforeEach
  void read() throws IOException {
    workflow = YAMLMapper.shared().readTree(Files.readString(FOLDER.resolve("classroom.yml")));
    log = workspace.resolve("log");
  }

  /** Holds the result of a job. */
  private record Ended(boolean green, String log, List<Path> artifact) {}

  @Test
  void aStartIsRedAndItsGradeIsKept() throws Exception {
    Ended ended = graded(Lab.START);
    assertThat(ended.green).isFalse();
    assertThat(ended.log)
        .contains("Lab 3, The flag overtakes the data: 2 of 10 points")
        .contains("The flag may overtake the token")
        .contains("answer  03_flag_overtakes_data   2/10");
    assertThat(ended.artifact)
        .containsExactly(workspace.resolve("grade.xml"), workspace.resolve("grade.csv"));
    assertThat(Files.readString(workspace.resolve("grade.xml"))).contains("<failure");
    assertThat(Files.readString(workspace.resolve("grade.csv")))
        .contains("\"\",answer,03_flag_overtakes_data,lab.cu,2,10,");
  }

  @Test
  void aSolutionIsGreen() throws Exception {
    Ended ended = graded(Lab.SOLUTION);
    assertThat(ended.green).as(ended.log).isTrue();
    assertThat(ended.log).contains("10 of 10 points");
    assertThat(Files.readString(workspace.resolve("grade.xml"))).doesNotContain("<failure");
  }

  @Test
  void eachPushIsGradedAndMayChangeNothing() {
    assertThat(workflow.get("on").asString()).isEqualTo("push");
    assertThat(workflow.at("/permissions").propertyNames()).containsExactly("contents");
    assertThat(workflow.at("/permissions/contents").asString()).isEqualTo("read");
    assertThat(workflow.at("/jobs").propertyNames()).containsExactly("grade");
    assertThat(workflow.at("/jobs/grade/timeout-minutes").asInt()).isPositive();
    for (Matcher use = EXPRESSION.matcher(workflow.toString()); use.find(); ) {
      assertThat(use.group(1)).startsWith("env.");
      assertThat(workflow.get("env").propertyNames()).contains(use.group(1).substring(4));
    }
  }

  /** Runs the job for a student whose repository holds this version of lab 3. */
  private Ended graded(String version) throws IOException, InterruptedException {
    boolean green = true;
    List<Path> artifact = new ArrayList<>();
    for (JsonNode step : workflow.at("/jobs/grade/steps").values()) {
      String when = step.path("if").asString("success()");
      assertThat(when).isIn("success()", "always()");
      if (green || when.equals("always()")) {
        if (step.has("run")) {
          assertThat(step.has("uses")).isFalse();
          green &= shell(step.get("run").asString()) == 0;
        } else {
          use(step, version, artifact);
        }
      }
    }
    return new Ended(green, Files.readString(log), artifact);
  }

  private int shell(String script) throws IOException, InterruptedException {
    Path file = Files.writeString(workspace.resolve("step.sh"), script);
    return new ProcessBuilder("bash", "-e", file.toString())
        .directory(workspace.toFile())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .start()
        .waitFor();
  }

  /** Does what an action of GitHub does, as far as the steps after it see. */
  private void use(JsonNode step, String version, List<Path> artifact) throws IOException {
    JsonNode with = step.get("with");
    switch (step.get("uses").asString()) {
      case "actions/checkout@v4" -> {
        Path place = workspace.resolve(with.get("path").asString());
        if (with.has("repository")) {
          checkOutThis(place);
        } else {
          checkOutStudent(place, version);
        }
      }
      case "actions/setup-java@v4" ->
          assertThat(with.get("java-version").asString()).isEqualTo("25");
      case "actions/upload-artifact@v4" ->
          with.get("path")
              .asString()
              .lines()
              .map(workspace::resolve)
              .filter(Files::isRegularFile)
              .forEach(artifact::add);
      default -> throw new AssertionError("what does " + step.get("uses") + " do?");
    }
  }

  private static void checkOutStudent(Path place, String version) throws IOException {
    Session start = Session.of("lab", "start", "3", place.toString());
    assertThat(start.exitCode()).as(start.err()).isZero();
    Files.writeString(place.resolve("lab.cu"), Labs.known().find("3").orElseThrow().file(version));
    Path workflows = Files.createDirectories(place.resolve(".github/workflows"));
    Files.copy(FOLDER.resolve("classroom.yml"), workflows.resolve("classroom.yml"));
  }

  // The launcher of a source tree would build it first; what is built already is what is tested.
  private static void checkOutThis(Path place) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> words =
        List.of(
            "exec",
            java,
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            quoted(OwnProcess.classPath()));
    Path launcher = Files.createDirectories(place).resolve("shmemlab");
    Files.writeString(
        launcher,
        "#!/bin/sh\n"
            + String.join(
                " ", Stream.concat(words.stream(), Stream.of(Main.class.getName())).toList())
            + " \"$@\"\n");
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
  }

  private static String quoted(String path) {
    return "'" + path + "'";
  }
}
