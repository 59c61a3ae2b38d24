package org.shmemlab.scenarios.observed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shmemlab.scenarios.judge.ExplorationLimits;

class ResultComparisonTest {
  private static final Path CATALOGUE = Path.of("..").resolve("litmus");
  private static final String RUN =
      """
      {"kind":"run","format":1,"backend":"nvshmem","library":"L","devices":"D","driver":"",\
      "setting":"","machine":"m","date":"2026-01-02T03:04:05Z","pes":2,"instances":10,"seed":1,\
      "command":"c"}
      """;

  @TempDir Path folder;

  private static String test(String path, String outcomes, int timeouts) throws IOException {
    String source =
        Files.readString(CATALOGUE.resolve(path + ".litmus"))
            .replace("\\", "\\\\")
            .replace("\"", "\\\"")
            .replace("\n", "\\n");
    String name = Path.of(path).getFileName().toString();
    return String.format(
        "{\"kind\":\"litmus\",\"test\":\"%s\",\"source\":\"%s\",\"outcomes\":[%s],"
            + "\"timeouts\":%d,\"dropped\":0}%n",
        name, source, outcomes, timeouts);
  }

  private static String outcome(String values, int count) {
    return String.format("{\"values\":\"%s\",\"count\":%d}", values, count);
  }

  private Results read(String... lines) throws IOException, Results.Malformed {
    return Results.read(Files.writeString(folder.resolve("r.jsonl"), String.join("", lines)));
  }

  private static ResultComparison compare(Results results) {
    return ResultComparison.of(List.of(results), new ExplorationLimits(1_000_000, () -> false));
  }

  @Test
  void anOutcomeThatADefinedTestMustNotShowIsFound() throws Exception {
    Results right = read(RUN, test("mp/MP+put+fence+same", outcome("1:r0=1;", 10), 0));
    assertTrue(compare(right).allowed());
    Results wrong =
        read(
            RUN,
            test("mp/MP+put+fence+same", outcome("1:r0=1;", 9) + "," + outcome("1:r0=0;", 1), 0));
    ResultComparison comparison = compare(wrong);
    assertFalse(comparison.allowed());
    assertEquals(List.of("1:r0=0;"), comparison.tests().get(0).forbidden().asList());
  }

  @Test
  void whatTheRulesOfTheTransportExplainIsForbiddenAndAccountedFor() throws Exception {
    String mapped =
        RUN.replace("\"library\":\"L\"", "\"library\":\"NVSHMEM 3.4.5\"")
            .replace("\"setting\":\"\"", "\"setting\":\"peers mapped\"");
    // The wait for a signal does not empty the cache of an SM.
    ResultComparison stale =
        compare(read(mapped, test("signals/SIG-OWN", outcome("1:r0=0;", 1), 0)));
    assertEquals(List.of("1:r0=0;"), stale.tests().get(0).forbidden().asList());
    assertTrue(stale.allowed());
    // Every other wait does.
    ResultComparison wrong =
        compare(read(mapped, test("mp/MP+put+quiet+same", outcome("1:r0=0;", 1), 0)));
    assertFalse(wrong.allowed());
    // An undefined test may show anything by the specification, but not on this transport.
    ResultComparison late =
        compare(read(mapped, test("mp/MP+put+none+same", outcome("1:r0=2;", 1), 0)));
    assertEquals(List.of("1:r0=2;"), late.tests().get(0).unexplained().asList());
  }

  @Test
  void aProgramWithoutABugHasToDoAsPredicted() throws Exception {
    String row =
        "{\"kind\":\"program\",\"program\":\"p\",\"pes\":2,\"exit\":%d,\"as_predicted\":%s,"
            + "\"announced\":\"%s\"}%n";
    assertTrue(compare(read(String.format(row, 0, "true", "-"))).allowed());
    assertFalse(compare(read(String.format(row, 0, "false", "nothing"))).allowed());
    assertFalse(compare(read(String.format(row, 124, "null", "-"))).allowed());
    assertTrue(compare(read(String.format(row, 124, "null", "deadlock"))).allowed());
    assertMalformed(
        "r.jsonl:1: error: neither true, false nor null under 'as_predicted'",
        String.format(row, 0, "2", "-"));
  }

  @Test
  void aTimeoutIsAllowedOnlyWhereTheTestCanHang() throws Exception {
    assertFalse(compare(read(RUN, test("mp/MP+put+fence+same", "", 1))).allowed());
    assertTrue(compare(read(RUN, test("waits/DEADLOCK", "", 1))).allowed());
  }

  @Test
  void aForbiddenOutcomeIsTestedOnlyWhereItsMutantShowsIt() throws Exception {
    String repaired = test("mp/MP+put+fence+same", outcome("1:r0=1;", 10), 0);
    ResultComparison without =
        compare(read(RUN, repaired, test("mp/MP+put+none+same", outcome("1:r0=1;", 10), 0)));
    assertEquals(1, without.forbiddenWithMutant().size());
    assertEquals(0, without.mutants().size());
    ResultComparison with =
        compare(read(RUN, repaired, test("mp/MP+put+none+same", outcome("1:r0=0;", 3), 0)));
    assertTrue(with.allowed(), "an undefined test may show anything");
    assertEquals(1, with.mutants().size());
  }

  @Test
  void whatIsNoResultIsSaidWithItsLine() throws IOException {
    assertMalformed("r.jsonl:1: error: not a line of JSON", "nonsense");
    assertMalformed(
        "r.jsonl:1: error: a test before the line of its run", test("mp/MP+put+fence+same", "", 0));
    assertMalformed(
        "r.jsonl:2: error: not the values that MP+put+fence+same asks for: x=1;",
        RUN,
        test("mp/MP+put+fence+same", outcome("x=1;", 1), 0));
    assertMalformed("r.jsonl:0: error: no run", "");
  }

  private void assertMalformed(String message, String... lines) {
    Results.Malformed found = assertThrows(Results.Malformed.class, () -> read(lines));
    assertTrue(String.valueOf(found.getMessage()).contains(message), found.getMessage());
  }
}
