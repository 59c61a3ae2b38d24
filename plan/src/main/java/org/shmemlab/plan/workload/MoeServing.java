package org.shmemlab.plan.workload;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableLongArray;
import java.util.Locale;
import org.shmemlab.transports.experts.MoeLatency;
import org.shmemlab.transports.experts.Routing;
import org.shmemlab.transports.traffic.Placement;
import org.shmemlab.transports.traffic.TrafficScript;

/**
 * Plays a step of serving: every sequence gets its next token. Attention is parallel over
 * sequences, and over heads in groups of GPUs; experts are spread over all GPUs. One layer is
 * simulated; a run is all of them.
 */
final class MoeServing extends Described {
  private static final int VALUES_PER_SCALE = 128; // one float for 128 values of FP8
  private static final int ACTIVATION = 2; // bytes of a value between layers
  private static final double MICROSECOND = 1e6;
  private static final double GIGA = 1e9;
  private static final String BATCHES = "batches";

  private static final ImmutableList<WorkloadParameter> PARAMETERS =
      ImmutableList.of(
          WorkloadParameter.word(
              "model",
              "whose numbers count where others are 0",
              MoeModel.ALL.stream().map(MoeModel::name).toArray(String[]::new)),
          WorkloadParameter.whole("layers", 0, 0, 1 << 12, "of the model"),
          WorkloadParameter.whole("hidden", 0, 0, 1 << 20, "values of a token between layers"),
          WorkloadParameter.whole("experts", 0, 0, 1 << 15, "of a layer, on all GPUs together"),
          WorkloadParameter.whole("topk", 0, 0, 64, "experts of a token"),
          WorkloadParameter.whole("intermediate", 0, 0, 1 << 20, "width of an expert"),
          WorkloadParameter.whole("batch", 128, 1, 1 << 14, "sequences of each GPU"),
          WorkloadParameter.whole("sequence", 4096, 1, 1 << 24, "tokens that one attends to"),
          WorkloadParameter.whole("tp", 1, 1, 64, "GPUs of a node that share heads and sequences"),
          WorkloadParameter.word(
              "overlap",
              "batches: one half of the sequences computes while tokens of the other travel",
              "none",
              BATCHES),
          WorkloadParameter.number(
              "compute", "0", 0, 1e6, "us of a layer of all sequences; 0 by the roofline"),
          WorkloadParameter.whole("weight-bytes", 1, 1, 8, "of a weight"),
          WorkloadParameter.whole("cache-bytes", 2, 1, 8, "of a value in the cache"),
          WorkloadParameter.whole("dispatch-bytes", 1, 1, 8, "of a value; 1 adds scales"),
          WorkloadParameter.whole("combine-bytes", 2, 1, 8, "of a value on its way back"),
          WorkloadParameter.number("skew", "0", 0, 4, "popularity falls with rank^-skew"),
          WorkloadParameter.whole("agents", 128, 1, 4096, "warps of a PE that put"),
          Roofline.EFFICIENCY);

  MoeServing() {
    super(
        "moe-serving",
        "each sequence of a model with experts gets its next token",
        "tokens",
        PARAMETERS);
  }

  private static MoeModel model(Values values) {
    return MoeModel.named(values.word("model")).with(values);
  }

  private static boolean isHalved(Values values) {
    return values.word("overlap").equals(BATCHES);
  }

  // Sequences of a GPU that are in the same layer.
  private static int tokens(Values values) {
    return isHalved(values) ? (values.whole("batch") + 1) / 2 : values.whole("batch");
  }

  @Override
  public void check(Values values, Placement place) {
    MoeModel model = model(values);
    checkShape(model, values, place);
    double bytes = bytes(model, values, place);
    double most = Roofline.of(place.gpu()).capacity();
    if (bytes > most) {
      throw new DoesNotFitException(
          String.format(
              Locale.ROOT,
              "%s on %d PEs needs %.0f GB of each GPU, which has %.0f; take more PEs, a smaller"
                  + " batch or a shorter sequence",
              model.name(),
              place.pes(),
              bytes / GIGA,
              most / GIGA));
    }
  }

  private static void checkShape(MoeModel model, Values values, Placement place) {
    int tp = values.whole("tp");
    if (model.topk() > model.experts()) {
      throw new IllegalArgumentException(
          "topk=" + model.topk() + ": there are " + model.experts() + " experts");
    }
    if (place.perNode() % tp != 0 || place.pes() % tp != 0) {
      throw new IllegalArgumentException(
          "tp=" + tp + ": groups do not fill nodes of " + place.perNode() + " PEs");
    }
    if (model.attention().heads() % tp != 0) {
      throw new IllegalArgumentException(
          "tp=" + tp + ": " + model.attention().heads() + " heads are no multiple of it");
    }
  }

