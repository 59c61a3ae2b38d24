package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** Checks the page of a check as people use it, in a real browser; skipped where there is none. */
@Tag("browser")
class CheckPageTest {
  private static final Path ROOT = Path.of("..");
  private static final String SB = "litmus/shapes/SB+amo+fence.litmus";

  // Elements that are wider than their place, and text that is wider than the paper.
  private static final String CUT_OFF =
      "[...document.querySelectorAll('main *')].filter(one => { const box ="
          + " one.getBoundingClientRect(); return one.checkVisibility() && box.width > 0 &&"
          + " (box.right > document.documentElement.clientWidth + 1 ||"
          + " (getComputedStyle(one).overflowX !== 'visible' && one.scrollWidth > one.clientWidth +"
          + " 1)); }).map(one => one.tagName + '.' + one.getAttribute('class'))";

  private static final String SHOWN_CONTROLS =
      "[...document.querySelectorAll('button:not(.sort), input, select')]"
          + ".filter(one => one.checkVisibility()).map(one => one.outerHTML)";

  private static final String FIGURE = "#file-1-finding-1-diagram ";

  @TempDir static Path folder = Path.of("");
  private static @Nullable Browser conflict;
  private static @Nullable Browser tests;
  private static @Nullable Browser stale;
  private static @Nullable Browser table;
  private static @Nullable Browser weak;

  @BeforeAll
  static void open() {
    assumeTrue(Browser.exists(), "no Chromium with its driver");
    conflict = page("gallery/01_flag_overtakes_data/before.cu");
    tests = page("litmus/mp");
    table = page("litmus/shapes", "--all-transports");
    weak = page("litmus/shapes/SB+amo+fence.litmus", "--robust");
    stale = page("gallery/38_signal_wait_keeps_cache/before.cu", "--transport", "nvlink");
  }

  @AfterAll
  static void close() {
    for (Browser browser : new Browser[] {conflict, tests, stale, table, weak}) {
      if (browser != null) {
        browser.close();
      }
    }
  }

  @BeforeEach
  void isWide() {
    conflict().resize(1280, 900);
    tests().resize(1280, 900);
  }

  private static Browser page(String path, String... more) {
    Path file = folder.resolve(path.replace('/', '_') + ".html");
    List<String> words =
        ImmutableList.<String>builder()
            .add("check", ROOT.resolve(path).toString(), "--report", file.toString())
            .add(more)
            .build();
    Session session = Session.of(words.toArray(new String[0]));
    assertThat(session.err()).isEmpty();
    return Browser.open(file, 1280, 900);
  }

  private static Browser conflict() {
    return java.util.Objects.requireNonNull(conflict);
  }

  private static Browser tests() {
    return java.util.Objects.requireNonNull(tests);
  }

  @Test
  void saysWhatIsWrongAndWhere() {
    assertThat(conflict().find("h3").getText())
        .startsWith("Conflict at ")
        .endsWith("before.cu:22:32");
    assertThat(conflict().texts(".listing li.marked mark"))
        .containsExactly("nvshmem_int_put_nbi(inbox, outbox, 1, 1)", "*inbox");
    assertThat(conflict().texts(".listing li.added code")).containsExactly("    nvshmem_quiet();");
    assertThat(conflict().texts("svg text.missing")).contains("missing order");
  }

  @Test
  void underATransportItShowsWhatThatAllows() {
    Browser page = java.util.Objects.requireNonNull(stale);
    assertThat(page.find(".summary").getText())
        .isEqualTo("A load is stale on nvlink 3.4.5, as announced.");
    assertThat(page.texts(".listing li.added code"))
        .containsExactly(
            "      __threadfence();",
            "      nvshmem_uint64_wait_until(filled, NVSHMEM_CMP_EQ, message);");
    assertThat(page.texts("#file-1-outcomes tbody td:first-child"))
        .containsExactlyInAnyOrder("PE 1: 10, 10", "PE 1: 10, 20");
    assertThat(page.complaints()).isEmpty();
  }

