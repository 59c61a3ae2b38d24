/**
 * Hardware as data: platforms read from YAML, every number with its unit, its interval where one is
 * known and its source; and their consequences alone, such as the links between two GPUs.
 *
 * <p>Programs, times of events, and allowed orders have no place here.
 */
@NullMarked
package org.shmemlab.transports.platform;

import org.jspecify.annotations.NullMarked;
