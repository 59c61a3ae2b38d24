package org.shmemlab.conformance.inclusion;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.html.HtmlEscapers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.shmemlab.conformance.inclusion.MatrixEntry.Meaning;
import org.shmemlab.reports.page.Page;
import org.shmemlab.reports.page.PageBlock;
import org.shmemlab.reports.page.PageBlock.Section;
import org.shmemlab.reports.page.PageBlock.Table;
import org.shmemlab.reports.page.PageProvenance;
import org.shmemlab.reports.page.Pages;

/** Checks the pages that show the matrix. */
@Tag("catalogue")
@Tag("whole")
class PagesTest {
  private static final PageProvenance ORIGIN =
      new PageProvenance("command", "1", ImmutableMap.of());
  private static final Page MATRIX = MatrixPage.page(Explored.MATRIX, Explored.CHAIN, ORIGIN);
  private static final String PAGE = Pages.html(MATRIX);

  @Test
  void theMarkdownPageIsAsTheModelSays() throws IOException {
    assertThat(InclusionPage.text(Explored.MATRIX, Explored.CHAIN))
        .isEqualTo(Files.readString(Path.of("..", "docs", "inclusion.md")));
  }

  @Test
  void thePageNeedsNoNetworkAndStaysSmall() {
    assertThat(PAGE).doesNotContain("<link", "<img", "@import", "url(");
    assertThat(PAGE.getBytes(StandardCharsets.UTF_8).length).isLessThan(4_700_000);
  }

  @Test
  void everyTestHasARowWithEveryColumnAndAPart() {
    Table table = table();
    assertThat(table.rows()).hasSize(Explored.MATRIX.rows().size());
    for (ImmutableList<Table.Cell> row : table.rows()) {
      assertThat(row).hasSize(Column.all().size() + 3).hasSameSizeAs(table.columns());
      assertThat(row).as("a sign, not colour alone").noneMatch(cell -> cell.text().isBlank());
    }
    assertThat(MATRIX.blocks().get(2))
        .isInstanceOfSatisfying(
            Section.class, tests -> assertThat(tests.blocks()).hasSameSizeAs(table.rows()));
  }

  @Test
  void everyLinkLeadsSomewhereAndEveryTestHasOne() {
    ImmutableList<String> places = found(" id=\"([^\"]*)\"");
    ImmutableSet<String> links = ImmutableSet.copyOf(found("href=\"#([^\"]*)\""));
    assertThat(places).doesNotHaveDuplicates().containsAll(links);
    for (int row = 0; row < Explored.MATRIX.rows().size(); row++) {
      assertThat(links).contains("test-" + row);
    }
  }

  @Test
  void eachChoiceHasSomeRowsButNotAllAndNoneIsBroken() {
    Table table = table();
    for (Table.Choice choice : table.choices()) {
      if (choice.title().equals("broken")) {
        assertThat(choice.rows()).isEmpty();
      } else {
        assertThat(choice.rows()).as(choice.title()).isNotEmpty();
        assertThat(choice.rows().size()).as(choice.title()).isLessThan(table.rows().size());
      }
    }
  }

  @Test
  void aBrokenInclusionIsShownWithItsReason() {
    for (ChainLink link : Explored.CHAIN.links()) {
      if (link.inclusion() == Inclusion.BROKEN) {
        assertThat(PAGE).contains(escaped(link.how()));
        link.known().ifPresent(why -> assertThat(PAGE).contains(escaped(why.words())));
      }
    }
  }

  @Test
  void everyUndefinedTestShowsTheConflictAndTheMissingOrder() {
    for (Row row : Explored.MATRIX.rows()) {
      if (row.entry(Column.STRICT).outcomes().anything()) {
        String text = new TestPart(row, Explored.CHAIN.of(row.name()), "id").block().toString();
        assertThat(text).as(row.name()).contains("error: conflict: ", "Missing order: ");
      }
    }
  }

  @Test
  void everyCellThatShowsSomethingHasASchedule() {
    Section tests = (Section) MATRIX.blocks().get(2);
    for (int i = 0; i < Explored.MATRIX.rows().size(); i++) {
      Row row = Explored.MATRIX.rows().get(i);
      ImmutableList<String> schedules =
          ((PageBlock.Folded) tests.blocks().get(i))
              .blocks().stream()
                  .filter(PageBlock.Packed.class::isInstance)
                  .map(block -> ((PageBlock.Packed) block).summary() + ",")
                  .collect(ImmutableList.toImmutableList());
      Stream.concat(Column.specified().stream(), Column.carried().stream())
          .filter(column ->
              Set.of(Meaning.APPEARS, Meaning.UNDEFINED, Meaning.HANGS)
                  .contains(row.entry(column).meaning()))
          .forEach(column ->
              assertThat(schedules)
                  .as(row.name() + " under " + column.key())
                  .anyMatch(one -> one.contains(" " + column.key() + ",")));
    }
  }

  @Test
  void theSamePageComesOutAgain() {
    assertThat(MatrixPage.html(Explored.MATRIX, Explored.CHAIN, ORIGIN)).isEqualTo(PAGE);
  }

  private static Table table() {
    Section matrix = (Section) MATRIX.blocks().get(0);
    for (PageBlock block : matrix.blocks()) {
      if (block instanceof Table table) {
        return table;
      }
    }
    throw new AssertionError("no table");
  }

  // As the pages' templates write what is between tags.
  private static String escaped(String text) {
    return HtmlEscapers.htmlEscaper().escape(text).replace("&quot;", "\"").replace("&#39;", "'");
  }

  private static ImmutableList<String> found(String pattern) {
    return Pattern.compile(pattern)
        .matcher(PAGE)
        .results()
        .map(found -> found.group(1))
        .collect(ImmutableList.toImmutableList());
  }
}