  @Test
  void outcomesSayWhetherTheyAreExpectedAndWhy() {
    Browser page = tests();
    String table =
        "#" + page.value("document.querySelector('#files a').hash.slice(1)") + "-outcomes";
    assertThat(page.texts(table + " th")).contains("Expected", "Why");
    Path file = folder.resolve("SB.html");
    Session.of("check", ROOT.resolve(SB).toString(), "--report", file.toString());
    try (Browser one = Browser.open(file, 1280, 900)) {
      assertThat(one.texts("#file-1-outcomes tbody tr:first-child td"))
          .contains("allowed")
          .last()
          .asString()
          .startsWith("Set and fetch of a PE go to different PEs")
          .endsWith("No interleaving shows it: an operation takes effect after its agent went on.");
      assertThat(one.texts("#file-1-outcomes tbody tr:last-child td"))
          .contains("not asked for", "Interleavings show it.");
    }
  }

  @Test
  void anOutcomeThatNoExecutionShowsIsInTheTableToo() {
    Path file = folder.resolve("fenced.html");
    String fenced = ROOT.resolve("litmus/mp/MP+put+fence+same.litmus").toString();
    Session.of("check", fenced, "--report", file.toString());
    try (Browser one = Browser.open(file, 1280, 900)) {
      assertThat(one.texts("#file-1-outcomes tbody tr:last-child td"))
          .startsWith("none that fulfils exists (1:r0 = 0)", "0", "0", "0", "forbidden");
    }
  }

  @Test
  void whatEveryOrderComesToIsShownWithoutAStepper() throws IOException {
    Path source = Files.writeString(folder.resolve("both.cu"), DiagramTest.BOTH_WRITE);
    Path file = folder.resolve("both.html");
    Session.of("check", source.toString(), "-n", "2", "--report", file.toString());
    try (Browser one = Browser.open(file, 1280, 900)) {
      assertThat(one.find(FIGURE + "figcaption").getText())
          .isEqualTo("In every order it comes to this, under nvshmem");
      assertThat(one.find(FIGURE + "output").getText())
          .startsWith("In every order: PE 0, host: ")
          .endsWith("Here the two accesses meet: nothing orders them.");
      assertThat(one.texts(FIGURE + ".stepper button")).containsOnly("");
      assertThat(one.texts(FIGURE + ".agents tbody td")).contains("PE 0, host", "PE 1, host");
      assertThat(one.complaints()).isEmpty();
      assertThat(one.violations()).isEmpty();
    }
  }

  @Test
  void allTransportsAreATableToFilter() {
    Browser page = java.util.Objects.requireNonNull(table);
    String shown = "[...document.querySelectorAll('#tests tbody tr')].filter(row => !row.hidden)";
    assertThat(page.find("h1").getText()).isEqualTo("28 tests under all transports");
    page.find("#tests .choice option[value='0']").click();
    assertThat(page.find(".summary").getText())
        .isEqualTo(
            page.value(shown + ".length") + " of 28 end differently over different transports.");
    page.find("#tests .choice option[value='']").click();
    assertThat(page.complaints()).isEmpty();
    assertThat(page.violations()).isEmpty();
  }

  @Test
  void whatNoInterleavingShowsIsMarkedAndDrawn() {
    Browser page = java.util.Objects.requireNonNull(weak);
    assertThat(page.find(".summary").getText()).isEqualTo("Not robust.");
    assertThat(page.texts(".listing li.marked mark"))
        .containsExactly(
            "nvshmem_long_atomic_set(&x, 1, 1);", "nvshmem_long_atomic_set(&y, 1, 0);");
    assertThat(page.texts("details summary")).contains("How 0:r0=0; 1:r0=0; comes about");
    assertThat(page.complaints()).isEmpty();
    assertThat(page.violations()).isEmpty();
  }

  @Test
  void onPaperNothingIsCutOff() {
    conflict().find("details.words summary").click();
    for (Browser page : List.of(conflict(), tests())) {
      page.print(true);
      page.resize(718, 1000); // A4 between its margins
      page.await(() -> List.of().equals(page.value(CUT_OFF))); // charts follow after a moment
      assertThat(page.value("getComputedStyle(document.body).backgroundColor"))
          .isEqualTo("rgb(255, 255, 255)");
      assertThat(page.value(SHOWN_CONTROLS)).asInstanceOf(InstanceOfAssertFactories.LIST).isEmpty();
      page.print(false);
    }
    byte[] pdf = conflict().pdf();
    assertThat(new String(pdf, 0, 5, StandardCharsets.US_ASCII)).isEqualTo("%PDF-");
    conflict().find("details.words summary").click();
  }

