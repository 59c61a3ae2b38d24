/**
 * The device of every PE: streams that take tasks in order, kernels whose blocks wait for room,
 * threads that end, and the values of special registers.
 */
@NullMarked
package org.shmemlab.model.device;

import org.jspecify.annotations.NullMarked;
