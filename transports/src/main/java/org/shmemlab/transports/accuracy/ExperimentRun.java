package org.shmemlab.transports.accuracy;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.fleet.Fleets;
import org.shmemlab.transports.cost.parameters.Lanes;
import org.shmemlab.transports.experts.MoeThroughput;
import org.shmemlab.transports.experts.Routing;
import org.shmemlab.transports.fit.Measurement;
import org.shmemlab.transports.patterns.CollectiveTimes;
import org.shmemlab.transports.patterns.Dispatch;
import org.shmemlab.transports.patterns.NcclAllreduce;
import org.shmemlab.transports.patterns.Pairs;
import org.shmemlab.transports.patterns.Pattern;
import org.shmemlab.transports.patterns.Perftest;
import org.shmemlab.transports.patterns.Spread;
import org.shmemlab.transports.patterns.Variation;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.platform.Platform;
import org.shmemlab.transports.traffic.Placement;
import org.shmemlab.transports.traffic.ScriptRun;
import org.shmemlab.transports.traffic.TrafficScript;

/** Runs one experiment for one row. */
final class ExperimentRun {
  private static final int WORD = 8;
  private static final double GIGA = 1e9;
  private static final long SEED = 1; // as of the workloads' pages

  private final Experiment experiment;
  private final Measurement row;
  private final Map<String, String> groups;
  private final Platform machine;
  private final Fleet fleet;

  /**
   * Sets it up.
   *
   * @param groups what the table's expressions matched in the row
   */
  ExperimentRun(
      Experiment experiment, Platform machine, Measurement row, Map<String, String> groups) {
    this.experiment = experiment;
    this.row = row;
    this.groups = groups;
    this.machine = machine;
    int pes = Math.toIntExact(row.pes().orElseThrow());
    int perNode = Math.toIntExact(pes / row.nodes().orElseThrow());
    PathKind path = PathKind.of(experiment.by()).orElseThrow();
    Fleet machines = Fleets.on(machine, pes, perNode, path);
    String queues = option("queues");
    this.fleet = queues == null ? machines : machines.withQueues(Integer.parseInt(queues));
  }

  /** Runs it; gives the result in the row's unit. */
  double value() {
    return switch (experiment.run()) {
      case "dispatch" -> dispatch();
      case "forward" -> forward();
      case "nccl" -> nccl();
      case "words" -> inUnit(Perftest.Metric.LATENCY, CollectiveTimes.words(fleet) / 1e6);
      case "pairs" ->
          inUnit(
              Perftest.Metric.BANDWIDTH, Pairs.rate(fleet, bytes(), number("rounds", 10)) / GIGA);
      default -> perftest();
    };
  }

  private double perftest() {
    Perftest test =
        Perftest.named(experiment.run())
            .orElseThrow(() -> new IllegalStateException("no test " + experiment.run()));
    Perftest.Options options =
        new Perftest.Options(
            number("rounds", 10),
            number("ctas", 1),
            number("threads", Lanes.usual(scope()).threads()),
            scope());
    long bytes = bytes();
    Variation variation = new Variation(number("jitter-percent", 0) / 100.0, 1);
    Spread spread = Spread.of(test, fleet, bytes, options, variation, number("runs", 1));
    return inUnit(test.metric(), spread.percentile(number("percentile", 50)));
  }

  /** The bytes that one PE sends to one other, or what the table says. */
  private long bytes() {
    String stated = option("bytes");
    return stated != null ? Long.parseLong(stated) : (long) row.bytesToEachPe();
  }

  private double dispatch() {
    Dispatch pattern =
        new Dispatch(
            fleet.pes(),
            number("agents", 1),
            number("tokens", 1),
            number("experts", 1),
            bytes(),
            fleet.gpu().pollPs());
    Pattern.run(fleet, pattern);
    if (!pattern.finished()) {
      throw new IllegalStateException(row.id() + ": the dispatch does not come to an end");
    }
    return inUnit(Perftest.Metric.LATENCY, pattern.end() / 1e6);
  }

  private double nccl() {
    NcclAllreduce how = NcclAllreduce.named(String.valueOf(option("algorithm"))).orElseThrow();
    return inUnit(Perftest.Metric.LATENCY, how.microseconds(fleet, bytes()));
  }

  // DeepEP's "logical" bandwidth: bytes of all copies to nodes, the own one among them.
  private double forward() {
    Placement place = new Placement(fleet.pes(), fleet.layout().pesPerNode(), machine.gpu());
    int tokens = number("tokens", 1);
    int experts = number("experts", 1);
    int nodes = number("nodes", 0);
    Routing routing =
        new Routing(place, tokens, experts, number("topk", 1), 0, "blocks", nodes, SEED);
    boolean back = "combine".equals(option("phase"));
    TrafficScript script =
        new MoeThroughput(
            routing,
            number("channels", 1),
            number("chunk", 1),
            back,
            bytes(),
            MoeThroughput.taking(number("forward", 0)));
    double seconds = ScriptRun.on(fleet, script).picoseconds() / 1e12;
    return inUnit(Perftest.Metric.BANDWIDTH, routing.copiesOfAPe() * bytes() / seconds / GIGA);
  }

  // Of what a test measures: microseconds, GB/s or millions per second.
  private double inUnit(Perftest.Metric metric, double value) {
    boolean time = metric == Perftest.Metric.LATENCY;
    return switch (time + " " + row.unit()) {
      case "true us", "false GB/s" -> value;
      case "true ns", "false MB/s" -> value * 1e3;
      case "false Gbit/s" -> value * 8;
      case "false M msg/s" -> metric == Perftest.Metric.BANDWIDTH ? value * 1e3 / WORD : value;
      default ->
          throw new IllegalStateException(
              row.id() + ": " + experiment.run() + " does not measure " + row.unit());
    };
  }

  private CallScope scope() {
    String name = option("scope");
    return name == null ? CallScope.THREAD : CallScope.valueOf(name.toUpperCase(Locale.ROOT));
  }

  private int number(String name, int otherwise) {
    String text = option(name);
    return text == null ? otherwise : Integer.parseInt(text);
  }

  private @Nullable String option(String name) {
    Map<String, String> options = experiment.with();
    String text = options == null ? null : options.get(name);
    return text != null && text.startsWith("$") ? groups.get(text.substring(1)) : text;
  }
}
