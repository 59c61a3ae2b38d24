package org.shmemlab.labs.site;

import com.google.common.base.Splitter;
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
import org.shmemlab.labs.grading.FeedbackText;
import org.shmemlab.labs.grading.Grade;
import org.shmemlab.labs.grading.Grading;
import org.shmemlab.labs.lesson.Lab;
import org.shmemlab.labs.lesson.Labs;
import org.shmemlab.labs.lesson.LessonHtml;
import org.shmemlab.labs.workbench.Shown;
import org.shmemlab.labs.workers.Answered;
import org.shmemlab.labs.workers.Reply;
import org.shmemlab.labs.workers.WorkerPool;
import org.shmemlab.reports.page.Page;
import org.shmemlab.reports.page.PageBlock;
import org.shmemlab.reports.page.PageBlock.Listing;
import org.shmemlab.reports.page.PageBlock.Paragraph;
import org.shmemlab.reports.page.PageBlock.Prose;
import org.shmemlab.reports.page.PageBlock.Section;
import org.shmemlab.reports.page.PageBlock.Tone;
import org.shmemlab.reports.page.PageProvenance;
import org.shmemlab.reports.page.Pages;

/**
 * Writes all labs as pages: a list, a page for each lab with its lesson and every version of its
 * program, and for each version a page to step through its orders. Each page is a file that needs
 * no other.
 */
public final class LabSite implements ExportedSite {
  private final Labs labs;
  private final PageProvenance origin;

  /**
   * @param version of ShmemLab, which pages name
   */
  public LabSite(Labs labs, String version) {
    this.labs = labs;
    this.origin = new PageProvenance("shmemlab lab export DIR", version, ImmutableMap.of());
  }

  /** Holds the requests about a version. */
  private record Asked(
      ProgramVersion version,
      Future<Answered> run,
      ImmutableList<Looked> looks,
      Future<Answered> grade) {}

  private record Looked(ProgramVersion.Look look, Future<Answered> check) {}

  /** How many versions all labs have. */
  @Override
  public int programs() {
    return labs.all().stream().mapToInt(lab -> ProgramVersion.all(lab).size()).sum();
  }

  @Override
  public boolean write(WorkerPool workers, Sink sink, IntConsumer done, BooleanSupplier stop)
      throws IOException, InterruptedException {
    List<Asked> all = new ArrayList<>();
    for (Lab lab : labs.all()) {
      for (ProgramVersion version : ProgramVersion.all(lab)) {
        all.add(
            new Asked(
                version,
                workers.ask(version.run()),
                ProgramVersion.Look.all(version).stream()
                    .map(look -> new Looked(look, workers.ask(look.check())))
                    .collect(ImmutableList.toImmutableList()),
                workers.ask(version.grade())));
      }
    }
    int count = 0;
    for (Lab lab : labs.all()) {
      ImmutableList.Builder<PageBlock> blocks = ImmutableList.builder();
      blocks.add(new Prose(neighbours(lab)));
      blocks.add(new Prose(LessonHtml.of(lab)));
      for (Asked asked : all) {
        if (asked.version.lab().equals(lab)) {
          int before = count;
          BooleanSupplier waiting =
              () -> {
                done.accept(before);
                return stop.getAsBoolean();
              };
          if (!WorkerPool.isDone(asked.grade, waiting)) { // the last of all
            return false;
          }
          blocks.add(section(asked, sink));
          done.accept(++count);
        }
      }
      blocks.add(new Prose(neighbours(lab)));
      sink.page(
          lab.name() + ".html",
          html(
              "Lab %d: %s".formatted(lab.number(), lab.title()),
              "About %d minutes, %d points.".formatted(lab.minutes(), lab.points()),
              blocks.build()));
    }
    sink.page(INDEX, index());
    return true;
  }

  // Links to the labs before and after this one.
  private String neighbours(Lab lab) {
    int place = labs.all().indexOf(lab);
    StringBuilder links = new StringBuilder("<p><a href=\"" + INDEX + "\">All labs</a>");
    if (place > 0) {
      links.append(link("Previous lab", labs.all().get(place - 1)));
    }
    if (place + 1 < labs.all().size()) {
      links.append(link("Next lab", labs.all().get(place + 1)));
    }
    return links + "</p>";
  }

