/**
 * The list of the library's calls, of those that run, and of the facts that a check and a
 * simulation have about them: {@code docs/api.md}.
 *
 * <p>The facts about a call are read off the instructions that its lowering emits; those that take
 * time of their own are as in {@code transports.simulate}. Only the names of missing calls, and the
 * reasons, are written down, in {@code missing.txt}.
 */
@NullMarked
package org.shmemlab.conformance.calls;

import org.jspecify.annotations.NullMarked;
