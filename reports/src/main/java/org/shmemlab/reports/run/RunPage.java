package org.shmemlab.reports.run;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.job.Output;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.reports.ReportedFinding;
import org.shmemlab.reports.page.Page;
import org.shmemlab.reports.page.PageBlock;
import org.shmemlab.reports.page.PageBlock.Paragraph;
import org.shmemlab.reports.page.PageBlock.Section;
import org.shmemlab.reports.page.PageBlock.Table;
import org.shmemlab.reports.page.PageBlock.Table.Cell;
import org.shmemlab.reports.page.PageBlock.Table.Column;
import org.shmemlab.reports.page.PageBlock.Tone;
import org.shmemlab.reports.page.PageProvenance;
import org.shmemlab.reports.page.Pages;
import org.shmemlab.reports.page.Tracks;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.fleet.Wires;
import org.shmemlab.transports.simulate.Activity;
import org.shmemlab.transports.simulate.Latency;
import org.shmemlab.transports.simulate.LinkUse;
import org.shmemlab.transports.simulate.Message;
import org.shmemlab.transports.simulate.MessageCost;
import org.shmemlab.transports.simulate.PairTraffic;
import org.shmemlab.transports.simulate.TimedResult;
import org.shmemlab.transports.simulate.Timeline;

/** Shows a run in simulated time as a page. */
public final class RunPage implements RunView {
  private static final int MOST_ROWS = 400;

  private final String file;
  private final PageProvenance origin;
  private final Fleet fleet;
  private final Timeline timeline;
  private final RunJson data;
  private final List<ReportedFinding> findings = new ArrayList<>();
  private @Nullable RunEnd end;

  /**
   * The page of a run that has not begun.
   *
   * @param fleet that it runs on
   * @param timeline that is written during the run
   * @param data everything that is to be in the page as JSON; told by others
   */
  public RunPage(String file, PageProvenance origin, Fleet fleet, Timeline timeline, RunJson data) {
    this.file = file;
    this.origin = origin;
    this.fleet = fleet;
    this.timeline = timeline;
    this.data = data;
  }

  @Override
  public void finding(ReportedFinding finding) {
    findings.add(finding);
  }

  @Override
  public void output(List<Output> pieces) {
    // what the program prints is in the data
  }

  @Override
  public void flush() {
    // nothing is shown before the end
  }

  @Override
  public void rejected(int exitCode) {
    // the findings say why
  }

  @Override
  public void end(RunEnd how) {
    end = how;
    findings.addAll(how.findings());
  }

  /** The page, once the run has ended. */
  public String html() {
    ImmutableList.Builder<PageBlock> blocks = ImmutableList.builder();
    for (ReportedFinding finding : findings) {
      Tone tone = finding.severity() == ReportedFinding.Severity.ERROR ? Tone.BAD : Tone.WARNING;
      blocks.add(new Paragraph(tone, finding.toString()));
    }
    RunEnd.Timed timed = end == null ? null : end.timed();
    if (timed != null) {
      blocks.addAll(sections(timed));
    }
    String where = timed == null ? "" : " on " + timed.where();
    return Pages.html(
        new Page(
            "Run of " + file + where,
            summary(timed),
            origin,
            blocks.build(),
            Pages.tree(data.text())));
  }

  private String summary(RunEnd.@Nullable Timed timed) {
    if (end == null || timed == null) {
      return "It did not run.";
    }
    String how =
        switch (end.result()) {
          case RunResult.Finished _ -> "finished after ";
          case RunResult.Failed _ -> "failed after ";
          case RunResult.Deadlock _ -> "was in a deadlock after ";
          case RunResult.Stopped _ -> "was stopped after ";
        };
    TimedResult result = timed.result();
    return "The job of %d %s %s%s of simulated time; %,d operations, %,d instructions."
        .formatted(
            fleet.pes(),
            fleet.pes() == 1 ? "PE" : "PEs",
            how,
            RunWords.time(result.picoseconds()),
            result.messages(),
            result.instructions());
  }

  private List<PageBlock> sections(RunEnd.Timed timed) {
    TimedResult result = timed.result();
    ImmutableList<Message> messages = timeline.operations();
    List<PageBlock> sections = new ArrayList<>();
    sections.add(new Section("time", "Timeline", ImmutableList.of(timeline())));
    sections.add(
        new Section(
            "pes",
            "Where the time of each PE went",
            ImmutableList.of(RunCharts.spent(result.pes()), pes(result))));
    if (!messages.isEmpty()) {
      ImmutableList<Latency> latencies = Latency.of(fleet, messages);
      if (!latencies.isEmpty()) {
        sections.add(
            new Section(
                "latency",
                "How long operations took",
                ImmutableList.of(RunCharts.latencies(latencies), latencies(latencies))));
      }
      ImmutableList<PairTraffic> pairs = PairTraffic.of(messages);
      sections.add(
          new Section(
              "traffic",
              "Who talks to whom",
              ImmutableList.of(MatrixDrawing.of(fleet.pes(), pairs), pairs(pairs))));
    }
    if (!result.loads().isEmpty()) {
      sections.add(
          new Section(
              "stations",
              "How busy stations were",
              ImmutableList.of(
                  RunCharts.stations(result.loads(), result.picoseconds()), stations(result))));
    }
    Wires wires = fleet.wires();
    if (wires != null) {
      ImmutableList<LinkUse> links = LinkUse.of(fleet, messages, result.picoseconds());
      sections.add(
          new Section(
              "links",
              "What the links carried",
              ImmutableList.of(TopologyDrawing.of(fleet, wires, links), links(links))));
    }
    if (!timed.costs().isEmpty()) {
      ImmutableList.Builder<PageBlock> waterfalls = ImmutableList.builder();
      waterfalls.add(
          new Paragraph(
              "On an idle machine, from the call of the put to the return of the quiet. A moment at"
                  + " which several things happen counts for the one furthest along."));
      int number = 1;
      for (MessageCost cost : timed.costs()) {
        waterfalls.add(RunCharts.waterfall(cost, number++));
      }
      sections.add(new Section("message", "What one message costs", waterfalls.build()));
    }
    return sections;
  }

