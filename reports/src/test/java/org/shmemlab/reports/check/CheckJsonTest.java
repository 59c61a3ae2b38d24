package org.shmemlab.reports.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.reports.json.Schema;
import org.shmemlab.scenarios.source.SourceFile;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CheckJsonTest {
  @Test
  void aConflictHasBothAccessesAndTheOrderThatIsMissing() {
    JsonNode file = checked(view -> view.litmus(Judged.litmus(Judged.MP, Engine.STATES)));
    assertThat(file.get("file").asString()).isEqualTo("dir/mp.litmus");
    assertThat(file.get("profile").asString()).isEqualTo("nvshmem");
    assertThat(file.get("verdict").asString()).isEqualTo("undefined");
    assertThat(file.get("as_expected").asBoolean()).isTrue();
    assertThat(file.get("complete").asBoolean()).isTrue();
    assertThat(file.get("states").asInt()).isPositive();
    assertThat(file.get("outcomes").get(0).get("values").asString()).isEqualTo("1:r0=1;");
    JsonNode finding = file.get("findings").get(0);
    assertThat(finding.get("kind").asString()).isEqualTo("conflict");
    assertThat(finding.get("first").toString())
        .isEqualTo(
            "{\"kind\":\"p\",\"file\":\"dir/mp.litmus\",\"line\":7,\"column\":0,\"pe\":0,\"object\":\"x\","
                + "\"object_pe\":1,\"bytes\":{\"first\":0,\"last\":7}}");
    assertThat(finding.get("second").get("line").asInt()).isEqualTo(13);
    assertThat(finding.get("missing_order").asString()).startsWith("either PE 0 has to complete");
    assertThat(finding.get("choices").size()).isEqualTo(finding.get("schedule").size());
  }

  @Test
  void whatDoesNotEndWellIsDefinedAndHasAFinding() {
    for (SourceFile source : Judged.programs()) {
      JsonNode file = checked(view -> view.program(Judged.program(source, 1000)));
      assertThat(file.get("findings").size()).as(source.path()).isEqualTo(1);
    }
    JsonNode hangs = checked(view -> view.program(Judged.program(Judged.HANGS, 1000)));
    assertThat(hangs.get("verdict").asString()).isEqualTo("defined");
    assertThat(hangs.get("findings").get(0).get("kind").asString()).isEqualTo("deadlock");
    assertThat(hangs.get("findings").get(0).get("deadlock").toString()).contains("waits until");
    JsonNode asserts = checked(view -> view.program(Judged.program(Judged.ASSERTS, 1000)));
    assertThat(asserts.get("verdict").asString()).isEqualTo("defined");
    assertThat(asserts.get("findings").get(0).get("kind").asString()).isEqualTo("assertion");
  }

  @Test
  void whatOnlySomeDocumentsHaveIsUnspecified() {
    JsonNode file = checked(view -> view.program(Judged.program(Judged.WAITS_ON_P, 1000)));
    assertThat(file.get("verdict").asString()).isEqualTo("unspecified");
    assertThat(file.get("findings").get(0).get("profiles").toString()).isEqualTo("[\"nvshmem\"]");
    assertThat(file.get("profiles").get(1).get("verdict").asString()).isEqualTo("defined");
  }

  @Test
  void anEarlyEndIsNotComplete() {
    JsonNode file = checked(view -> view.program(Judged.program(Judged.ASSERTS, 1)));
    assertThat(file.get("complete").asBoolean()).isFalse();
    assertThat(file.get("profiles").get(0).get("bound").asString())
        .isEqualTo("budget of 1 states hit");
  }

  @Test
  void eachFileIsAResult() {
    CheckJson view = new CheckJson(Schema.CHECK);
    view.litmus(Judged.litmus(Judged.MP, Engine.STATES));
    view.program(Judged.program(Judged.HANGS, 1000));
    view.end(CheckTotals.NONE);
    JsonNode document = JsonMapper.shared().readTree(view.text(1));
    assertThat(document.propertyNames()).containsExactly("schema", "exit_code", "results");
    assertThat(document.get("schema").asString()).isEqualTo("urn:shmemlab:check:1");
    assertThat(document.get("exit_code").asInt()).isEqualTo(1);
    assertThat(document.get("results").size()).isEqualTo(2);
  }

  @Test
  void aReplayIsOneResult() {
    CheckJson view = new CheckJson(Schema.CHECK);
    view.replayed(Judged.replayed(Judged.ASSERTS));
    JsonNode document = JsonMapper.shared().readTree(view.text(1));
    assertThat(document.get("schema").asString()).isEqualTo("urn:shmemlab:check-replay:1");
    assertThat(document.get("results").size()).isEqualTo(1);
    JsonNode finding = document.get("results").get(0).get("findings").get(0);
    assertThat(finding.get("kind").asString()).isEqualTo("assertion");
    assertThat(finding.get("schedule").size())
        .isEqualTo(finding.get("choices").size())
        .isPositive();
  }

  private static JsonNode checked(Consumer<CheckView> write) {
    CheckJson view = new CheckJson(Schema.CHECK);
    write.accept(view);
    view.end(CheckTotals.NONE);
    return JsonMapper.shared().readTree(view.text(0)).get("results").get(0);
  }
}
