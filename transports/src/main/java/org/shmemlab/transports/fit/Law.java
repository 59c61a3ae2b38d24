package org.shmemlab.transports.fit;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;

/**
 * How a time or a rate follows from inputs and positive parameters. Times are microseconds, sizes
 * bytes, bandwidths GB/s and rates millions per second.
 */
public enum Law {
  /** T = T0. */
  CONSTANT("T0", "us", "T0 us") {
    @Override
    double at(double[] p, ImmutableDoubleArray x) {
      return p[0];
    }
  },

  /** T = T0 + bytes / BW. */
  START_AND_BYTES("T0 + bytes/BW", "us", "T0 us", "BW GB/s") {
    @Override
    double at(double[] p, ImmutableDoubleArray x) {
      return p[0] + x.get(0) / (p[1] * BYTES_PER_MICROSECOND);
    }
  },

  /** T = max(gap, start + bytes / BW): back-to-back messages whose software overlaps the wire. */
  GAP_OR_BYTES("max(gap, start + bytes/BW)", "us", "gap us", "start us", "BW GB/s") {
    @Override
    double at(double[] p, ImmutableDoubleArray x) {
      return Math.max(p[0], p[1] + x.get(0) / (p[2] * BYTES_PER_MICROSECOND));
    }
  },

  /** The same, and something for bytes that are no whole 16: a copy of words of 16 bytes. */
  GAP_OR_BYTES_AND_TAIL(
      "max(gap, start + bytes/BW) + (bytes no multiple of 16: tail)",
      "us",
      "gap us",
      "start us",
      "BW GB/s",
      "tail us") {
    @Override
    double at(double[] p, ImmutableDoubleArray x) {
      return GAP_OR_BYTES.at(p, x) + x.get(1) * p[3];
    }
  },

  /**
   * Blocks that each copy their share, again and again. A loop of loads and stores moves what it
   * has in flight each time that a load returns, so the rate of an SM depends on where the source
   * lies; all blocks together share the link. Near its limit they wait for each other: a sum of
   * powers instead of the larger of the two. Bytes that are no whole 16 go in words of 8 and 4.
   */
  SHARES(
      "((start + share/BW(where) + narrow/BW)^n + (bytes/pair)^n)^(1/n), at least gap, + tail",
      "us",
      "gap us",
      "start us",
      "L1 GB/s",
      "edge GB/s",
      "L2 GB/s",
      "memory GB/s",
      "pair GB/s",
      "n -",
      "tail us",
      "narrow GB/s") {
    @Override
    double at(double[] p, ImmutableDoubleArray x) {
      double wide = (x.get(0) - x.get(4)) / (p[2 + (int) x.get(2)] * BYTES_PER_MICROSECOND);
      double narrow = x.get(4) / (p[9] * BYTES_PER_MICROSECOND);
      double alone = p[1] + wide + narrow;
      double link = x.get(1) / (p[6] * BYTES_PER_MICROSECOND);
      double power = p[7];
      double larger = Math.max(alone, link);
      double both =
          larger
              * Math.pow(
                  Math.pow(alone / larger, power) + Math.pow(link / larger, power), 1 / power);
      return Math.max(p[0], both) + x.get(3) * p[8];
    }
  },

  /** The same of a source that is never in the SM's own cache. */
  FAR_SHARES(
      "((share/BW(where))^n + (bytes/pair)^n)^(1/n)",
      "us",
      "L2 GB/s",
      "memory GB/s",
      "pair GB/s",
      "n -") {
    @Override
    double at(double[] p, ImmutableDoubleArray x) {
      double alone = x.get(0) / (p[(int) x.get(2) - 2] * BYTES_PER_MICROSECOND);
      double link = x.get(1) / (p[2] * BYTES_PER_MICROSECOND);
      double larger = Math.max(alone, link);
      return larger
          * Math.pow(Math.pow(alone / larger, p[3]) + Math.pow(link / larger, p[3]), 1 / p[3]);
    }
  },

  /** Time per operation of many threads: their own gaps, an SM's share, and the link's. */
  THREADS_TOGETHER(
      "((gap/threads)^n + (sm/blocks)^n + link^n)^(1/n)",
      "ns",
      "gap ns",
      "sm ns",
      "link ns",
      "n -") {
    @Override
    double at(double[] p, ImmutableDoubleArray x) {
      double power = p[3];
      return Math.pow(
          Math.pow(p[0] / x.get(0), power)
              + Math.pow(p[1] / x.get(1), power)
              + Math.pow(p[2], power),
          1 / power);
    }
  },

  /** T = base + queues × each: a quiet polls every queue. */
  PER_QUEUE("base + queues * each", "us", "base us", "each us") {
    @Override
    double at(double[] p, ImmutableDoubleArray x) {
      return p[0] + x.get(0) * p[1];
    }
  },

  /** T = issue + wire: a completed put after an issue that was measured. */
  ISSUE_AND_WIRE("issue + wire", "us", "wire us") {
    @Override
    double at(double[] p, ImmutableDoubleArray x) {
      return x.get(0) + p[0];
    }
  },

  /** Rate = min(queues × each, ceiling). */
  QUEUES_UP_TO("min(queues * each, ceiling)", "M/s", "each M/s", "ceiling M/s") {
    @Override
    double at(double[] p, ImmutableDoubleArray x) {
      return Math.min(x.get(0) * p[0], p[1]);
    }
  },

  /** Rate = min(threads / (message + doorbell / batch), ceiling): threads with a queue each. */
  THREADS_UP_TO(
      "min(threads / (message + doorbell/batch), ceiling)",
      "M/s",
      "message us",
      "doorbell us",
      "ceiling M/s") {
    @Override
    double at(double[] p, ImmutableDoubleArray x) {
      return Math.min(x.get(0) / (p[0] + p[1] / x.get(1)), p[2]);
    }
  };

  private static final double BYTES_PER_MICROSECOND = 1e3; // of one GB/s

  private final String formula;
  private final String unit;
  private final ImmutableList<String> parameters;

  Law(String formula, String unit, String... parameters) {
    this.formula = formula;
    this.unit = unit;
    this.parameters = ImmutableList.copyOf(parameters);
  }

  /** The law at these parameters and inputs. */
  abstract double at(double[] parameters, ImmutableDoubleArray inputs);

  /** The law as text. */
  public String formula() {
    return formula;
  }

  /** The unit of what it predicts. */
  public String unit() {
    return unit;
  }

  /** Names of the parameters. */
  public ImmutableList<String> parameters() {
    return parameters.stream()
        .map(text -> text.substring(0, text.indexOf(' ')))
        .collect(ImmutableList.toImmutableList());
  }

  /** Units of the parameters. */
  public ImmutableList<String> units() {
    return parameters.stream()
        .map(text -> text.substring(text.indexOf(' ') + 1))
        .collect(ImmutableList.toImmutableList());
  }
}
