package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;

/**
 * Checks pages about time and about real machines, in a real browser; skipped where there is none.
 */
@Tag("browser")
final class RunPageTest {
  @TempDir static Path folder = Path.of("");
  private static @Nullable Browser ring;

  @BeforeAll
  static void open() throws InterruptedException {
    assumeTrue(Browser.exists(), "no Chromium with its driver");
    ring =
        page(
            "run ../examples/ring_shift.cu -n 16 --platform hgx-h200:2 --transport ibrc",
            "ring.html");
  }

  @AfterAll
  static void close() {
    if (ring != null) {
      ring.close();
    }
  }

  private static Browser page(String command, String file) throws InterruptedException {
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    words.addAll(List.of("--report", folder.resolve(file).toString()));
    Session session = Session.of(words.toArray(String[]::new));
    assertThat(session.err()).isEmpty();
    Browser browser = Browser.open(folder.resolve(file), 1280, 900);
    while (!browser
        .value("document.querySelector('figure.timeline').dataset.ready ?? ''")
        .equals("true")) {
      Thread.sleep(20); // the script unpacks its data
    }
    return browser;
  }

  private static Browser ring() {
    return Objects.requireNonNull(ring);
  }

  private static double shown() {
    return ((Number)
            ring()
                .value(
                    "(figure => figure.dataset.to - figure.dataset.from)"
                        + "(document.querySelector('figure.timeline'))"))
        .doubleValue();
  }

  @Test
  void everyPartIsThere() throws IOException {
    assertThat(ring().texts("h2"))
        .containsExactly(
            "Timeline",
            "Where the time of each PE went",
            "How long operations took",
            "Who talks to whom",
            "How busy stations were",
            "What the links carried",
            "What one message costs",
            "How this page was made");
    assertThat(ring().texts("#latencies tbody tr"))
        .hasSize(2)
        .first()
        .asString()
        .startsWith("p inside a node 14 ");
    assertThat(ring().texts("#pairs tbody tr")).hasSize(16).contains("15 0 1 4");
    assertThat(ring().texts("#topology text")).contains("Node 1", "NVSwitch", "PE 15", "NIC 7");
    assertThat(ring().texts("#waterfall-2 figcaption"))
        .first()
        .asString()
        .contains("between nodes: ");
    assertThat(ring().texts("#origin dd"))
        .anyMatch(text -> text.contains("--transport ibrc"))
        .anyMatch(text -> text.startsWith("SHA-256 "));
    assertThat(ring().value("JSON.parse(document.getElementById('data').textContent).schema"))
        .isEqualTo("urn:shmemlab:run:1");
    assertThat(Files.size(folder.resolve("ring.html"))).isLessThan(3_000_000);
  }

  @Test
  void theTimelineZoomsPansAndSearches() {
    ring().find("[data-do=all]").click();
    double all = shown();
    ring().find("[data-do=in]").click();
    assertThat(shown()).isCloseTo(all / 2, within(2.0));
    ring().find("canvas").sendKeys("-");
    assertThat(shown()).isEqualTo(all);
    ring().find("input[type=search]").sendKeys("operation 15");
    assertThat(ring().find(".found").getText()).endsWith(" found");
    ring().find("input[type=search]").sendKeys(Keys.ENTER);
    assertThat(ring().find(".found").getText()).startsWith("1 of ");
    assertThat(ring().find(".chosen").getText())
        .contains("operation 15: p of 4 bytes from PE 15 to PE 0", "ring_shift.cu:19");
    ring().find("input[type=search]").clear();
  }

  @Test
  void itIsAccessibleAndAsksNoHost() {
    for (String scheme : List.of("light", "dark")) {
      ring().prefer(scheme);
      for (int width : new int[] {1280, 390}) {
        ring().resize(width, 900);
        assertThat(ring().value("document.documentElement.scrollWidth - innerWidth"))
            .as("%s, %d", scheme, width)
            .isEqualTo(0L);
      }
      assertThat(ring().violations()).isEmpty();
    }
    ring().prefer("light");
    ring().resize(1280, 900);
    assertThat(ring().complaints()).isEmpty();
  }

