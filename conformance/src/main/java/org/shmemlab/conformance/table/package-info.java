/**
 * The consistency table of "Using NVSHMEM" cell by cell: programs that observe whether two accesses
 * of one PE happen in order, and what the table promises of them.
 */
@NullMarked
package org.shmemlab.conformance.table;

import org.jspecify.annotations.NullMarked;