  private static String link(String words, Lab lab) {
    return " · <a href=\"%s.html\">%s: %s</a>".formatted(lab.name(), words, escaped(lab.title()));
  }

  private String index() {
    StringBuilder list = new StringBuilder("<ol>\n");
    for (Lab lab : labs.all()) {
      list.append(
          "<li value=\"%d\"><a href=\"%s.html\">%s</a>, about %d minutes</li>\n"
              .formatted(lab.number(), lab.name(), escaped(lab.title()), lab.minutes()));
    }
    return html(
        "Teaching labs",
        "Programs of PEs that write into each other's memory: what is wrong with them, and what"
            + " mends it.",
        ImmutableList.of(new Prose(list + "</ol>")));
  }

  private String html(String title, String summary, ImmutableList<PageBlock> blocks) {
    return Pages.html(new Page(title, summary, origin, blocks, Map.of()));
  }

  private static Section section(Asked asked, Sink sink) throws IOException, InterruptedException {
    ProgramVersion version = asked.version;
    Shown run = shown(WorkerPool.answered(asked.run).reply());
    Grade grade = grade(version.lab(), WorkerPool.answered(asked.grade).reply());
    ImmutableList.Builder<PageBlock> blocks = ImmutableList.builder();
    blocks.add(listing(version.file(), version.text(), true));
    blocks.addAll(ofRun(version.lab().pes(), run));
    for (Looked looked : asked.looks) {
      ProgramVersion.Look look = looked.look;
      Shown check = shown(WorkerPool.answered(looked.check).reply());
      blocks.add(new Paragraph(tone(check), look.title() + ": " + check.summary()));
      if (!check.page().isEmpty()) {
        sink.page(look.page(), check.page());
        blocks.add(
            new Prose(
                "<p><a href=\"%s\">Step through the orders of %s%s</a></p>"
                    .formatted(
                        look.page(),
                        escaped(version.file()),
                        look.orders().transport() == null
                            ? ""
                            : " over " + look.orders().transport())));
      }
    }
    blocks.add(
        new Paragraph(
            grade.full() ? Tone.GOOD : Tone.BAD,
            "Its grade: %d of %d points.".formatted(grade.points(), grade.of())));
    String first = FeedbackText.first(grade);
    if (!first.isEmpty()) {
      blocks.add(new Paragraph(first));
    }
    return new Section(version.id(), version.title(), blocks.build());
  }

  /** The result of a run, and the output of its PEs. */
  static ImmutableList<PageBlock> ofRun(int pes, Shown run) {
    ImmutableList.Builder<PageBlock> blocks = ImmutableList.builder();
    blocks.add(
        new Paragraph(tone(run), "A run of " + ProgramVersion.pes(pes) + ": " + run.summary()));
    StringBuilder printed = new StringBuilder();
    run.printed().forEach(piece -> printed.append(piece.text()));
    if (!printed.isEmpty()) {
      blocks.add(listing("What its PEs print", printed.toString(), false));
    }
    return blocks.build();
  }

  /** A text, line by line. */
  static Listing listing(String title, String text, boolean numbered) {
    ImmutableList.Builder<Listing.Line> lines = ImmutableList.builder();
    int number = 0;
    for (String line : Splitter.on('\n').split(text.stripTrailing())) {
      number++;
      lines.add(new Listing.Line(numbered ? number : 0, line, "", 0, 0, ""));
    }
    return new Listing(title, lines.build());
  }

  static Tone tone(Shown shown) {
    return shown.good() ? Tone.GOOD : Tone.BAD;
  }

  /** The result of a program; that it was stopped, where it was. */
  static Shown shown(Reply reply) {
    return switch (reply) {
      case Reply.Work(Shown shown) -> shown;
      case Reply.TooMuch(String why) -> Shown.refused("Stopped: " + why + ".");
      case Reply.Grade _ -> throw new IllegalStateException("a grade that was not asked for");
    };
  }

  private static Grade grade(Lab lab, Reply reply) {
    return switch (reply) {
      case Reply.Grade(Grade grade) -> grade;
      case Reply.TooMuch(String why) -> Grading.none(lab, "endless", why);
      case Reply.Work _ -> throw new IllegalStateException("no grade");
    };
  }

  private static String escaped(String text) {
    return HtmlEscapers.htmlEscaper().escape(text);
  }
}
