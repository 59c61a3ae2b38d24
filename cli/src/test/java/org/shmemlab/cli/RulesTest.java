package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code check --rules}: what depends on which entry of the table of order. */
class RulesTest {
  private static final Path TABLE =
      Path.of("../model/src/main/resources/org/shmemlab/model/spec/specification.rules");
  private static final String CATALOGUE = "../litmus/mp";

  @TempDir private Path folder = Path.of("");

  private String without(Predicate<String> entry) throws IOException {
    List<String> lines = Files.readAllLines(TABLE);
    List<String> kept = lines.stream().filter(entry.negate()).toList();
    assertThat(kept).hasSizeLessThan(lines.size());
    return Files.write(folder.resolve("my.rules"), kept).toString();
  }

  private static Session check(String rules) {
    return Session.of("check", CATALOGUE, "--rules", rules);
  }

  private static List<String> unexpected(Session session) {
    return session.out().lines().filter(line -> line.contains("expected")).toList();
  }

  @Test
  void theSpecificationsOwnTableChangesNothing() {
    Session own = check(TABLE.toString());
    assertThat(own).isEqualTo(Session.of("check", CATALOGUE));
    assertThat(own.exitCode()).isEqualTo(ExitCodes.OK);
  }

  @Test
  void withoutAnEntryOtherOutcomesAreThere() throws IOException {
    Session changed = check(without(line -> line.startsWith("update of p ")));
    assertThat(changed.exitCode()).isEqualTo(ExitCodes.PROGRAM_FAILED);
    assertThat(changed.out()).contains("MP+p+fence+same");
    assertThat(unexpected(changed)).isNotEmpty();
    assertThat(unexpected(changed)).isNotEqualTo(unexpected(Session.of("check", CATALOGUE)));
  }

  @Test
  void bothDetectorsReadTheTable() throws IOException {
    String rules = without(line -> line.startsWith("update of p "));
    String test = CATALOGUE + "/MP+p+fence+same.litmus";
    for (String engine : List.of("states", "dpor")) {
      Session changed = Session.of("check", test, "--rules", rules, "--engine", engine);
      assertThat(changed.exitCode()).as(engine).isEqualTo(ExitCodes.PROGRAM_FAILED);
    }
  }

  @Test
  void aMistakeInATableIsALineOfItsOwn() throws IOException {
    Path file = folder.resolve("wrong.rules");
    Files.writeString(file, "earlier | later | where\nvisible of p | quite | known\n");
    Session session = check(file.toString());
    assertThat(session.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(session.err())
        .startsWith(file + ":2: error: no event or call 'quite'; ")
        .hasLineCount(1);
  }

  @Test
  void whatATableDoesNotGoWithIsSaid() {
    String table = TABLE.toString();
    assertThat(check("none.rules").err()).contains("--rules: cannot read none.rules");
    assertThat(Session.of("check", CATALOGUE, "--rules", table, "--transport", "ibrc").err())
        .contains("leave out --transport");
    assertThat(Session.of("check", CATALOGUE, "--rules", table, "--save-replays", "x").err())
        .contains("--schedule");
  }
}