  @Test
  void aScreenReaderGetsEverything() {
    Browser page = conflict();
    page.find("[data-go=first]").click();
    List<Browser.Spoken> spoken = page.spoken();
    assertThat(spoken).extracting(Browser.Spoken::role).contains("banner", "main", "heading");
    assertThat(spoken)
        .filteredOn(one -> Set.of("image", "button", "slider", "table").contains(one.role()))
        .allSatisfy(one -> assertThat(one.name()).isNotBlank());
    assertThat(spoken)
        .filteredOn(one -> one.role().equals("image"))
        .extracting(Browser.Spoken::name)
        .anyMatch(name -> name.startsWith("A shortest schedule that leads there"))
        .anyMatch(name -> name.startsWith("Bars: final states of each outcome."));
    assertThat(spoken).filteredOn(Browser.Spoken::live).isNotEmpty();
    assertThat(page.texts("h1, h2, h3, h4")).isNotEmpty();
    assertThat(
            page.value(
                "[...document.querySelectorAll('h1,h2,h3,h4')].map(h => +h.tagName[1])"
                    + ".every((level, i, all) => i === 0 ? level === 1 : level <= all[i-1] + 1)"))
        .as("no level of headings is left out")
        .isEqualTo(true);
    assertThat(page.value("document.querySelector('.words pre').textContent"))
        .asString()
        .as("the diagram in words")
        .contains("int_put_nbi → PE 1", "missing order");
  }

  @Test
  void stepsForwardAndBackByButtonAndKey() {
    Browser page = conflict();
    page.find("[data-go=first]").click();
    assertThat(page.find(".stepper output").getText()).startsWith("Before the first of 3 steps");
    assertThat(memory(page)).containsExactly("PE 0 outbox 0", "PE 1 inbox 0", "PE 1 flag 0");
    page.find("[data-go=forward]").click();
    assertThat(memory(page)).containsExactly("PE 0 outbox 42", "PE 1 inbox 0", "PE 1 flag 0");
    assertThat(page.texts(FIGURE + ".memory tr.changed td:nth-child(2)")).containsExactly("outbox");
    assertThat(page.texts(FIGURE + ".flights tbody td:nth-child(2)"))
        .containsExactly("nvshmem_int_put_nbi", "nvshmem_uint64_atomic_set");
    page.find(".stepper input").sendKeys(Keys.ARROW_RIGHT);
    assertThat(memory(page)).containsExactly("PE 0 outbox 42", "PE 1 inbox 0", "PE 1 flag 1");
    assertThat(page.texts(FIGURE + ".flights tbody td:nth-child(2)"))
        .containsExactly("nvshmem_int_put_nbi");
    assertThat(page.texts(FIGURE + ".windows tbody td"))
        .containsExactlyInAnyOrder(
            "operation 1 may read bytes 0 to 3 of outbox on PE 0",
            "operation 1 may write bytes 0 to 3 of inbox on PE 1");
    page.find(".stepper input").sendKeys(Keys.END);
    assertThat(page.find(".stepper output").getText())
        .contains("Step 3 of 3", "nothing orders them");
    assertThat(page.texts(FIGURE + ".agents tbody td:nth-child(2)"))
        .last()
        .isEqualTo("22 printf(\"PE 1: token %d\\n\", *inbox);");
    page.find(".stepper input").sendKeys(Keys.ARROW_LEFT);
    assertThat(page.find(".stepper output").getText()).startsWith("Step 2 of 3");
  }

  private static List<String> memory(Browser page) {
    return page.texts(FIGURE + ".memory tbody tr");
  }

