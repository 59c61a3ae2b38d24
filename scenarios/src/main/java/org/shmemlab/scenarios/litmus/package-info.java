/**
 * Litmus tests: small programs that ask one question about order, with the answer each profile is
 * expected to give.
 *
 * <p>A file has the shape of herd's C tests: a name and a sentence why, the symmetric words, one
 * block of statements per agent, the outcome that is asked for, the expected verdicts. The folder
 * {@code litmus} at the root of the project holds the catalogue, and its README the whole format.
 *
 * <pre>
 * C MP+put+fence+same
 * "a fence orders the put and the flag, because both go to PE 1"
 *
 * { long x; long v = 1; long f; }
 *
 * P0 {
 *   nvshmem_long_put(&amp;x, &amp;v, 1, 1);
 *   nvshmem_fence();
 *   nvshmem_long_atomic_set(&amp;f, 1, 1);
 * }
 *
 * P1 {
 *   nvshmem_long_wait_until(&amp;f, NVSHMEM_CMP_EQ, 1);
 *   long r0 = x;
 * }
 *
 * exists (1:r0 = 0)
 *
 * expect nvshmem: forbidden
 * </pre>
 *
 * <p>{@link org.shmemlab.scenarios.litmus.Litmus} parses a file and makes a program of it, without
 * C in between: the statements of a block are read and turned into instructions by {@code
 * scenarios.litmus.statements}, and stay on their lines. Nothing here computes a verdict.
 */
@NullMarked
package org.shmemlab.scenarios.litmus;

import org.jspecify.annotations.NullMarked;
