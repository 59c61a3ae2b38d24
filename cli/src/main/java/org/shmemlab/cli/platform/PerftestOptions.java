package org.shmemlab.cli.platform;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.transports.patterns.Perftest;
import org.shmemlab.transports.patterns.TimedLoop;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Reads the options of NVSHMEM's perftest, by its names (docs/reference/nvshmem.md, section 6). */
final class PerftestOptions {
  private static final Pattern SIZE = Pattern.compile("(\\d{1,12})([KMG]?)");
  private static final long LARGEST = 1L << 32;

  /** Bytes of an element. */
  private static final ImmutableMap<String, Integer> TYPES =
      ImmutableMap.<String, Integer>builder()
          .put("int", 4)
          .put("int32_t", 4)
          .put("uint32_t", 4)
          .put("int64_t", 8)
          .put("uint64_t", 8)
          .put("long", 8)
          .put("longlong", 8)
          .put("ulonglong", 8)
          .put("size", 8)
          .put("ptrdiff", 8)
          .put("float", 4)
          .put("double", 8)
          .put("fp16", 2)
          .put("bf16", 2)
          .buildOrThrow();

  /**
   * The bytes that {@code shmem_g_bw} of 3.4.5 fetches for each byte that it prints: it counts
   * words of 1, 2 and 4 bytes for the first types, and of 8 for all others.
   */
  private static final ImmutableMap<String, Double> FETCHED =
      ImmutableMap.<String, Double>builder()
          .put("int", 4.0)
          .put("long", 4.0)
          .put("longlong", 2.0)
          .put("float", 0.5)
          .put("int32_t", 0.5)
          .put("uint32_t", 0.5)
          .put("fp16", 0.25)
          .put("bf16", 0.25)
          .buildOrThrow();

  private static final ImmutableSet<String> REDUCTIONS =
      ImmutableSet.of("min", "max", "sum", "prod", "and", "or", "xor");

  /** Whether an atomic gives back the old value. */
  private static final ImmutableMap<String, Boolean> ATOMICS =
      ImmutableMap.<String, Boolean>builder()
          .put("inc", false)
          .put("add", false)
          .put("and", false)
          .put("or", false)
          .put("xor", false)
          .put("set", false)
          .put("swap", true)
          .put("fetch_inc", true)
          .put("fetch_add", true)
          .put("fetch_and", true)
          .put("fetch_or", true)
          .put("fetch_xor", true)
          .put("compare_swap", true)
          .buildOrThrow();

  @Option(names = "-b", paramLabel = "SIZE", defaultValue = "4", description = "smallest size")
  private String begin = "4";

  @Option(names = "-e", paramLabel = "SIZE", defaultValue = "4M", description = "largest size")
  private String end = "4M";

  @Option(names = "-f", paramLabel = "F", defaultValue = "2", description = "factor between sizes")
  private int factor;

  @Option(
      names = {"--iters", "-n"},
      paramLabel = "N",
      defaultValue = "10",
      description = "timed repetitions")
  private int rounds;

  @Option(
      names = "-w",
      paramLabel = "N",
      defaultValue = "5",
      description = "repetitions before, of tests that the host issues (others need none)")
  private int warmup;

  @Option(names = "-c", paramLabel = "CTAS", defaultValue = "32", description = "blocks")
  private int ctas;

  @Option(names = "-t", paramLabel = "T", defaultValue = "256", description = "threads of a block")
  private int threads;

  /** Of CUDA: the library's own tests cannot be started with more. */
  private static final int MOST_THREADS = 1024;

  @Option(
      names = "-s",
      paramLabel = "SCOPE",
      description = "thread, warp or block (default: block; of round trips, thread)")
  private @Nullable String scope;

  @Option(
      names = "-d",
      paramLabel = "TYPE",
      defaultValue = "int",
      description =
          "type of the elements of p-bw, g-bw, st-bw and collectives (default: ${DEFAULT-VALUE})")
  private String type = "int";

  @Option(
      names = "-o",
      paramLabel = "OP",
      defaultValue = "sum",
      description = "what a reduction computes (which takes no time: without effect)")
  private String reduction = "sum";

  @Option(
      names = "-i",
      paramLabel = "STRIDE",
      defaultValue = "1",
      description = "elements from one to the next (accepted, without effect)")
  private int stride;

  @Option(
      names = "-a",
      paramLabel = "OP",
      defaultValue = "inc",
      description = "the atomic operation: add, fetch_add, swap, ... (default: ${DEFAULT-VALUE})")
  private String atomic = "inc";

  @Option(names = "--bidir", description = "both PEs do what is measured, in tests of bandwidth")
  private boolean bothWays;

  @Option(names = "--msgrate", description = "print operations instead of bytes per second")
  private boolean rate;

  @Option(
      names = "--dir",
      paramLabel = "D",
      description = "of bw and latency: write or read (default: write)")
  private @Nullable String direction;

  @Option(
      names = "--issue",
      paramLabel = "I",
      description = "of bw and latency: on_stream or host (default: on_stream)")
  private @Nullable String issue;

  @Option(
      names = {"--cudagraph", "--mmap", "--egm"},
      hidden = true)
  private boolean ofMemory;

