/**
 * Lists the library's calls, which of them run, and the facts that a check and a simulation have
 * about them: {@code docs/api.md}.
 *
 * <p>The facts about a call are read off the instructions that its lowering emits; which of those
 * take time of their own is as {@code transports.simulate} has it. Only the names of calls that are
 * missing, and why, are written down, in {@code missing.txt}.
 */
@NullMarked
package org.shmemlab.conformance.calls;

import org.jspecify.annotations.NullMarked;
