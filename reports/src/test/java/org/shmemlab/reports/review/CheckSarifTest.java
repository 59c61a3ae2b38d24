package org.shmemlab.reports.review;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.reports.ReportedFinding;
import org.shmemlab.reports.check.CheckTotals;
import org.shmemlab.reports.check.Judged;
import org.shmemlab.scenarios.source.SourceFile;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Checks the log against the demands of the JSON schema of SARIF 2.1.0 on the objects that it has.
 */
class CheckSarifTest {
  /** The type of a property's value, or of the values in its array; the rest are plain values. */
  private static final ImmutableMap<String, String> TYPES =
      ImmutableMap.<String, String>builder()
          .put("runs", "run")
          .put("tool", "tool")
          .put("driver", "toolComponent")
          .put("rules", "reportingDescriptor")
          .put("shortDescription", "message")
          .put("results", "result")
          .put("message", "message")
          .put("locations", "location")
          .put("relatedLocations", "location")
          .put("location", "location")
          .put("physicalLocation", "physicalLocation")
          .put("artifactLocation", "artifactLocation")
          .put("region", "region")
          .put("codeFlows", "codeFlow")
          .put("threadFlows", "threadFlow")
          .put("help", "message")
          .put("fixes", "fix")
          .put("description", "message")
          .put("artifactChanges", "artifactChange")
          .put("replacements", "replacement")
          .put("deletedRegion", "region")
          .put("insertedContent", "artifactContent")
          .put("partialFingerprints", "fingerprints")
          .buildOrThrow();

  /** Properties that the schema requires. */
  private static final ImmutableMap<String, ImmutableSet<String>> REQUIRED =
      ImmutableMap.<String, ImmutableSet<String>>builder()
          .put("log", ImmutableSet.of("version", "runs"))
          .put("run", ImmutableSet.of("tool"))
          .put("tool", ImmutableSet.of("driver"))
          .put("toolComponent", ImmutableSet.of("name"))
          .put("reportingDescriptor", ImmutableSet.of("id"))
          .put("result", ImmutableSet.of("message"))
          .put("message", ImmutableSet.of("text"))
          .put("codeFlow", ImmutableSet.of("threadFlows"))
          .put("threadFlow", ImmutableSet.of("locations"))
          .put("fix", ImmutableSet.of("artifactChanges"))
          .put("artifactChange", ImmutableSet.of("artifactLocation", "replacements"))
          .put("replacement", ImmutableSet.of("deletedRegion"))
          .buildOrThrow();

  /** Further properties that the schema knows, as far as we write them: it forbids unknown ones. */
  private static final ImmutableMap<String, ImmutableSet<String>> OPTIONAL =
      ImmutableMap.<String, ImmutableSet<String>>builder()
          .put("log", ImmutableSet.of("$schema"))
          .put("run", ImmutableSet.of("columnKind", "results"))
          .put("toolComponent", ImmutableSet.of("version", "rules"))
          .put("reportingDescriptor", ImmutableSet.of("shortDescription", "help", "helpUri"))
          .put(
              "result",
              ImmutableSet.of(
                  "ruleId",
                  "ruleIndex",
                  "level",
                  "locations",
                  "relatedLocations",
                  "codeFlows",
                  "partialFingerprints",
                  "fixes"))
          .put("fingerprints", ImmutableSet.of("shmemlab/v1"))
          .put("fix", ImmutableSet.of("description"))
          .put("replacement", ImmutableSet.of("insertedContent"))
          .put("artifactContent", ImmutableSet.of("text"))
          .put("location", ImmutableSet.of("physicalLocation", "message"))
          .put("physicalLocation", ImmutableSet.of("artifactLocation", "region"))
          .put("artifactLocation", ImmutableSet.of("uri"))
          .put("region", ImmutableSet.of("startLine", "startColumn", "endLine", "endColumn"))
          .put("threadFlow", ImmutableSet.of("id"))
          .put("threadFlowLocation", ImmutableSet.of("location", "executionOrder"))
          .buildOrThrow();

