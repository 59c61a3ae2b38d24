/**
 * The device of every PE: streams that take tasks in order, kernels whose blocks wait for room,
 * threads that end, and what special registers show.
 */
@NullMarked
package org.shmemlab.model.device;

import org.jspecify.annotations.NullMarked;
