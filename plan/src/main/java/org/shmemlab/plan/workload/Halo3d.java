package org.shmemlab.plan.workload;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.List;
import java.util.stream.IntStream;
import org.shmemlab.transports.traffic.Place;
import org.shmemlab.transports.traffic.Script;
import org.shmemlab.transports.traffic.Step;

/**
 * A stencil on a grid in three dimensions, cut into one box for each PE: in each step every PE
 * sends its faces to its neighbours by puts with a signal, a block for each face, computes what
 * does not depend on theirs meanwhile, and then the rest.
 */
final class Halo3d extends Described {
  private static final int DIMENSIONS = 3;
  private static final int FACES = 2 * DIMENSIONS;

  private static final ImmutableList<Parameter> PARAMETERS =
      ImmutableList.of(
          Parameter.word(
              "grid", "the same grid for all PEs together, or a box for each", "whole", "each"),
          Parameter.whole("cells", 1024, 1, 1 << 15, "cells along each edge of the grid or box"),
          Parameter.whole("fields", 1, 1, 1024, "values of a cell that neighbours need"),
          Parameter.whole("value-bytes", 8, 1, 16, "of a value"),
          Parameter.whole("depth", 1, 1, 64, "layers of cells that neighbours need"),
          Parameter.whole("steps", 10, 1, 100_000, "of a run"),
          Parameter.number("flops", "8", 0, 1e6, "operations for a cell and step"),
          Parameter.number("bytes", "16", 0, 1e6, "of the GPU's memory for a cell and step"),
          Roofline.EFFICIENCY);

  Halo3d() {
    super(
        "halo3d",
        "a stencil in three dimensions exchanges the faces of its boxes",
        "cells",
        PARAMETERS);
  }

  @Override
  public void check(Values values, Place place) {
    Roofline.of(place.gpu());
    Boxes boxes = Boxes.of(values, place.pes());
    for (int count : boxes.counts.toArray()) {
      int least =
          values.word("grid").equals("whole")
              ? values.whole("cells") / count
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
    /** Boxes whose faces are smallest together; of equals the ones longest along the last axis. */
    static Boxes of(Values values, int pes) {
      int cells = values.whole("cells");
      boolean whole = values.word("grid").equals("whole");
      int[] best = {1, 1, pes};
      double least = Double.POSITIVE_INFINITY;
      for (int x = 1; x <= pes; x++) {
        for (int y = 1; pes % x == 0 && y <= pes / x; y++) {
          int z = pes / x / y;
          if (x * y * z == pes) {
            double surface = (double) x + y + z; // of a cube of cells, up to a factor
            if (surface < least) {
              least = surface;
              best = new int[] {x, y, z};
            }
          }
        }
      }
      int[] counts = best;
      return new Boxes(
          ImmutableIntArray.copyOf(counts),
          ImmutableIntArray.copyOf(
              IntStream.of(counts).map(count -> whole ? (cells + count - 1) / count : cells)));
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

    /** Cells of a box that depend on no neighbour. */
    long inside(int depth) {
      long cells = 1;
      for (int edge : edges.toArray()) {
        cells *= Math.max(0, edge - 2L * depth);
      }
      return cells;
    }
  }

  @Override
  public Script script(Values values, Place place, long seed) {
    check(values, place);
    Boxes boxes = Boxes.of(values, place.pes());
    Roofline roofline = Roofline.of(place.gpu());
    long inside = boxes.inside(values.whole("depth"));
    long early = work(roofline, values, inside);
    long late = work(roofline, values, boxes.cells()) - early;
    long cellBytes =
        (long) values.whole("fields") * values.whole("value-bytes") * values.whole("depth");
    int steps = values.whole("steps");
    List<Step> compute =
        List.of(new Step.Compute(early), Step.MEET, new Step.Compute(late), Step.MEET);
    return Script.of(
        place.pes(),
        FACES + 1,
        FACES,
        (pe, agent) ->
            Script.rounds(
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

  private static List<Step> exchange(int face, int neighbour, long bytes, int step) {
    return neighbour < 0
        ? List.of(Step.MEET, Step.MEET)
        : List.of(
            Step.putSignal(neighbour, bytes, face ^ 1),
            new Step.Await(face, step + 1),
            Step.MEET,
            Step.MEET);
  }

  private static long work(Roofline roofline, Values values, long cells) {
    return roofline.picoseconds(
        values.number("flops") * cells,
        values.number("bytes") * cells,
        values.number("efficiency"));
  }

  @Override
  public double results(Values values, Place place) {
    double cells = Math.pow(values.number("cells"), DIMENSIONS) * values.whole("steps");
    return values.word("grid").equals("whole") ? cells : cells * place.pes();
  }
}
