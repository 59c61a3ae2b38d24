/**
 * Schedules that can be run again: as a small text file, and as the run itself.
 *
 * <p>A replay takes the steps that were written down and no others; its findings are computed anew.
 */
@NullMarked
package org.shmemlab.scenarios.replay;

import org.jspecify.annotations.NullMarked;
