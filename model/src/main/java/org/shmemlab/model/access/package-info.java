/**
 * What an agent does in the memory of its own PE: loads and stores with their bounds and lifetimes,
 * what a cache answers instead of memory, bits without a value, the frames of the functions that it
 * is in, and what CUDA and the host order between agents.
 *
 * <p>Nothing here reaches another PE by an operation: that is {@link
 * org.shmemlab.model.communication}.
 */
@NullMarked
package org.shmemlab.model.access;

import org.jspecify.annotations.NullMarked;
