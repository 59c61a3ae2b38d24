package org.shmemlab.plan.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shmemlab.plan.grid.Trial;
import org.shmemlab.plan.workload.Workload;
import org.shmemlab.plan.workload.WorkloadParameter;
import org.shmemlab.plan.workload.Workloads;

/**
 * The page of each workload says what its parameters are and what is predicted for what was
 * measured. {@code -Dshmemlab.workloads=write} writes both anew.
 */
@Tag("simulation")
@Tag("whole")
class WorkloadPagesTest {
  private static final long SEED = 1;

  static Stream<Workload> workloads() {
    return Workloads.ALL.stream();
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void saysWhatIsSo(Workload workload) throws IOException {
    Path page = Path.of("..", "workloads", workload.name(), "README.md");
    String text = Files.readString(page);
    String expected =
        part(part(text, "parameters", parameters(workload)), "measured", measured(workload));
    if ("write".equals(System.getProperty("shmemlab.workloads"))) {
      Files.writeString(page, expected);
    } else {
      assertThat(text).isEqualTo(expected);
    }
  }

  // The tables stand between a heading and the next one, or the end, after their first line.
  private static String part(String text, String name, String table) {
    int from = text.indexOf("<!-- " + name + " -->\n");
    int to = text.indexOf("<!-- end -->\n", from);
    assertThat(from).as(name).isNotNegative();
    assertThat(to).as(name).isNotNegative();
    return text.substring(0, from) + "<!-- " + name + " -->\n" + table + text.substring(to);
  }

  private static String parameters(Workload workload) {
    return workload.parameters().stream()
        .map((WorkloadParameter one) ->
            "| `%s` | %s | %s | %s |%n"
                .formatted(one.name(), one.usual(), one.about(), one.range()))
        .collect(Collectors.joining("", "| parameter | usual | | is |\n|---|---|---|---|\n", ""));
  }

  private static String measured(Workload workload) {
    StringBuilder rows =
        new StringBuilder("| row | what | PEs | measured | predicted | error | |\n");
    rows.append("|---|---|---|---|---|---|---|\n");
    for (Held.Open open : Held.all(workload, SEED)) {
      Held held = open.with(Trial.usual(open.point()).run(Trial.script(open.point())));
      rows.append(
          String.format(
              Locale.ROOT,
              "| %s | %s | %d | %.4g %s | %.4g | %+.0f %% | %s |%n",
              held.measured().id(),
              held.measured().operation(),
              held.point().pes(),
              held.measured().value(),
              held.measured().unit(),
              held.predicted(),
              100 * held.error(),
              held.input() ? "input" : "held out"));
    }
    return rows.toString();
  }
}