  @Test
  void everyObjectIsAsTheSchemaDemands() {
    conforms(log(), "log");
  }

  @Test
  void aFindingIsAnErrorAWarningOrANote() {
    assertThat(results())
        .extracting(result -> result.get("level").asString())
        .containsExactly("note", "warning", "error", "error", "error");
    assertThat(results())
        .extracting(result -> result.get("ruleId").asString())
        .containsExactly("conflict", "conflict", "deadlock", "assertion", "source");
  }

  @Test
  void aConflictNamesBothAccessesAndItsSchedule() {
    JsonNode conflict = results().get(0);
    assertThat(line(conflict.get("locations").get(0))).isEqualTo(13);
    assertThat(line(conflict.get("relatedLocations").get(0))).isEqualTo(7);
    assertThat(line(conflict.get("relatedLocations").get(1))).isEqualTo(13);
    List<JsonNode> flows =
        ImmutableList.copyOf(conflict.get("codeFlows").get(0).get("threadFlows").iterator());
    assertThat(flows)
        .extracting(flow -> flow.get("id").asString())
        .containsExactly("network", "PE 1");
    assertThat(flows.get(1).get("locations").get(0).get("executionOrder").asInt()).isEqualTo(2);
  }

  @Test
  void aPlaceHasItsColumnWhereThatIsKnown() {
    JsonNode place = results().get(4).at("/locations/0/physicalLocation/region");
    assertThat(place.get("startLine").asInt()).isEqualTo(3);
    assertThat(place.get("startColumn").asInt()).isEqualTo(7);
    JsonNode conflict = results().get(1).at("/locations/0/physicalLocation/region");
    assertThat(conflict.get("startColumn").asInt()).isPositive();
    JsonNode ofLitmusTest = results().get(0).at("/locations/0/physicalLocation/region");
    assertThat(ofLitmusTest.has("startColumn")).isFalse();
  }

  @Test
  void pathsAreUriReferences() {
    CheckSarif sarif = new CheckSarif("1");
    for (String path : new String[] {"/tmp/a b.cu", "x y/é+.cu", "c:d.cu"}) {
      sarif.rejected(
          path,
          List.of(
              new ReportedFinding(path, 0, 0, ReportedFinding.Severity.ERROR, "why", null, null)));
    }
    JsonNode results = JsonMapper.shared().readTree(sarif.text()).at("/runs/0/results");
    assertThat(ImmutableList.copyOf(results.iterator()))
        .extracting(result ->
            URI.create(result.at("/locations/0/physicalLocation/artifactLocation/uri").asString())
                .getPath())
        .containsExactly("/tmp/a b.cu", "x y/é+.cu", "./c:d.cu");
  }

  private static final String RACE =
      """
      #include <nvshmem.h>
      int main(void) {
        nvshmem_init();
        int *x = (int *)nvshmem_calloc(1, sizeof(int));
        if (nvshmem_my_pe() == 0) {
          nvshmem_int_p(x, 1, 1);
          nvshmem_int_p(x, 2, 1);
        }
        nvshmem_barrier_all();
        nvshmem_free(x);
        nvshmem_finalize();
      }
      """;

  private static JsonNode ofRace(String text) {
    CheckSarif sarif = new CheckSarif("1");
    sarif.program(Judged.withRepairs(new SourceFile("race.cu", text)));
    return JsonMapper.shared().readTree(sarif.text()).at("/runs/0/results/0");
  }

  @Test
  void aRepairIsAnEditWithWhichTheConflictIsGone() {
    JsonNode conflict = ofRace(RACE);
    assertThat(conflict.get("ruleId").asString()).isEqualTo("conflict");
    JsonNode edit = conflict.at("/fixes/0/artifactChanges/0/replacements/0");
    int line = edit.at("/deletedRegion/startLine").asInt();
    List<String> lines = new ArrayList<>(RACE.lines().toList());
    lines.add(line - 1, edit.at("/insertedContent/text").asString().stripTrailing());
    String repaired = String.join("\n", lines) + "\n";
    assertThat(ofRace(repaired).isMissingNode()).isTrue();
  }

