package org.shmemlab.plan.workload;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableIntArray;
import java.util.List;
import java.util.stream.Stream;
import org.shmemlab.transports.traffic.Placement;
import org.shmemlab.transports.traffic.TrafficScript;
import org.shmemlab.transports.traffic.TrafficStep;

/**
 * Plays a stencil on a grid in three dimensions, or two, cut into one box for each PE: in each step
 * every PE sends its faces to its neighbours by puts with a signal, a block for each face,
 * meanwhile computes the part that does not depend on theirs, and then the rest.
 */
final class Halo3d extends Described {
  private static final int DIMENSIONS = 3;
  private static final int FACES = 2 * DIMENSIONS;

  private static final ImmutableList<WorkloadParameter> PARAMETERS =
      ImmutableList.of(
          WorkloadParameter.word(
              "grid", "the same grid for all PEs together, or a box for each", "whole", "each"),
          WorkloadParameter.whole(
              "cells", 1024, 1, 1 << 15, "cells along each edge of the grid or box"),
          WorkloadParameter.whole(
              "dimensions", 3, 2, 3, "of the grid; 2 for one cell along the third axis"),
          WorkloadParameter.word(
              "cut", "into boxes with the smallest faces, or along one axis", "boxes", "slabs"),
          WorkloadParameter.whole("fields", 1, 1, 1024, "values of a cell that neighbours need"),
          WorkloadParameter.whole("value-bytes", 8, 1, 16, "of a value"),
          WorkloadParameter.whole("depth", 1, 1, 64, "layers of cells that neighbours need"),
          WorkloadParameter.whole("steps", 10, 1, 100_000, "of a run"),
          WorkloadParameter.number("flops", "8", 0, 1e6, "operations for a cell and step"),
          WorkloadParameter.number(
              "bytes", "16", 0, 1e6, "of the GPU's memory for a cell and step"),
          WorkloadParameter.number(
              "nanoseconds", "0", 0, 1e6, "a cell takes in a step; 0 for what flops and bytes say"),
          Roofline.EFFICIENCY);

  Halo3d() {
    super(
        "halo3d",
        "a stencil in three dimensions exchanges the faces of its boxes",
        "cells",
        PARAMETERS);
  }

  @Override
  public void check(Values values, Placement place) {
    work(values, place, 0);
    Boxes boxes = Boxes.of(values, place.pes());
    for (int axis = 0; axis < values.whole("dimensions"); axis++) {
      int least =
          values.word("grid").equals("whole")
              ? values.whole("cells") / boxes.counts.get(axis)
              : values.whole("cells");
      if (least < values.whole("depth")) {
        throw new IllegalArgumentException(
            "cells="
                + values.word("cells")
                + ": a box of "
                + place.pes()
                + " PEs would be thinner than depth="
                + values.word("depth"));
      }
    }
  }

  /**
   * How the grid is cut.
   *
   * @param counts boxes along each dimension
   * @param edges most cells of a box along each dimension
   */
  record Boxes(ImmutableIntArray counts, ImmutableIntArray edges) {
    static Boxes of(Values values, int pes) {
      int dimensions = values.whole("dimensions");
      int cells = values.whole("cells");
      boolean whole = values.word("grid").equals("whole");
      int[] counts =
          values.word("cut").equals("slabs") ? new int[] {pes, 1, 1} : smallest(pes, dimensions);
      int[] edges = {1, 1, 1};
      for (int axis = 0; axis < dimensions; axis++) {
        edges[axis] = whole ? (cells + counts[axis] - 1) / counts[axis] : cells;
      }
      return new Boxes(ImmutableIntArray.copyOf(counts), ImmutableIntArray.copyOf(edges));
    }

    // The faces are smallest together; of equals the boxes are longest along the first axis.
    private static int[] smallest(int pes, int dimensions) {
      int[] best = {};
      int least = Integer.MAX_VALUE;
      for (int x = 1; x <= pes; x++) {
        for (int y = 1; pes % x == 0 && y <= pes / x; y++) {
          int z = pes / x / y;
          boolean fits = x * y * z == pes && (dimensions == DIMENSIONS || z == 1);
          if (fits && x + y + z < least) {
            least = x + y + z; // the surface of a box of a cube, up to a factor
            best = new int[] {x, y, z};
          }
        }
      }
      return best;
    }

