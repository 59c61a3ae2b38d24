package org.shmemlab.conformance.transports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.shmemlab.transports.rules.EnvironmentVariable;

/** Checks that the page about transports names every variable that is known, with its default. */
class DocumentedVariablesTest {
  @Test
  void namesEveryVariableWithItsDefault() throws IOException {
    String page = Files.readString(Path.of("../docs/transports.md"));
    for (EnvironmentVariable variable : EnvironmentVariable.values()) {
      String standard = variable.standard().isEmpty() ? "empty" : variable.standard();
      assertThat(page.lines())
          .as(variable.name())
          .anyMatch(line ->
              line.startsWith("|")
                  && line.contains("`" + variable.name() + "`")
                  && line.contains(standard));
    }
  }
}