  /** Sizes from the smallest on, each so many times the one before. */
  record Sizes(long begin, long end, int factor) {}

  /** Whether operations rather than bytes are counted. */
  boolean rate() {
    return rate;
  }

  /** The bytes that a test moves for each byte of the size that it prints. */
  double moved(Perftest test) {
    return test == Perftest.G_BW ? FETCHED.getOrDefault(type, 1.0) : 1;
  }

  Sizes sizes(CommandSpec spec) {
    Sizes sizes = new Sizes(size(spec, "-b", begin), size(spec, "-e", end), factor);
    if (sizes.begin > sizes.end || factor < 2) {
      throw usage(spec, "-b is at most -e, and -f at least 2");
    }
    return sizes;
  }

  /** How a test is run, where the options go together with it. */
  Perftest.Options options(CommandSpec spec, Perftest test) {
    if (threads > MOST_THREADS) {
      throw usage(spec, "-t " + threads + ": a block has at most " + MOST_THREADS + " threads");
    }
    checkCounts(spec);
    if (direction != null || issue != null) {
      throw usage(spec, "--dir and --issue are of the tests that the host issues, bw and latency");
    }
    checkMemory(spec);
    if ((bothWays || rate) && !test.isStream()) {
      throw usage(spec, "--bidir and --msgrate are of tests of bandwidth, as put-bw");
    }
    one(spec, "-o", reduction, REDUCTIONS);
    return new Perftest.Options(
        test.operations(rounds, atomic),
        ctas,
        threads,
        scope(spec, test),
        test.word(of(spec, "-d", type, TYPES)),
        bothWays,
        of(spec, "-a", atomic, ATOMICS),
        TimedLoop.PERFTEST);
  }

  /** The loop of a test that the host issues. */
  HostPerftest.Loop loop(CommandSpec spec, HostPerftest test) {
    checkCounts(spec);
    checkMemory(spec);
    if (test.isCollective() && (direction != null || issue != null)) {
      throw usage(spec, "--dir and --issue are of bw and latency, not of collectives");
    }
    if (bothWays || rate || scope != null) {
      throw usage(spec, "--bidir, --msgrate and -s are of tests in a kernel, not of " + test.key());
    }
    Sizes sizes = sizes(spec);
    if (sizes.end > Integer.MAX_VALUE) {
      throw usage(spec, "-e " + end + ": a size of a test that the host issues is below 2G");
    }
    return new HostPerftest.Loop(
        sizes,
        rounds,
        warmup,
        issue != null
            && of(spec, "--issue", issue, ImmutableMap.of("on_stream", false, "host", true)),
        direction != null
            && of(spec, "--dir", direction, ImmutableMap.of("write", false, "read", true)));
  }

  private void checkCounts(CommandSpec spec) {
    if (rounds < 1 || ctas < 1 || threads < 1 || stride < 1 || warmup < 0) {
      throw usage(spec, "-n, -c, -t and -i are at least 1, and -w is not negative");
    }
  }

  private void checkMemory(CommandSpec spec) {
    if (ofMemory) {
      throw usage(
          spec, "--cudagraph, --mmap and --egm: graphs and kinds of memory are not simulated");
    }
  }

  private CallScope scope(CommandSpec spec, Perftest test) {
    String asked = scope;
    if (asked == null) {
      return test.isRoundTrip() ? CallScope.THREAD : CallScope.BLOCK;
    }
    CallScope chosen =
        Arrays.stream(CallScope.values())
            .filter(one -> one.name().equalsIgnoreCase(asked))
            .findFirst()
            .orElseThrow(() -> usage(spec, "-s " + asked + ": thread, warp or block"));
    if (test.isRoundTrip() && test != Perftest.PUT_SIGNAL_PING_PONG && chosen != CallScope.THREAD) {
      throw usage(spec, "-s " + asked + ": one thread makes the round trips of " + test.key());
    }
    return chosen;
  }

  private static <V> V of(CommandSpec spec, String option, String name, Map<String, V> known) {
    V value = known.get(name);
    if (value == null) {
      throw unknown(spec, option, name, known.keySet());
    }
    return value;
  }

  private static void one(CommandSpec spec, String option, String name, Collection<String> known) {
    if (!known.contains(name)) {
      throw unknown(spec, option, name, known);
    }
  }

  private static ParameterException unknown(
      CommandSpec spec, String option, String name, Collection<String> known) {
    String names = known.stream().collect(Collectors.joining(", "));
    return usage(spec, option + " " + name + ": one of " + names);
  }

  private static long size(CommandSpec spec, String option, String text) {
    Matcher parts = SIZE.matcher(text.toUpperCase(Locale.ROOT));
    if (parts.matches()) {
      int power = " KMG".indexOf(parts.group(2).isEmpty() ? " " : parts.group(2));
      long bytes = Long.parseLong(parts.group(1)) << (10 * power);
      if (bytes >= 1 && bytes <= LARGEST) {
        return bytes;
      }
    }
    throw usage(spec, option + " " + text + ": a size is 1 to 4G bytes, as 8, 64K or 4M");
  }

  private static ParameterException usage(CommandSpec spec, String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
