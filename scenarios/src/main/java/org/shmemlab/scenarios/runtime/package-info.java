/**
 * The run-time system of a PE: the calls of the C library, the CUDA runtime and the set-up part of
 * NVSHMEM and OpenSHMEM, one class per family.
 *
 * <p>A family registers each of its calls as one entry: the prototype in C, the traits on which the
 * order of steps depends ({@link org.shmemlab.model.program.CallTraits}), the footprint that notes
 * the bytes of the program's memory which the call accesses, and the handler. The name that the
 * prototype declares is the symbol by which programs make the call; {@link
 * org.shmemlab.scenarios.runtime.CallRegistry} collects the entries of all families for the
 * front-end. A call that only other code of ours refers to is a constant of its family and has no
 * prototype. A new call is a new entry and its test, and a new family one more line in {@code
 * CallRegistry}.
 *
 * <p>Computation and communication are not here: the machine does them itself. The state of a PE's
 * run-time system is in one {@link org.shmemlab.model.job.ServiceState} that can be copied, with a
 * part for each family. No clock of the machine we run on, no environment of its own, no random
 * number without a seed.
 */
@NullMarked
package org.shmemlab.scenarios.runtime;

import org.jspecify.annotations.NullMarked;
