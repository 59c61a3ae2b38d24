package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.cli.shell.ExitCodes;

/** Checks {@code check --rules}: the answers that depend on an entry of the table of order. */
class RulesTest {
  private static final Path TABLE =
      Path.of("../model/src/main/resources/org/shmemlab/model/spec/specification.rules");
  private static final String CATALOGUE = "../litmus/mp";
  private static final String RING = "../examples/ring_shift.cu";

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
    Files.writeString(file, "earlier | later | where\nvisible of p | quite | issued before\n");
    Session session = check(file.toString());
    assertThat(session.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(session.err())
        .startsWith(file + ":2: error: no event or call 'quite'; ")
        .hasLineCount(1);
  }

  @Test
  void whatATableDoesNotGoWithIsSaid() {
    String table = TABLE.toString();
    assertThat(check("../model/src/main/resources/org/shmemlab/model/threads/threads.rules").err())
        .contains("threads.rules:1: error: the order of threads holds under every profile");
    assertThat(check("none.rules").err()).contains("--rules: cannot read none.rules");
    assertThat(Session.of("check", CATALOGUE, "--rules", table, "--transport", "ibrc").err())
        .contains("leave out --transport");
    assertThat(Session.of("check", "--rules", table, "--replay", "x").err())
        .contains("the table that was saved with it");
    assertThat(Session.of("run", RING, "--rules", table).err())
        .contains("--rules needs a --platform");
    assertThat(Session.of("run", RING, "--platform", "hgx-h200", "--rules", table).err())
        .contains("is the table specification; nvlink+ibgda has direct");
  }

  private String shipped(String name) {
    return Session.of("rules", name).out();
  }

  private String changed(String name, Predicate<String> entry) throws IOException {
    List<String> lines = shipped(name).lines().toList();
    List<String> kept = lines.stream().filter(entry.negate()).toList();
    assertThat(kept).hasSizeLessThan(lines.size());
    return Files.write(folder.resolve("my.rules"), kept).toString();
  }

  private static Session on(String transport, String test, String... more) {
    return Session.of(
        Stream.concat(
                Stream.of("check", CATALOGUE + "/" + test, "--no-repair", "--transport", transport),
                Stream.of(more))
            .toArray(String[]::new));
  }

  @Test
  void everyTableIsPrintedAsItIsRead() {
    assertThat(shipped("specification")).isEqualTo(read(TABLE));
    List<String> names = Session.of("rules").out().lines().toList();
    assertThat(names)
        .startsWith("specification", "nccl-device", "threads", "direct", "ibrc")
        .hasSize(11);
    for (String name : names) {
      assertThat(shipped(name)).contains("\ntable " + name + "\n");
    }
    assertThat(Session.of("rules", "ibrd").err()).contains("table ibrd: unknown").contains("ibrc");
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ibrc, '', ibrc, 'arrival by write, atomic', MP+p+none+same.litmus",
    "ibrc, --link late-visibility, ibrc, visible by write, MP+p+none+same.litmus",
    "ibgda, --link late-visibility, ibgda, visible by write, MP+put+quiet+same.litmus",
    "ucx, '', ucx, arrival by network  , MP+p+fence+same.litmus",
    "nvlink, '', direct, arrival by thread  , MP+p+fence+same.litmus",
    "nvlink+ucx, --pes-per-node 1, ucx, arrival by network  , MP+p+fence+same.litmus"
  })
  void withoutAnEntryATransportAllowsMore(
      String transport, String options, String name, String entry, String test) throws IOException {
    String[] more = options.isEmpty() ? new String[0] : options.split(" ");
    assertThat(on(transport, test, more).out()).contains("forbidden on");
    String rules = changed(name, line -> line.startsWith(entry.strip()));
    String[] changed =
        Stream.concat(Stream.of(more), Stream.of("--rules", rules)).toArray(String[]::new);
    assertThat(on(transport, test, changed).out()).contains("allowed on");
  }

  @Test
  void aTransportsOwnTableChangesNothing() throws IOException {
    Path file = folder.resolve("my.rules");
    Files.writeString(file, shipped("ibrc"));
    for (String test : List.of("MP+p+none+same.litmus", "MP+put_nbi+quiet+diff.litmus")) {
      assertThat(on("ibrc", test, "--rules", file.toString())).isEqualTo(on("ibrc", test));
    }
  }

  @Test
  void aTableIsForATransportThatHasIt() throws IOException {
    String rules = changed("ibrc", line -> line.startsWith("#"));
    assertThat(check(rules).err()).contains("is the table ibrc; name one --transport that has it");
    assertThat(on("ucx", "MP+p+none+same.litmus", "--rules", rules).err())
        .contains(rules + " is the table ibrc; ucx has direct, ucx");
    // The host of a job over IBGDA uses IBRC besides.
    assertThat(on("ibgda", "MP+p+none+same.litmus", "--rules", rules).exitCode())
        .isEqualTo(ExitCodes.OK);
  }
}