    /** The PE beyond a face of another one, or -1 where the grid ends. */
    int neighbour(int pe, int face) {
      int y = counts.get(1);
      int z = counts.get(2);
      int[] at = {pe / (y * z), pe / z % y, pe % z};
      int axis = face / 2;
      at[axis] += face % 2 == 0 ? -1 : 1;
      return at[axis] < 0 || at[axis] == counts.get(axis) ? -1 : (at[0] * y + at[1]) * z + at[2];
    }

    /** Cells of a layer below a face. */
    long face(int face) {
      long cells = 1;
      for (int axis = 0; axis < DIMENSIONS; axis++) {
        cells *= axis == face / 2 ? 1 : edges.get(axis);
      }
      return cells;
    }

    long cells() {
      return (long) edges.get(0) * edges.get(1) * edges.get(2);
    }

    /** Cells of a box that depend on no neighbour, where it has one on both sides. */
    long inside(int depth) {
      long cells = 1;
      for (int axis = 0; axis < DIMENSIONS; axis++) {
        long edge = edges.get(axis);
        cells *= counts.get(axis) == 1 ? edge : Math.max(0, edge - 2L * depth);
      }
      return cells;
    }
  }

  @Override
  public TrafficScript script(Values values, Placement place, long seed) {
    check(values, place);
    Boxes boxes = Boxes.of(values, place.pes());
    long inside = boxes.inside(values.whole("depth"));
    long early = work(values, place, inside);
    long late = work(values, place, boxes.cells()) - early;
    long cellBytes =
        (long) values.whole("fields") * values.whole("value-bytes") * values.whole("depth");
    int steps = values.whole("steps");
    List<TrafficStep> compute =
        List.of(
            new TrafficStep.Compute(early),
            TrafficStep.MEET,
            new TrafficStep.Compute(late),
            TrafficStep.MEET);
    return TrafficScript.of(
        place.pes(),
        FACES + 1,
        FACES,
        (pe, agent) ->
            TrafficScript.rounds(
                steps,
                step ->
                    agent == FACES
                        ? compute
                        : exchange(
                            agent,
                            boxes.neighbour(pe, agent),
                            boxes.face(agent) * cellBytes,
                            step)));
  }

  private static List<TrafficStep> exchange(int face, int neighbour, long bytes, int step) {
    return neighbour < 0
        ? List.of(TrafficStep.MEET, TrafficStep.MEET)
        : List.of(
            TrafficStep.putSignal(neighbour, bytes, face ^ 1),
            new TrafficStep.Await(face, step + 1),
            TrafficStep.MEET,
            TrafficStep.MEET);
  }

  private static long work(Values values, Placement place, long cells) {
    double each = values.number("nanoseconds");
    return each > 0
        ? Math.round(each * cells * 1e3)
        : Roofline.of(place.gpu())
            .picoseconds(
                values.number("flops") * cells,
                values.number("bytes") * cells,
                values.number("efficiency"));
  }

  @Override
  public double results(Values values, Placement place) {
    double cells = Math.pow(values.number("cells"), values.whole("dimensions"));
    double run = cells * values.whole("steps");
    return values.word("grid").equals("whole") ? run : run * place.pes();
  }

  /**
   * A Jacobi solver of 1,000 steps on 16384 x 16384 values of 4 bytes, cut into rows
   * (NVIDIA/multi-gpu-programming-models, nvshmem, its defaults), whose rows also say how long one
   * GPU takes alone: 472.1 to 472.6 s, which is the time of a cell.
   */
  @Override
  public ImmutableList<WorkloadEvidence> evidence() {
    ImmutableMap<String, String> jacobi =
        ImmutableMap.<String, String>builder()
            .put("cells", "16384")
            .put("dimensions", "2")
            .put("cut", "slabs")
            .put("value-bytes", "4")
            .put("steps", "1000")
            .put("nanoseconds", "1.7595")
            .buildOrThrow();
    return Stream.of("PS0049", "PS0050", "PS0051", "PS0052")
        .map(row -> new WorkloadEvidence(row, "p5", "efa", jacobi))
        .collect(ImmutableList.toImmutableList());
  }

  @Override
  public double shown(String metric, Values values, Placement place, long seed, long picoseconds) {
    if (!metric.equals("time")) {
      throw new IllegalArgumentException("not measured: " + metric);
    }
    return picoseconds / 1e12;
  }
}
