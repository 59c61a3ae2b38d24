package org.shmemlab.labs.site;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.html.HtmlEscapers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import org.shmemlab.labs.web.Playground;
import org.shmemlab.labs.workbench.Shown;
import org.shmemlab.labs.workers.Answered;
import org.shmemlab.labs.workers.Request;
import org.shmemlab.labs.workers.WorkerPool;
import org.shmemlab.reports.page.Page;
import org.shmemlab.reports.page.PageBlock;
import org.shmemlab.reports.page.PageBlock.Paragraph;
import org.shmemlab.reports.page.PageBlock.Prose;
import org.shmemlab.reports.page.PageProvenance;
import org.shmemlab.reports.page.Pages;

/**
 * Writes the examples of the playground as pages: the program, the output of a run, the verdicts of
 * documents and transports next to each other, and a page to step through its orders.
 */
public final class PlaygroundSite implements ExportedSite {
  private static final int PES = 2;

  private final PageProvenance origin;

  /** Holds the requests about an example; a litmus test has no run. */
  private record Asked(
      Playground.Example example,
      List<Future<Answered>> run,
      Future<Answered> check,
      Future<Answered> verdicts) {}

  /**
   * @param version of ShmemLab, which pages name
   */
  public PlaygroundSite(String version) {
    this.origin = new PageProvenance("shmemlab play export DIR", version, ImmutableMap.of());
  }

  @Override
  public int programs() {
    return Playground.examples().size();
  }

  @Override
  public boolean write(WorkerPool workers, Sink sink, IntConsumer done, BooleanSupplier stop)
      throws IOException, InterruptedException {
    List<Asked> all = new ArrayList<>();
    for (Playground.Example example : Playground.examples()) {
      all.add(asked(example, workers));
    }
    StringBuilder list = new StringBuilder("<ul>\n");
    for (int i = 0; i < all.size(); i++) {
      int before = i;
      BooleanSupplier waiting =
          () -> {
            done.accept(before);
            return stop.getAsBoolean();
          };
      Asked asked = all.get(i);
      if (!WorkerPool.isDone(asked.verdicts, waiting)) { // the last of all
        return false;
      }
      Playground.Example example = asked.example;
      sink.page(
          page(example),
          html(example.title(), "An example of the playground.", blocks(asked, sink)));
      list.append(
          "<li><a href=\"%s\">%s</a></li>\n".formatted(page(example), escaped(example.title())));
      done.accept(i + 1);
    }
    sink.page(
        INDEX,
        html(
            "Playground",
            "Programs and litmus tests with their verdicts; shmemlab play takes your own.",
            ImmutableList.of(new Prose(list + "</ul>"))));
    return true;
  }

  private static Asked asked(Playground.Example example, WorkerPool workers) {
    Request.Code code = new Request.Code(Playground.file(example.text()), example.text());
    boolean litmus = code.file().endsWith(".litmus");
    return new Asked(
        example,
        litmus ? List.of() : List.of(workers.ask(new Request.Run(code, PES, 0))),
        workers.ask(new Request.Check(code, PES, "", 0)),
        workers.ask(new Request.Check(code, PES, "all", 0)));
  }

  private static ImmutableList<PageBlock> blocks(Asked asked, Sink sink)
      throws IOException, InterruptedException {
    ImmutableList.Builder<PageBlock> blocks = ImmutableList.builder();
    blocks.add(new Prose("<p><a href=\"" + INDEX + "\">All examples</a></p>"));
    // the answers first: the program may fill the window
    Shown check = LabSite.shown(WorkerPool.answered(asked.check).reply());
    blocks.add(new Paragraph(LabSite.tone(check), "All orders: " + check.summary()));
    if (!check.page().isEmpty()) {
      String orders = page(asked.example).replace(".html", "-orders.html");
      sink.page(orders, check.page());
      blocks.add(
          new Prose(
              "<p><a href=\"%s\">Step through the orders, with their event graphs</a></p>"
                  .formatted(orders)));
    }
    Shown verdicts = LabSite.shown(WorkerPool.answered(asked.verdicts).reply());
    blocks.add(new Paragraph(verdicts.summary()));
    blocks.add(LabSite.listing(asked.example.name(), asked.example.text(), true));
    for (Future<Answered> one : asked.run) {
      blocks.addAll(LabSite.ofRun(PES, LabSite.shown(WorkerPool.answered(one).reply())));
    }
    blocks.add(
        LabSite.listing(
            "The verdict of each document and transport",
            String.join("\n", verdicts.details()),
            false));
    return blocks.build();
  }

  // ring.cu and ring.c are two.
  private static String page(Playground.Example example) {
    return example.name().replace('.', '-') + ".html";
  }

  private String html(String title, String summary, ImmutableList<PageBlock> blocks) {
    return Pages.html(new Page(title, summary, origin, blocks, Map.of()));
  }

  private static String escaped(String text) {
    return HtmlEscapers.htmlEscaper().escape(text);
  }
}
