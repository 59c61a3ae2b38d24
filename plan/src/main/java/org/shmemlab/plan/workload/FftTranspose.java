package org.shmemlab.plan.workload;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import org.shmemlab.transports.traffic.Placement;
import org.shmemlab.transports.traffic.TrafficScript;
import org.shmemlab.transports.traffic.TrafficStep;

/**
 * Plays a Fourier transform of a grid that is cut into slabs: every PE transforms along the axes
 * that are whole on it, sends a tile to every other PE, and transforms along the axis that was cut
 * before.
 */
final class FftTranspose extends Described {
  private static final double PER_POINT = 5; // 5 n log2 n operations, as FFT benchmarks count

  private static final ImmutableList<WorkloadParameter> PARAMETERS =
      ImmutableList.of(
          WorkloadParameter.word("dimensions", "of the grid", "3", "2"),
          WorkloadParameter.whole("points", 256, 1, 1 << 20, "along each edge of the grid"),
          WorkloadParameter.whole("value-bytes", 16, 1, 64, "of a complex value"),
          WorkloadParameter.whole(
              "chunks", 1, 1, 1024, "of a slab, each sent while the next is transformed"),
          WorkloadParameter.whole("blocks", 4, 1, 64, "of a PE that send side by side"),
          Roofline.EFFICIENCY);

  FftTranspose() {
    super(
        "fft-transpose",
        "PEs exchange tiles between the steps of a Fourier transform",
        "points",
        PARAMETERS);
  }

  @Override
  public void check(Values values, Placement place) {
    Roofline.of(place.gpu());
    if (values.whole("points") / values.whole("chunks") < place.pes()) {
      throw new IllegalArgumentException(
          "points="
              + values.word("points")
              + ": slabs of "
              + place.pes()
              + " PEs have fewer planes than chunks="
              + values.word("chunks")
              + "; take more points");
    }
  }

  @Override
  public TrafficScript script(Values values, Placement place, long seed) {
    check(values, place);
    return new Slabs(values, place).script();
  }

  /** One agent transforms, while blocks send, each to its share of the other PEs. */
  private static final class Slabs {
    private final int pes;
    private final long points;
    private final long depth; // values of a row, adjacent along the uncut third axis
    private final int bytes;
    private final int chunks;
    private final int blocks;
    private final double efficiency;
    private final Roofline roofline;

    Slabs(Values values, Placement place) {
      this.pes = place.pes();
      this.points = values.whole("points");
      this.depth = values.word("dimensions").equals("3") ? points : 1;
      this.bytes = values.whole("value-bytes");
      this.chunks = values.whole("chunks");
      this.blocks = values.whole("blocks");
      this.efficiency = values.number("efficiency");
      this.roofline = Roofline.of(place.gpu());
    }

    TrafficScript script() {
      return TrafficScript.of(
          pes,
          blocks + 1,
          1,
          (pe, agent) ->
              TrafficScript.rounds(
                  chunks + 1,
                  chunk ->
                      agent == blocks
                          ? transform(pe, chunk)
                          : chunk < chunks ? send(pe, agent, chunk) : List.of()));
    }

    /** Planes of a PE's slab; later PEs have one more where they do not come out even. */
    private long planes(int pe) {
      return (pe + 1) * points / pes - pe * points / pes;
    }

    private long planes(int pe, int chunk) {
      return planes(pe) * (chunk + 1) / chunks - planes(pe) * chunk / chunks;
    }

    private List<TrafficStep> transform(int pe, int chunk) {
      if (chunk == chunks) {
        List<TrafficStep> last = new ArrayList<>();
        if (pes > 1) {
          last.add(new TrafficStep.Await(0, (pes - 1) * chunks));
        }
        last.add(lines(planes(pe) * depth));
        return last;
      }
      int axes = depth == 1 ? 1 : 2;
      return List.of(lines(axes * planes(pe, chunk) * depth), TrafficStep.MEET);
    }

    private TrafficStep lines(long lines) {
      double length = points;
      return new TrafficStep.Compute(
          roofline.picoseconds(
              PER_POINT * lines * length * Math.log(length) / Math.log(2),
              2 * lines * length * bytes, // each value is read and written
              efficiency));
    }

    private List<TrafficStep> send(int pe, int block, int chunk) {
      List<TrafficStep> steps = new ArrayList<>();
      steps.add(TrafficStep.MEET);
      for (int turn = 1 + block; turn < pes; turn += blocks) {
        int target = (pe + turn) % pes;
        steps.add(
            TrafficStep.putSignal(target, planes(pe, chunk) * planes(target) * depth * bytes, 0));
      }
      return steps;
    }
  }

  @Override
  public double results(Values values, Placement place) {
    return Math.pow(values.number("points"), values.whole("dimensions"));
  }
}
