/**
 * The order of threads as data: {@link org.shmemlab.model.threads.ThreadOrder} is a table of the
 * flows of vector clocks that CUDA and the PTX ISA promise, one for each event of a thread.
 *
 * <p>Neither clocks nor the state of a job are here; {@code explore} applies the rules to its
 * clocks. The format of the table is described in docs/rules.md.
 */
@NullMarked
package org.shmemlab.model.threads;

import org.jspecify.annotations.NullMarked;
