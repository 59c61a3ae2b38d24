package org.shmemlab.cli.plan;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.Doubles;
import com.google.common.primitives.Ints;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.shmemlab.cli.platform.PlatformOptions;
import org.shmemlab.cli.shell.Interruption;
import org.shmemlab.cli.shell.TimeAllowed;
import org.shmemlab.plan.answer.Objective;
import org.shmemlab.plan.answer.Question;
import org.shmemlab.plan.answer.Slo;
import org.shmemlab.plan.grid.PlanGrid;
import org.shmemlab.plan.grid.WhatIf;
import org.shmemlab.plan.trace.TraceFile;
import org.shmemlab.plan.workload.TraceReplay;
import org.shmemlab.plan.workload.Workload;
import org.shmemlab.plan.workload.Workloads;
import org.shmemlab.transports.impair.Impairments;
import org.shmemlab.transports.platform.PeerLibrary;
import org.shmemlab.transports.rules.Settings;
import picocli.CommandLine.Option;

/** Reads the options that say what a plan compares. */
public final class PlanOptions {
  private static final int MOST_SAMPLES = 100_000;
  private static final Pattern GROWTH = Pattern.compile("(\\d+)\\.\\.(\\d+)");
  private static final String GPU_HOUR = "gpu-hour";
  private static final double MINUTE = 60;
  private static final double HOUR = 3600;

  @Option(
      names = "--platform",
      paramLabel = "P,...",
      split = ",",
      hideParamSyntax = true,
      description = "machines: names or .yaml files, ':4' for four nodes")
  private List<String> platforms = ImmutableList.of();

  @Option(
      names = "--transport",
      paramLabel = "T,...",
      split = ",",
      hideParamSyntax = true,
      description = "what carries operations: ibgda, ibrc, ... (default: each platform's first)")
  private List<String> transports = ImmutableList.of();

  @Option(
      names = "--library",
      paramLabel = "L,...",
      split = ",",
      hideParamSyntax = true,
      converter = PlatformOptions.LibraryReader.class,
      defaultValue = "nvshmem",
      description =
          "whose calls communicate on each platform: nvshmem or nccl, whose paths are lsa, gin-gdaki"
              + " and gin-proxy (default: ${DEFAULT-VALUE})")
  private List<PeerLibrary> libraries = ImmutableList.of(PeerLibrary.NVSHMEM);

