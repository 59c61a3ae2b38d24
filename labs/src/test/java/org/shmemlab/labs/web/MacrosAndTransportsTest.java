package org.shmemlab.labs.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.labs.lesson.Lab;
import org.shmemlab.labs.lesson.Labs;

/** Checks the settings of a request besides the program's text: macros, and the transport. */
@Tag("compiler")
class MacrosAndTransportsTest {
  private static final String PRINTS =
      """
      #include <stdio.h>
      int main(void) { printf("%s\\n", WORDS); return 0; }
      """;

  private static LabServer server;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    server = Servers.open(Optional.empty());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String run(String text, Map<String, String> define) throws Exception {
    try (Client client = Client.of(server)) {
      return client.run(text, define, 1).text();
    }
  }

  @Test
  void aMacroIsDefinedBeforeTheFirstLine() throws Exception {
    assertThat(run(PRINTS, Map.of("WORDS", "\"a \" \"b\""))).contains("\"text\":\"a b\\n\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1A", "A B", "-I/etc", "F(x)", "A\n#include", "\u00e4"})
  void aMacroHasTheNameOfOne(String name) throws Exception {
    assertThat(run(PRINTS, Map.of("WORDS", "\"\"", name, "1"))).contains("A macro is NAME=VALUE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1\n#include \"/etc/passwd\"", "\u0000", "\u00e4"})
  void aMacroIsOneLineOfAscii(String value) throws Exception {
    assertThat(run(PRINTS, Map.of("WORDS", value))).contains("A macro is NAME=VALUE");
  }

  @Test
  void macrosAreFewAndShort() throws Exception {
    Map<String, String> many = new HashMap<>(Map.of("WORDS", "\"\""));
    for (int i = 0; i < 16; i++) {
      many.put("M" + i, "");
    }
    assertThat(run(PRINTS, many)).contains("At most 16 macros, not 17.");
    assertThat(run(PRINTS, Map.of("WORDS", "1".repeat(81)))).contains("up to 80 characters");
    assertThat(run(PRINTS, Map.of("W".repeat(81), "1"))).contains("up to 80 characters");
  }

  @Test
  void anErrorInAHeaderNamesNoFolderOfTheServer() throws Exception {
    assertThat(run("#include <stdio.h>\nint main(void) { return 0; }\n", Map.of("FILE", "1")))
        .contains("It does not compile.")
        .containsPattern("\"text\":\"c/stdio\\.h:\\d+:")
        .doesNotContain("headers-", "cache");
  }

  @Test
  void aMacroIncludesNoFileOfTheServer() throws Exception {
    assertThat(
            run("#include NAMED\nint main(void) { return 0; }\n", Map.of("NAMED", "</etc/passwd>")))
        .contains("It does not compile.", "file not found")
        .doesNotContain("root:");
  }

  @Test
  void aMacroWithoutAValueIsRefused() throws Exception {
    try (Client client = Client.of(server)) {
      Map<String, Object> none = new HashMap<>();
      none.put("WORDS", null);
      Map<String, Object> body = Map.of("text", PRINTS, "define", none, "pes", 1, "seed", 0);
      assertThat(client.post("/run", body).status()).isEqualTo(400);
    }
  }

  @ParameterizedTest
  @CsvSource({"'',true", "ibgda,true", "ibrc,true", "nvlink,false"})
  void theOrdersOfATransportAreLookedAt(String transport, boolean good) throws Exception {
    Lab lab = Labs.known().find("12").orElseThrow();
    try (Client client = Client.of(server)) {
      assertThat(client.check(lab.file(Lab.START), 2, transport).json().at("/good").asBoolean())
          .isEqualTo(good);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/etc/passwd", "nvlink+ibrc", "NVLINK", "ibgda@9"})
  void anotherTransportIsRefused(String transport) throws Exception {
    try (Client client = Client.of(server)) {
      assertThat(client.check("int main(void) { return 0; }\n", 1, transport).text())
          .contains("No such transport: there are nvlink, pcie, ibrc");
    }
  }
}
