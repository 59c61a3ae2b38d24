/** Calls of NVSHMEM and OpenSHMEM, as instructions. */
@NullMarked
package org.shmemlab.scenarios.api.shmem;

import org.jspecify.annotations.NullMarked;
