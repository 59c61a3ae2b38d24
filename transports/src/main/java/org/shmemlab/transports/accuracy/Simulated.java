package org.shmemlab.transports.accuracy;

import org.shmemlab.transports.fit.Fit;

/**
 * Pairs a measurement with the simulator's time.
 *
 * @param scenario what was simulated, as {@code perftest} names it, and on which platform and path
 * @param prediction what came out, in the row's own unit; "held out" means that no number of that
 *     platform comes from the row
 */
public record Simulated(String scenario, Fit.Prediction prediction) {}