  private PageBlock timeline() {
    Tracks tracks = TimelineTracks.of(timeline);
    int slices = tracks.tracks().stream().mapToInt(Tracks.Track::slices).sum();
    return new PageBlock.Timeline(
        "timeline",
        "What every agent and every station did: %,d slices on %,d tracks, %,d operations"
            .formatted(slices, tracks.tracks().size(), tracks.messages()),
        "A timeline. The arrow keys move it, plus and minus zoom, Home shows all. The tables below"
            + " have sums; --export operations.csv has every operation.",
        tracks);
  }

  private static PageBlock pes(TimedResult result) {
    ImmutableList.Builder<Column> columns = ImmutableList.builder();
    columns.add(new Column("PE", true));
    for (Activity activity : Activity.values()) {
      columns.add(new Column(activity.text() + " us", true));
    }
    columns.add(new Column("last end us", true));
    List<ImmutableList<Cell>> rows = new ArrayList<>();
    for (int pe = 0; pe < result.pes().size(); pe++) {
      TimedResult.OfPe of = result.pes().get(pe);
      ImmutableList.Builder<Cell> row = ImmutableList.builder();
      row.add(Cell.of(String.valueOf(pe)));
      of.spent().values().forEach(spent -> row.add(microseconds(spent)));
      rows.add(row.add(microseconds(of.end())).build());
    }
    return table(
        "pes-table", "Time of the agents of each PE together, microseconds", columns.build(), rows);
  }

  private static PageBlock latencies(ImmutableList<Latency> latencies) {
    List<ImmutableList<Cell>> rows = new ArrayList<>();
    for (Latency latency : latencies) {
      rows.add(
          ImmutableList.of(
              Cell.of(latency.kind().text()),
              Cell.of(latency.path()),
              Cell.of(String.valueOf(latency.operations())),
              microseconds(latency.min()),
              microseconds(latency.p50()),
              microseconds(latency.p90()),
              microseconds(latency.p99()),
              microseconds(latency.max())));
    }
    return table(
        "latencies",
        "From the call to when the caller could know that it is complete, microseconds",
        columns("Operation,Path", "Number,Least,Median,90 %,99 %,Greatest"),
        rows);
  }

  private static PageBlock pairs(ImmutableList<PairTraffic> pairs) {
    List<ImmutableList<Cell>> rows = new ArrayList<>();
    for (PairTraffic pair : pairs) {
      rows.add(
          ImmutableList.of(
              Cell.of(String.valueOf(pair.from())),
              Cell.of(String.valueOf(pair.to())),
              Cell.of(String.valueOf(pair.operations())),
              Cell.of(String.valueOf(pair.bytes()))));
    }
    return table(
        "pairs",
        "Operations of one PE on another's memory",
        columns("", "From PE,To PE,Operations,Bytes"),
        rows);
  }

  private static PageBlock stations(TimedResult result) {
    List<ImmutableList<Cell>> rows = new ArrayList<>();
    result
        .loads()
        .forEach(load ->
            rows.add(
                ImmutableList.of(
                    Cell.of(load.station()),
                    microseconds(load.busyPs()),
                    Cell.of(
                        RunWords.number(
                            100.0 * load.busyPs() / Math.max(1, result.picoseconds()))))));
    return table(
        "stations-table",
        "Time that stations spent serving",
        columns("Station", "Busy us,% of the time"),
        rows);
  }

  private static PageBlock links(ImmutableList<LinkUse> links) {
    List<ImmutableList<Cell>> rows = new ArrayList<>();
    for (LinkUse use : links) {
      rows.add(
          ImmutableList.of(
              Cell.of(use.name()),
              Cell.of(String.valueOf(use.bytes())),
              Cell.of(RunWords.number(100 * use.share()))));
    }
    return table(
        "links-table",
        "What each link carried, and what share of the run that takes at its full rate",
        columns("Link", "Bytes,% of the time"),
        rows);
  }

  private static ImmutableList<Column> columns(String texts, String numbers) {
    ImmutableList.Builder<Column> columns = ImmutableList.builder();
    for (String title : Splitter.on(',').omitEmptyStrings().split(texts)) {
      columns.add(new Column(title, false));
    }
    for (String title : Splitter.on(',').split(numbers)) {
      columns.add(new Column(title, true));
    }
    return columns.build();
  }

  private static Table table(
      String id, String caption, ImmutableList<Column> columns, List<ImmutableList<Cell>> rows) {
    boolean all = rows.size() <= MOST_ROWS;
    String limit =
        all ? "" : "; the first " + MOST_ROWS + " of " + rows.size() + ", --export has all";
    return new Table(
        id,
        caption + limit,
        columns,
        ImmutableList.copyOf(all ? rows : rows.subList(0, MOST_ROWS)));
  }

  private static Cell microseconds(long ps) {
    return Cell.of(String.format(Locale.ROOT, "%.3f", ps / 1e6));
  }
}
