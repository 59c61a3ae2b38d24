/**
 * The run-time system of a PE: what a program asks of the C library, the CUDA runtime and the
 * set-up part of NVSHMEM and OpenSHMEM, one class per family, behind {@link
 * org.shmemlab.scenarios.runtime.RuntimeSystem}.
 *
 * <p>Computation and communication are not here: the machine does them itself. What a PE's run-time
 * system remembers is in one {@link org.shmemlab.model.job.ServiceState} that can be copied. No
 * clock of the machine we run on, no environment of its own, no random number without a seed.
 */
@NullMarked
package org.shmemlab.scenarios.runtime;

import org.jspecify.annotations.NullMarked;
