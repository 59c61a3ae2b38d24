package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.cli.shell.ExitCodes;

/** Checks that a message says "error" once, and begins with the line of the file that is wrong. */
class FileMistakeTest {
  private static final String STORE = "x.duckdb";

  @TempDir private Path folder = Path.of("");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "t.csv | pe,peer,bytes;0,1,4k | plan trace --platform gh200 --trace FILE | 2",
        "p.yaml | like: alps;names: x | plan allreduce --platform FILE --pes 8 | 2",
        "p.yaml | like: alps;names: x | run ../examples/ring_shift.cu --platform FILE | 2",
        "r.jsonl | {} | native compare FILE | 1",
      })
  void theLineOfAFileComesFirst(String name, String content, String words, int line)
      throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, content.replace(";", "\n") + "\n");
    Session session = session(words.replace("FILE", file.toString()));
    assertThat(session.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(session.err())
        .startsWith(file + ":" + line + ": error: ")
        .containsOnlyOnce("error: ")
        .hasLineCount(1);
    assertThat(folder.resolve(STORE)).as("results of nothing").doesNotExist();
  }

  @Test
  void eachMistakeHasItsLine() throws IOException {
    Path file = folder.resolve("two.yaml");
    Files.writeString(file, "like: alps\nnames: x\nrulers: y\n");
    Session session = Session.of("run", "../examples/ring_shift.cu", "--platform", "" + file);
    assertThat(session.err().lines()).hasSize(2).allMatch(one -> one.startsWith(file + ":"));
  }

  @ParameterizedTest
  @CsvSource({
    "run ../examples/ring_shift.cu --platform gh201",
    "plan allreduce --platform gh201 --pes 8",
    "perftest put-latency --platform gh201",
    "layout --platform gh201",
    "plan trace --platform gh200 --trace none.csv",
  })
  void whatIsNotThereIsAMistakeOfTheCommandLine(String words) {
    Session session = session(words);
    assertThat(session.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(session.err())
        .startsWith("shmemlab: error: ")
        .containsOnlyOnce("error: ")
        .hasLineCount(1);
    assertThat(folder.resolve(STORE)).as("results of nothing").doesNotExist();
  }

  // A plan keeps what it computes, if not here.
  private Session session(String words) {
    String store = "plan --store " + folder.resolve(STORE) + " ";
    return Session.of(words.replaceFirst("^plan ", store).split(" ", -1));
  }
}
