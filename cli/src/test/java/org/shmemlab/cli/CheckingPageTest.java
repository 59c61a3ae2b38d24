package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that the host part on the page about checking compiles, and has no finding. */
class CheckingPageTest {
  private static final Pattern PROGRAM = Pattern.compile("```cuda\n(.*?)```", Pattern.DOTALL);

  @Test
  void theHostPartForOnesOwnKernelHasNoFinding(@TempDir Path folder) throws IOException {
    Matcher page = PROGRAM.matcher(Files.readString(Path.of("../docs/checking.md")));
    assertThat(page.find()).isTrue();
    Path file = Files.writeString(folder.resolve("kernel.cu"), page.group(1));
    Session session = Session.of("check", file.toString());
    assertThat(session.exitCode()).as(session.out() + session.err()).isZero();
    assertThat(session.out()).contains(" on 2 PEs\n", "Verdict nothing found\n");
    assertThat(session.err()).isEmpty();
  }
}
