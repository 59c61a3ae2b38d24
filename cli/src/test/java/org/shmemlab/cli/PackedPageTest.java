package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shmemlab.model.explore.Witness;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.reports.page.Page;
import org.shmemlab.reports.page.PageBlock;
import org.shmemlab.reports.page.PageProvenance;
import org.shmemlab.reports.page.Pages;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.replay.Semantics;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.scenarios.spacetime.Diagrams;

/** Diagrams that lie compressed in a page until they are opened, as on the page of the matrix. */
@Tag("browser")
class PackedPageTest {
  @TempDir Path folder;

  @Test
  void aDiagramIsThereAndStepsOnceItIsOpened() throws Exception {
    assumeTrue(Browser.exists(), "no Chromium with its driver");
    Path test = Path.of("../litmus/shapes/SB+amo+fence.litmus");
    LitmusProgram program = Objects.requireNonNull(Litmus.compile(SourceFile.read(test)).program());
    Diagrams diagrams = Diagrams.of(program, Long.MAX_VALUE, () -> false);
    Semantics semantics = new Semantics.Promised(Profile.NVSHMEM);
    String outcome = "0:r0=0; 1:r0=0;";
    Witness witness =
        Objects.requireNonNull(
            diagrams.schedules(ImmutableSet.of(outcome), semantics, 10_000).get(outcome));
    PageBlock.Diagram diagram =
        new PageBlock.Diagram(
            "schedule",
            "A schedule",
            diagrams.of(witness.choices(), semantics).orElseThrow(),
            diagrams.source());
    Page page =
        new Page(
            "Packed",
            "One diagram.",
            new PageProvenance("test", "1", ImmutableMap.of()),
            ImmutableList.of(new PageBlock.Packed("packed", "How it comes", diagram)),
            ImmutableList.of());
    String html = Pages.html(page);
    assertThat(html).doesNotContain("<svg");
    try (Browser browser =
        Browser.open(Files.writeString(folder.resolve("page.html"), html), 1280, 900)) {
      assertThat(browser.texts("#packed figure")).isEmpty();
      browser.click("#packed summary");
      browser.await(() -> !browser.texts("#packed figure svg").isEmpty());
      int last = witness.choices().length();
      assertThat(browser.find("#schedule output").getText()).startsWith("Step " + last + " of");
      browser.click("#schedule [data-go=back]");
      assertThat(browser.find("#schedule output").getText())
          .startsWith("Step " + (last - 1) + " of");
      assertThat(browser.violations()).isEmpty();
      browser.click("#packed summary");
      browser.click("#packed summary");
      assertThat(browser.texts("#packed figure")).as("opened again").hasSize(1);
      assertThat(browser.complaints()).isEmpty();
    }
  }
}
