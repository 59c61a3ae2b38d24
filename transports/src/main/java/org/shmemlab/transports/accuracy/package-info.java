/**
 * Predictions of published measurements: by laws that were fitted to some of them, and by the
 * simulator on a platform that describes the machine. The experiment of each row, and the reason
 * why others are none, is data: {@code experiments.yaml} of this package.
 *
 * <p>Nothing here changes a number of a platform.
 */
@NullMarked
package org.shmemlab.transports.accuracy;

import org.jspecify.annotations.NullMarked;
