package org.shmemlab.reports.run;

import java.util.List;
import org.shmemlab.reports.page.PageBlock;
import org.shmemlab.transports.simulate.PairTraffic;

/** Draws the traffic between PEs as a matrix. */
final class MatrixDrawing {
  private static final int MOST_PES = 64;
  private static final int WITH_TEXT = 16;
  private static final double LABELS = 76;

  private MatrixDrawing() {}

  static PageBlock of(int pes, List<PairTraffic> pairs) {
    int shown = Math.min(pes, MOST_PES);
    double cell = shown <= WITH_TEXT ? 44 : 13;
    long most = pairs.stream().mapToLong(PairTraffic::bytes).max().orElse(0);
    Svg svg = new Svg();
    int every = shown <= WITH_TEXT ? 1 : 8;
    svg.text("quiet", LABELS, 12, "to PE");
    for (int pe = 0; pe < shown; pe += every) {
      svg.text("middle", LABELS + (pe + 0.5) * cell, 28, String.valueOf(pe));
      String label = (pe == 0 ? "from PE " : "") + pe;
      svg.text("end", LABELS - 6, 34 + (pe + 0.5) * cell + 4, label);
    }
    svg.box("box", LABELS, 34, shown * cell, shown * cell);
    for (PairTraffic pair : pairs) {
      if (pair.from() < shown && pair.to() < shown) {
        double x = LABELS + pair.to() * cell;
        double y = 34 + pair.from() * cell;
        double share = most == 0 ? 0 : 0.15 + 0.85 * pair.bytes() / most;
        svg.heat(
            share,
            "PE %d to PE %d: %d operations, %s"
                .formatted(pair.from(), pair.to(), pair.operations(), RunWords.bytes(pair.bytes())),
            x,
            y,
            cell,
            cell);
        if (shown <= WITH_TEXT) {
          svg.text("on", x + cell / 2, y + cell / 2 + 4, RunWords.brief(pair.bytes()));
        }
      }
    }
    String limit = pes > shown ? "; the first " + shown + " of " + pes + " PEs" : "";
    return new PageBlock.Picture(
        "matrix",
        "Bytes that each PE moves to or from another's memory" + limit,
        "A square for each pair of PEs, the redder the more bytes. The table has the numbers.",
        svg.drawing(LABELS + shown * cell + 4, 38 + shown * cell));
  }
}
