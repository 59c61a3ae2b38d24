/** The calls of NVSHMEM, MPI and NCCL that set a PE up, and MPI's messages. */
@NullMarked
package org.shmemlab.scenarios.runtime.library;

import org.jspecify.annotations.NullMarked;
