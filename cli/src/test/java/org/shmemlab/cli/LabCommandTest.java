package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.cli.shell.ExitCodes;
import org.shmemlab.labs.lesson.Lab;
import org.shmemlab.labs.lesson.Labs;

/** Checks the commands of a student and of a teacher. */
@Tag("compiler")
class LabCommandTest {
  private static final Labs LABS = Labs.known();

  @TempDir private Path folder;

  @Test
  void listsTheLabs() {
    Session session = Session.of("lab", "list");
    assertThat(session.exitCode()).isZero();
    assertThat(session.out().lines())
        .hasSize(LABS.all().size() + 1)
        .contains(" 3  The flag overtakes the data (30 minutes, 10 points)");
  }

  @Test
  void aStudentWorksThroughALab() throws IOException {
    Path mine = folder.resolve("mine");
    assertThat(Session.of("lab", "start", "3", mine.toString()).out())
        .contains("read " + mine + "/README.md, change " + mine + "/lab.cu");

    Session first = Session.of("lab", "check", mine.toString());
    assertThat(first.exitCode()).isEqualTo(1);
    assertThat(first.out())
        .startsWith("Lab 3, The flag overtakes the data: 2 of 10 points\n  yes  2/2")
        .contains("The flag may overtake the token", "lab.cu:", "missing order: nothing puts");

    assertThat(Session.of("lab", "hint", mine.toString()).out()).startsWith("Hint 1 of 3\n");
    assertThat(Session.of("lab", "hint", mine.toString()).out()).startsWith("Hint 2 of 3\n");

    Files.writeString(mine.resolve("lab.cu"), lab(3).file(Lab.SOLUTION));
    Session last = Session.of("lab", "check", mine.toString());
    assertThat(last.out()).startsWith("Lab 3, The flag overtakes the data: 10 of 10 points\n");
    assertThat(last.exitCode()).isZero();
  }

  @Test
  void startOverwritesNothing() {
    Path mine = folder.resolve("mine");
    Session.of("lab", "start", "1", mine.toString());
    Session again = Session.of("lab", "start", "2", mine.toString());
    assertThat(again.exitCode()).isEqualTo(2);
    assertThat(again.err()).contains("README.md is there already").doesNotContain("\n\tat ");
  }

  @Test
  void saysWhatItCannotDo() throws IOException {
    assertThat(Session.of("lab", "start", "99").err()).contains("there is no lab '99'");
    assertThat(Session.of("lab").err()).contains("name a command: list, start");
    assertThat(Session.of("lab", "check", folder.toString()).err()).contains("no .cu in this");
    Path unnamed = Files.writeString(folder.resolve("unnamed.cu"), "int main(void) {}\n");
    assertThat(Session.of("lab", "check", unnamed.toString()).err())
        .contains("does not say which lab it is for: begin it with '// lab: 3'");
  }

  @Test
  void gradesAClass() throws IOException {
    student("ann", lab(2).file(Lab.SOLUTION));
    student("bob", lab(2).file("wrong_sync.cu"));
    student("cid", "int main(void) {}\n");
    Path csv = folder.resolve("grades.csv");
    Path junit = folder.resolve("grades.xml");
    Session session =
        Session.of(
            "lab",
            "grade",
            folder.resolve("class").toString(),
            "--csv",
            csv.toString(),
            "--junit",
            junit.toString());
    assertThat(session.exitCode()).isEqualTo(1);
    assertThat(session.out())
        .startsWith("ann  02_ring_shift  10/10\nbob  02_ring_shift   4/10  A sync waits until");
    assertThat(session.err()).contains("lab.cu of 'cid' does not say which lab it is for");
    assertThat(Files.readString(csv)).contains("\n\"\",ann,02_ring_shift,lab.cu,10,10,\"\"\n");
    assertThat(Files.readString(junit)).contains("bob, 02_ring_shift: 4/10", "<failure");
  }

  @ParameterizedTest
  @ValueSource(strings = {"check", "grade", "serve", "export"})
  void saysThatThereIsNoCompilerInsteadOfBlamingTheStudents(String command) throws Exception {
    student("ann", lab(2).file(Lab.SOLUTION));
    Path place = folder.resolve(command.equals("export") ? "site" : "class/ann");
    String[] words =
        command.equals("serve")
            ? new String[] {"lab", "serve", "--port", "0"}
            : new String[] {"lab", command, place.toString()};
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Process process =
        OwnProcess.start(
            Map.of("SHMEMLAB_CLANG", "/nowhere/clang"), out.toFile(), err.toFile(), words);
    assertThat(process.waitFor()).isEqualTo(ExitCodes.USAGE);
    assertThat(out).isEmptyFile();
    assertThat(Files.readString(err))
        .startsWith("shmemlab: error: SHMEMLAB_CLANG names /nowhere/clang, which is not a program")
        .hasLineCount(1);
  }

  @Test
  void saysWhyItCannotServe() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = String.valueOf(taken.getLocalPort());
      assertThat(Session.of("lab", "serve", "--port", port).err())
          .startsWith("shmemlab: error: cannot listen at port " + port)
          .contains("--port N takes another")
          .hasLineCount(1);
    }
    assertThat(Session.of("lab", "serve", "--port", "70000").err())
        .contains("--port 70000: from 0 to 65535");
    assertThat(Session.of("lab", "serve", "--jobs", "0").err()).contains("--jobs 0: at least 1");
    assertThat(Session.of("lab", "serve", "--listen", "nowhere.invalid").err())
        .contains("--listen nowhere.invalid: this is not an address of this machine");
    Path token = Files.writeString(folder.resolve("token"), "short\n");
    assertThat(Session.of("lab", "serve", "--token-file", token.toString()).err())
        .contains("a token has 16 to 128 letters, digits, '-' or '_'");
    assertThat(Session.of("lab", "serve", "--token-file", folder.resolve("none").toString()).err())
        .contains("none: cannot be read as text");
  }

  private static Lab lab(int number) {
    return LABS.find(String.valueOf(number)).orElseThrow();
  }

  private void student(String name, String text) throws IOException {
    Path place = Files.createDirectories(folder.resolve("class").resolve(name));
    Files.writeString(place.resolve("lab.cu"), text);
  }
}
