package org.shmemlab.transports.patterns;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.math.Quantiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.fleet.Fleets;
import org.shmemlab.transports.fit.ResultsException;
import org.shmemlab.transports.fit.TimedRow;
import org.shmemlab.transports.fit.TimedRows;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.platform.Platforms;

/** Compares the simulator, with the numbers of one machine, with the times of another machine. */
class MeasuredTimesTest {
  private static final Path MEASURED = Path.of("../results/h200-x4-1/measure.csv");
  private static final int ROUNDS = 12;

  /** A block's share of a stream is loaded from L2, not from the SM's L1, from here on. */
  private static final long FROM_L2 = 256 << 10;

  private static final long IN_L2 = 32 << 20;

  private record Compared(TimedRow row, double microseconds) {
    double error() {
      return Math.abs(microseconds * 1e3 / row.nanoseconds() - 1);
    }
  }

  @Test
  void aMachineThatWasNotFittedTakesWhatIsSimulated() throws IOException, ResultsException {
    Map<String, List<Compared>> groups = new TreeMap<>();
    String text = Files.readString(MEASURED);
    for (TimedRow row : TimedRows.parse("h200-x4-1", MEASURED.toString(), text)) {
      if (row.repetition() == 0) {
        String group = row.operation() + ", " + row.timed() + ", " + row.scope();
        simulated(row)
            .ifPresent(time ->
                groups.computeIfAbsent(group, _ -> new ArrayList<>()).add(new Compared(row, time)));
      }
    }
    assertThat(groups).hasSizeGreaterThan(20);
    groups.forEach((group, compared) -> {
      assertThat(median(compared)).as(group + ", median").isLessThan(0.07);
      assertThat(compared).as(group).allMatch(one -> one.error() < 0.15);
    });
    List<Compared> all = groups.values().stream().flatMap(List::stream).toList();
    assertThat(all).hasSizeGreaterThan(150);
    assertThat(median(all)).isLessThan(0.05);
  }

  private static double median(List<Compared> compared) {
    return Quantiles.median().compute(compared.stream().map(Compared::error).toList());
  }

  private static OptionalDouble simulated(TimedRow row) {
    return switch (row.operation() + ", " + row.timed()) {
      case "put, with quiet", "put_nbi, with quiet" -> time(Perftest.PUT_LATENCY, row, 1);
      case "get, until the value is there" -> time(Perftest.GET_LATENCY, row, 1);
      case "p, with quiet" -> time(Perftest.P_LATENCY, row, 1);
      case "g, until the value is there" -> time(Perftest.G_LATENCY, row, 1);
      case "atomic_fetch_add, until the value is there" -> time(Perftest.ATOMIC_LATENCY, row, 1);
      case "signal_set, half a round trip" -> time(Perftest.SIGNAL_PING_PONG, row, 0.5);
      case "put_signal_nbi, half a round trip" -> time(Perftest.PUT_SIGNAL_PING_PONG, row, 0.5);
      case "put_nbi, stream of transfers" -> stream(Perftest.PUT_BW, row);
      case "get_nbi, stream of transfers" -> stream(Perftest.GET_BW, row);
      default -> OptionalDouble.empty();
    };
  }

  private static OptionalDouble time(Perftest test, TimedRow row, double part) {
    return OptionalDouble.of(part * run(test, row));
  }

  private static OptionalDouble stream(Perftest test, TimedRow row) {
    return row.bytes() / row.blocks() < FROM_L2 || row.bytes() > IN_L2
        ? OptionalDouble.empty()
        : OptionalDouble.of(row.bytes() / run(test, row) / 1e3);
  }

  private static double run(Perftest test, TimedRow row) {
    Fleet fleet = Fleets.on(Platforms.named("h200-nvlink-measured"), 2, 2, PathKind.IBGDA);
    CallScope scope = CallScope.valueOf(row.scope().toUpperCase(Locale.ROOT));
    return test.run(
        fleet, row.bytes(), new Perftest.Options(ROUNDS, row.blocks(), row.threads(), scope));
  }
}
