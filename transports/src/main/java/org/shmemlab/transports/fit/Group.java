package org.shmemlab.transports.fit;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;

/**
 * Measurements of one system that one law is to explain.
 *
 * @param name what was measured
 * @param system the machine, the same for all points
 * @param transport what carried the data
 * @param law what explains them
 * @param start where the fit begins, one value for each parameter
 * @param points the measurements
 */
record Group(
    String name,
    String system,
    String transport,
    Law law,
    ImmutableDoubleArray start,
    ImmutableList<Point> points) {

  /**
   * One measurement as the law sees it.
   *
   * @param row where it comes from
   * @param inputs of the law
   * @param observed in the unit of the law
   * @param heldOut whether it is kept from the fit, to test it
   */
  record Point(Measurement row, ImmutableDoubleArray inputs, double observed, boolean heldOut) {}

  Group {
    for (Point point : points) {
      if (!point.row.system().equals(system)) {
        throw new IllegalArgumentException(
            name + " mixes " + system + " and " + point.row.system());
      }
    }
  }
}
