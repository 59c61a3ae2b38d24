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
