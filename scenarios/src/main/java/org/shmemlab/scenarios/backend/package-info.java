/**
 * Native backends: the same sources made ready to run on real machines, on GPUs through NVSHMEM and
 * on CPUs through OpenSHMEM.
 *
 * <p>The output is a folder that needs nothing of this project: sources, a small harness (the C and
 * CUDA files among the resources), scripts that build and run them. Nothing here runs anything; the
 * results come back to {@code observed}.
 */
@NullMarked
package org.shmemlab.scenarios.backend;

import org.jspecify.annotations.NullMarked;
