package org.shmemlab.reports.run;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.shmemlab.transports.cost.stations.Load;
import org.shmemlab.transports.simulate.Activity;
import org.shmemlab.transports.simulate.MessageCost;
import org.shmemlab.transports.simulate.TimedResult;

/** Reports where the simulated time of a run went, as text. */
final class TimedText {
  private static final int MOST_PES = 16;
  private static final int MOST_STATIONS = 8;

  private TimedText() {}

  static ImmutableList<String> lines(RunEnd.Timed timed) {
    ImmutableList.Builder<String> lines = ImmutableList.builder();
    TimedResult result = timed.result();
    lines.add("");
    lines.add(
        String.format(
            Locale.ROOT,
            "Simulated time %s on %s: %,d operations, %,d instructions",
            time(result.picoseconds()),
            timed.where(),
            result.messages(),
            result.instructions()));
    lines.add("Time of the agents of each PE together, us:");
    lines.add(row("PE", Arrays.stream(Activity.values()).map(Activity::text).toList(), "last end"));
    int shown = Math.min(result.pes().size(), MOST_PES);
    for (int pe = 0; pe < shown; pe++) {
      TimedResult.OfPe of = result.pes().get(pe);
      lines.add(
          row(
              String.valueOf(pe),
              of.spent().values().stream().map(TimedText::microseconds).toList(),
              microseconds(of.end())));
    }
    if (shown < result.pes().size()) {
      lines.add("  and " + (result.pes().size() - shown) + " more PEs");
    }
    if (!result.loads().isEmpty()) {
      lines.add("Busiest stations:");
    }
    for (Load load : Iterables.limit(result.loads(), MOST_STATIONS)) {
      double share = 100.0 * load.busyPs() / Math.max(1, result.picoseconds());
      lines.add(String.format(Locale.ROOT, "  %5.1f %%  %s", share, load.station()));
    }
    for (MessageCost cost : timed.costs()) {
      lines.add(
          "One put of 8 bytes and a quiet "
              + cost.path()
              + ": "
              + time(cost.totalPs())
              + " = "
              + cost.stages().entrySet().stream()
                  .map(stage -> stage.getKey().text() + " " + time(stage.getValue()))
                  .collect(Collectors.joining(" + ")));
    }
    return lines.build();
  }

  private static String row(String first, List<String> cells, String last) {
    StringBuilder row = new StringBuilder(String.format(Locale.ROOT, "%6s", first));
    cells.forEach(cell -> row.append(String.format(Locale.ROOT, " %11s", cell)));
    return row.append(String.format(Locale.ROOT, " %11s", last)).toString();
  }

  private static String microseconds(long ps) {
    return String.format(Locale.ROOT, "%.3f", ps / 1e6);
  }

  private static String time(long ps) {
    return ps < 1_000_000_000L
        ? String.format(Locale.ROOT, "%.3f us", ps / 1e6)
        : String.format(Locale.ROOT, "%.3f ms", ps / 1e9);
  }
}
