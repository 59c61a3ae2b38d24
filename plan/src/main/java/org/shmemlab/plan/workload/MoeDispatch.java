package org.shmemlab.plan.workload;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.stream.Stream;
import org.shmemlab.transports.experts.Chunks;
import org.shmemlab.transports.experts.MoeLatency;
import org.shmemlab.transports.experts.MoeThroughput;
import org.shmemlab.transports.experts.Routing;
import org.shmemlab.transports.traffic.Placement;
import org.shmemlab.transports.traffic.TrafficScript;

/**
 * Plays expert parallelism: each token goes to the PEs of some experts and comes back (DeepEP,
 * https://github.com/deepseek-ai/DeepEP, whose two kinds of kernels the modes stand for).
 */
final class MoeDispatch extends Described {
  private static final int VALUES_PER_SCALE = 128; // DeepEP: one float for 128 values of FP8
  private static final double GIGA = 1e9;
  private static final double PICOSECONDS = 1e12;
  private static final int MATRICES = 3; // gate, up and down projection of an expert

  private static final ImmutableList<WorkloadParameter> PARAMETERS =
      ImmutableList.of(
          WorkloadParameter.word(
              "mode",
              "latency: a put for every copy; throughput: chunks, forwarded inside nodes",
              "latency",
              "throughput"),
          WorkloadParameter.word("phase", "which way tokens go", "dispatch", "combine", "both"),
          WorkloadParameter.whole("tokens", 128, 1, 1 << 16, "tokens of each PE"),
          WorkloadParameter.whole("hidden", 7168, 1, 1 << 20, "values of a token"),
          WorkloadParameter.whole("experts", 256, 1, 1 << 15, "experts of all PEs together"),
          WorkloadParameter.whole("topk", 8, 1, 64, "experts of a token"),
          WorkloadParameter.whole(
              "dispatch-bytes", 1, 1, 8, "of a value on its way; 1 adds scales"),
          WorkloadParameter.whole("combine-bytes", 2, 1, 8, "of a value on its way back"),
          WorkloadParameter.number("skew", "0", 0, 4, "popularity falls with rank^-skew"),
          WorkloadParameter.word("placement", "of experts on PEs", "blocks", "rounds", "drawn"),
          WorkloadParameter.whole(
              "nodes", 0, 0, 1 << 16, "most nodes of a token's experts; 0 for any"),
          WorkloadParameter.whole("agents", 128, 1, 4096, "warps of a PE that put (latency)"),
          WorkloadParameter.whole("channels", 10, 1, 128, "that share a PE's tokens (throughput)"),
          WorkloadParameter.whole(
              "chunk", 32, 1, Chunks.LARGEST, "tokens that travel together (throughput)"),
          WorkloadParameter.number(
              "forward",
              "20",
              0,
              1e6,
              "GB/s at which a block takes tokens to forward from its buffer; 0: at once (throughput)"),
          WorkloadParameter.whole(
              "intermediate", 0, 0, 1 << 20, "width of an expert; 0 computes nothing (latency)"),
          Roofline.EFFICIENCY);

  MoeDispatch() {
    super(
        "moe-dispatch",
        "tokens go to the PEs of their experts and come back (expert parallelism)",
        "tokens",
        PARAMETERS);
  }

  @Override
  public void check(Values values, Placement place) {
    if (values.whole("topk") > values.whole("experts")) {
      throw new IllegalArgumentException(
          "topk=" + values.word("topk") + ": there are " + values.word("experts") + " experts");
    }
    int least =
        Routing.fewest(
            place, values.whole("experts"), values.word("placement"), values.whole("nodes"));
    if (least < values.whole("topk")) {
      throw new IllegalArgumentException(
          "nodes="
              + values.word("nodes")
              + ": so many nodes may have only "
              + least
              + " experts, and topk="
              + values.word("topk"));
    }
    if (values.whole("intermediate") > 0) {
      Roofline.of(place.gpu());
    }
    if (values.word("mode").equals("latency")) {
      return;
    }
    if (values.word("phase").equals("both")) {
      throw new IllegalArgumentException(
          "mode=throughput has one phase at a time: phase=dispatch or phase=combine");
    }
    if (values.whole("intermediate") > 0) {
      throw new IllegalArgumentException("mode=throughput computes nothing: intermediate=0");
    }
    if (place.nodes() > 1 && place.pes() % place.perNode() != 0) {
      throw new IllegalArgumentException(
          "mode=throughput forwards between PEs of one number in their nodes: take a multiple of "
              + place.perNode()
              + " PEs, not "
              + place.pes());
    }
  }

  @Override
  public TrafficScript script(Values values, Placement place, long seed) {
    check(values, place);
    Routing routing = routing(values, place, seed);
    boolean dispatches = !values.word("phase").equals("combine");
    boolean combines = !values.word("phase").equals("dispatch");
    long bytesOut = bytesOut(values);
    long bytesBack = values.large("hidden") * values.whole("combine-bytes");
    if (values.word("mode").equals("latency")) {
      return new MoeLatency(
          routing,
          Math.min(values.whole("agents"), values.whole("tokens")),
          dispatches,
          combines,
          bytesOut,
          bytesBack,
          works(values, routing));
    }
    return new MoeThroughput(
        routing,
        values.whole("channels"),
        values.whole("chunk"),
        combines,
        combines ? bytesBack : bytesOut,
        MoeThroughput.taking(values.number("forward")));
  }

