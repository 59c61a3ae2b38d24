package org.shmemlab.reports.run;

import com.google.common.collect.ImmutableList;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.job.Output;
import org.shmemlab.reports.ReportedFinding;
import org.shmemlab.reports.table.Table;
import org.shmemlab.transports.cost.stations.Load;
import org.shmemlab.transports.simulate.Message;
import org.shmemlab.transports.simulate.MessageCost;
import org.shmemlab.transports.simulate.TimedResult;
import org.shmemlab.transports.simulate.Timeline;

/** Writes a run in simulated time as tables; times are picoseconds. */
public final class TimedTables implements RunView {
  private RunEnd.@Nullable Timed timed;

  private record Operation(
      int operation,
      String kind,
      int from,
      String agent,
      String file,
      int line,
      int to,
      long bytes,
      long issued,
      @Nullable Long read,
      @Nullable Long arrived,
      @Nullable Long complete) {
    static Operation of(Message message) {
      return new Operation(
          message.operation(),
          message.kind().text(),
          message.from(),
          message.agent(),
          message.line().file(),
          message.line().line(),
          message.to(),
          message.bytes(),
          message.issued(),
          time(message.read()),
          time(message.arrived()),
          time(message.complete()));
    }

    private static @Nullable Long time(long ps) {
      return ps == Message.NEVER ? null : ps;
    }
  }

  private record Spent(int pe, String activity, long picoseconds) {}

  private record Cost(String path, String stage, long picoseconds) {}

  /** Every operation, in the order in which they were issued. */
  public static Table operations(Timeline timeline) {
    return Table.of(
        "operations",
        MethodHandles.lookup(),
        Operation.class,
        timeline.operations().stream().map(Operation::of).toList());
  }

  /** The time of each PE, by activity. */
  public Table pes() {
    List<Spent> rows = new ArrayList<>();
    ImmutableList<TimedResult.OfPe> pes = timed == null ? ImmutableList.of() : timed.result().pes();
    for (int pe = 0; pe < pes.size(); pe++) {
      int number = pe;
      pes.get(pe)
          .spent()
          .forEach((activity, time) -> rows.add(new Spent(number, activity.text(), time)));
    }
    return Table.of("pes", MethodHandles.lookup(), Spent.class, rows);
  }

  /** How long each station was busy, the busiest first. */
  public Table stations() {
    return Table.of(
        "stations",
        MethodHandles.publicLookup(),
        Load.class,
        timed == null ? ImmutableList.of() : timed.result().loads());
  }

  /** Where the time of one put and a quiet goes. */
  public Table costs() {
    List<Cost> rows = new ArrayList<>();
    for (MessageCost cost : timed == null ? ImmutableList.<MessageCost>of() : timed.costs()) {
      cost.stages().forEach((stage, time) -> rows.add(new Cost(cost.path(), stage.text(), time)));
    }
    return Table.of("costs", MethodHandles.lookup(), Cost.class, rows);
  }

  @Override
  public void finding(ReportedFinding finding) {
    // not about time
  }

  @Override
  public void output(List<Output> pieces) {
    // not about time
  }

  @Override
  public void flush() {
    // nothing is shown before the end
  }

  @Override
  public void rejected(int exitCode) {
    // the tables stay empty
  }

  @Override
  public void end(RunEnd end) {
    timed = end.timed();
  }
}