  @Test
  void chartsAreAsWideAsTheirPlaceWhateverBecomesOfIt() {
    ring().await(() -> List.of().equals(ring().value(MISFITS)));
    ring().print(true); // the page does not hear of it before its width changes
    for (int width : new int[] {718, 390, 1280}) {
      ring().resize(width, 900);
      ring().await(() -> List.of().equals(ring().value(MISFITS)));
    }
    ring().print(false);
    ring().await(() -> List.of().equals(ring().value(MISFITS)));
  }

  @Test
  void chartsInAHiddenFrameAreDrawnWhenItIsShown() throws IOException {
    Path outer =
        Files.writeString(
            folder.resolve("outer.html"),
            "<!doctype html><html lang=en><title>Frame</title>"
                + "<iframe id=frame src=ring.html hidden width=900 height=600></iframe>");
    try (Browser browser = Browser.open(outer, 1280, 900)) {
      browser.within("#frame", () -> assertThat(browser.value(DRAWN)).isEqualTo(0L));
      browser.value("(document.getElementById('frame').hidden = false) || true");
      browser.within(
          "#frame",
          () -> {
            browser.await(() -> !browser.value(DRAWN).equals(0L));
            browser.await(() -> List.of().equals(browser.value(MISFITS)));
          });
      assertThat(browser.complaints()).isEmpty();
    }
  }

  private static final String DRAWN = "document.querySelectorAll('.plot svg').length";

  // Charts that are not drawn for the place that they have.
  private static final String MISFITS =
      """
      [...document.querySelectorAll('.plot')].map((plot) => {
        const svg = plot.querySelector('svg');
        const size = plot.clientWidth + ' ' + parseFloat(plot.style.height);
        const drawn = svg.getAttribute('width') + ' ' + svg.getAttribute('height');
        const shown = svg.getAttribute('viewBox');
        return drawn === size && shown === '0 0 ' + size ? '' : size + ': ' + drawn + ', ' + shown;
      }).filter(Boolean)\
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          perftest put-bw --platform hgx-h200 -e 64 | put-bw on hgx-h200, nvlink+ibgda | 5
          accuracy                                  | Predictions next to published     | 414
          native compare ../results/h200-x2-3/litmus-without-l1.jsonl | Real machines next to | 45
          """)
  void otherCommandsHavePagesToo(String command, String title, int rows) throws IOException {
    Path file = folder.resolve("other.html");
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    words.addAll(List.of("--report", file.toString()));
    assertThat(Session.of(words.toArray(String[]::new)).exitCode()).isZero();
    try (Browser browser = Browser.open(file, 1280, 900)) {
      assertThat(browser.find("h1").getText()).startsWith(title);
      assertThat(
              browser.value("document.querySelector('.table tbody').querySelectorAll('tr').length"))
          .isEqualTo((long) rows);
      assertThat(browser.violations()).isEmpty();
      assertThat(Files.size(file)).isLessThan(3_000_000);
      browser.resize(390, 900);
      assertThat(browser.value("document.documentElement.scrollWidth - innerWidth")).isEqualTo(0L);
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ring_shift.cu", "jacobi_halo.cu", "put_signal_pipeline.cu"})
  void pagesOfExamplesStaySmall(String example) throws IOException {
    Path file = folder.resolve(example + ".html");
    String[] words =
        ("run ../examples/" + example + " -n 8 --platform hgx-h200 --report " + file).split(" ");
    assertThat(Session.of(words).exitCode()).isZero();
    assertThat(Files.size(file)).isLessThan(3_000_000);
  }

  @Test
  void aRunWithoutTimeHasNoPage() {
    Session session = Session.of("run", "../examples/ring_shift.cu", "--report", "x.html");
    assertThat(session.exitCode()).isEqualTo(2);
    assertThat(session.err()).contains("--report shows a run in simulated time: add --platform");
  }
}
