package org.shmemlab.conformance.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Splitter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.shmemlab.conformance.agreement.CatalogueAgreesTest;
import org.shmemlab.conformance.agreement.EveryProgramAgreesTest;
import org.shmemlab.conformance.agreement.SmallProgramsAgreeTest;
import org.shmemlab.conformance.mutants.EveryRuleIsNeededTest;

/** Checks that each sentence of the documents on order has tests, and that they exist. */
class RequirementsTest {
  private static final List<Class<?>> TESTS =
      List.of(
          CatalogueAgreesTest.class,
          ConsistencyTableTest.class,
          EveryProgramAgreesTest.class,
          EveryRuleIsNeededTest.class,
          SmallProgramsAgreeTest.class);

  @Test
  void everySentenceHasTests() throws IOException {
    Set<String> litmus = litmus();
    Set<String> methods = methods();
    List<List<String>> rows = rows();
    assertThat(rows).hasSizeGreaterThan(30);
    for (List<String> row : rows) {
      assertThat(row).as("four columns: " + row).hasSize(4).noneMatch(String::isEmpty);
      assertThat(names(row.get(2))).as(row.get(1)).isSubsetOf(litmus);
      assertThat(names(row.get(3))).as(row.get(1)).isSubsetOf(methods);
    }
  }

  private static List<List<String>> rows() throws IOException {
    try (InputStream file = RequirementsTest.class.getResourceAsStream("requirements.txt")) {
      String text = new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
      List<List<String>> rows = new ArrayList<>();
      for (String line : Splitter.on('\n').omitEmptyStrings().split(text)) {
        if (!line.startsWith("#")) {
          rows.add(Splitter.on('|').trimResults().splitToList(line));
        }
      }
      return rows;
    }
  }

  private static List<String> names(String cell) {
    return Splitter.on(',').trimResults().splitToList(cell);
  }

  private static Set<String> litmus() throws IOException {
    try (var files = Files.walk(Path.of("..", "litmus"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".litmus"))
          .map(name -> name.substring(0, name.length() - ".litmus".length()))
          .collect(Collectors.toSet());
    }
  }

  private static Set<String> methods() {
    return TESTS.stream()
        .flatMap(test ->
            Arrays.stream(test.getDeclaredMethods())
                .map(method -> test.getSimpleName() + "#" + method.getName()))
        .collect(Collectors.toSet());
  }
}
