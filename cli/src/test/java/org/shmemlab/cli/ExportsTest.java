package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Checks the files of {@code --export}, and that programs for these formats can read them. */
final class ExportsTest {
  private static final String RING = "run ../examples/ring_shift.cu -n 4 --platform hgx-h200";
  private static final String MP = "../litmus/mp/MP+put+none+same.litmus";

  @TempDir Path folder;

  private Session session(String command, String... files) {
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    for (String file : files) {
      words.add("--export");
      words.add(folder.resolve(file).toString());
    }
    return Session.of(words.toArray(String[]::new));
  }

  private String read(String file) throws IOException {
    return Files.readString(folder.resolve(file));
  }

  // ---------------------------------------------------------------- which file holds what

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          check ../litmus/mp | x.goal      | this command exports .json, .sarif, .xml, .svg, .dot, .csv, .parquet by that ending
          check ../litmus/mp | x           | this command exports .json, .sarif, .xml, .svg, .dot, .csv, .parquet by that ending
          check ../litmus/mp | x.found.csv | the word before .csv names a table, and there are findings, outcomes, files
          check ../litmus/mp | no/x.csv    | there is no folder
          perftest put-bw --platform hgx-h200 | x.sarif | this command exports .json, .csv, .parquet by that ending
          run ../examples/ring_shift.cu | x.trace.json | this command exports .json by that ending
          """)
  void aFileThatCannotBeIsOneLineBeforeAnythingRuns(String command, String file, String why) {
    Session session = session(command, file);
    assertThat(session.exitCode()).isEqualTo(2);
    assertThat(session.out()).isEmpty();
    assertThat(session.err())
        .startsWith("shmemlab: error: --export ")
        .contains(file + ": " + why)
        .hasLineCount(1);
  }

  @Test
  void aWordBeforeTheEndingNamesTheTable() throws IOException {
    Session session =
        session(RING, "ring.csv", "ring.pes.csv", "ring.stations.csv", "ring.costs.csv");
    assertThat(session.exitCode()).isZero();
    assertThat(session.out()).contains("Simulated time");
    assertThat(read("ring.csv").lines())
        .hasSize(5)
        .first()
        .isEqualTo("operation,kind,from,agent,file,line,to,bytes,issued,read,arrived,complete");
    assertThat(read("ring.csv"))
        .contains(
            "\n2,p,2,thread 0 of block 0 of kernel simple_shift,../examples/ring_shift.cu,19,3,4,");
    assertThat(read("ring.pes.csv")).startsWith("pe,activity,picoseconds\n0,compute,");
    assertThat(read("ring.stations.csv")).contains("\"port of PE 3, receiving\",");
    assertThat(read("ring.costs.csv")).contains("inside a node,wire,");
  }

  @Test
  void nothingElseIsLeftInTheFolder() throws IOException {
    session("check " + MP, "x.json", "x.parquet");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> String.valueOf(file.getFileName())))
          .containsExactlyInAnyOrder("x.json", "x.parquet");
    }
    assertThat(Files.readAllBytes(folder.resolve("x.parquet"))).startsWith('P', 'A', 'R', '1');
  }

  // ---------------------------------------------------------------- findings

  private Element suites(String file) throws Exception {
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(read(file))));
    return document.getDocumentElement();
  }

  @Test
  void eachFileIsASuiteWithOneCaseForItsVerdicts() throws Exception {
    Path wrong = folder.resolve("wrong.litmus");
    Files.writeString(wrong, Files.readString(Path.of(MP)).replace("undefined", "forbidden"));
    Path broken = Files.writeString(folder.resolve("broken.c"), "int main(void) { return x; }");
    Session session = session("check " + MP + " " + wrong + " " + broken, "x.xml", "x.csv");
    assertThat(session.exitCode()).isEqualTo(1); // what was found outranks the broken file
    Element suites = suites("x.xml");
    assertThat(suites.getAttribute("tests")).isEqualTo("3");
    assertThat(suites.getAttribute("failures")).isEqualTo("1");
    assertThat(suites.getAttribute("errors")).isEqualTo("1");
    Element failure = (Element) suites.getElementsByTagName("failure").item(0);
    assertThat(failure.getAttribute("message"))
        .isEqualTo(
            "the verdict is another: nvshmem: undefined, expected forbidden; nvshmem-ordering-page:"
                + " undefined, expected forbidden; openshmem-1.6: undefined, expected forbidden");
    assertThat(failure.getTextContent()).containsOnlyOnce("Missing order: ");
    Element error = (Element) suites.getElementsByTagName("error").item(0);
    assertThat(error.getAttribute("message")).startsWith(broken + ":1:");
    assertThat(read("x.csv")).contains(broken + ",\"\",source," + broken + ",1,");
  }

  @Test
  void aScheduleIsAPictureAndAGraph() throws Exception {
    session("check ../gallery/01_flag_overtakes_data/before.cu", "x.svg", "x.dot");
    Element svg = suites("x.svg");
    assertThat(svg.getTagName()).isEqualTo("svg");
    assertThat(svg.getElementsByTagName("style").getLength()).isEqualTo(1);
    assertThat(svg.getTextContent()).contains("missing order", "18 int_put_nbi");
    String graph = read("x.dot");
    assertThat(graph).startsWith("digraph order {").contains("leads to a conflict", "wait saw it");
    assertThat(nodes(graph, "(\\w+) -> (\\w+)"))
        .containsAnyOf("m0", "m1")
        .isSubsetOf(nodes(graph, "(?m)^ +([tm]\\d+) \\[()"));
  }

  @Test
  void withoutAFindingItIsAScheduleOfTheFirstOutcome() throws Exception {
    session("check ../litmus/mp/MP+amo+fence+same.litmus", "x.svg", "x.dot");
    assertThat(suites("x.svg").getElementsByTagName("path").getLength()).isPositive();
    assertThat(read("x.dot")).contains("A schedule that ").doesNotContain("missing order");
  }

  private static Set<String> nodes(String graph, String pattern) {
    return Pattern.compile(pattern)
        .matcher(graph)
        .results()
        .flatMap(found -> Stream.of(found.group(1), found.group(2)))
        .filter(node -> !node.isEmpty())
        .collect(Collectors.toSet());
  }

  @Test
  void transportsHaveFindingsForToolsToo() throws Exception {
    String program = "../gallery/12_reset_before_launch/before.cu";
    Session session =
        session("check " + program + " --transport ibgda@3.5 -D KEPT", "x.xml", "x.sarif", "x.csv");
    Element whole = (Element) suites("x.xml").getElementsByTagName("testcase").item(0);
    assertThat(whole.getAttribute("name")).isEqualTo("every order on ibgda 3.5");
    JsonNode results = JsonMapper.shared().readTree(read("x.sarif")).at("/runs/0/results");
    assertThat(results.size()).isPositive();
    for (JsonNode result : results) {
      assertThat(result.at("/message/text").asString()).contains(" (transport ibgda 3.5)");
      assertThat(result.get("ruleIndex").asInt()).isNotNegative();
      assertThat(result.get("level").asString())
          .isEqualTo(session.exitCode() == 0 ? "note" : "error");
    }
    assertThat(read("x.csv").lines()).hasSize(1 + results.size());
  }

  @Test
  void aTableOfTestsHasAColumnForEachTransport() throws IOException {
    session("check " + MP + " --all-transports", "x.csv");
    assertThat(read("x.csv"))
        .startsWith("test,nvshmem,nvshmem-ordering-page,nvlink,")
        .contains("\nMP+put+none+same,undefined,undefined,y,");
  }

  // ---------------------------------------------------------------- traces

  @Test
  void anArrowLeadsFromEachCallToWhereItArrives() throws IOException {
    session(RING, "ring.trace.json");
    Map<Integer, JsonNode> starts = new HashMap<>();
    Map<Integer, JsonNode> ends = new HashMap<>();
    List<JsonNode> slices = new ArrayList<>();
    Set<String> counters = new HashSet<>();
    for (JsonNode event :
        JsonMapper.shared().readTree(read("ring.trace.json")).get("traceEvents")) {
      switch (event.get("ph").asString()) {
        case "s" -> starts.put(event.get("id").asInt(), event);
        case "f" -> ends.put(event.get("id").asInt(), event);
        case "X" -> slices.add(event);
        case "C" -> counters.add(event.get("name").asString());
        default -> {}
      }
    }
    assertThat(starts.keySet()).containsExactlyInAnyOrder(0, 1, 2, 3).isEqualTo(ends.keySet());
    starts.forEach((operation, start) -> {
      JsonNode end = Objects.requireNonNull(ends.get(operation));
      int pe = start.get("pid").asInt();
      assertThat(end.get("pid").asInt()).isEqualTo((pe + 1) % 4);
      assertThat(end.get("ts").asDouble()).isGreaterThan(start.get("ts").asDouble());
      assertThat(around(slices, start).get("name").asString()).isEqualTo("issue");
      assertThat(around(slices, start).at("/args/line").asInt()).isEqualTo(19);
      assertThat(around(slices, end).get("name").asString()).isEqualTo("p of PE " + pe);
      assertThat(around(slices, end).at("/args/bytes").asInt()).isEqualTo(4);
    });
    assertThat(counters).contains("operations at port of PE 0");
  }

  // The slice of the same track that an event stands in, which is how Perfetto binds arrows.
  private static JsonNode around(List<JsonNode> slices, JsonNode event) {
    return slices.stream()
        .filter(slice -> slice.get("pid").equals(event.get("pid")))
        .filter(slice -> slice.get("tid").equals(event.get("tid")))
        .filter(slice -> slice.get("ts").asDouble() <= event.get("ts").asDouble())
        .filter(slice ->
            event.get("ts").asDouble() < slice.get("ts").asDouble() + slice.get("dur").asDouble())
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "ring_shift.cu, 4, nvlink",
    "ring_shift.cu, 16, nvlink+ibrc",
    "put_signal_pipeline.cu, 4, nvlink+ibgda",
    "jacobi_halo.cu, 4, nvlink+ibgda"
  })
  void aGoalScheduleRunsToItsEnd(String example, int pes, String transport) throws IOException {
    Session session =
        session(
            "run ../examples/"
                + example
                + " -n "
                + pes
                + " --gpus-per-node 8 --platform hgx-h200:2 --transport "
                + transport,
            "x.goal",
            "x.csv");
    assertThat(session.exitCode()).isZero();
    GoalSchedule schedule = GoalSchedule.parse(read("x.goal"));
    assertThat(schedule.ranks()).isEqualTo(pes);
    long operations = read("x.csv").lines().count() - 1;
    assertThat(schedule.messages()).isEqualTo(2 * operations).isPositive();
    assertThat(schedule.stuck()).isEmpty();
  }
}