  // Weights and cache of a GPU.
  private static double bytes(MoeModel model, Values values, Placement place) {
    double tp = values.whole("tp");
    double experts = Math.ceil((double) model.experts() / place.pes()) + model.shared();
    double weights =
        model.layers() * model.attention().weights(model.hidden()) / tp
            + model.dense() * model.denseWeights() / tp
            + model.sparse() * experts * model.expertWeights();
    double cached = values.number("batch") * cacheOfASequence(model, values) * model.layers();
    return weights * values.whole("weight-bytes") + cached;
  }

  // Of a layer; each GPU of a group has all sequences of it, and its heads' part of them if it can.
  private static double cacheOfASequence(MoeModel model, Values values) {
    double all = values.number("sequence") * model.attention().cached();
    return all
        * values.whole("cache-bytes")
        * (model.attention().isSplitByHeads() ? 1 : values.whole("tp"));
  }

  /** The computation of the busiest GPU. */
  private record Work(long attention, ImmutableLongArray experts, long dense) {
    long layer() {
      return attention + experts.stream().max().orElse(0);
    }
  }

  private static Work work(MoeModel model, Values values, Routing routing) {
    Placement place = routing.place();
    long[] experts = new long[place.pes()];
    double given = values.number("compute") * MICROSECOND;
    if (given > 0) {
      long part = Math.round(isHalved(values) ? given / 2 : given);
      return new Work(part, ImmutableLongArray.copyOf(experts), part);
    }
    Roofline roofline = Roofline.of(place.gpu());
    double share = values.number("efficiency");
    double bytes = values.whole("weight-bytes");
    double tokens = routing.tokens();
    double tp = values.whole("tp");
    double projections = model.attention().weights(model.hidden()) / tp;
    long attention =
        roofline.picoseconds(2 * projections * tokens * tp, projections * bytes, share)
            + roofline.picoseconds(
                tokens * values.number("sequence") * model.attention().operations(),
                tokens * cacheOfASequence(model, values),
                share);
    double common = (double) model.shared() * model.expertWeights();
    double dense = model.denseWeights() / tp;
    long[] copies = new long[place.pes()];
    for (int pe = 0; pe < copies.length; pe++) {
      for (int token = 0; token < routing.tokens(); token++) {
        for (int number = 0; number < routing.each(); number++) {
          copies[routing.peOf(routing.expert(pe, token, number))]++;
        }
      }
    }
    for (int pe = 0; pe < copies.length; pe++) {
      double own = (double) model.expertWeights() * Math.min(copies[pe], routing.expertsOf(pe));
      experts[pe] =
          roofline.picoseconds(2.0 * model.expertWeights() * copies[pe], own * bytes, share);
    }
    return new Work(
        attention + roofline.picoseconds(2 * common * tokens, common * bytes, share),
        ImmutableLongArray.copyOf(experts),
        attention + roofline.picoseconds(2 * dense * tokens * tp, dense * bytes, share));
  }

  private static Routing routing(MoeModel model, Values values, Placement place, long seed) {
    return new Routing(
        place,
        tokens(values),
        model.experts(),
        model.topk(),
        values.number("skew"),
        "blocks",
        0,
        seed);
  }

  @Override
  public TrafficScript script(Values values, Placement place, long seed) {
    MoeModel model = model(values);
    checkShape(model, values, place);
    Routing routing = routing(model, values, place, seed);
    Work work = work(model, values, routing);
    int each = values.whole("dispatch-bytes");
    long scales = each == 1 ? (model.hidden() + VALUES_PER_SCALE - 1) / VALUES_PER_SCALE : 0;
    TrafficScript experts =
        new MoeLatency(
            routing,
            Math.min(values.whole("agents"), routing.tokens()),
            true,
            true,
            (long) model.hidden() * each + scales * Float.BYTES,
            (long) model.hidden() * values.whole("combine-bytes"),
            isHalved(values) ? new long[place.pes()] : work.experts.toArray());
    return new ServingLayer(
        experts,
        values.whole("tp"),
        (long) routing.tokens() * model.hidden() * ACTIVATION,
        isHalved(values) ? 0 : work.attention);
  }

  /**
   * All layers. With two halves, in a layer each computes while the other's tokens travel, so that
   * a layer takes twice the longer one of both (DeepSeek-V3, arXiv:2412.19437, section 3.4.2).
   */
  @Override
  public WholeRun whole(Values values, Placement place, long seed, long picoseconds) {
    MoeModel model = model(values);
    Work work = work(model, values, routing(model, values, place, seed));
    int times = isHalved(values) ? 2 : 1;
    long layer = isHalved(values) ? Math.max(picoseconds, work.layer()) : picoseconds;
    long whole = times * (model.sparse() * layer + model.dense() * work.dense);
    double computes = times * (model.sparse() * (double) work.layer() + model.dense() * work.dense);
    return new WholeRun(whole, (long) times * model.sparse() * picoseconds, computes / whole);
  }

  @Override
  public double results(Values values, Placement place) {
    return values.number("batch") * place.pes();
  }
}
