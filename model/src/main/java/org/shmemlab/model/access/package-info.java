/**
 * The accesses of an agent to the memory of its own PE: loads and stores with their bounds and
 * lifetimes, answers of a cache, bits without a value, the frames of functions, and the edges of
 * CUDA and of the host between agents.
 *
 * <p>Nothing here reaches another PE by an operation: that is {@link
 * org.shmemlab.model.communication}.
 */
@NullMarked
package org.shmemlab.model.access;

import org.jspecify.annotations.NullMarked;
