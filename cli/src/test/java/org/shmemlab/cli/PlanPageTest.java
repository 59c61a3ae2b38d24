package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shmemlab.plan.workload.WorkloadParameter;
import org.shmemlab.plan.workload.Workloads;

/** Checks the page of a plan in a real browser; skipped where there is none. */
@Tag("browser")
class PlanPageTest {
  @TempDir static Path folder = Path.of("");
  private static @Nullable Browser page;

  @BeforeAll
  static void open() {
    assumeTrue(Browser.exists(), "no Chromium with its driver");
    Path file = folder.resolve("plan.html");
    Session session =
        Session.of(
            "plan",
            "moe-dispatch",
            "--platform",
            "dgx-h100",
            "--pes",
            "8..32",
            "--transport",
            "ibgda,ibrc",
            "--samples",
            "8",
            "--price",
            "gpu-hour=2.5",
            "--store",
            folder.resolve("store").toString(),
            "--report",
            file.toString());
    assertThat(session.err()).isEmpty();
    page = Browser.open(file, 1280, 900);
  }

  @AfterAll
  static void close() {
    if (page != null) {
      page.close();
    }
  }

  private static Browser page() {
    return Objects.requireNonNull(page);
  }

  @Test
  void everyPartIsThere() {
    assertThat(page().texts("h2"))
        .containsExactly(
            "Answer",
            "What decides, and what if",
            "Results and their cost",
            "How sure it is",
            "All points",
            "Where the numbers come from",
            "How this page was made");
    assertThat(page().texts("#answer dt")).contains("best", "limit", "price", "decides", "what if");
    assertThat(page().texts("#measured dt")).contains("growth", "measured", "sure");
    assertThat(page().texts("#what-if tbody tr"))
        .hasSize(5)
        .anyMatch(row -> row.matches("half the NICs .* us \\+\\d+ %"));
    assertThat(page().texts("#answer-table tbody tr")).hasSize(2);
    assertThat(page().texts("#points-table tbody tr")).hasSize(6);
    assertThat(page().texts("#held tbody tr")).hasSize(3);
    assertThat(page().texts("#provenance tbody tr"))
        .anyMatch(row -> row.startsWith("paths.ibgda.latency 1.65 us 1.48 1.82 measured once"));
    assertThat(page().texts("#parameters tbody tr td:first-child"))
        .containsExactlyElementsOf(
            Workloads.named("moe-dispatch").parameters().stream()
                .map(WorkloadParameter::name)
                .toList());
    assertThat(page().texts("#origin dd")).anyMatch(text -> text.contains("--pes 8..32"));
  }

  @Test
  void theChartsShowEverySeriesWithItsBand() {
    assertThat(page().texts("#times svg text")).contains("dgx-h100 over nvlink+ibgda", "PEs", "32");
    // two bands, and nothing drawn for the line below each of them
    assertThat(
            page()
                .value(
                    "document.querySelectorAll('#times svg path[fill-opacity=\"0.18\"]').length"))
        .isEqualTo(2L);
    assertThat(page().texts("#elasticities-1 svg text")).contains("paths.ibgda.bandwidth.put");
    assertThat(page().texts("#prices svg text")).contains("price");
    assertThat(page().texts("#times svg text")).contains("measured: h800 over nvlink+ibgda");
  }

  @Test
  void theFirstScreenHasTheTableTheChartAndTheAnswer() {
    page().resize(1400, 900);
    for (String part : List.of("#answer-table", "#times", "#answer dl")) {
      assertThat(
              page()
                  .value(
                      "document.querySelector('"
                          + part
                          + "').getBoundingClientRect().bottom < 900"))
          .as(part)
          .isEqualTo(true);
    }
    page().resize(1280, 900);
  }

  @Test
  void itIsAccessibleAndAsksNoHost() throws IOException {
    assertThat(Files.size(folder.resolve("plan.html"))).isLessThan(3_000_000);
    for (String scheme : List.of("light", "dark")) {
      page().prefer(scheme);
      for (int width : new int[] {1280, 390}) {
        page().resize(width, 900);
        assertThat(page().value("document.documentElement.scrollWidth - innerWidth"))
            .as("%s, %d", scheme, width)
            .isEqualTo(0L);
      }
      assertThat(page().violations()).isEmpty();
    }
    page().prefer("light");
    page().resize(1280, 900);
    assertThat(page().complaints()).isEmpty();
  }
}