  @Option(
      names = "--pes",
      paramLabel = "N,...",
      description = "numbers of PEs, and 8..64 for 8, 16, 32, 64")
  private @Nullable String pes;

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description =
          "what the workload trace replays: a .csv or .goal file, or NAME.0.et or NAME.0.json of a"
              + " Chakra trace; it says the number of PEs")
  private @Nullable Path trace;

  @Option(
      names = "--gpus-per-node",
      paramLabel = "G",
      description = "PEs on each node (default: all of its GPUs)")
  private @Nullable Integer gpusPerNode;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE,...",
      description =
          "values of a parameter of the workload, or of a number or word of the platform as its"
              + " file has it (paths.ibgda.latency=1.2us,*2, network.kind=fat-tree); with several,"
              + " each is tried")
  private List<String> settings = ImmutableList.of();

  @Option(
      names = "--fail",
      paramLabel = "nic:N[@node:M]",
      split = ",",
      hideParamSyntax = true,
      description = "without this network card of every node, or of one; several with commas")
  private List<String> failures = ImmutableList.of();

  @Option(
      names = "--slow",
      paramLabel = "WHAT*TIMES",
      split = ",(?=gpu:|nic|link:)",
      hideParamSyntax = true,
      description =
          "so many times as slow: gpu:17*1.3, nic:3*2, nic:3@node:2*2, 'link:leaf 0 up*2'")
  private List<String> slow = ImmutableList.of();

  @Option(
      names = "--load",
      paramLabel = "WHAT=SHARE",
      split = ",",
      hideParamSyntax = true,
      description =
          "the share of a bandwidth that others use: network=0.3 of the links between switches,"
              + " nic=0.3 of all cards, nic:3=0.3, nic:3@node:2=0.3")
  private List<String> loads = ImmutableList.of();

  @Option(
      names = "--env",
      paramLabel = "NAME=VALUE",
      description = "a variable of NVSHMEM, as NVSHMEM_IBGDA_NUM_RC_PER_PE=8")
  private Map<String, String> environment = new LinkedHashMap<>();

  @Option(
      names = "--goal",
      paramLabel = "GOAL",
      description =
          "the best of all sizes: time for the most results per second, cost for the cheapest"
              + " (default: the most results per second of each size)")
  private @Nullable String goal;

  @Option(
      names = "--slo",
      paramLabel = "LIMIT",
      description = "only what stays below, as 'p99 < 200us'")
  private @Nullable String slo;

  @Option(
      names = "--budget",
      paramLabel = "PRICE",
      description = "only points whose GPUs together cost no more an hour, by --price")
  private @Nullable String budget;

  @Option(
      names = "--price",
      paramLabel = "WHAT=PRICE",
      description = "of an hour of a GPU: gpu-hour=2.50, or of one platform: alps=2.10")
  private List<String> prices = ImmutableList.of();

  @Option(
      names = "--samples",
      paramLabel = "N",
      defaultValue = "32",
      description = "draws of the numbers of each machine (default: ${DEFAULT-VALUE})")
  private int samples;

  @Option(
      names = "--time",
      paramLabel = "TIME",
      defaultValue = "60s",
      converter = TimeAllowed.Reader.class,
      description =
          "how long to refine the answer, as 60s, 10m or 2h, or none for no limit; the same command"
              + " goes on from there (default: ${DEFAULT-VALUE})")
  private TimeAllowed time = new TimeAllowed(Optional.empty());

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "of everything that is drawn (default: ${DEFAULT-VALUE})")
  private long seed;

  /**
   * Whether the time for simulations is over: the limit or a signal.
   *
   * @param begin nanoseconds
   */
  BooleanSupplier over(long begin, Interruption signal) {
    long limit = time.limit().map(Duration::toNanos).orElse(Long.MAX_VALUE);
    return () -> signal.requested() || System.nanoTime() - begin > limit;
  }

  /** Whether nothing was asked for. */
  boolean isEmpty() {
    return platforms.isEmpty()
        && pes == null
        && transports.isEmpty()
        && settings.isEmpty()
        && trace == null;
  }

  /**
   * The workload of a name.
   *
   * @throws IllegalArgumentException if there is none, or its file cannot be replayed
   */
  Workload workload(String name) {
    Workload named = Workloads.named(name);
    if (trace == null) {
      if (named instanceof TraceReplay && !isEmpty()) {
        throw new IllegalArgumentException("trace replays a file; name it by --trace FILE");
      }
      return named;
    }
    if (!(named instanceof TraceReplay)) {
      throw new IllegalArgumentException(
          "--trace " + trace + ": " + name + " replays no file; write plan trace");
    }
    return TraceReplay.of(TraceFile.read(trace));
  }

  /**
   * The question of the options about a workload.
   *
   * @throws IllegalArgumentException saying what is wrong
   */
  Question question(Workload workload) {
    if (platforms.isEmpty()) {
      throw new IllegalArgumentException("a plan needs a --platform");
    }
    if (samples < 0 || samples > MOST_SAMPLES) {
      throw new IllegalArgumentException("--samples " + samples + ": 0 to " + MOST_SAMPLES);
    }
    if (gpusPerNode != null && gpusPerNode < 1) {
      throw new IllegalArgumentException("--gpus-per-node " + gpusPerNode + ": at least 1");
    }
    List<@Nullable String> carriers =
        transports.isEmpty()
            ? Collections.singletonList(null)
            : transports.stream().map(this::path).distinct().collect(Collectors.toList());
    PlanGrid grid =
        new PlanGrid(
            workload, machines(), carriers, values(), whatIf(), sizes(workload), gpusPerNode, seed);
    ImmutableMap<String, Double> rates = rates();
    return new Question(
        grid, objective(), slo == null ? null : limit(slo), budget(rates), rates, samples);
  }

  // Each platform with the costs of each library.
  private List<String> machines() {
    return platforms.stream()
        .flatMap(name -> libraries.stream().map(library -> library.platform(name)))
        .distinct()
        .toList();
  }

  private String path(String transport) {
    return libraries.stream()
        .map(library -> library.transport(transport))
        .filter(named -> !named.equals(transport))
        .findFirst()
        .orElse(transport);
  }

  private @Nullable Objective objective() {
    if (goal == null) {
      return null;
    }
    return switch (goal) {
      case "time" -> Objective.TIME;
      case "cost" -> Objective.COST;
      default -> throw new IllegalArgumentException("--goal " + goal + ": time or cost");
    };
  }

  private @Nullable Double budget(Map<String, Double> rates) {
    if (budget == null) {
      return null;
    }
    Double amount = Doubles.tryParse(budget);
    if (amount == null || !(amount > 0) || !Double.isFinite(amount)) {
      throw new IllegalArgumentException(
          "--budget " + budget + ": write a price of an hour of all GPUs, as 300");
    }
    for (String platform : machines()) {
      if (!rates.containsKey("") && !rates.containsKey(platform)) {
        throw new IllegalArgumentException(
            "--budget needs the price of " + platform + ": --price " + platform + "=2.50");
      }
    }
    return amount;
  }

  private static Slo limit(String text) {
    try {
      return Slo.of(text);
    } catch (IllegalArgumentException problem) {
      throw new IllegalArgumentException("--slo " + problem.getMessage(), problem);
    }
  }

  private List<Integer> sizes(Workload workload) {
    if (pes == null && workload.usualPes() > 0) {
      return ImmutableList.of(workload.usualPes());
    }
    if (pes == null) {
      throw new IllegalArgumentException("a plan needs --pes, as 64 or 8..64");
    }
    Set<Integer> sizes = new LinkedHashSet<>();
    for (String part : Splitter.on(',').split(pes)) {
      Matcher growth = GROWTH.matcher(part.strip());
      Integer from = Ints.tryParse(growth.matches() ? growth.group(1) : part.strip());
      Integer to = growth.matches() ? Ints.tryParse(growth.group(2)) : from;
      if (from == null || to == null || from < 1 || to < from || to > 1 << 20) {
        throw new IllegalArgumentException(
            "--pes " + pes + ": '" + part + "' is not a number of PEs as 64 or 8..64");
      }
      for (long size = from; size <= to; size *= 2) {
        sizes.add((int) size);
      }
      sizes.add(to);
    }
    return sizes.stream().sorted().toList();
  }

  private Map<String, List<String>> values() {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      if (equals < 1 || equals == setting.length() - 1) {
        throw new IllegalArgumentException("--set " + setting + ": write KEY=VALUE");
      }
      String key = setting.substring(0, equals).strip();
      List<String> tried =
          List.copyOf(
              new LinkedHashSet<>(
                  Splitter.on(',').trimResults().splitToList(setting.substring(equals + 1))));
      if (values.put(key, tried) != null) {
        throw new IllegalArgumentException(
            "--set "
                + key
                + " is there twice; write "
                + key
                + "="
                + String.join(",", tried)
                + ",...");
      }
    }
    return values;
  }

  private WhatIf whatIf() {
    PlatformOptions.checkEnvironment(environment);
    return new WhatIf(Impairments.of(failures, slow, loads), Settings.of(environment));
  }

  private ImmutableMap<String, Double> rates() {
    Map<String, Double> rates = new LinkedHashMap<>();
    for (String price : prices) {
      int equals = price.indexOf('=');
      Double amount = equals < 1 ? null : Doubles.tryParse(price.substring(equals + 1));
      String what = equals < 1 ? "" : price.substring(0, equals);
      if (amount == null || !(amount > 0) || !Double.isFinite(amount)) {
        throw new IllegalArgumentException(
            "--price " + price + ": write gpu-hour=2.50, or the name of a platform for gpu-hour");
      }
      if (!what.equals(GPU_HOUR) && !platforms.contains(what)) {
        throw new IllegalArgumentException(
            "--price " + price + ": " + what + " is neither gpu-hour nor a --platform");
      }
      for (PeerLibrary library : libraries) {
        rates.put(what.equals(GPU_HOUR) ? "" : library.platform(what), amount);
      }
    }
    return ImmutableMap.copyOf(rates);
  }

  /** How far a plan is, and how long it will still take. */
  public static String progress(int done, int before, int all, double seconds) {
    String text = String.format(Locale.ROOT, "%,d of %,d simulations", done, all);
    if (done == before || done == all) {
      return text;
    }
    double left = seconds / (done - before) * (all - done);
    String time =
        left < MINUTE
            ? String.format(Locale.ROOT, "%.0f s", left)
            : left < HOUR
                ? String.format(Locale.ROOT, "%.0f min", left / MINUTE)
                : String.format(Locale.ROOT, "%.1f h", left / HOUR);
    return text + ", " + time + " left";
  }
}
