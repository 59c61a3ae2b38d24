package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the examples of the playground as pages that need no server. */
@Tag("browser")
class PlayExportCommandTest {
  @TempDir private static Path folder;

  private static Path site;
  private static Session session;

  @BeforeAll
  static void export() {
    site = folder.resolve("site");
    session = Session.of("play", "export", site.toString());
  }

  @Test
  void everyExampleHasItsProgramItsVerdictsAndItsOrders() throws IOException {
    assertThat(session.err()).isEmpty();
    assertThat(session.out()).isEqualTo("Open " + site.resolve("index.html") + "\n");
    assertThat(session.exitCode()).isZero();
    Map<String, String> pages = ExportedPages.in(site);
    assertThat(pages)
        .containsOnlyKeys(
            "index.html",
            "ring-cu.html",
            "ring-cu-orders.html",
            "fence-cu.html",
            "fence-cu-orders.html",
            "ring-c.html",
            "ring-c-orders.html",
            "mp-litmus.html",
            "mp-litmus-orders.html",
            "sb-litmus.html",
            "sb-litmus-orders.html");
    pages.forEach((name, _) -> {
      if (!name.equals("index.html") && !name.endsWith("-orders.html")) {
        assertThat(pages.get("index.html")).contains("href=\"" + name + "\"");
      }
    });
    assertThat(pages.get("fence-cu.html"))
        .contains("nvshmem_fence();", "A run of 2 PEs: ")
        .contains("<code>nvshmem: conflict</code>")
        .contains("<code>nvshmem-ordering-page: nothing wrong</code>")
        .contains("All orders: Wrong in some order: conflict.")
        .contains("href=\"fence-cu-orders.html\"");
    assertThat(pages.get("mp-litmus.html"))
        .contains("The documents and transports differ.")
        .contains("<code>nvshmem: forbidden</code>", "<code>ucx@3.5: allowed</code>")
        .doesNotContain("A run of ");
  }

  @Test
  void aBrowserOpensThemFromTheFolder() {
    assumeTrue(Browser.exists(), "no Chromium with its driver");
    try (Browser browser = Browser.open(site.resolve("index.html"), 1000, 900)) {
      assertThat(browser.texts("main li a")).hasSize(5);
      browser.click("main li a[href='fence-cu.html']");
      browser.await(
          () -> browser.find("h1").getText().equals("NVSHMEM: a fence between data and flag"));
      assertThat(browser.violations()).isEmpty();
      browser.click("a[href='fence-cu-orders.html']");
      browser.await(() -> browser.find("h1").getText().equals("Check of lab.cu"));
      String last = browser.text(".stepper output");
      browser.click("[data-go=first]");
      assertThat(browser.text(".stepper output")).startsWith("Before the first").isNotEqualTo(last);
      assertThat(browser.complaints()).isEmpty();
    }
  }
}
