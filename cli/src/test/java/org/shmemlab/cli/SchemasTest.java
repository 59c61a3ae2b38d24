package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.labs.lesson.Lab;
import org.shmemlab.labs.lesson.Labs;
import org.shmemlab.reports.json.Schema;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Compares the output of every command with {@code --json} with the published schemas. */
@Tag("compiler")
final class SchemasTest {
  private static final Path SCHEMAS = Path.of("..", "docs", "schemas");
  private static final String PAIR = "../gallery/01_flag_overtakes_data";
  private static final String MP = "../litmus/mp/MP+put+none+same.litmus";
  private static final String SB = "../litmus/shapes/SB+amo+fence.litmus";

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          RUN             | run ../examples/ring_shift.cu -n 2
          RUN             | run ../examples/ring_shift.cu -n 4 --platform hgx-h200:2 --gpus-per-node 2
          RUN             | run ../examples/ring_shift.cu -n 2 -D __global__=wrong
          RUN_OUTCOMES    | run ../examples/ring_shift.cu -n 2 --platform hgx-h200 --runs 2
          CHECK           | check ../gallery/01_flag_overtakes_data ../litmus/mp/MP+p+fence+same.litmus
          CHECK           | check ../gallery/01_flag_overtakes_data/before.cu -D __global__=wrong
          CHECK           | check ../gallery/12_reset_before_launch/before.cu --engine random --budget 2
          CHECK_TRANSPORT | check ../gallery/01_flag_overtakes_data --transport nvlink
          CHECK_TRANSPORT | check ../gallery/12_reset_before_launch/before.cu --transport ibgda@3.5
          CHECK_TABLE     | check ../litmus/mp/MP+put+none+same.litmus --all-transports
          CHECK_ROBUST    | check --robust ../litmus/shapes/SB+amo+fence.litmus
          CHECK_ROBUST    | check --robust ../litmus/mp/MP+put+none+same.litmus
          CHECK_REPLAY    | check ../litmus/mp/MP+put+none+same.litmus --profile nvshmem --schedule 0,0
          CHECK_REPLAY    | check ../litmus/mp/MP+put+none+same.litmus --transport ibrc --schedule 0,0
          LAYOUT          | layout -n 9 --platform hgx-h200
          PERFTEST        | perftest put-bw --platform hgx-h200 -e 16
          PERFTEST        | perftest barrier --platform hgx-h200 --pes 4 --jitter 0.1 --runs 3
          PLATFORMS       | platforms
          PLATFORM        | platform show hgx-h200:2 --route 0,9
          FIT             | fit
          ACCURACY        | accuracy
          ACCURACY_LOOPS  | accuracy ../results/h200-x2-perftest-1
          CALIBRATE       | calibrate ../results/h200-x2-1
          NATIVE_COMPARE  | native compare ../results/h200-x2-3/litmus-without-l1.jsonl ../results/h200-x2-3/programs.jsonl
          """)
  void aDocumentIsWhatItsSchemaSays(Schema schema, String command) throws IOException {
    Session session = Session.of((command + " --json").split(" "));
    JsonNode document = JsonMapper.shared().readTree(session.out());
    assertThat(document.get("schema").asString()).isEqualTo(schema.id());
    assertThat(document.get("exit_code").asInt()).isEqualTo(session.exitCode());
    assertThat(document.get("results").size()).isPositive();
    assertThat(mistakes(schema, session.out())).isEmpty();
  }

  @Test
  void aScheduleOfAFileHasASchemaToo() throws IOException {
    Session.of("check", MP, "--save-replays", folder.toString());
    try (Stream<Path> files = Files.list(folder)) {
      Path replay = files.sorted().findFirst().orElseThrow();
      Session session = Session.of("check", "--replay", replay.toString(), "--json");
      assertThat(mistakes(Schema.CHECK_REPLAY, session.out())).isEmpty();
    }
  }

  @Test
  void aPlanAndAQueryOfItHaveSchemasToo() throws IOException {
    String store = folder.resolve("plan.duckdb").toString();
    String[] plan = {
      "plan",
      "allreduce",
      "--platform",
      "dgx-h100",
      "--pes",
      "8",
      "--samples",
      "2",
      "--json",
      "--store",
      store
    };
    Session answer = Session.of(plan);
    assertThat(mistakes(Schema.PLAN, answer.out())).isEmpty();
    JsonNode found = JsonMapper.shared().readTree(answer.out()).get("results").get(0);
    assertThat(found.get("best").get("pes").asInt()).isEqualTo(8);
    assertThat(found.get("points").size()).isPositive();
    Session query =
        Session.of(
            "plan", "query", "SELECT pes, p50, NULL AS n FROM points", "--json", "--store", store);
    assertThat(mistakes(Schema.PLAN_QUERY, query.out())).isEmpty();
    assertThat(JsonMapper.shared().readTree(query.out()).get("results").get(0).get("n").isNull())
        .isTrue();
  }

  @Test
  void gradesHaveASchemaToo() throws IOException {
    Lab lab = Labs.known().find("2").orElseThrow();
    for (String version : List.of(Lab.SOLUTION, "wrong_sync.cu")) {
      Path student = Files.createDirectory(folder.resolve(version));
      Files.writeString(student.resolve("lab.cu"), lab.file(version));
    }
    Session session = Session.of("lab", "grade", folder.toString(), "--json");
    assertThat(session.exitCode()).isEqualTo(1);
    assertThat(mistakes(Schema.LAB_GRADE, session.out())).isEmpty();
    JsonNode document = JsonMapper.shared().readTree(session.out());
    assertThat(document.get("exit_code").asInt()).isEqualTo(1);
    assertThat(document.at("/results/0/points").asInt()).isEqualTo(10);
    JsonNode wrong = document.at("/results/1");
    assertThat(wrong.get("student").asString()).isEqualTo("wrong_sync.cu");
    assertThat(wrong.at("/criteria/2/state").asString()).isEqualTo("missed");
    assertThat(wrong.at("/criteria/2/troubles/0/say").asString()).startsWith("A sync waits until");
  }

  @Test
  void anotherKeyIsAMistake() throws IOException {
    String text = Session.of("platforms", "--json").out();
    assertThat(mistakes(Schema.PLATFORMS, text.replaceFirst("\"gpus\"", "\"cards\"")))
        .anyMatch(mistake -> mistake.contains("gpus"))
        .anyMatch(mistake -> mistake.contains("cards"));
  }

  @Test
  void everySchemaIsPublishedUnderItsName() throws IOException {
    try (Stream<Path> files = Files.list(SCHEMAS)) {
      assertThat(files.map(file -> String.valueOf(file.getFileName())))
          .containsExactlyInAnyOrderElementsOf(
              Stream.of(Schema.values()).map(Schema::file).toList());
    }
    for (Schema schema : Schema.values()) {
      JsonNode published = JsonMapper.shared().readTree(text(schema));
      assertThat(published.get("$id").asString()).isEqualTo(schema.id());
      assertThat(published.get("$schema").asString())
          .isEqualTo("https://json-schema.org/draft/2020-12/schema");
    }
  }

  @Test
  void whatIsExportedIsWhatIsPrinted() throws IOException {
    Path file = folder.resolve("x.json");
    Session session = Session.of("check", SB, PAIR, "--json", "--export", file.toString());
    assertThat(Files.readString(file)).isEqualTo(session.out());
    Session text = Session.of("check", SB, PAIR, "--export", file.toString());
    assertThat(Files.readString(file)).isEqualTo(session.out());
    assertThat(text.out()).startsWith("ok ").isEqualTo(Session.of("check", SB, PAIR).out());
  }

  private static String text(Schema schema) throws IOException {
    return Files.readString(SCHEMAS.resolve(schema.file()));
  }

  private static List<String> mistakes(Schema schema, String document) throws IOException {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(text(schema), InputFormat.JSON)
        .validate(document, InputFormat.JSON)
        .stream()
        .map(Error::toString)
        .collect(Collectors.toList());
  }
}