  private static Routing routing(Values values, Placement place, long seed) {
    return new Routing(
        place,
        values.whole("tokens"),
        values.whole("experts"),
        values.whole("topk"),
        values.number("skew"),
        values.word("placement"),
        values.whole("nodes"),
        seed);
  }

  private static long bytesOut(Values values) {
    int hidden = values.whole("hidden");
    int each = values.whole("dispatch-bytes");
    int scales = each == 1 ? (hidden + VALUES_PER_SCALE - 1) / VALUES_PER_SCALE : 0;
    return (long) hidden * each + (long) scales * Float.BYTES;
  }

  // Two operations for each weight and token; the weights of a PE's experts are read once.
  private static long[] works(Values values, Routing routing) {
    long[] works = new long[routing.place().pes()];
    double weights = MATRICES * values.number("hidden") * values.whole("intermediate");
    if (weights == 0) {
      return works;
    }
    Roofline roofline = Roofline.of(routing.place().gpu());
    long[] copies = new long[works.length];
    for (int pe = 0; pe < works.length; pe++) {
      for (int token = 0; token < routing.tokens(); token++) {
        for (int number = 0; number < routing.each(); number++) {
          copies[routing.peOf(routing.expert(pe, token, number))]++;
        }
      }
    }
    for (int pe = 0; pe < works.length; pe++) {
      works[pe] =
          roofline.picoseconds(
              2 * weights * copies[pe],
              weights * routing.expertsOf(pe) * values.whole("dispatch-bytes"),
              values.number("efficiency"));
    }
    return works;
  }

  @Override
  public double results(Values values, Placement place) {
    return values.number("tokens") * place.pes();
  }

  @Override
  public double shown(String metric, Values values, Placement place, long seed, long picoseconds) {
    if (metric.equals("latency")) {
      return picoseconds / 1e6;
    }
    if (!metric.equals("bottleneck_bw")) {
      throw new IllegalArgumentException("not measured: " + metric);
    }
    Routing routing = routing(values, place, seed);
    boolean back = values.word("phase").equals("combine");
    long bytes = back ? values.large("hidden") * values.whole("combine-bytes") : bytesOut(values);
    return routing.copiesOfAPe() * bytes / (picoseconds / PICOSECONDS) / GIGA;
  }

  @Override
  public ImmutableList<WorkloadEvidence> evidence() {
    ImmutableMap<String, String> dispatch = ImmutableMap.of();
    ImmutableMap<String, String> combine = ImmutableMap.of("phase", "combine");
    // "top-4 groups", which are nodes, and 24 SMs (docs/legacy.md and test_internode.py of DeepEP).
    ImmutableMap<String, String> chunks =
        ImmutableMap.of("mode", "throughput", "tokens", "4096", "nodes", "4", "channels", "12");
    ImmutableMap<String, String> wide = with(chunks, "dispatch-bytes", "2");
    ImmutableMap<String, String> back = with(chunks, "phase", "combine");
    // DeepEP's README: 8,192 tokens. How fast blocks of its second version forward is not
    // published.
    ImmutableMap<String, String> second =
        ImmutableMap.of("mode", "throughput", "tokens", "8192", "channels", "12", "forward", "0");
    return Stream.of(
            rows("h800", dispatch, "PD0276", "PD0278", "PD0280", "PD0282", "PS0036", "PS0038"),
            rows("h800", combine, "PD0277", "PD0279", "PD0281", "PD0283", "PS0037", "PS0039"),
            rows("h800", chunks, "PD0268", "PD0270", "PD0272", "PD0274"),
            rows("h800", back, "PD0269", "PD0271", "PD0273", "PD0275"),
            rows("hgx-h200", chunks, "PS0061"),
            rows("hgx-h200", wide, "PS0062"),
            rows("hgx-h200", back, "PS0063"),
            rows("dgx-h100", chunks, "PS0064", "PS0067", "PS0070"),
            rows("dgx-h100", wide, "PS0065", "PS0068", "PS0071"),
            rows("dgx-h100", back, "PS0066", "PS0069", "PS0072"),
            rows("dgx-h100", second, "PS0073", "PS0075"),
            rows("dgx-h100", with(second, "phase", "combine"), "PS0074", "PS0076"))
        .flatMap(rows -> rows)
        .collect(ImmutableList.toImmutableList());
  }

  private static ImmutableMap<String, String> with(
      ImmutableMap<String, String> values, String name, String value) {
    return ImmutableMap.<String, String>builder().putAll(values).put(name, value).buildOrThrow();
  }

  private static Stream<WorkloadEvidence> rows(
      String platform, ImmutableMap<String, String> values, String... rows) {
    return Stream.of(rows).map(row -> new WorkloadEvidence(row, platform, "ibgda", values));
  }
}
