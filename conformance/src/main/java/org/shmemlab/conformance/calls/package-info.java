/**
 * Which library calls there are, which of them run, and what a check and a simulation know of them:
 * {@code docs/api.md}.
 *
 * <p>What is known of a call is read off the instructions that its lowering emits; which of those
 * take time of their own is as {@code transports.simulate} has it. Only the names of calls that are
 * missing, and why, are written down, in {@code missing.txt}.
 */
@NullMarked
package org.shmemlab.conformance.calls;

import org.jspecify.annotations.NullMarked;
