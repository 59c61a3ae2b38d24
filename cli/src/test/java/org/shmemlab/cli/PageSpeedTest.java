package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures how fast a browser shows the page of a run of 100,000 operations; skipped unless {@code
 * scripts/page-speed} asks. It prints what it measures.
 */
@Tag("browser")
class PageSpeedTest {
  private static final String OPERATIONS = "shmemlab.page.operations";
  private static final int PES = 16;

  @TempDir private Path folder = Path.of("");

  @BeforeAll
  static void isAsked() {
    assumeTrue(Integer.getInteger(OPERATIONS) != null, "nobody asks for the speed of pages");
    assertThat(Browser.exists()).as("Chromium with its driver").isTrue();
  }

  @Test
  void ofALongRun() throws IOException {
    int operations = Integer.getInteger(OPERATIONS, 0);
    Path program =
        Files.writeString(
            folder.resolve("long.cu"),
            """
            #include <nvshmem.h>
            #include <nvshmemx.h>
            __global__ void send(int *to, int count, int peer) {
              for (int i = 0; i < count; i++) {
                nvshmem_int_p(to + i, i, peer);
                if (i %% 64 == 63) nvshmem_quiet();
              }
            }
            int main(void) {
              nvshmem_init();
              cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
              int *to = (int *)nvshmem_calloc(%1$d, sizeof(int));
              send<<<1, 1>>>(to, %1$d, (nvshmem_my_pe() + 1) %% nvshmem_n_pes());
              cudaDeviceSynchronize();
              nvshmem_free(to);
              nvshmem_finalize();
              return 0;
            }
            """
                .formatted(operations / PES));
    Path page = folder.resolve("long.html");
    Session session =
        Session.of(
            "run",
            program.toString(),
            "-n",
            String.valueOf(PES),
            "--platform",
            "hgx-h200:2",
            "--transport",
            "ibrc",
            "--report",
            page.toString());
    assertThat(session.err()).isEmpty();
    try (Browser browser = Browser.open(page, 1280, 1000)) {
      long shown =
          (Long)
              browser.value(
                  "Math.round(performance.getEntriesByType('navigation')[0].loadEventEnd)");
      double frames = ((Number) browser.awaited(PANNING)).doubleValue();
      System.out.printf(
          "%,d operations: %.1f MB, loaded after %.1f s, %.0f frames a second while panning%n",
          operations, Files.size(page) / 1e6, shown / 1e3, frames);
      assertThat(browser.complaints()).isEmpty();
    }
  }

  /** Zooms in ten times, and pans for three seconds, a step in each frame. */
  private static final String PANNING =
      """
      const done = arguments[0];
      const tools = [...document.querySelectorAll('.timeline button')];
      const press = (name) => tools.find((tool) => tool.textContent.trim() === name).click();
      for (let i = 0; i < 10; i++) press('+');
      const begin = performance.now();
      let frames = 0;
      let way = '→';
      const step = () => {
        press(way);
        frames++;
        if (frames % 20 === 0) way = way === '→' ? '←' : '→';
        const spent = performance.now() - begin;
        if (spent < 3000) requestAnimationFrame(step); else done(frames * 1000 / spent);
      };
      requestAnimationFrame(step);
      """;
}
