package org.shmemlab.transports.platform;

import static org.shmemlab.transports.platform.Dimension.COUNT;
import static org.shmemlab.transports.platform.Dimension.FREQUENCY;

/**
 * A GPU as communication sees it.
 *
 * @param model its name
 * @param sms number of SMs
 * @param clock of an SM while it communicates
 */
public record Gpu(String model, @In(COUNT) Quantity sms, @In(FREQUENCY) Quantity clock) {}
