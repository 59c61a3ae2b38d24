/** Calls of MPI, as instructions. */
@NullMarked
package org.shmemlab.scenarios.api.mpi;

import org.jspecify.annotations.NullMarked;
