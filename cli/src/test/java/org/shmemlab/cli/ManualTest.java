package org.shmemlab.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Checks that the pages of the manual agree with the options. */
class ManualTest {
  @TempDir private Path folder;

  @Test
  void everyCommandHasAPageWithAllThatItTakes() throws Exception {
    write();
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, UTF_8);
    List<CommandSpec> commands = below(Main.commandLine(nowhere, nowhere, ""));
    for (CommandSpec command : commands) {
      String page = Files.readString(folder.resolve(command.qualifiedName("-") + ".1"));
      for (OptionSpec option : command.options()) {
        for (String name : option.hidden() ? new String[0] : option.names()) {
          assertThat(page).contains("\\fB" + name.replace("-", "\\-") + "\\fR");
        }
      }
      for (String sub : command.subcommands().keySet()) {
        assertThat(page).contains("\\fB" + sub + "\\fR");
      }
      for (String code : command.usageMessage().exitCodeList().keySet()) {
        assertThat(page).contains("\n.TP\n\\fB" + code.strip() + "\\fR\n");
      }
    }
    try (Stream<Path> pages = Files.list(folder)) {
      assertThat(pages).hasSameSizeAs(commands);
    }
  }

  private static List<CommandSpec> below(CommandLine line) {
    List<CommandSpec> all = new ArrayList<>();
    all.add(line.getCommandSpec());
    line.getSubcommands().values().forEach(sub -> all.addAll(below(sub)));
    return all;
  }

  @Test
  void theFormatterShowsATextAsItIs() throws Exception {
    String text = ".not a request, 'quoted' \"twice\" \\fBnot bold\\fR ^ ~ ` 100 %% \u2264 --next";
    CommandSpec command = CommandSpec.create().name("odd");
    command.usageMessage().description(text);
    command.addOption(OptionSpec.builder("-o").description("first%n.second").build());
    String page = ManualPage.all(command).get("odd.1");
    assertThat(page)
        .contains(
            "odd \\- .not a request, 'quoted' \"twice\" \\(rsfBnot bold\\(rsfR"
                + " \\(ha \\(ti \\(ga 100 % \\[u2264] \\-\\-next\n")
        .contains("\nfirst\n.br\n\\&.second\n");
  }

  @Test
  void mandocHasNothingToSay() throws Exception {
    write();
    assumeTrue(run("mandoc", "-T", "lint", "/dev/null") != null, "no mandoc");
    // a date would be another one in each build of the same sources
    assertThat(onPages("mandoc", "-T", "lint", "-W", "warning"))
        .noneMatch(line -> !line.contains("missing date"));
  }

  @Test
  void groffHasNothingToSay() throws Exception {
    write();
    assumeTrue(run("groff", "--version") != null, "no groff");
    assertThat(onPages("groff", "-man", "-Tutf8", "-ww", "-z")).isEmpty();
  }

  private void write() {
    Session session = Session.of("manual", folder.toString());
    assertThat(session.exitCode()).isZero();
    assertThat(session.err()).isEmpty();
  }

  private List<String> onPages(String... command) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(Arrays.asList(command));
    try (Stream<Path> pages = Files.list(folder)) {
      pages.map(Path::toString).sorted().forEach(words::add);
    }
    return Objects.requireNonNull(run(words.toArray(String[]::new))).lines().toList();
  }

  /** The output of a program, or null where there is none. */
  private static @Nullable String run(String... command) throws InterruptedException, IOException {
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException missing) {
      return null;
    }
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    process.waitFor();
    return said;
  }
}
