package org.shmemlab.reports.page;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.shmemlab.reports.diagram.Drawing;
import org.shmemlab.reports.diagram.EventGraphSvg;
import org.shmemlab.reports.diagram.Labels;
import org.shmemlab.reports.diagram.SpaceTimeSvg;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.scenarios.spacetime.EventGraph;
import org.shmemlab.scenarios.spacetime.EventGraphs;
import org.shmemlab.scenarios.spacetime.SpaceTime;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;

/** Makes the text of pages. */
public final class Pages {
  private static final TemplateEngine ENGINE =
      TemplateEngine.createPrecompiled(
          null, ContentType.Html, null, "org.shmemlab.reports.page.template");

  /** A diagram as text. */
  private static final Drawing AS_TEXT = new Drawing(132, false);

  /** The builds of the chart library: its usual charts, and all of them. */
  private static final String CHARTS = "/META-INF/resources/_static/echarts/6.0.0/dist/";

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
          .build();

  private Pages() {}

  /** The page as one HTML file that needs nothing else. */
  public static String html(Page page) {
    return rendered("page.jte", Map.of("page", page));
  }

  private static String rendered(String template, Map<String, Object> values) {
    StringOutput out = new StringOutput();
    ENGINE.render(template, values, out);
    return out.toString();
  }

  /** The colours of pages, light and dark, as a style sheet. */
  public static String colours() {
    return own("colours.css");
  }

  // ---------------------------------------------------------------- for the templates

  /** The style sheet. */
  public static String style() {
    return colours() + own("page.css") + own("spacetime.css") + own("events.css");
  }

  /** A diagram as a picture of its own, in the colours of pages. */
  public static String picture(PageBlock.Diagram diagram) {
    String style = "<style>\n" + own("colours.css") + own("spacetime.css") + "</style>\n";
    return svg(diagram).replaceFirst("<defs>", Matcher.quoteReplacement(style + "<defs>"));
  }

  /** Our scripts: those that the page's blocks need. */
  public static String script(Page page) {
    StringBuilder script = new StringBuilder(own("page.js"));
    if (has(page.blocks(), PageBlock.Packed.class)) {
      script.append(own("packed.js"));
    }
    if (has(page.blocks(), PageBlock.Diagram.class) || has(page.blocks(), PageBlock.Packed.class)) {
      script.append(own("stepper.js"));
    }
    if (has(page.blocks(), PageBlock.Timeline.class)) {
      script.append(own("timeline.js"));
    }
    if (has(page.blocks(), PageBlock.Chart.class)) {
      script.append(own("charts.js"));
    }
    return script.toString();
  }

  /** The chart library, where the page has a chart; else nothing. */
  public static String library(Page page) {
    return has(page.blocks(), PageBlock.Chart.class)
        ? resource(CHARTS + "echarts.common.min.js")
        : "";
  }

  /** A value as JSON that may stand in a script element: no {@code <} ends that. */
  public static String json(Object value) {
    return JSON.writeValueAsString(value).replace("<", "\\u003c");
  }

  /** JSON that a page takes in as its data. */
  public static JsonNode tree(String json) {
    return JSON.readTree(json);
  }

  /** A diagram as a picture. */
  public static String svg(PageBlock.Diagram diagram) {
    return SpaceTimeSvg.of(diagram.picture(), diagram.source(), diagram.id(), diagram.title());
  }

  /** The graph of a diagram's events. */
  public static EventGraph graph(PageBlock.Diagram diagram) {
    return EventGraphs.of(diagram.picture());
  }

  /** A graph of events as a picture. */
  public static String svg(EventGraph graph, PageBlock.Diagram diagram) {
    return EventGraphSvg.of(
        graph, new Labels(diagram.picture(), diagram.source()), diagram.id() + "-events");
  }

  /** A diagram as a picture for a phone. */
  public static String narrowSvg(PageBlock.Diagram diagram) {
    return SpaceTimeSvg.narrow(diagram.picture(), diagram.source(), diagram.id(), diagram.title());
  }

  /** A diagram as HTML: raw DEFLATE (RFC 1951) in Base64. */
  public static String packed(PageBlock.Packed packed) {
    String html = rendered("diagram.jte", Map.of("diagram", packed.diagram()));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
    try (DeflaterOutputStream out = new DeflaterOutputStream(bytes, deflater)) {
      out.write(html.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory has none
    } finally {
      deflater.end();
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  /** A diagram in words, a line for each tick. */
  public static String text(PageBlock.Diagram diagram) {
    return String.join("\n", AS_TEXT.lines(diagram.picture(), diagram.source()));
  }

  /** The steps of a diagram's stepper. */
  public static Stepped stepped(PageBlock.Diagram diagram) {
    SpaceTime picture = diagram.picture();
    Labels labels = new Labels(picture, diagram.source());
    Map<String, Map<Integer, String>> lines = new LinkedHashMap<>();
    for (SourceFile file : diagram.source().files()) {
      TreeMap<Integer, String> used = new TreeMap<>();
      picture.moments().stream()
          .flatMap(moment -> moment.agents().stream())
          .flatMap(standing -> standing.line().stream())
          .filter(line -> line.file().equals(file.path()))
          .forEach(line -> used.put(line.line(), labels.text(line)));
      lines.put(file.path(), ImmutableSortedMap.copyOf(used));
    }
    return new Stepped(
        picture,
        picture.ticks().stream()
            .map(tick -> tick.kind().ofNetwork() ? labels.event(tick) : labels.act(tick))
            .collect(ImmutableList.toImmutableList()),
        picture.windows().stream().map(Labels::window).collect(ImmutableList.toImmutableList()),
        picture.lanes().stream()
            .map(lane -> "PE " + lane.pe() + ", " + Labels.agent(lane))
            .collect(ImmutableList.toImmutableList()),
        lines);
  }

  /**
   * A diagram with the words that its stepper needs.
   *
   * @param words of each tick
   * @param windows in words
   * @param lanes in words
   * @param lines the text of each line that an agent stands at, by file and number
   */
  public record Stepped(
      SpaceTime picture,
      ImmutableList<String> words,
      ImmutableList<String> windows,
      ImmutableList<String> lanes,
      Map<String, Map<Integer, String>> lines) {}

  private static boolean has(List<PageBlock> blocks, Class<? extends PageBlock> kind) {
    return blocks.stream()
        .anyMatch(block ->
            kind.isInstance(block)
                || switch (block) {
                  case PageBlock.Section section -> has(section.blocks(), kind);
                  case PageBlock.Part part -> has(part.blocks(), kind);
                  case PageBlock.Folded folded -> has(folded.blocks(), kind);
                  case PageBlock.SideBySide both -> has(List.of(both.left(), both.right()), kind);
                  case PageBlock.Paragraph _,
                      PageBlock.Prose _,
                      PageBlock.Facts _,
                      PageBlock.Table _,
                      PageBlock.Chart _,
                      PageBlock.Listing _,
                      PageBlock.Diagram _,
                      PageBlock.Packed _,
                      PageBlock.Timeline _,
                      PageBlock.Picture _ ->
                      false;
                });
  }

  private static String own(String name) {
    return resource("/org/shmemlab/reports/page/" + name);
  }

  private static String resource(String path) {
    try (InputStream in = Pages.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException("the build left out " + path);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