  @Test
  void aRepairInTheMiddleOfALineStaysWords() {
    String oneLine =
        RACE.replace("(x, 1, 1);\n", "(x, 1, 1);").replace("(x, 2, 1);\n  }", "(x, 2, 1); }");
    assertThat(ofRace(oneLine).get("ruleId").asString()).isEqualTo("conflict");
    assertThat(ofRace(oneLine).has("fixes")).isFalse();
  }

  @Test
  void aFingerprintStaysWhereOtherLinesChange() {
    String pointer = "/partialFingerprints/shmemlab~1v1";
    String before = ofRace(RACE).at(pointer).asString();
    assertThat(before).isNotEmpty();
    assertThat(ofRace("// one more line\n" + RACE).at(pointer).asString()).isEqualTo(before);
    assertThat(ofRace(RACE.replace("x, 2, 1", "x, 3, 1")).at(pointer).asString())
        .isNotEqualTo(before);
  }

  @Test
  void everyFindingHasAFingerprintOfItsOwn() {
    assertThat(results())
        .extracting(result -> result.at("/partialFingerprints/shmemlab~1v1").asString())
        .doesNotHaveDuplicates()
        .allMatch(print -> print.matches("[0-9a-f]{32}:1"));
  }

  private static int line(JsonNode location) {
    return location.at("/physicalLocation/region/startLine").asInt();
  }

  private static List<JsonNode> results() {
    return ImmutableList.copyOf(log().at("/runs/0/results").iterator());
  }

  private static JsonNode log() {
    CheckSarif sarif = new CheckSarif("1.2.3");
    sarif.litmus(Judged.litmus(Judged.MP, Engine.STATES));
    for (SourceFile source : Judged.programs()) {
      sarif.program(Judged.program(source, 1000));
    }
    sarif.rejected(
        "bad.cu",
        List.of(
            new ReportedFinding(
                "bad.cu", 3, 7, ReportedFinding.Severity.ERROR, "why", null, null)));
    sarif.end(CheckTotals.NONE);
    return JsonMapper.shared().readTree(sarif.text());
  }

  private static void conforms(JsonNode object, String type) {
    ImmutableSet<String> required = REQUIRED.getOrDefault(type, ImmutableSet.of());
    ImmutableSet<String> optional = OPTIONAL.getOrDefault(type, ImmutableSet.of());
    assertThat(object.propertyNames()).as(type).containsAll(required);
    for (Map.Entry<String, JsonNode> property : object.properties()) {
      String name = property.getKey();
      assertThat(required.contains(name) || optional.contains(name)).as(type + "." + name).isTrue();
      String valueType =
          type.equals("threadFlow") && name.equals("locations")
              ? "threadFlowLocation"
              : TYPES.get(name);
      if (valueType == null) {
        plain(name, property.getValue());
      } else if (property.getValue().isArray()) {
        property.getValue().forEach(element -> conforms(element, valueType));
      } else {
        conforms(property.getValue(), valueType);
      }
    }
  }

  private static void plain(String name, JsonNode value) {
    switch (name) {
      case "version" -> assertThat(value.asString()).isIn("2.1.0", "1.2.3");
      case "level" -> assertThat(value.asString()).isIn("none", "note", "warning", "error");
      case "columnKind" -> assertThat(value.asString()).isIn("utf16CodeUnits", "unicodeCodePoints");
      case "startLine", "startColumn", "endLine", "endColumn" ->
          assertThat(value.asInt()).isPositive();
      case "ruleIndex", "executionOrder" -> assertThat(value.asInt()).isNotNegative();
      default -> assertThat(value.asString()).as(name).isNotEmpty();
    }
  }
}
