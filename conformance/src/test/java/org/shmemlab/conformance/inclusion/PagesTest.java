package org.shmemlab.conformance.inclusion;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** The pages that show the matrix. */
class PagesTest {
  private static final String PAGE = MatrixPage.text(Explored.MATRIX, Explored.CHAIN);

  @Test
  void theMarkdownPageIsAsTheModelSays() throws IOException {
    assertThat(InclusionPage.text(Explored.MATRIX, Explored.CHAIN))
        .isEqualTo(Files.readString(Path.of("..", "docs", "inclusion.md")));
  }

  @Test
  void thePageNeedsNoNetworkAndNoScript() {
    assertThat(PAGE)
        .doesNotContain("http:", "https:", "<script", "<link", "<img", "@import", "url(");
    assertThat(PAGE.getBytes(StandardCharsets.UTF_8).length).isLessThan(1_500_000);
  }

  @Test
  void everyTestHasARowWithEveryColumnAndASection() throws Exception {
    Document page = parsed();
    NodeList rows = page.getElementsByTagName("tr");
    int tests = 0;
    for (int i = 0; i < rows.getLength(); i++) {
      NodeList cells = ((Element) rows.item(i)).getElementsByTagName("td");
      if (cells.getLength() > 0) {
        tests++;
        assertThat(cells.getLength()).isEqualTo(Column.all().size() + 1);
        for (int cell = 0; cell < cells.getLength(); cell++) {
          assertThat(cells.item(cell).getTextContent()).as("a sign, not colour alone").isNotBlank();
        }
      }
    }
    assertThat(tests).isEqualTo(Explored.MATRIX.rows().size());
    assertThat(page.getElementsByTagName("section").getLength()).isEqualTo(tests);
  }

  @Test
  void everyLinkLeadsToARowOrASectionAndEachOfThemHasALink() {
    ImmutableList<String> places = found(" id=\"([^\"]*)\"");
    assertThat(places).doesNotHaveDuplicates().hasSize(2 * Explored.MATRIX.rows().size());
    assertThat(ImmutableSet.copyOf(found("href=\"#([^\"]*)\"")))
        .isEqualTo(ImmutableSet.copyOf(places));
  }

  @Test
  void whatIsNotWithinSomethingIsToldWithItsReason() {
    for (Link link : Explored.CHAIN.links()) {
      if (link.inclusion() == Inclusion.BROKEN) {
        assertThat(PAGE).contains(MatrixPage.escape(link.how()));
        link.known().ifPresent(why -> assertThat(PAGE).contains(MatrixPage.escape(why.words())));
      }
    }
  }

  @Test
  void everyUndefinedTestShowsTheConflictAndTheMissingOrder() {
    for (Row row : Explored.MATRIX.rows()) {
      if (row.entry(Column.STRICT).outcomes().anything()) {
        String text = new TestSection(row, Explored.CHAIN.of(row.name())).text();
        assertThat(text).as(row.name()).contains("error: conflict: ", "Missing order: ");
      }
    }
  }

  @Test
  void theSamePageComesOutAgain() {
    assertThat(MatrixPage.text(Explored.MATRIX, Explored.CHAIN)).isEqualTo(PAGE);
  }

  // The page is XHTML in all but its doctype and the two empty elements of its head.
  private static Document parsed() throws Exception {
    String xml = PAGE.replace("<!DOCTYPE html>", "").replaceAll("<meta ([^>]*)>", "<meta $1/>");
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(xml)));
  }

  private static ImmutableList<String> found(String pattern) {
    return Pattern.compile(pattern)
        .matcher(PAGE)
        .results()
        .map(found -> found.group(1))
        .collect(ImmutableList.toImmutableList());
  }
}
