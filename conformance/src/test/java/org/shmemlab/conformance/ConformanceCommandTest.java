package org.shmemlab.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ConformanceCommandTest {
  @TempDir private Path folder;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void oneTest() throws IOException {
    Files.createDirectory(folder.resolve("litmus"));
    Files.copy(
        Path.of("..", "litmus", "atomics", "AMO+load.litmus"),
        folder.resolve("litmus").resolve("AMO+load.litmus"));
  }

  @Test
  void writesThePageOfAFolder() throws IOException {
    Path page = folder.resolve("page.html");
    assertThat(run("--report", page.toString())).isZero();
    assertThat(Files.readString(page)).startsWith("<!doctype html>").contains("AMO+load");
    assertThat(text(out)).contains("transport within specification: ");
    assertThat(text(err)).isEmpty();
  }

  @Test
  void saysWhatWasNotCompared() {
    run("--report", folder.resolve("page.html").toString());
    assertThat(text(out)).contains("no folder", "--results FOLDER");
  }

  @Test
  void aPageThatCannotBeWrittenIsKnownBeforeTheWork() {
    assertThat(run("--report", folder.resolve("none").resolve("page.html").toString()))
        .isEqualTo(2);
    assertThat(text(err)).contains("there is no folder");
    assertThat(run("--report", folder.toString())).isEqualTo(2);
    assertThat(text(err)).contains("this is a folder");
    assertThat(text(out)).isEmpty();
    isOneLine("not there, or not writable", "--write", folder.resolve("none").toString());
  }

  @Test
  void aFolderWithoutTestsIsAMistake() throws IOException {
    isOneLine("name the folder", "--litmus", folder.resolve("none").toString());
    Path empty = Files.createDirectory(folder.resolve("empty"));
    isOneLine("no litmus tests there", "--litmus", empty.toString());
    Files.writeString(empty.resolve("bad.litmus"), "not a test\n");
    isOneLine("bad.litmus", "--litmus", empty.toString());
  }

  @Test
  void numbersOfProgramsAreNotNegative() {
    isOneLine("--programs -1", "--programs", "-1");
  }

  @Test
  void anUnknownOptionIsAMistakeInTheCommandLine() {
    assertThat(run("--no-such-option")).isEqualTo(2);
    assertThat(text(err)).contains("--no-such-option");
  }

  private void isOneLine(String says, String... arguments) {
    out.reset();
    err.reset();
    assertThat(run(arguments)).isEqualTo(2);
    assertThat(text(err)).startsWith("shmemlab: error: ").contains(says).matches("[^\n]*\n");
    assertThat(text(out)).doesNotContain("hold");
  }

  // Later options stand for the same ones before them, so that a call can say otherwise.
  private int run(String... arguments) {
    PrintStream to = new PrintStream(out, true, StandardCharsets.UTF_8);
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    CommandLine command =
        new CommandLine(new ConformanceCommand(to, errors))
            .setOverwrittenOptionsAllowed(true)
            .setErr(new PrintWriter(errors, true, StandardCharsets.UTF_8));
    String[] all = new String[arguments.length + 4];
    all[0] = "--litmus";
    all[1] = folder.resolve("litmus").toString();
    all[2] = "--results";
    all[3] = folder.resolve("results").toString();
    System.arraycopy(arguments, 0, all, 4, arguments.length);
    return command.execute(all);
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
