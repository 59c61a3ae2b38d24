package org.shmemlab.transports.accuracy;

import org.shmemlab.transports.fit.Measurement;

/**
 * A measurement that nothing predicts, and why.
 *
 * @param row the measurement
 * @param reason in a few words
 */
public record Unpredicted(Measurement row, String reason) {}
