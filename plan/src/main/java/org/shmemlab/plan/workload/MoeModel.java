package org.shmemlab.plan.workload;

import com.google.common.collect.ImmutableList;

/**
 * Holds the numbers of a language model with a mixture of experts, as the {@code config.json} of
 * its public weights has them.
 *
 * @param name of the parameter's value
 * @param layers all of them
 * @param dense layers at the beginning that have one wide network in place of experts
 * @param denseIntermediate width of that network
 * @param hidden values of a token between layers
 * @param attention of a layer
 * @param experts of a layer, without shared ones
 * @param topk experts of a token
 * @param intermediate width of an expert
 * @param shared experts that all tokens go to, on every GPU
 */
record MoeModel(
    String name,
    int layers,
    int dense,
    int denseIntermediate,
    int hidden,
    Attention attention,
    int experts,
    int topk,
    int intermediate,
    int shared) {
  /** Gate, up and down projection. */
  static final int MATRICES = 3;

  /** Attention of a layer, by what one token costs. */
  sealed interface Attention {
    /** Heads of queries. */
    int heads();

    /** Weights, for so many values of a token. */
    long weights(int hidden);

    /** Values that the cache holds for a token. */
    long cached();

    /** Operations of a query for each token in the cache. */
    long operations();

    /** Whether a GPU with some of the heads needs only their part of the cache. */
    boolean isSplitByHeads();
  }

  /**
   * Groups of heads that share keys and values (GQA, Ainslie et al. 2023, arXiv:2305.13245).
   *
   * @param values of a head
   */
  record Grouped(int heads, int groups, int values) implements Attention {
    @Override
    public long weights(int hidden) {
      return 2L * hidden * values * (heads + groups);
    }

    @Override
    public long cached() {
      return 2L * groups * values;
    }

    @Override
    public long operations() {
      return 4L * heads * values;
    }

    @Override
    public boolean isSplitByHeads() {
      return true;
    }
  }

  /**
   * One latent vector for the keys and values of all heads (MLA, DeepSeek-V2, arXiv:2405.04434,
   * section 2.1; queries go to the latent space, appendix C's absorbed form).
   *
   * @param values of a head
   * @param rope values of a head with positions
   * @param latent values of a token's keys and values
   * @param queries values of a token's queries before they are spread over heads
   */
  record Latent(int heads, int values, int rope, int latent, int queries) implements Attention {
    @Override
    public long weights(int hidden) {
      long ofQueries = (long) hidden * queries + (long) queries * heads * (values + rope);
      long ofKeys = (long) hidden * (latent + rope) + 2L * latent * heads * values;
      return ofQueries + ofKeys + (long) heads * values * hidden;
    }

    @Override
    public long cached() {
      return (long) latent + rope;
    }

    @Override
    public long operations() {
      return 2L * heads * (2L * latent + rope);
    }

    @Override
    public boolean isSplitByHeads() {
      return false;
    }
  }

  /** The models with a name. */
  static final ImmutableList<MoeModel> ALL =
      ImmutableList.of(
          // huggingface.co/deepseek-ai/DeepSeek-V3, config.json; arXiv:2412.19437, section 4.2
          new MoeModel(
              "deepseek-v3",
              61,
              3,
              18_432,
              7168,
              new Latent(128, 128, 64, 512, 1536),
              256,
              8,
              2048,
              1),
          // huggingface.co/Qwen/Qwen3-235B-A22B, config.json; arXiv:2505.09388, table 2
          new MoeModel("qwen3-235b", 94, 0, 0, 4096, new Grouped(64, 4, 128), 128, 8, 1536, 0),
          // huggingface.co/moonshotai/Kimi-K2-Instruct, config.json; arXiv:2507.20534, table 2
          new MoeModel(
              "kimi-k2", 61, 1, 18_432, 7168, new Latent(64, 128, 64, 512, 1536), 384, 8, 2048, 1));

  /** The one of a name. */
  static MoeModel named(String name) {
    return ALL.stream().filter(model -> model.name.equals(name)).findFirst().orElseThrow();
  }

  /** This model with the values that are given, where they are not 0. */
  MoeModel with(Values values) {
    return new MoeModel(
        name,
        given(values.whole("layers"), layers),
        values.whole("layers") > 0 ? Math.min(dense, values.whole("layers") - 1) : dense,
        denseIntermediate,
        given(values.whole("hidden"), hidden),
        attention,
        given(values.whole("experts"), experts),
        given(values.whole("topk"), topk),
        given(values.whole("intermediate"), intermediate),
        shared);
  }

  private static int given(int value, int usual) {
    return value == 0 ? usual : value;
  }

  /** Layers with experts. */
  int sparse() {
    return layers - dense;
  }

  /** Weights of an expert. */
  long expertWeights() {
    return (long) MATRICES * hidden * intermediate;
  }

  /** Weights of the network of a dense layer. */
  long denseWeights() {
    return (long) MATRICES * hidden * denseIntermediate;
  }

  /** All weights but those of tokens at both ends, and of norms and routers. */
  long weights() {
    return layers * attention.weights(hidden)
        + dense * denseWeights()
        + sparse() * (experts + (long) shared) * expertWeights();
  }
}
