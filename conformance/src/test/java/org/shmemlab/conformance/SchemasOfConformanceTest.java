package org.shmemlab.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ObjectArrays;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shmemlab.reports.json.Schema;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Checks the output of {@code conformance} and {@code attack} with {@code --json}. */
class SchemasOfConformanceTest {
  private static final Path SCHEMAS = Path.of("..", "docs", "schemas");

  @TempDir private Path folder;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
  private final PrintStream err = new PrintStream(new ByteArrayOutputStream());

  @Test
  void anAttackIsWhatItsSchemaSays() throws IOException {
    JsonNode attack = of(new AttackCommand(out, err), Schema.ATTACK, "--programs", "3");
    assertThat(attack.get("results").get(0).get("programs").asInt()).isEqualTo(3);
  }

  @Test
  void evidenceIsWhatItsSchemaSays() throws IOException {
    Path litmus = Files.createDirectory(folder.resolve("litmus"));
    Path test = Path.of("..", "litmus", "atomics", "AMO+load.litmus");
    Files.copy(test, litmus.resolve("AMO+load.litmus"));
    JsonNode evidence =
        of(
            new ConformanceCommand(out, err),
            Schema.CONFORMANCE,
            "--litmus",
            litmus.toString(),
            "--results",
            folder.resolve("none").toString(),
            "--report",
            folder.resolve("page.html").toString());
    assertThat(evidence.get("results").findValuesAsString("what"))
        .contains("transport-in-specification", "sequential-in-specification");
  }

  private JsonNode of(Object command, Schema schema, String... arguments) throws IOException {
    int exitCode = new CommandLine(command).execute(ObjectArrays.concat(arguments, "--json"));
    String document = bytes.toString(StandardCharsets.UTF_8);
    assertThat(
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(SCHEMAS.resolve(schema.file())), InputFormat.JSON)
                .validate(document, InputFormat.JSON))
        .isEmpty();
    JsonNode read = JsonMapper.shared().readTree(document);
    assertThat(read.get("schema").asString()).isEqualTo(schema.id());
    assertThat(read.get("exit_code").asInt()).isEqualTo(exitCode);
    return read;
  }
}
