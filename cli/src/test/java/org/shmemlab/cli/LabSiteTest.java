package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.shmemlab.labs.lesson.Criterion;
import org.shmemlab.labs.lesson.Lab;
import org.shmemlab.labs.lesson.Labs;
import org.shmemlab.labs.lesson.Mistake;

/**
 * Checks all labs as pages, each of them opened: {@code ./mvnw verify -Pthorough}. One lab is
 * exported by the usual tests, too.
 */
@Tag("browser")
@EnabledIfSystemProperty(named = "shmemlab.thorough", matches = "true")
class LabSiteTest {
  @TempDir private Path folder;

  @Test
  void eachPageOpensAndEachRecordedStepperSteps() throws IOException {
    assumeTrue(Browser.exists(), "no Chromium with its driver");
    Path site = folder.resolve("site");
    Session session = Session.of("lab", "export", site.toString());
    assertThat(session.exitCode()).as(session.err()).isZero();

    Set<Path> opened = new LinkedHashSet<>();
    Set<Path> stepped = new LinkedHashSet<>();
    try (Browser browser = Browser.open(site.resolve("index.html"), 1000, 900)) {
      Deque<Path> open = new ArrayDeque<>(List.of(site.resolve("index.html")));
      while (!open.isEmpty()) {
        Path page = open.remove();
        if (opened.add(page)) {
          browser.go(page);
          assertThat(browser.find("h1").getText()).as(page + "").isNotEmpty();
          if (!browser.texts(".stepper").isEmpty()) {
            stepped.add(page);
            step(browser, page);
          }
          links(browser).forEach(open::add);
          assertThat(browser.complaints()).as(page + "").isEmpty();
        }
      }
    }
    assertThat(opened).containsExactlyInAnyOrderElementsOf(files(site));
    assertThat(opened).hasSizeGreaterThan(60).allMatch(Files::isRegularFile);
    // A program has a stepper where something is wrong in some order, and its lab's page none.
    assertThat(stepped).containsAll(wrongInSomeOrder(site));
    for (Path page : opened) {
      assertThat(Files.size(page)).as(page + "").isLessThan(3_000_000);
    }
  }

  /** Goes back to the beginning and on to the end, if they are two; each step says what is done. */
  private static void step(Browser browser, Path page) {
    if (browser.text(".stepper output").startsWith("In every order")) {
      assertThat(browser.texts(".stepper button")).as(page + "").allMatch(String::isEmpty);
      return;
    }
    browser.click("[data-go=first]");
    String first = browser.text(".stepper output");
    assertThat(first).as(page + "").startsWith("Before the first");
    browser.click("[data-go=forward]");
    assertThat(browser.text(".stepper output")).as(page + "").isNotEqualTo(first);
    browser.click("[data-go=last]");
    assertThat(browser.text(".stepper output")).as(page + "").isNotEqualTo(first);
  }

  private static Set<Path> links(Browser browser) {
    return ((List<?>)
            browser.value(
                "[...document.querySelectorAll('a[href]')].map((link) => link.href.replace(/#.*/,"
                    + " ''))"))
        .stream()
            .map(link -> Path.of(URI.create(String.valueOf(link))))
            .collect(Collectors.toSet());
  }

  private static List<Path> files(Path site) throws IOException {
    try (Stream<Path> files = Files.list(site)) {
      return files.toList();
    }
  }

  /** The pages of those that lose points for what happens in some order, and of these orders. */
  private static List<Path> wrongInSomeOrder(Path site) {
    List<Path> pages = new ArrayList<>();
    for (Lab lab : Labs.known().all()) {
      List<String> orders =
          lab.criteria().stream()
              .filter(criterion -> criterion.test() instanceof Criterion.Orders)
              .map(Criterion::name)
              .toList();
      for (Mistake mistake : lab.mistakes()) {
        int which = orders.indexOf(mistake.when().criterion());
        if (which >= 0) {
          mistake.files().forEach(file -> pages.add(site.resolve(name(lab, file, which))));
        }
      }
    }
    return pages;
  }

  private static String name(Lab lab, String file, int which) {
    return lab.name()
        + "-"
        + file.replace(".cu", "").replace('_', '-')
        + (which == 0 ? "" : "-orders-" + (which + 1))
        + ".html";
  }
}
