/**
 * Traffic as code rather than as a file: each pattern makes the operations of every PE one at a
 * time, as the pipeline asks for them, so that a million PEs need no trace.
 *
 * <p>No program text is run here; messages have sizes, not values.
 */
@NullMarked
package org.shmemlab.transports.patterns;

import org.jspecify.annotations.NullMarked;
