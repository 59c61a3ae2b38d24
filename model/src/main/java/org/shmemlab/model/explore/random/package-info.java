/**
 * Schedules drawn from a seed, the sum of their results, and shorter schedules for their findings.
 */
@NullMarked
package org.shmemlab.model.explore.random;

import org.jspecify.annotations.NullMarked;