  @Test
  void whatIsStillToComeIsPale() {
    Browser page = conflict();
    page.find("[data-go=first]").click();
    long pale = (Long) page.value("document.querySelectorAll('svg .later').length");
    page.find("[data-go=last]").click();
    assertThat(pale).isGreaterThan(10);
    assertThat(page.value("document.querySelectorAll('svg .later').length")).isEqualTo(0L);
  }

  @Test
  void tablesSortAndCopy() {
    Browser page = tests();
    String rows = "#files tbody tr";
    List<String> before = page.texts(rows);
    page.find("#files th:nth-child(2) .sort").click();
    assertThat(page.find("#files th:nth-child(2)").getDomAttribute("aria-sort"))
        .isEqualTo("ascending");
    List<String> verdicts = page.texts(rows + " td:nth-child(2)");
    assertThat(verdicts).isSorted().hasSameSizeAs(before);
    page.find("#files th:nth-child(2) .sort").click();
    assertThat(page.texts(rows + " td:nth-child(2)")).isEqualTo(verdicts.reversed());
    page.find("#files .copy").click();
    assertThat(
            page.awaited(
                """
                const copy = document.querySelector('#files .copy');
                const told = () => copy.dataset.copied;
                const look = () => (told() ? arguments[0](told()) : setTimeout(look, 50));
                look();
                """))
        .isEqualTo("true");
  }

  @Test
  void longTablesFilterByAWordAndByAChoice() {
    Browser page = tests();
    String shown = "[...document.querySelectorAll('#files tbody tr')].filter(row => !row.hidden)";
    long all = (Long) page.value(shown + ".length");
    page.find("#files .filter").sendKeys("PUT_nbi");
    assertThat((Long) page.value(shown + ".length")).isBetween(1L, all - 1);
    assertThat(page.value(shown + ".every(row => row.textContent.includes('put_nbi'))"))
        .isEqualTo(true);
    page.find("#files .choice option[value='0']").click();
    assertThat(page.value(shown + ".every(row => row.cells[2].textContent.trim() !== '')"))
        .isEqualTo(true);
    assertThat(page.find("#files .shown").getText())
        .isEqualTo(page.value(shown + ".length") + " of " + all + " rows");
    page.find("#files .choice option[value='']").click();
    page.find("#files .filter").clear();
    assertThat(page.value(shown + ".length")).isEqualTo(all);
  }

  @Test
  void followsTheSystemAndTheToggle() {
    Browser page = conflict();
    String ground = "getComputedStyle(document.body).backgroundColor";
    page.prefer("dark");
    assertThat(page.value(ground)).isEqualTo("rgb(20, 23, 28)");
    page.prefer("light");
    assertThat(page.value(ground)).isEqualTo("rgb(255, 255, 255)");
    page.find("#theme").click();
    assertThat(page.value(ground)).isEqualTo("rgb(20, 23, 28)");
    assertThat(page.find("#theme").getDomAttribute("aria-pressed")).isEqualTo("true");
    page.find("#theme").click();
    assertThat(page.value(ground)).isEqualTo("rgb(255, 255, 255)");
  }

  @Test
  void fitsOnAPhone() {
    for (Browser page : List.of(conflict(), tests())) {
      page.resize(390, 844);
      assertThat((Long) page.value("document.documentElement.scrollWidth"))
          .isLessThanOrEqualTo(390);
    }
  }

  @Test
  void isAccessibleInLightAndDark() {
    for (Browser page : List.of(conflict(), tests())) {
      for (String scheme : List.of("dark", "light")) {
        page.prefer(scheme);
        assertThat(page.violations()).isEmpty();
      }
    }
  }

  @Test
  void asksNoHostAndHasNoError() {
    for (Browser page : List.of(conflict(), tests())) {
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void staysSmallAndKeepsItsData() throws IOException {
    try (var files = Files.list(folder)) {
      for (Path file : files.toList()) {
        assertThat(Files.size(file)).isLessThan(3_000_000);
      }
    }
    assertThat(
            conflict()
                .value(
                    "JSON.parse(document.getElementById('data').textContent).results[0].verdict"))
        .isEqualTo("undefined");
    assertThat(conflict().find("#origin").getText()).contains("shmemlab check", "SHA-256");
  }
}
